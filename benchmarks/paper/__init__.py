"""The numbers that the paper prints, and how they are read.

Imports: nothing.
"""
