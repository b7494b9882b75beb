"""From a table to a model: counts, relevance, selection, order, structure, tables, and their driver.

`train` has the steps one after the other, a module each: `relevance`, `selection`, `structure`, `order`,
`tables` (with `smoothing`). `training_data` is what they are given, `evidence` what they learn from:
`count_rows` of coded rows (`bit_sets`, `joined_codes` and `pair_counter` are ways to count pairs), or
`counts` that add up. `information` follows from either. `measured` adds whether values were measured,
`factor` what numbers have in common, and `prices` says what is odd about costs. `chunked` learns from chunks,
of which `sampling` keeps some rows. A new way to select features goes into `selection`.

Imports: core, data, network, costs, files, model, settings, planning.
"""
