"""Policies as plain C without a runtime: tables and a few lines of code.

They decide as the integer model of the same policy does. Only what the policy asks for is in them. Its
imports count as those of `ifc2f.exchange`.
"""
