"""A model as one web page that asks the questions: the C runtime as WebAssembly, and the user interface.

`ifc2f.wasm` is the runtime, made by `csrc/page/build.py`; `texts.json` are the window's translations, made by
`gui/translations.py`. `assemble.py` puts them and the modules into a page, and names the modules in their
order: each imports only those before it. Questions, advice, figures and what a case becomes are those of the
window: tests compare both. The report and the model card are shorter than the window's.

Imports: nothing.
"""
