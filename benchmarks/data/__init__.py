"""What data there are, by name, and how they are cut into training and test rows.

Imports: nothing.
"""
