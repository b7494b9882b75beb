"""Any discrete Bayesian network: exact posteriors, the search for a policy, and the policy as a graph.

`reading` makes a file a network (`bayesian`), `plan` makes that a model. `junction_tree` has posteriors, by
the cliques of `triangulation`. `search` expands beliefs, of which `borders` merges those that are alike, and
`compiled` makes the best policy a graph, beside the network of `nearest_tree`. `narrowed` and `drawn` plan
where a network is too large for that.

Imports: core, costs, exchange, files, learning, model, network, planning,
policies, session, settings.
"""
