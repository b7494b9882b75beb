"""Other forms of a model: BIF and pgmpy networks, integer models, files for a device.

`export` has the targets that keep a model's numbers, `plain_c` a policy as C without a library (its parts are
in `plain`), `integer` what devices without floating point use; ``ifc2f export`` joins them.

Imports: core, network, files, acquisition, model.
"""
