"""A page in real browsers: whole cases by keyboard and by mouse, no message, no request, no barrier."""

import json
import os
import re

import numpy as np
import pytest
from browsing import DEMO, Tab, launched
from page_jobs import FOLDER, followed, job, models_of_all_kinds, random_changes
from page_models import HOSTILE, hostile_model, large_model
from window_models import clinic_model, renamed

from ifc2f.model import Model
from ifc2f.page.assemble import library

# `make test` has test_smoke.py.
pytestmark = pytest.mark.skipif(
    "PAGE_CASES" not in os.environ, reason="whole cases in Chromium and Firefox: make page-check"
)


# Answer what is asked, and return how long it took until the bars stood.
ANSWER = """() => {
    const start = performance.now();
    const entry = document.querySelector("#entry");
    if (entry.type === "text") entry.value = "1.2";
    else entry.checked = true;
    document.querySelector("#answer").click();
    document.querySelector(".bars output").getBoundingClientRect();
    return performance.now() - start;
}"""


# When the first question was painted: before it there is nothing to paint.
PAINTED = """() => new Promise((resolve) => {
    const look = (list) => {
        const [first] = list.getEntriesByName("first-contentful-paint");
        if (first) resolve(first.startTime);
    };
    new PerformanceObserver(look).observe({ type: "paint", buffered: true });
})"""


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def browser(request):
    with launched(request.param) as found:
        yield found


@pytest.fixture
def is_chromium(browser):
    return browser.browser_type.name == "chromium"


