"""From a table to a model: the dialog, and the process that trains.

Imports `dialogs` and `shared`; `job`, `validation` and `worker` load nothing of Qt.
"""
