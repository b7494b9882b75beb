"""Integer models: a trained model in whole numbers, for devices without floating point.

The C runtime that follows them on a device (``csrc/integer``) runs here as well, so what a device will do is
known before it is flashed. docs/format.md lays out the bytes. Its imports count as those of `ifc2f.exchange`.
"""