def written(folder, model):
    path = folder / "model.html"
    path.write_text(model.to_page(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    return written(tmp_path_factory.mktemp("page"), Model.load(DEMO))


def test_a_whole_case_by_keyboard_alone(browser, demo):
    tab = Tab(browser, demo)
    keys = tab.page.keyboard
    keys.type("101.7")
    keys.press("Enter")
    assert "worst perimeter" in tab.text(".answers")
    keys.press("u")
    assert "unknown" in tab.text(".answers")
    keys.press("Control+z")
    tab.page.keyboard.press("Control+z")
    assert tab.text(".answers h2") == "ANSWERS (0)"
    tab.decide_by_keyboard("enough is known")
    assert tab.text(".question h2") == "DECIDED"
    assert tab.told == []
    tab.close()


def test_another_class_than_the_models_is_decided_by_mouse_and_recorded(browser, demo):
    tab = Tab(browser, demo)
    tab.page.fill("#entry", "101.7")
    tab.page.click("#answer")
    tab.page.click("#decide-other")
    assert "The model would choose " in tab.text("dialog")
    assert tab.page.is_disabled("dialog button.primary")  # nothing is chosen beforehand
    tab.page.select_option("dialog select", index=1)
    assert "Expected cost of mistakes: " in tab.text("dialog")
    assert tab.violations() == []
    tab.page.keyboard.press("Tab")
    tab.page.keyboard.type("The biopsy said so.")
    tab.page.click("dialog button.primary")
    assert tab.text(".question h2") == "DECIDED"
    assert "The model would have chosen" in tab.text(".advice")
    assert tab.page.is_disabled("#decide-other")
    tab.page.click("button:text-is('Reopen')")
    assert tab.page.is_enabled("#decide-other")
    assert tab.told == []
    tab.close()


def test_a_case_by_mouse_is_saved_and_opened_again(browser, demo, tmp_path, is_chromium):
    tab = Tab(browser, demo)
    page = tab.page
    page.fill("#entry", "101.7")
    page.click("#answer")
    page.click("text=Not available")
    page.click(".others button.row >> nth=2")
    page.fill("#entry", "999999")
    page.click("#answer")
    assert "No training case had such a value" in tab.text("#problem")
    page.click("text=Use 999999 anyway")
    page.wait_for_selector(".why >> text=is outside the range seen in training")  # it follows the posterior
    before = tab.text(".bars")
    if is_chromium:
        with page.expect_download() as download:
            page.click("#save")
        path = tmp_path / "one.case.json"
        download.value.save_as(path)
        assert json.loads(path.read_text("utf-8"))["model"]["sha256"] == Model.load(DEMO).sha256
        page.click("text=New case")
        assert tab.text(".answers h2") == "ANSWERS (0)"
        page.set_input_files("input[type=file]", path)
        page.wait_for_selector(".answers li")
        assert tab.text(".bars") == before
        (tmp_path / "bad.json").write_text('{"format": "ifc2f case"}')
        page.set_input_files("input[type=file]", tmp_path / "bad.json")
        assert "bad.json: not a case file, or damaged" in tab.text("dialog")
        page.keyboard.press("Escape")
    page.click(".answers >> text=Retract >> nth=0")
    assert tab.text(".answers h2") == "ANSWERS (2)"
    assert tab.told == []
    tab.close()


def test_return_gives_one_answer_and_decides_nothing(browser, demo):
    """However long it is held: the button that decides has the focus when there is nothing left to ask."""
    tab = Tab(browser, demo)
    keys = tab.page.keyboard
    keys.type("80")
    keys.down("Enter")
    keys.down("Enter")  # held: this one is a repetition
    keys.up("Enter")
    assert tab.text(".question h2") == "NO FURTHER QUESTION"
    assert tab.page.evaluate("document.activeElement.id") == "decide"
    for opener, text in (("text=Budget…", "3"), ("text=Pre-test probability…", "20"), ("text=Name the", "x")):
        tab.page.click(opener)
        keys.type(text)
        keys.press("Enter")
        tab.page.wait_for_selector("dialog", state="detached")  # it goes a moment after it has closed
    assert tab.told == []
    tab.close()


@pytest.mark.parametrize(("keys_of_answer", "answer"), [(("1", "Enter"), "none"), (("u",), "unknown")])
def test_return_after_keys_that_answer_decides_nothing(browser, tmp_path, keys_of_answer, answer):
    """It was meant for the answer, as after a number; the button that decides has the focus by then."""
    tab = Tab(browser, written(tmp_path, clinic_model()))
    keys = tab.page.keyboard
    keys.press("u")  # the age is always asked first
    tab.page.click("text=Budget…")
    keys.type("0")
    keys.press("Enter")
    tab.page.click(".others >> text=cough")
    tab.page.wait_for_timeout(500)  # letters shortly after each other are a word, which answers once
    for key in keys_of_answer:
        keys.press(key)
    keys.press("Enter")
    assert answer in tab.text(".answers li >> nth=1")
    assert tab.page.evaluate("document.activeElement.id") == "decide"
    assert tab.page.query_selector("dialog") is None
    assert tab.text(".question h2") == "NO FURTHER QUESTION"
    tab.page.wait_for_timeout(500)
    keys.press("Enter")
    assert tab.text(".question h2") == "DECIDED"
    tab.page.click("text=Report")
    legend = tab.page.locator(".report table th:has(.symbol)")
    assert legend.all_inner_texts() == [" healthy", " viral", " bacterial"]
    assert tab.told == []
    tab.close()


@pytest.mark.parametrize("typed", ["200", "38", "0"])
def test_a_number_typed_at_choices_is_no_answer(browser, tmp_path, typed):
    """It was meant for another question: its first digit may be the number of a choice."""
    tab = Tab(browser, written(tmp_path, clinic_model()))
    tab.page.click(".others >> text=cough")
    tab.page.keyboard.type(typed)
    assert "1 to 3" in tab.text("#problem")
    tab.page.keyboard.press("Enter")
    assert "choose one" in tab.text("#problem")
    assert tab.text(".answers h2") == "ANSWERS (0)"
    tab.page.keyboard.press("2")
    tab.page.keyboard.press("Enter")
    assert "dry" in tab.text(".answers")
    tab.close()


# What may not change anything: a second click, Return that ends a syllable, a key that a browser makes up.
ODD_EVENTS = """() => {
    const at = (all) => [...(document.querySelector("dialog") ?? document).querySelectorAll(all)];
    const second = { detail: 2, bubbles: true };
    for (const one of at("button:not(#undo, #redo)")) one.dispatchEvent(new MouseEvent("click", second));
    const how = { key: "Enter", isComposing: true, bubbles: true, cancelable: true };
    for (const one of at("input, select")) {
        one.dispatchEvent(new KeyboardEvent("keydown", how));
        one.dispatchEvent(new Event("keydown", { bubbles: true }));
    }
    const lines = at("input[type=text], input[type=search]");
    return lines.filter((line) => line.autocomplete !== "off" || line.spellcheck);
}"""
# Twice at one place, whatever is there then; Firefox counts clicks on another element anew.
TWICE = """(button) => {
    const { x, y } = button.getBoundingClientRect();
    const click = { detail: 1, bubbles: true, clientX: x + 5, clientY: y + 5 };
    for (let i = 0; i < 2; ++i) {
        document.elementFromPoint(click.clientX, click.clientY).dispatchEvent(new MouseEvent("click", click));
    }
}"""
# What is asked and answered, and the dialog: the advice may change while it looks ahead.
STANDING = """() => [".question", ".answers", "dialog"].flatMap((all) =>
    [...document.querySelectorAll(all)].map((one) => one.innerText))"""
OPENERS = ["#report", "text=Model card", "text=Pre-test", "text=Budget…", "text=Name the", "text=New case"]


def test_a_second_click_and_a_syllable_that_ends_do_nothing(browser, demo):
    """Nor does any line leave what is written in it to the browser."""
    tab = Tab(browser, demo)
    page = tab.page
    for value in ("101.7", "0.1"):
        page.fill("#entry", value)
        page.click("#answer")
    page.wait_for_selector(".why li")
    for opener in (None, *OPENERS):
        if opener is not None:
            page.click(opener)
        before = page.evaluate(STANDING)
        assert page.evaluate(ODD_EVENTS) == [], opener
        assert page.evaluate(STANDING) == before, opener
        page.keyboard.press("Escape")
    page.eval_on_selector(".answers [id^=retract]", TWICE)
    assert tab.text(".answers h2") == "ANSWERS (1)"
    page.eval_on_selector("#undo", TWICE)
    assert tab.text(".answers h2") == "ANSWERS (1)"
    assert tab.told == []
    tab.close()


def test_who_leaves_is_asked_while_there_are_changes(browser, demo):
    """By both ways that browsers know: Chrome heeds the older one alone before version 119."""
    leave = """() => {
        const event = document.createEvent("BeforeUnloadEvent");
        event.initEvent("beforeunload", false, true);
        window.dispatchEvent(event);
        return [event.defaultPrevented, event.returnValue !== ""];
    }"""
    tab = Tab(browser, demo)
    assert tab.page.evaluate(leave) == [False, False]
    tab.page.keyboard.press("u")
    assert tab.page.evaluate(leave) == [True, True]
    tab.page.keyboard.press("Control+z")
    assert tab.page.evaluate(leave) == [False, False]
    tab.close()


def test_a_panel_is_answered_in_one_form(browser, tmp_path):
    """By keyboard alone: a value is out of range, then mended; what is left empty is to come."""
    count = {"cost": 0.03, "features": ["temperature", "cough", "crp"]}
    tab = Tab(browser, written(tmp_path, clinic_model(tests={"blood count": count})))
    keys = tab.page.keyboard
    keys.press("u")  # the age is always asked first
    assert tab.text(".question h2") == "NEXT TEST"
    assert tab.violations() == []
    keys.press("Enter")
    keys.press("Enter")
    keys.press("Enter")
    assert "Please enter a value" in tab.text("#problem")
    keys.type("unknown 99")  # letters are no answers here
    assert tab.text(".answers h2") == "ANSWERS (1)"
    tab.page.click("#answer")
    assert "Please check: temperature" in tab.text("#problem")
    keys.press("Control+a")
    keys.type("38.5")
    tab.page.select_option("#value1", label="dry")
    tab.page.select_option("#rest", "pending")
    tab.page.click("#answer")
    assert tab.text(".answers h2") == "ANSWERS (4)"
    assert [each in tab.text(".answers") for each in ("38.5\xa0°C", "dry", "result pending")] == [True] * 3
    keys.press("Control+z")
    assert tab.text(".answers h2") == "ANSWERS (1)"
    assert tab.told == []
    tab.close()


def test_who_goes_on_against_the_advice_is_asked_why(browser, demo):
    tab = Tab(browser, demo)
    for _ in range(20):
        if tab.page.is_enabled("#go-on"):
            break
        tab.page.fill("#entry", "25")
        tab.page.keyboard.press("Enter")
        if tab.page.query_selector(".question .buttons button") is not None:
            tab.page.click(".question .buttons button")  # outside training: all the same
    tab.page.click("#go-on")
    assert "The advice differs" in tab.text("dialog")
    tab.page.keyboard.press("Escape")
    assert tab.text(".question h2") == "NO FURTHER QUESTION"
    tab.page.click("#go-on")
    tab.page.keyboard.type("to be sure")
    tab.page.keyboard.press("Enter")
    assert tab.text(".question h2") == "NEXT QUESTION"
    tab.page.click("#report")
    assert "to be sure" in tab.text("dialog")
    assert tab.told == []
    tab.close()


def test_there_is_no_barrier(browser, demo):
    tab = Tab(browser, demo)
    assert tab.violations() == []
    tab.page.fill("#entry", "101.7")
    tab.page.click("#answer")
    tab.page.keyboard.press("p")
    assert tab.violations() == []
    for opener in ("#report", "text=Model card", "text=Pre-test probability"):
        tab.page.click(opener)
        assert tab.violations() == []
        tab.page.keyboard.press("Escape")
    assert tab.told == []
    tab.close()


def test_the_report_takes_a_page_or_two_and_copies(browser, demo, is_chromium):
    tab = Tab(browser, demo)
    tab.page.fill("#entry", "101.7")
    tab.page.click("#answer")
    tab.page.click("#report")
    tab.page.click("#copy")
    tab.page.wait_for_selector("dialog >> nth=1")
    assert "Copy for the record" in tab.text("dialog >> nth=1")
    tab.page.keyboard.press("Escape")
    tab.page.keyboard.press("Escape")
    if is_chromium:
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", tab.page.pdf(prefer_css_page_size=True))) <= 2
    assert tab.told == []
    tab.close()


@pytest.mark.parametrize(
    "screen", [{"width": 360, "height": 640}, {"width": 640, "height": 400}], ids=["phone", "200 %"]
)
def test_nothing_is_wider_than_a_small_screen(browser, demo, screen):
    tab = Tab(browser, demo, viewport=screen)
    tab.page.fill("#entry", "101.7")
    tab.page.click("#answer")
    assert not tab.is_wider_than_its_screen()
    assert tab.told == []
    tab.close()


def test_costs_have_their_unit_where_the_model_tells_it(browser, tmp_path):
    model = large_model()
    tab = Tab(browser, written(tmp_path, model.with_meta({**model.meta, "unit_of_costs": "euros"})))
    text = tab.page.text_content("body")
    assert re.search(r"Costs 0\.00\d+\xa0euros · expected to save 0\.\d+\xa0euros", text)
    assert re.search(r"Spent 0\.0+\xa0euros · expected further cost (at most )?\d\.\d+\xa0euros", text)
    tab.close()


def test_hostile_texts_are_texts(browser, tmp_path):
    tab = Tab(browser, written(tmp_path, hostile_model()))
    assert tab.page.text_content(".asked") == HOSTILE
    tab.page.click("text=Unknown")
    tab.page.click("#decide")  # long names leave room to press, and to write
    tab.page.fill("dialog input", "enough is known")
    tab.page.click("dialog .primary")
    assert tab.text(".question h2") == "DECIDED"
    tab.page.click("#report")
    assert tab.page.query_selector("img") is None
    assert not tab.is_wider_than_its_screen()
    assert tab.told == []
    tab.close()


def test_an_answer_speaks_the_language_chosen_and_numbers_run_to_the_right(browser, tmp_path):
    """With names of Arabic letters, and with such that try to turn what follows them."""
    clinic = clinic_model()
    names = {feature.name: f"Größe {feature.name}" for feature in clinic.network.features}
    german = clinic.with_meta({**clinic.meta, "translations": {"de": names}})
    tab = Tab(browser, written(tmp_path, german))
    tab.page.select_option("#language", "de")
    assert "Größe age" in tab.text(".advice")
    tab.close()
    for mark in ("ح", "\u202e", "\u2069\u202e", "\u2067"):
        page = written(tmp_path, renamed(clinic, f"{{}} {mark}".format))
        tab = Tab(browser, page, viewport={"width": 900, "height": 800})  # so wide that it takes one line
        tab.page.keyboard.press("u")
        tab.page.fill("#entry", "39")
        tab.page.click("#answer")
        lefts = tab.page.evaluate(LEFTS)
        assert len(lefts) > 8
        assert lefts == sorted(lefts), mark
        tab.close()


# Where the signs of “0.170 → 0.406” stand: from left to right.
LEFTS = """() => {
    const text = [...document.querySelectorAll(".effect")].at(-1).firstChild;
    const range = document.createRange();
    return [...text.data.matchAll(/[0-9.→]/g)].map(({ index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().left;
    });
}"""


def test_a_damaged_model_is_told_in_the_librarys_words(browser, demo, tmp_path):
    path = tmp_path / "damaged.html"
    text = demo.read_text(encoding="utf-8")
    at = text.index('id="model">') + 2000
    path.write_text(text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :], encoding="utf-8")
    for locale, told in {
        "en-GB": "the model is damaged: its checksum does not match its content",
        "de-AT": "das Modell ist beschädigt: die Prüfsumme passt nicht zum Inhalt",
    }.items():
        tab = Tab(browser, path, locale=locale)
        tab.page.wait_for_selector(".failed")
        assert told in tab.text("main")
        assert tab.told == []
        tab.close()


def test_another_script_in_the_page_is_refused(browser, demo, tmp_path, is_chromium):
    path = tmp_path / "changed.html"
    text = demo.read_text(encoding="utf-8")
    path.write_text(text.replace("</body>", "<script>document.title = 'changed'</script></body>"))
    tab = Tab(browser, path)
    assert tab.page.title() != "changed"
    assert not is_chromium or any("Content" in told for told in tab.told)
    tab.close()


def test_the_browser_follows_cases_to_the_same_bits_as_python(browser, tmp_path):
    rng = np.random.default_rng(21)
    models = models_of_all_kinds(rng, 20)
    n = int(os.environ["PAGE_CASES"])
    cases = [(i % 20, random_changes(rng, models[i % 20], 12)) for i in range(n)]
    follow = (FOLDER.parents[1] / "tests/page/follow.mjs").read_text(encoding="utf-8")
    path = tmp_path / "empty.html"
    path.write_text("<!DOCTYPE html><title>follow</title><main>follow</main>")
    tab = Tab(browser, path)
    given = [library(), follow, job(models, cases)]
    told = tab.page.evaluate(
        """async ([library, follow, job]) => {
             const address = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
             const load = (text) => import(address(text));
             return (await load(follow)).follow(await load(library), job);
           }""",
        given,
    )
    for (i, changes), found in zip(cases, told, strict=True):
        assert found == followed(models[i], changes)
    tab.close()


def test_it_is_quick(browser, tmp_path, is_chromium):
    """Open to the first question painted 0.3 s; an answer to the bars that stand anew 16 ms.

    Other work of the machine only adds to a time: of ten openings the best counts. Of answers the processor
    time of script, style and layout counts, the median of the best eight; what explains an answer follows
    in a later frame, and is held back here.
    """
    if not is_chromium:
        pytest.skip("timed in Chromium")
    path = written(tmp_path, large_model())
    tab = Tab(browser, path)
    opened, answers = [], []
    for _ in range(10):
        tab.page.goto(path.as_uri())
        opened.append(tab.page.evaluate(PAINTED))
        tab.page.evaluate("() => { window.requestAnimationFrame = () => 0; }")
        answers.append([tab.timed(ANSWER) for _ in range(8)])
        assert tab.text(".answers h2") == "ANSWERS (8)"
    times = np.array(answers)  # runs, answers, by the clock and of the processor
    best = np.median(times, axis=1).min(axis=0)
    print(f"opened in {min(opened):.0f} ms (median {np.median(opened):.0f})")
    for k, name in enumerate(("by the clock", "of processor time")):
        of_all = "median {:.1f}, 95 % within {:.1f}".format(*np.percentile(times[:, :, k], [50, 95]))
        print(f"answered in {best[k]:.1f} ms {name} (of all: {of_all})")
    assert min(opened) < 300
    assert best[1] < 16
    tab.close()
