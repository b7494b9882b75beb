"""What all calls to the C core share: pointers, threads, errors and their words, random
numbers, argument checks, memory that is free again.

Imports: nothing.
"""
