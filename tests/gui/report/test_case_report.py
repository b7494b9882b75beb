"""The report tells all that is needed to check a case."""

import math
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from hands import installed
from ifc2f_gui.case.case import ANSWERED
from ifc2f_gui.case.words import strength
from ifc2f_gui.report.case_report import report_html, write_report
from ifc2f_gui.report.charts import strengths
from ifc2f_gui.report.record import shown_time
from ifc2f_gui.shared.numbers import probability
from PySide6.QtCore import QLocale
from PySide6.QtGui import QFont, QFontMetrics
from window_models import clinic_model

from ifc2f.session import Influence


@pytest.fixture
def reported(window, enter):
    window.desk.set_prior((0.25, 0.25, 0.5))
    window.desk.ask(0)
    window.page.question.entry.units.setCurrentText("°F")
    enter("104")
    window.desk.ask(2)
    window.menus.run("pending")
    window.desk.set_budget(0.5)
    window.menus.run("decide")
    return window


def test_the_report_tells_all_that_is_needed_to_check_it(reported):
    html = report_html(reported.desk)
    text = re.sub(r"<[^>]+>", " ", html)
    model = reported.desk.model
    for part in (
        "104\u00a0°F (= 40.000\u00a0°C)",
        "result pending",
        "pre-test (set by the user)",
        "healthy 0.250, viral 0.250, bacterial 0.500 (set by the user)",
        "Probability of healthy",
        "not stated; mistakes cost 1.000 to 4.000",
        "0.250",
        "decided although the advice was to go on",
        "by the user, against the advice",
        model.sha256,
        "Fever of unknown origin",
        "For tests of the window only.",
        "Three made-up diseases.",
        "91.0\u00a0%",
        "1200",
        "ifc2f 0.",
        "times as likely",
        "0.500 (set by the user)",
        f"{reported.desk.found.session.cost:.3f} of 0.120 for all questions",
    ):
        assert part in text, part
    times = [finding.time for _, finding in reported.desk.case.findings()]
    assert all(shown_time(time) in text for time in times)


def test_texts_of_a_model_cannot_put_markup_into_the_report(empty_window, tmp_path):
    path = tmp_path / "m.ifc2f"
    clinic_model(title="<script>x</script>", intended_use="a < b").save(path)
    empty_window.open_path(str(path))
    html = report_html(empty_window.desk)
    assert "<script" not in html
    assert "a &lt; b" in html


SVG = "{http://www.w3.org/2000/svg}"


def test_the_reports_charts_tell_their_figures_in_words(reported):
    reported.desk.answer(1, ANSWERED, "wet")
    found, classes = reported.desk.found, list(reported.desk.model.classes)
    weights, course = map(ElementTree.fromstring, re.findall("<svg.*?</svg>", report_html(reported.desk)))
    assert weights.get("role") == course.get("role") == "img"
    name = classes[found.leading]
    assert weights.findtext(f"{SVG}title") == f"How strongly each answer speaks for {name}"
    for each in found.influences(found.leading):
        told = f"{reported.desk.features[each.feature].name}: {strength(each.log_factor, name)}"
        assert told in weights.findtext(f"{SVG}desc")
    words = course.findtext(f"{SVG}desc")
    steps = [found.start, *(step.after for step in found.steps)]
    for i, label in enumerate(classes):
        assert f"{label}: " + ", ".join(probability(p[i]) for p in steps) in words
    lines = course.findall(f"{SVG}polyline")
    assert len(lines) == len(classes)
    heights = [float(point.split(",")[1]) for point in lines[0].get("points").split()]
    assert np.argsort(heights).tolist() == np.argsort([-p[0] for p in steps]).tolist()


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_bar_of_the_report_runs_into_a_text(language, qapp):
    """Names that are long, answers that say much, for and against, in either language."""
    with installed(qapp, QLocale(language)):
        factors = [math.log(420.0), -math.log(5e4), math.log(5e4), 0.01, -0.3, math.inf, -math.inf]
        told = [Influence(k, factor, 0.5) for k, factor in enumerate(factors)]
        texts = [strength(factor, "malignant") for factor in factors]
        names = ["Concavity of the cell nuclei, worst" for _ in factors]
        drawn = ElementTree.fromstring(strengths(names, told, texts, "", 0, 2)[0])
    metrics = QFontMetrics(QFont("sans-serif", pointSize=9))  # 12 pixels, as the chart's
    parts = [part for part in drawn.iter() if part.tag in (f"{SVG}rect", f"{SVG}text")]
    for name, bar, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        left, width = float(bar.get("x")), float(bar.get("width"))
        assert metrics.horizontalAdvance(name.text) + 13 <= left, name.text
        right = float(re.match(r"translate\(([\d.]+) ", text.get("transform"))[1])
        assert left + width + 13 <= right - metrics.horizontalAdvance(text.text), text.text


def test_the_report_is_written_as_pdf_and_html(reported, tmp_path, person):
    person.path = str(tmp_path / "r")  # the name gets the ending of what is written
    reported.menus.run("report")
    content = (tmp_path / "r.pdf").read_bytes()
    assert content.startswith(b"%PDF-")
    assert content.rstrip().endswith(b"%%EOF")
    assert len(content) > 5000
    write_report(tmp_path / "r.html", reported.desk)
    assert (tmp_path / "r.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("is_other", [False, True], ids=["as advised", "another class"])
@pytest.mark.parametrize("n_answers", [0, 4])
def test_the_report_lists_each_departure_from_what_the_model_advised(window, enter, is_other, n_answers):
    desk = window.desk
    for k, value in enumerate(["40", "wet", "12", "47"][:n_answers]):
        desk.ask(k)
        desk.answer(k, ANSWERED, value if desk.features[k].choices else float(value))
    others = [label for label in map(str, desk.model.classes) if label != desk.found.decision]
    advised, stops, stated = desk.found.decision, desk.advice.stop, "Because."
    desk.decide(stated, others[0] if is_other else None)
    listed = re.search("<h2>Overrides</h2>(.*?)<h2>", report_html(desk), re.DOTALL)[1]
    assert ("None." in listed) == (stops and not is_other)
    told = f"decided for {others[0]} where the model would have chosen {advised}"
    assert (told in listed) == is_other
    assert ("decided although the advice was to go on" in listed) == (not stops)
    assert listed.count(stated) == (is_other or not stops)
