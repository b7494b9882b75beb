"""A model as one web page that asks by itself: the C runtime as WebAssembly, and what people see.

`ifc2f.wasm` is the runtime, made by `csrc/page/build.py`; `texts.json` are the window's translations, made by
`gui/translations.py`. `assemble.py` puts them and the modules into a page, and names the modules in their
order: each imports only those before it. What the page says the window says too: a test compares both.

Imports: nothing.
"""
