"""How the pages of docs/ become a site: ``make docs``."""

import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import generate  # noqa: E402

from ifc2f import __version__  # noqa: E402

generate.write(HERE / "generated")

project = "ifc2f"
author = "the ifc2f authors"
copyright = "the ifc2f authors, BSD-3-Clause"
version = release = __version__
language = "en"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["gallery/*"]
suppress_warnings = ["config.cache"]  # the gallery's settings hold a function
default_role = "code"  # in docstrings a name between back quotes is code

myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 3

templates_path = ["_templates"]
autosummary_generate = True
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings say it
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

html_theme = "furo"
html_math_renderer = "mathml"
html_title = f"ifc2f {release}"
html_theme_options = {"sidebar_hide_name": False}
html_show_sphinx = False

os.environ["MPLBACKEND"] = "agg"
sphinx_gallery_conf = {
    "examples_dirs": "gallery",
    "gallery_dirs": "auto_examples",
    "filename_pattern": r"plot_.*\.py",
    "plot_gallery": True,
    "abort_on_example_error": True,
    "only_warn_on_example_error": False,
    "download_all_examples": False,
    "show_memory": False,
    "capture_repr": (),
    "min_reported_time": 1e9,
    "write_computation_times": False,
}


def with_all_pages(index):
    """Return the index with those pages that it does not list."""
    left = [page.stem for page in sorted(HERE.glob("*.md")) if not re.search(rf"^{page.stem}$", index, re.M)]
    left.remove("index")
    left += [f"evaluation/{page.stem}" for page in sorted((HERE / "evaluation").glob("*.md"))]
    return index + (
        "\n```{toctree}\n:caption: More\n:hidden:\n\n" + "\n".join(left) + "\n```\n" if left else ""
    )


def prepare(_app, name, source):
    """Name files of the repository that are no pages of the site, instead of linking to them."""
    up = re.escape("../" * (name.count("/") + 1))
    source[0] = re.sub(rf"\[([^\]]+)\]\({up}[^)]*\)", r"\1", source[0])
    if name == "index":
        source[0] = with_all_pages(source[0])


def setup(app):
    """Change sources as they are read, and write equations without a script."""
    app.connect("source-read", prepare)
    app.add_html_math_renderer("mathml", (math("inline"), None), (math("block"), None))


def math(display):
    """Return what writes an equation as MathML, which browsers show by themselves, without a script."""

    def visit(writer, node):
        from docutils.nodes import SkipNode
        from latex2mathml.converter import convert

        written = convert(node.astext(), display=display)
        if "\\" in written:  # a command that it does not know would be shown as it is
            raise ValueError(f"an equation cannot be written as MathML: {node.astext()}")
        writer.body.append(written)
        raise SkipNode

    return visit
