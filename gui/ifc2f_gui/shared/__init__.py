"""What every folder uses: texts and their translations, numbers, colours, small widgets, shortcuts.

Imports none of the other folders.
"""
