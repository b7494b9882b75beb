"""A model's page says what the window says: the same words and figures, in every language."""

import dataclasses
import json
import math
import os

import numpy as np
import pytest
from hands import finish_outlook, installed
from ifc2f_gui import demo
from ifc2f_gui.case.advice import (
    advise,
    change_in_words,
    saved_together,
    unit_of_costs,
    whose_estimate,
    why_asked,
)
from ifc2f_gui.case.case import (
    ANSWERED,
    FAILED,
    NOT_AVAILABLE,
    PENDING,
    STATES,
    UNCERTAIN,
    UNKNOWN,
    Case,
    Finding,
)
from ifc2f_gui.case.case_file import case_content, case_to_json, read_case
from ifc2f_gui.case.describe import describe
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.words import finding_text, news, strength, warnings
from ifc2f_gui.panels.fan import percent_of
from ifc2f_gui.panels.others import OpenModel
from ifc2f_gui.report.model_card import card_sections
from ifc2f_gui.report.record import case_called
from ifc2f_gui.shared.numbers import edge, fixed, percent, plain, probability, read_number
from page_jobs import by_node, in_base64, models_of_all_kinds
from PySide6.QtCore import QLocale
from window_models import clinic_model, factor_model, groups_of_all_kinds, one_class_model, renamed

from ifc2f import IFC2FClassifier
from ifc2f.cli import main
from ifc2f.model import Model

N_CASES = int(os.environ.get("PAGE_CASES", "64")) // 2
LANGUAGES = {"en": QLocale.Language.English, "de": QLocale.Language.German}


@pytest.fixture(params=LANGUAGES)
def language(request, qapp):
    locale = QLocale(LANGUAGES[request.param])
    before = QLocale()
    with installed(qapp, locale):
        QLocale.setDefault(locale)
        yield request.param
    QLocale.setDefault(before)


def all_models(rng):
    """Return models of all kinds, some with a guarantee."""
    clinic = clinic_model()
    guarantee = {"threshold": 0.8, "alpha": 0.1}
    return [
        *models_of_all_kinds(rng, 10),
        Model.load(str(demo.PATH)),
        clinic,
        clinic.with_meta({**clinic.meta, "guarantee": guarantee, "unit_of_costs": " euros\nand cents"}),
        clinic.with_meta({**clinic.meta, "guarantee": {**guarantee, "threshold": None}}),
        one_class_model(),
        by_two_answers(),
        renamed(clinic, "حرارة {}".format),  # to the left; what follows a name does not
        *(model for model, _ in groups_of_all_kinds()),
        clinic_model(tests={"blood count": {"cost": 0.03, "features": ["temperature", "cough", "crp"]}}),
    ]


def by_two_answers():
    """Return a model of a graph whose first question tells nothing by itself."""
    x = np.random.default_rng(0).integers(0, 2, (400, 3)).astype(float)
    return IFC2FClassifier(policy="graph").fit(x, x[:, 0] != x[:, 1]).model_


def random_answer(rng, feature):
    """Return the value of an answer, what was entered for it, and the unit."""
    if feature.choices is not None:
        return str(rng.choice(feature.choices)), None, ""
    low, high = feature.range or (0.0, 3.0)
    chosen = feature.units[int(rng.integers(len(feature.units)))]
    entered = round(chosen.from_model(float(rng.uniform(low - 0.1, high + 0.1))), 3)
    return chosen.to_model(entered), entered, chosen.name


def told_feature(feature):
    """A feature as the page has it, which takes no ranges and so no edges."""
    told = json.loads(json.dumps(dataclasses.asdict(feature)))
    return {key: value for key, value in told.items() if key != "edges"}


