"""What all calls to the C core share: pointers, threads, errors and their words, random
numbers, argument checks, warnings to whoever called, memory that is free again.

`kernels` calls the core on arrays, and `random_bits` has its random numbers. `checks` looks at arguments;
`errors` and `words` say what is wrong, and `callers` where. `threads` share work, `memory` gives back what is
free, and `scikit` has the private names of scikit-learn.

Imports: nothing.
"""
