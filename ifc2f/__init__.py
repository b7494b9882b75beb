"""Ask the next most valuable question, update the class probabilities, stop when it no longer pays."""