def random_case(rng, model, features):
    """Return a case with answers in any order, of any state, some paused; perhaps a prior and a budget."""
    case = Case()
    for k in rng.permutation(model.n_features)[: rng.integers(model.n_features + 1)].tolist():
        feature = features[k]
        state = str(rng.choice(STATES, p=[0.6, 0.1, 0.05, 0.05, 0.05, 0.15]))
        value, entered, unit = None, None, ""
        more = {"known": bool(rng.random() < 0.2)} if state == ANSWERED else {}
        if state == UNCERTAIN:
            more = {"likelihoods": tuple(np.round(rng.random(feature.n_values), 2) + 0.01)}
            if feature.choices is None and rng.random() < 0.5:
                more["span"] = (1.5, 2.25)
        if state == ANSWERED:
            value, entered, unit = random_answer(rng, feature)
        case.record(k, state, value, entered, unit, **more)
        if rng.random() < 0.1:
            case.pause(k, True)
    if rng.random() < 0.3:
        case.set_prior(tuple(rng.dirichlet(np.ones(model.n_classes)).tolist()))
    if rng.random() < 0.3:
        case.set_budget(float(rng.choice([0.0, 0.05, 0.3])))
    return case


def outlook_of(outlook):
    """Return an outlook's numbers, rounded."""
    asking = None if outlook.asking is None else [f"{end:.5f}" for end in outlook.asking]
    return [*(f"{x:.5f}" for x in (outlook.answers, outlook.mistakes, outlook.spent)), asking]


def joint_worth_of(desk):
    """Return what the page says too of what the values of the test that is asked are worth together."""
    worth = None if desk.asked is None else desk.found.joint_worth(desk.asked)
    if worth is None:
        return None
    return [saved_together(worth, desk.decimals), change_in_words(worth.change), worth.missed]


def by_window(desk, model):
    """Return what the window says to a case, as ``say.mjs`` does of the page."""
    finish_outlook(desk)
    found, decimals = desk.found, desk.decimals
    rows = OpenModel(desk)

    def shown(value):
        return None if value is None else fixed(value, decimals)

    return {
        "title": case_called(desk.active.name, desk.active.started),
        "asked": desk.asked,
        "together": list(desk.asked_together),
        "worth_together": joint_worth_of(desk),
        "advice": {"text": desk.advice.text, "stop": desk.advice.stop, "isSafe": desk.advice.is_safe},
        "by_costs": advise(found, decimals).text,
        "thresholds": found.thresholds,
        "interval": None if found.interval is None else found.interval.tolist(),
        "doubtful": found.doubtful,
        "outlook": None if desk.outlook is None else outlook_of(desk.outlook),
        "fan": [
            [each.text, percent_of(each), list(map(probability, each.posterior)), each.changes]
            for each in (found.possible(desk.asked) if desk.asked is not None else [])
        ],
        "why_asked": why_asked(found, decimals),
        "whose": whose_estimate(found),
        "warnings": warnings(desk),
        "news": news(desk),
        "unit": unit_of_costs(model),
        "open": [
            [
                row.feature,
                rows._name(row),
                shown(row.cost),
                shown(row.saving),
                rows._change(row),
                change_in_words(row.worth.change),
                found.is_over_budget(row),
            ]
            for row in found.open
        ],
        "answers": [finding_text(desk.features[k], finding) for k, finding in found.findings],
        "course": [list(map(probability, step.after)) for step in found.steps],
        "strengths": [
            [strength(each.log_factor, "X"), probability(each.without)]
            for each in found.influences(desk.explained)
        ],
        "still_to_come": [shown(found.still_to_come), found.is_bound],
        "deferred": found.deferred,
        "features": [told_feature(feature) for feature in desk.features],
    }


def test_the_page_says_what_the_window_says(language, tmp_path):
    rng = np.random.default_rng(7)
    models = all_models(rng)
    described = [describe(model) for model in models]
    which = [i % len(models) for i in range(N_CASES)]
    cases = [random_case(rng, models[i], described[i]) for i in which]
    texts = [case_to_json(case, models[i]) for case, i in zip(cases, which, strict=True)]
    given = [[i, models[i].sha256, text] for i, text in zip(which, texts, strict=True)]
    told = by_node("say", {"language": language, "models": list(map(in_base64, models)), "cases": given})
    for i, text, page in zip(which, texts, told, strict=True):
        path = tmp_path / "one.case.json"
        path.write_text(text, encoding="utf-8")
        desk = Desk(models[i])
        desk.use_case(read_case(path, models[i], described[i]))
        written = page.pop("file")
        expected = by_window(desk, models[i])
        assert {key: page[key] for key in page if page[key] != expected[key]} == {
            key: expected[key] for key in page if page[key] != expected[key]
        }
        assert page.keys() == expected.keys()
        path.write_text(written, encoding="utf-8")  # and the page's file is one of the window's
        again = read_case(path, models[i], described[i])
        assert again.findings() == desk.case.findings()
        assert again.history == desk.case.history
        assert (again.prior, again.budget, again.name, again.started) == (
            desk.case.prior,
            desk.case.budget,
            desk.case.name,
            desk.case.started,
        )


