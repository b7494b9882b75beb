"""What all calls to the C core share: pointers, threads, errors, random numbers, argument checks.

Imports: nothing.
"""
