"""The one window: menus, files and the page of panels.

Imports every other folder; only `app` imports this one.
"""