def test_the_pages_model_card_tells_what_the_windows_does(language, tmp_path):
    """Of the demo model, of one that the command line trains, and of whatever a model may say of itself."""
    table = tmp_path / "fever.csv"
    table.write_text("crp,cough,y\n" + "".join(f"{i % 37},{'ab'[i % 2]},{i % 37 > 20}\n" for i in range(200)))
    trained = str(tmp_path / "fever.ifc2f")
    assert main(["train", str(table), "--target", "y", "-o", trained, "--bins", "5"]) == 0
    said = {"settings": {"n_bins": 5, "merge_categories": True, "own": "x", "seed": None, "smoothing": 1e-7}}
    training = {**said, "class_counts": [3, 4], "own_word": [1, 2.5, "x", {"a": None, "b": False}]}
    words = {"de": {"x": "Wörter"}}
    described = clinic_model().with_meta(
        {**clinic_model().meta, "training": training, "intended_use": "x", "translations": words}
    )
    of_policy = clinic_model().with_meta(
        {
            **clinic_model().meta,
            "policy": {"held_out_cost": 0.123456, "power": 0.7},
            "validation": "by hand",
        }
    )
    validation = {"accuracy": 0.98765, "mean_cost": 41, "mean_questions": 2.0}
    in_euros = clinic_model().with_meta(
        {**of_policy.meta, "validation": validation, "unit_of_costs": "euros"}
    )
    training = {"settings": {"structure": "factor", "n_bins": 16}}
    of_factor = factor_model(2, 3).with_meta({**factor_model(2, 3).meta, "training": training})
    models = [*all_models(np.random.default_rng(1)), Model.load(trained), described, of_policy]
    models += [of_factor, in_euros]
    job = {"language": language, "models": [[in_base64(model), model.sha256] for model in models]}
    told = by_node("say.cards", job)
    assert told == [json.loads(json.dumps(card_sections(model))) for model in models]
    assert any("n_bins = 5" in str(card) for card in told)
    named = {"en": "a common cause", "de": "gemeinsamer Ursache"}[language]
    assert [named in str(card) for card in told[-2:]] == [True, False]
    assert [what for _, rows in told[-1] for _, what in rows if what.startswith("41")] == [
        f"{fixed(41.0, 3)}\xa0euros"
    ]


# In place of something in a case file.
FORGED = [
    *(None, True, 0, -1, 1.5, 2**53, 2**60, 1e308, 10**400, float("inf"), "", "x", "answered", "\ud800"),
    *([], [1], {}, {"__proto__": {"a": 1}}, {"toString": 1}, json.loads("[" * 100 + "]" * 100)),
]


def places(told, place=()):
    """Return the places in lists and objects where something stands."""
    inside = enumerate(told) if isinstance(told, list) else told.items() if isinstance(told, dict) else ()
    return [found for key, each in inside for found in [(*place, key), *places(each, (*place, key))]]


def forged(rng, text):
    """Return the text of a case with something else in a place of it."""
    content = json.loads(text)
    *way, last = places(content)[int(rng.integers(len(places(content))))]
    at = content
    for key in way:
        at = at[key]
    at[last] = FORGED[int(rng.integers(len(FORGED)))]
    return json.dumps(content).replace("Infinity", "1e400")


