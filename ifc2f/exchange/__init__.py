"""What a model becomes elsewhere: BIF and pgmpy networks, integer models, files for a device.

A new target of ``ifc2f export`` goes into `export`.

Imports: core, network, files, acquisition, model.
"""
