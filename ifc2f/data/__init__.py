"""Tables, columns, matrices and chunks of data, and the bins and categories they are coded in.

Files: `table` reads whole ones, `file_chunks` large ones. `csv_file` gives the texts of cells, by what
`dialect` finds of how they are written, from the lines of `csv_lines`, plain ones by `arrow_csv`;
`text_columns` makes them numbers or categories, as `decimals` and `written` know how people write numbers,
and `limits` what laboratories report as "<5"; `times` makes times numbers; `workbook` gives sheets of
spreadsheets as CSV, `parquet_file` reads the third format. `spellings` finds texts that are one category.

In memory: `frames` reads data frames of every kind by columns, `frame_columns` has these, and `cells` their
numbers where they are; `texts` codes categories, `columns` checks cells and arrays, `matrix` reads matrices
by columns, `weights` says how often rows count. `chunks` has data in parts, `dask_chunks` those on a cluster;
`summary` summarises them, `reservoir` keeps a sample, and `findings` what is odd about columns. `quantise`
cuts `bins`, `categories` merges categories that are alike. `cost_entries` reads costs of columns as people
write them.

Imports: core.
"""