def test_what_the_page_reads_it_writes_so_that_the_window_reads_it(qapp, tmp_path):
    """Of forged cases: after more answers, too, lest what was entered be lost."""
    rng = np.random.default_rng(31)
    models = all_models(rng)[-6:]
    described = [describe(model) for model in models]
    which = [i % len(models) for i in range(3 * N_CASES)]
    texts = [forged(rng, case_to_json(random_case(rng, models[i], described[i]), models[i])) for i in which]
    given = [[i, models[i].sha256, text] for i, text in zip(which, texts, strict=True)]
    told = by_node("say.reopened", {"models": list(map(in_base64, models)), "cases": given})
    for i, page in zip(which, told, strict=True):
        if "refused" not in page:
            path = tmp_path / "one.case.json"
            path.write_text(page["file"], encoding="utf-8")
            assert len(read_case(path, models[i], described[i]).findings()) == page["n"]
    assert 0.2 < np.mean(["refused" in page for page in told]) < 0.9


TEXTS = [
    *("5.4", "5,4", " 12 ", "1.234,5", "1,234.5", "1,234", "1.234", "0,123", "1.234.567", "1,2,3", "abc", ""),
    *("1 234", "1\u202f234,5", "1 2", "1e-5", "-3", "−3,5", "+2", "1e99", "٣٫٥", "\u200e12", "1'000", ".5"),
    *("5.", "1..2", "--1", "1\n2", "½", "²", "inf", "nan", "0x10", "1_000", "१२", "𝟙𝟚", "x" * 60, "1×10^3"),
]


def test_numbers_are_read_and_shown_as_in_the_window(language):
    rng = np.random.default_rng(3)
    numbers = [0.0, 0.5, 1.0, 0.0005, 0.9995, 0.9996, 1e-9, 123456789.0, 0.1, 1e20, 99.5, 1234567.0]
    numbers += np.float32([8.299999, 0.1, 2 / 3, 9999991.0, -1.5e-7]).tolist()
    numbers += (rng.normal(size=60) * 10.0 ** rng.integers(-8, 12, size=60)).tolist()
    # Halves of a last digit, or nearly.
    chances = [i / 2000 for i in range(2001)] + [i / 1024 for i in range(1025)]
    job = {"language": language, "texts": TEXTS, "numbers": numbers, "chances": chances}
    told = by_node("say.numbers", job)
    for text, found in zip(TEXTS, told["read"], strict=True):
        reading = read_number(text)
        assert (found["values"], found["problem"]) == (list(reading.values), reading.problem), text
    for x, found in zip(numbers, told["shown"], strict=True):
        assert math.isfinite(x)
        assert found == [plain(x), edge(x), fixed(x, 3), probability(x), percent(x)]
    for chance, found in zip(chances, told["chances"], strict=True):
        assert found.split()[0] == percent(round(chance, 2 if chance >= 0.01 else 3)), chance


# The page's name of each act, and the window's.
ACTS = {
    "ask": Desk.ask,
    "answer": Desk.answer,
    "answerTogether": lambda desk, given: desk.answer_together({k: Finding(**told) for k, told in given}),
    "retract": Desk.retract,
    "pause": Desk.pause,
    "setPrior": lambda desk, prior: desk.set_prior(None if prior is None else tuple(prior)),
    "setBudget": Desk.set_budget,
    "setName": Desk.set_name,
    "undo": Desk.undo,
    "redo": Desk.redo,
    "goOn": Desk.go_on,
    "decide": Desk.decide,
}


def random_act(rng, desk):
    """Return something that a user can do at a desk as it is: the page's name of it, and what is given."""
    answered = [k for k, _ in desk.found.findings]
    some = int(rng.integers(desk.model.n_features))
    state = str(rng.choice([UNKNOWN, NOT_AVAILABLE, PENDING, FAILED]))
    prior = rng.dirichlet(np.ones(desk.model.n_classes)).tolist()
    empty = {"state": str(rng.choice([NOT_AVAILABLE, PENDING])), "value": None, "entered": None, "unit": ""}

    def answer(k):
        return [ANSWERED, *random_answer(rng, desk.features[k])]

    asked = some if desk.asked is None else desk.asked
    why, label = str(rng.choice(["", "in haste"])), str(rng.choice(desk.model.classes))
    acts = [["ask", some], ["undo"], ["redo"], ["decide", why], ["decide", why, label]]
    acts += [["answer", asked, *answer(asked)]] * 4 + [
        ["answer", asked, state],
        ["answer", some, *answer(some)],
    ]
    acts += [["setPrior", prior], ["setPrior", None], ["setBudget", float(rng.choice([0.0, 0.1, 1.0]))]]
    acts += [["setBudget", None], ["setName", str(rng.choice(["", "a name"]))]]
    if together := desk.asked_together:
        told = [dict(zip(empty, answer(k), strict=True)) if rng.random() < 0.5 else empty for k in together]
        acts += [["answerTogether", list(map(list, zip(together, told, strict=True)))]] * 6
    if answered:
        known = int(rng.choice(answered))
        acts += [["retract", known], ["pause", known, bool(rng.integers(2))]]
    if desk.can_go_on:
        acts += [["goOn", str(rng.choice(["", "to be sure"]))]]
    return acts[int(rng.integers(len(acts)))]


