"""The numbers that the paper prints, and how they are read.

May import: nothing.
"""
