"""Other forms of a model: BIF and pgmpy networks, integer models, files for a device.

`bif` reads and writes networks as files, whose texts are those of `bif_text`; `pgmpy` makes them pgmpy's.
`export` has the targets that keep a model's numbers, `plain_c` a policy as C without a library (its parts are
in `plain`, its names in `c_names`), `integer` what devices without floating point use; ``ifc2f export`` joins
them. `asked` leaves out what a graph does not ask for, `needs` says how much memory a device needs.

Imports: core, network, files, acquisition, model.
"""