def rounded(told):
    """Return the content of a case file without its program, numbers to six digits, and -0 as 0."""
    if isinstance(told, dict):
        return {key: rounded(each) for key, each in told.items() if key != "program"}
    if isinstance(told, list):
        return list(map(rounded, told))
    return f"{told + 0:.6g}" if isinstance(told, float | int) and not isinstance(told, bool) else told


def test_the_page_and_the_window_tell_the_same_costs_of_a_graph_under_another_prior(qapp):
    """With nodes that have the rows of all their branches, of answers alone, or of more than these."""
    rng = np.random.default_rng(3)
    models = [model for model in models_of_all_kinds(rng, 60) if model.policy == "graph"]
    cases, expected = [], []
    for i, model in enumerate(models):
        desk, prior = Desk(model), rng.dirichlet(np.ones(model.n_classes))
        desk.set_prior(tuple(prior.tolist()))
        cases.append([i, model.sha256, case_to_json(desk.case, model)])
        expected.append(by_window(desk, model)["still_to_come"])
    told = by_node("say", {"language": "en", "models": list(map(in_base64, models)), "cases": cases})
    assert [page["still_to_come"] for page in told] == expected
    assert len({cost for cost, _ in expected}) > len(models) // 2


def test_a_click_on_the_suggested_question_is_no_choice_on_the_page_either(qapp):
    """Once an answer is retracted, both ask what the model suggests then."""
    models = all_models(np.random.default_rng(5))
    time = "2026-01-31T12:00:00+01:00"
    cases, expected = [], []
    for i, model in enumerate(models):
        desk, acts = Desk(model), []
        desk.use_case(Case(lambda: time))
        if (first := desk.asked) is None:
            continue
        acts.append(["answer", first, "not available"])
        desk.answer(first, "not available")
        if desk.asked is None:
            continue
        acts += [["ask", desk.asked], ["retract", first]]
        desk.ask(desk.asked)
        desk.retract(first)
        cases.append([i, model.sha256, acts])
        expected.append(desk.asked)
    assert len(cases) > 3
    told = by_node("act", {"models": list(map(in_base64, models)), "cases": cases, "time": time})
    assert [page["asked"][-1][0] for page in told] == expected


def test_what_is_done_at_the_pages_desk_makes_the_case_that_it_makes_in_the_window(qapp):
    """In any order, with undo and redo, pauses and decisions: to the last event of the history.

    The clock stands still, for to answer the same again a second later is a change.
    """
    time = "2026-01-31T12:00:00+01:00"
    rng = np.random.default_rng(17)
    models = all_models(rng)
    cases, expected = [], []
    for i, model in enumerate(models * max(1, N_CASES // 32)):
        desk, acts, asked = Desk(model), [], []
        desk.use_case(Case(lambda: time))
        for _ in range(25):
            what, *given = act = random_act(rng, desk)
            ACTS[what](desk, *given)
            acts.append(act)
            case = desk.active
            state = [list(desk.asked_together), case.is_dirty, case.can_undo, case.can_redo, news(desk)]
            assert news(desk).startswith("Closed as") == (case.decision is not None)
            asked.append([desk.asked, *state])
        cases.append([i % len(models), model.sha256, acts])
        expected.append([asked, json.loads(json.dumps(case_content(desk.active, model)))])
    told = by_node("act", {"models": list(map(in_base64, models)), "cases": cases, "time": time})
    for page, (asked, content) in zip(told, expected, strict=True):
        assert page["asked"] == asked
        assert rounded(page["file"]) == rounded(content)
