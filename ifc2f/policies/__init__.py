"""The kinds of policies other than the ordered one, and the choice among them.

`graph` grows policy graphs on what `forest` guesses, `graph_model` makes models of them, `decision_graph`
shows any policy as a graph. `from_network` plans for an existing network. `candidates` names the
policies that are compared and the rule that chooses; `problem` has what is common to them and makes a model
of one; `folds` deals the rows, `held_out` tries candidates on those held out, and `expected` says what their
decisions cost on average. `choose` takes one and trains it, on wide sparse matrices by the columns that
`wide` names, and `tempering` makes its network as sure as it is right. `from_chunks` trains on a sample of
more rows than memory holds, and counts the others, `node_counts` down a graph. The adaptive policy, which the
C runtime computes, is a candidate (`candidates.Adaptive`). `distilled` makes a graph of one: `expansion`
follows it from state to state, and `places` makes nodes of what was found.

Imports: core, data, network, costs, files, model, session, settings, planning, learning.
"""
