"""The kinds of policies beside the ordered one, and the choice among them.

`graph` grows policy graphs, `choose` compares the kinds on rows held out; a new kind is a candidate there.
May import `learning`, `planning` and what they may.
"""
