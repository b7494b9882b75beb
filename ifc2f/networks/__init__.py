"""Any discrete Bayesian network: exact posteriors, the search for a policy, and the policy as a graph.

Imports: core, costs, exchange, files, learning, model, network, planning,
policies, session, settings.
"""
