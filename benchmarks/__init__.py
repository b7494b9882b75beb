"""The paper's evaluation and the rivals users would really pick, run again: see README.md of this folder."""
