"""The kinds of policies beside the ordered one, and the choice among them.

`graph` grows policy graphs on what `forest` guesses, `graph_model` makes models of them,
`decision_graph` shows any policy as a graph. `from_network` plans for a network that is there already.
`candidates` says which settings are compared and the rule of the choice, `folds` on which rows, `choose`
does it; the adaptive policy, which the C runtime computes, is a
candidate there (`candidates.Doubt`).

May import: core, data, network, costs, files, model, session, settings, planning, learning.
"""
