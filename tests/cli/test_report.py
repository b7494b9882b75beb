"""The report: one page that holds all it needs, and says what the model does."""

import base64
import csv
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import numpy as np
import pytest
from tools import need

from ifc2f import Model, certificate, guarantee_of
from ifc2f.cli import main
from ifc2f.cli.demo import TARGET, load


def write_csv(path, names, columns):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([names, *zip(*columns, strict=True)])


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """A folder with the demonstration's model, the rows it kept aside, and the report on them."""
    folder = tmp_path_factory.mktemp("report")
    assert main(["demo", "-o", str(folder / "demo.ifc2f"), "--json"]) == 0
    _, held_out = load()
    write_csv(folder / "rows.csv", held_out.names, held_out.columns)
    assert report(folder) == 0
    return folder


def report(folder, model="demo.ifc2f", output="report.html", target=TARGET):
    command = ["report", str(folder / model), str(folder / "rows.csv"), "--target", target]
    return main([*command, "-o", str(folder / output)])


class Page(HTMLParser):
    """Tags that are closed in order, the pictures, and the text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.images, self.words = [], [], [], ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag == "img":
            self.images.append(dict(attributes))
        elif tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words += data + " "


def test_every_picture_is_there_with_a_text_in_its_place(demo):
    page = Page((demo / "report.html").read_text(encoding="utf-8"))
    assert len(page.images) >= 9
    for image in page.images:
        assert len(image["alt"]) > 40
        head, data = image["src"].split(",", 1)
        assert head == "data:image/svg+xml;base64"
        assert ET.fromstring(base64.b64decode(data)).tag.endswith("svg")


def test_nothing_is_loaded_from_elsewhere_and_no_script_runs(demo):
    text = (demo / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    for tag, attributes in page.tags:
        assert tag not in ("script", "iframe", "object", "a")
        assert not any(name.startswith("on") for name in attributes)
        assert all(attributes.get(name, "data:").startswith("data:") for name in ("src", "href"))
    assert "url(" not in text
    assert "default-src 'none'" in text
    for image in page.images:
        picture = base64.b64decode(image["src"].split(",", 1)[1]).decode()
        assert not re.search(r"(?:href|src)=\"(?!#|data:)", picture)


def test_its_figures_are_those_of_evaluate(demo, capsys):
    command = ["evaluate", str(demo / "demo.ifc2f"), str(demo / "rows.csv"), "--target", TARGET, "--json"]
    assert main(command) == 0
    told = json.loads(capsys.readouterr().out)
    words = Page((demo / "report.html").read_text(encoding="utf-8")).words
    assert f"{100 * told['accuracy']:.1f} %" in words
    assert f"{told['total_cost']['realised']['mean']:.4g}" in words
    assert f"{told['total_cost']['expected']['total']:.4g}" in words
    assert f"calibration error {told['calibration']['expected_calibration_error']:.3f}" in words
    assert told["model"]["sha256"] in words


def test_it_has_the_certificate_and_the_guarantee_of_the_model(demo):
    rows = str(demo / "rows.csv")
    command = ["guarantee", str(demo / "demo.ifc2f"), rows, "--target", TARGET, "--alpha", "0.2"]
    assert main([*command, "-o", str(demo / "guaranteed.ifc2f")]) == 0
    assert report(demo, "guaranteed.ifc2f", "guaranteed.html") == 0
    model = Model.load(demo / "guaranteed.ifc2f")
    words = Page((demo / "guaranteed.html").read_text(encoding="utf-8")).words
    found = certificate(model)
    assert f"at most {found.upper:.4g} on average" in words
    assert f"within {found.shown_percent:g} % of the optimum" in words
    assert str(guarantee_of(model)) in words


def test_the_same_report_twice(demo):
    assert report(demo, output="again.html") == 0
    assert (demo / "again.html").read_bytes() == (demo / "report.html").read_bytes()


def test_names_are_shown_as_they_are(tmp_path):
    rng = np.random.default_rng(0)
    y = rng.integers(3, size=240)
    names = ["<b>x</b> & $\\frac{1}$", "colour", "kind"]
    columns = [y + rng.random(240), np.array(["red", "blue", "$5"])[(y + rng.integers(2, size=240)) % 3]]
    write_csv(tmp_path / "rows.csv", names, [*columns, np.array(["<i>", "b&c", "d$e$"])[y]])
    train = [
        "train",
        str(tmp_path / "rows.csv"),
        "--policy",
        "ordered",
        "--target",
        "kind",
        "-o",
        str(tmp_path / "odd.ifc2f"),
        "--unit-of-costs",
        "<b>money</b>",
    ]
    assert main(train) == 0
    assert report(tmp_path, "odd.ifc2f", target="kind") == 0
    page = Page((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert names[0] in page.words
    assert "Costs are in <b>money</b>." in page.words
    tags = [tag for tag, _ in page.tags]
    assert "i" not in tags
    assert tags.count("b") == 4, "the four key figures"


@pytest.mark.parametrize("policy", ["adaptive", "graph"])
def test_every_policy_has_a_report(demo, tmp_path, policy):
    from sklearn.datasets import load_iris

    from ifc2f import IFC2FClassifier

    X, y = load_iris(return_X_y=True, as_frame=True)
    IFC2FClassifier(policy=policy).fit(X, y).save(tmp_path / "iris.ifc2f")
    write_csv(tmp_path / "rows.csv", [*X.columns, "kind"], [*X.to_numpy().T, y])
    assert report(tmp_path, "iris.ifc2f", target="kind") == 0
    page = Page((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert any(f"({policy})" in image["alt"] or "The policy asks" in image["alt"] for image in page.images)


def test_without_matplotlib_it_says_what_to_install(demo, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert report(demo, output="none.html") == 2
    assert "a report needs matplotlib: pip install 'ifc2f[plot]'" in capsys.readouterr().err
    assert not (demo / "none.html").exists()


@pytest.mark.parametrize("n_rows", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_report_on_rows_that_are_all_wrong(demo, tmp_path, n_rows):
    lines = (demo / "rows.csv").read_text(encoding="utf-8").splitlines()
    clear = [line for line in lines[1:] if line.endswith("benign")][:n_rows]
    wrong = [line.removesuffix("benign") + "malignant" for line in clear]
    (tmp_path / "rows.csv").write_text("\n".join([lines[0], *wrong, ""]), encoding="utf-8")
    (tmp_path / "demo.ifc2f").write_bytes((demo / "demo.ifc2f").read_bytes())
    assert report(tmp_path) == 0
    assert "0.0 %" in Page((tmp_path / "report.html").read_text(encoding="utf-8")).words


def console(page):
    """Return what a browser writes to its console when it opens a page."""
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"]
    words = [need("chromium"), *flags, page.as_uri()]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert "</body>" in done.stdout
    return [line for line in done.stderr.splitlines() if ":CONSOLE" in line]


def test_a_browser_has_nothing_to_say_about_it(demo):
    broken = demo / "broken.html"
    broken.write_text("<body><script>console.error('so it is heard')</script></body>")
    assert len(console(broken)) == 1
    assert console(demo / "report.html") == []
