"""``ifc2f export``: files that a C program compiles and that hold the model, and what is told."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tools import need

from ifc2f import IFC2FClassifier, Model
from ifc2f.cli import main
from ifc2f.cli.rows import class_numbers, read_for_model
from ifc2f.cli.screen import amount
from ifc2f.exchange.asked import asked_features
from ifc2f.exchange.c_names import enum, identifier
from ifc2f.exchange.export import TARGETS, export
from ifc2f.exchange.integer.compare import with_failing
from ifc2f.exchange.integer.model import IntegerModel
from ifc2f.exchange.integer.readings import scale_text

CSRC = Path(__file__).resolve().parents[2] / "csrc"
RUNTIME = sorted((CSRC / "runtime").glob("*.c"))
INTEGER = sorted((CSRC / "integer").glob("*.c"))
COLOURS = ("deep red", "deep-red", "blue")

COMPILERS = [["cc", "-std=c99"], ["c++", "-std=c++17", "-x", "c++"]]
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
TAKEN = ("ifc2f", "ifc2f_integer", "int8", "uint_least16", "uintmax", "int", "size", "uchar", "llong")
PROGRAM = """
#include "toy.h"
#include "%s"
#include <stdio.h>
int main(void)
{
    static uint32_t memory[%s / 4];
    %s_model model;
    %s_session session;
    if (%s_open_known(&model, toy_model, TOY_BYTES, TOY_ID) != IFC2F_OK ||
        %s_begin(&session, &model, memory, sizeof memory) != IFC2F_OK) {
        return 1;
    }
    printf("%%u %%u %%d %%d\\n", model.n_features, model.n_classes, TOY_HEIGHT, TOY_CLASS_YES);
    return %s_open_known(&model, toy_model, TOY_BYTES, TOY_ID ^ 1u) != IFC2F_ERR_OTHER_MODEL;
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a table, and an ordered model trained on it."""
    folder = tmp_path_factory.mktemp("export")
    rng = np.random.default_rng(1)
    height, colour = rng.normal(170, 9, 120).round(1), rng.integers(0, 3, 120)
    tall = np.where(height + 6 * colour > 176, "yes", "no")
    lines = [f"{h},{COLOURS[c]},{t}" for h, c, t in zip(height, colour, tall, strict=True)]
    (folder / "toy.csv").write_text("height,colour,tall\n" + "\n".join(lines) + "\n")
    words = [
        "train",
        folder / "toy.csv",
        "--target",
        "tall",
        "-o",
        folder / "toy.ifc2f",
        "--policy",
        "ordered",
    ]
    assert main(list(map(str, words))) == 0
    return folder


def run(*words: object) -> int:
    """Run a command."""
    return main(["export", *map(str, words)])


@pytest.mark.parametrize("compiler", COMPILERS, ids=["c", "c++"])
@pytest.mark.parametrize(("target", "exact"), [("int8", 1), ("int16", 1), ("float32", 1), ("float32", 0)])
def test_files_compile_and_hold_the_model(
    folder: Path, tmp_path: Path, target: str, exact: int, compiler: list[str]
) -> None:
    need("cc", compiler[0])
    assert run(folder / "toy.ifc2f", "--target", target, "-o", tmp_path / "toy") == 0
    whole = target != "float32"
    prefix = "ifc2f_int" if whole else "ifc2f"
    header = "ifc2f_integer.h" if whole else "ifc2f.h"
    memory = "TOY_SESSION_BYTES" if exact else "TOY_LEAST_SESSION_BYTES"
    (tmp_path / "main.c").write_text(PROGRAM % (header, memory, *[prefix] * 5))
    strict = [*STRICT, f"-DIFC2F_EXACT={exact}", f"-I{CSRC / 'include'}", f"-I{tmp_path}"]
    objects = tmp_path / "main.o"
    subprocess.run([*compiler, *strict, "-c", tmp_path / "main.c", "-o", objects], check=True)
    sources = [tmp_path / "toy.c", *(INTEGER if whole else RUNTIME)]
    subprocess.run(["cc", "-std=c99", *strict, objects, *sources, "-o", tmp_path / "toy"], check=True)
    done = subprocess.run([str(tmp_path / "toy")], capture_output=True, text=True, check=True)
    model = Model.load(folder / "toy.ifc2f")
    expected = [2, 2, model.feature_index("height"), model.classes.index("yes")]
    assert list(map(int, done.stdout.split())) == expected


@pytest.mark.parametrize("exact", [1, 0])
def test_the_loop_in_floating_point_runs(folder: Path, tmp_path: Path, exact: int) -> None:
    need("cc")
    assert run(folder / "toy.ifc2f", "--target", "float32", "-o", tmp_path / "fridge") == 0
    guide = (CSRC.parent / "docs/firmware.md").read_text(encoding="utf-8")
    loop = guide.split("```c\n")[1].split("```")[0]
    if not exact:
        loop = loop.replace("memory[FRIDGE_SESSION_BYTES", "memory[FRIDGE_LEAST_SESSION_BYTES")
    world = (
        "static int fails;\n"
        "float read_sensor(int32_t k) { return fails ? 0.0f / 0.0f : k == FRIDGE_HEIGHT ? 190.5f : 0.0f; }\n"
        "int main(void)\n{\n    const int32_t answer = classify();\n    fails = 1;\n"
        "    return answer != FRIDGE_CLASS_YES || classify() < 0;\n}\n"
    )
    (tmp_path / "main.c").write_text(loop + world)
    command = ["cc", "-std=c99", *STRICT, f"-DIFC2F_EXACT={exact}", f"-I{CSRC / 'include'}", f"-I{tmp_path}"]
    command += [tmp_path / "main.c", tmp_path / "fridge.c", *RUNTIME]
    subprocess.run([*command, "-o", tmp_path / "loop"], check=True)
    subprocess.run([tmp_path / "loop"], check=True)


def test_the_loop_without_floating_point_runs(folder: Path, tmp_path: Path) -> None:
    need("cc")
    assert run(folder / "toy.ifc2f", "--target", "int8", "-o", tmp_path / "fridge") == 0
    guide = (CSRC.parent / "docs/firmware.md").read_text(encoding="utf-8")
    loop = guide.split("```c\n")[2].split("```")[0]
    sensor = (
        "#include <stdint.h>\nstatic int fails;\n"
        "int32_t read_sensor(int32_t k) { return fails ? INT32_MIN : k < 0; }\n"
    )
    main = (
        "int main(void)\n{\n    const int answer = decide();\n    fails = 1;\n"
        "    return answer != FRIDGE_CLASS_NO || decide() < 0;\n}\n"
    )
    (tmp_path / "main.c").write_text(sensor + loop + main)
    command = ["cc", "-std=c99", *STRICT, f"-I{CSRC / 'include'}", f"-I{tmp_path}"]
    command += [str(path) for path in (tmp_path / "main.c", tmp_path / "fridge.c", *INTEGER)]
    subprocess.run([*command, "-o", str(tmp_path / "loop")], check=True)
    subprocess.run([str(tmp_path / "loop")], check=True)


def test_binary_is_what_the_array_holds(folder: Path, tmp_path: Path) -> None:
    assert run(folder / "toy.ifc2f", "--target", "int8", "-o", tmp_path / "toy") == 0
    data = (tmp_path / "toy.bin").read_bytes()
    listed = (tmp_path / "toy.c").read_text().split("{")[1].split("}")[0].replace("\n", "").split(",")
    assert bytes(int(text) for text in listed if text.strip()) == data
    assert f"0x{IntegerModel(data).id:08X}u" in (tmp_path / "toy.h").read_text()


def test_an_adaptive_policy_has_no_session_without_exact_inference(folder: Path, tmp_path: Path) -> None:
    words = ["train", folder / "toy.csv", "--target", "tall", "--policy", "adaptive"]
    words += ["-o", tmp_path / "a.ifc2f"]
    assert main(list(map(str, words))) == 0
    made = export(Model.load(tmp_path / "a.ifc2f"), "float32", "toy")
    assert made.least_session_bytes is None
    assert "LEAST_SESSION_BYTES" not in made.header()
    assert f"TOY_SESSION_BYTES = {made.session_bytes}," in made.header()


def test_named_categories_are_numbered_in_every_target(folder: Path) -> None:
    model = Model.load(folder / "toy.ifc2f")
    colour = model.network.features[model.feature_index("colour")]
    for target in TARGETS:
        text = export(model, target, "toy").header()
        for k, label in enumerate(colour.labels or ()):
            assert f"TOY_COLOUR_{label.upper().replace(' ', '_').replace('-', '_')}" in text
            assert re.search(rf"TOY_COLOUR_\w+ = {k},", text)


def test_one_format_alone(folder: Path, tmp_path: Path) -> None:
    assert run(folder / "toy.ifc2f", "--target", "int8", "--format", "header", "-o", tmp_path / "toy") == 0
    assert [path.name for path in tmp_path.iterdir()] == ["toy.h"]


def test_names_in_the_header_differ(folder: Path) -> None:
    text = export(Model.load(folder / "toy.ifc2f"), "int8", "toy").header()
    assert "TOY_COLOUR_DEEP_RED = " in text
    assert re.search(r"TOY_COLOUR_DEEP_RED_2 = \d+, /\* colour_deep.red", text)
    assert identifier("1st model-x") == "model_1st_model_x"
    assert identifier("Größe, männlich") == "grosse_mannlich"
    assert identifier("温度") == "model"


def test_names_in_other_scripts_are_told_in_comments(folder: Path) -> None:
    model = Model.load(folder / "toy.ifc2f")
    names = dict(zip(model.feature_names, ("größe", "温度"), strict=True))
    features = tuple(replace(feature, name=names[feature.name]) for feature in model.network.features)
    network = replace(model.network, features=features, classes=("да", "нет"))
    other = Model.build(network, model.costs, model.misclassification).with_policies(model.policies)
    text = export(other, "int8", "toy").header()
    number = other.feature_names.index("温度")
    assert f"    TOY_{number} = {number}, /* 温度, the number of its category */" in text
    assert "    TOY_GROSSE = " in text
    assert "    TOY_CLASS = 0, /* class_да */\n    TOY_CLASS_2 = 1, /* class_нет */" in text


@pytest.mark.parametrize(
    "texts", [("-1", "1"), ("-0.5", ".5", "0.5"), ("<4", "4", ">4"), ("+", "-"), ("a", "-a"), ("-", "high")]
)
def test_a_name_that_tells_less_than_its_text_has_the_text_beside_it(texts: tuple[str, ...]) -> None:
    entries = [(f"class_{text}", "") for text in texts]
    (written,) = enum("toy", "class", entries, set())
    found = re.findall(r"TOY_CLASS_?(\w*) = (\d+),(?: /\* class_(.*) \*/)?", written)
    assert [int(number) for _, number, _ in found] == list(range(len(texts)))
    for (name, _, beside), text in zip(found, texts, strict=True):
        assert beside == text or name == re.sub(r"\W", "_", text.upper()).strip("_")
        if text.startswith("-") and text[1:2].isdigit():
            assert name.startswith("MINUS_")


@pytest.mark.parametrize("scale", [1.0, 100.0, 1e9, 2.0**25, 2.0**32, 2.0**120, 2.0**-40, 0.1])
def test_a_scale_is_told_without_rounding(scale: float) -> None:
    base, _, power = scale_text(scale).partition("^")
    assert float(base) ** float(power or 1) == scale


def test_report_in_json(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--target", "int16", "--data", folder / "toy.csv", "-o", tmp_path / "toy", "--json"]
    assert run(folder / "toy.ifc2f", *words) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["differences"]["n_rows"] == 120
    assert found["differences"]["classes"] == 0
    assert found["scales"] == {"height": 10.0, "colour": 0.0}
    assert found["bytes"] == (tmp_path / "toy.bin").stat().st_size


def test_what_rows_cost_is_told_where_sensors_fail_too(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--target", "int16", "--data", folder / "toy.csv", "--class", "tall", "--failing", "0.4"]
    assert run(folder / "toy.ifc2f", *words, "-o", tmp_path / "toy", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    whole, failing = found["differences"], found["differences_failing"]
    assert (whole["n_incomplete"], found["failing"]) == (0, 0.4)
    assert (
        0.5 * 120 < failing["n_incomplete"] < 0.8 * 120
    )  # 1 - 0.6^2 of the rows, where two sensors may fail
    model = Model.load(folder / "toy.ifc2f")
    rows = read_for_model(model, str(folder / "toy.csv"), ["tall"])
    truth = class_numbers(rows.table, "tall", model)
    for share, told in ((0.0, whole), (0.4, failing)):
        acquisition = model.classify(with_failing(rows.matrix, share), columns=np.arange(2))
        assert told["host_cost"] == pytest.approx(
            acquisition.cost.mean() + (acquisition.label != np.array(model.classes)[truth]).mean()
        )
        assert told["device_cost"] == pytest.approx(told["host_cost"], abs=(told["classes"] + 0.02) / 120)
    assert failing["host_cost"] > whole["host_cost"]
    assert run(folder / "toy.ifc2f", *words, "-o", tmp_path / "toy") == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "40.0 % of the values missing" in text
    assert f"cost of a row, mistakes included {amount(failing['device_cost'])} of MODEL" in text


OTHERS_TELL, NO_BRANCH = "as if it were the only one", "keeps the branch's probabilities"


@pytest.mark.parametrize(
    ("policy", "structure", "n_features", "told"),
    [
        ("ordered", "tree", 3, OTHERS_TELL),
        ("ordered", "tree", 2, ""),
        ("ordered", "naive", 3, ""),
        ("graph", "tree", 3, NO_BRANCH),
    ],
)
def test_gaps_that_give_other_probabilities_are_told(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    policy: str,
    structure: str,
    n_features: int,
    told: str,
) -> None:
    rng = np.random.default_rng(1)
    height = rng.normal(170, 9, 120)
    columns = [height + rng.normal(0, 3, 120) for _ in range(n_features)]
    rows = [",".join(f"{x:.1f}" for x in row) for row in zip(*columns, strict=True)]
    tall = ["yes" if h > 170 else "no" for h in height]
    head = ",".join("abc"[:n_features]) + ",tall\n"
    model, gaps, toy = (tmp_path / name for name in ("toy.ifc2f", "gaps.csv", "toy.csv"))
    toy.write_text(head + "".join(f"{row},{t}\n" for row, t in zip(rows, tall, strict=True)))
    words = ["train", toy, "--target", "tall", "--structure", structure, "--policy", policy, "-o", model]
    assert main(list(map(str, words))) == 0
    trained = Model.load(model)
    asked = trained.columns[asked_features(trained)[0]]
    cells = [row.split(",") for row in rows]
    for row in cells[:30]:
        row[asked] = ""
    gaps.write_text(head + "".join(f"{','.join(row)},{t}\n" for row, t in zip(cells, tall, strict=True)))
    capsys.readouterr()
    assert run(model, "--target", "int16", "--data", gaps, "-o", tmp_path / "toy") == 0
    text = " ".join(capsys.readouterr().out.split())
    assert ("30 rows lack a value" in text) == bool(told)
    assert told in text
    assert run(model, "--target", "int16", "--data", gaps, "-o", tmp_path / "toy", "--json") == 0
    found = json.loads(capsys.readouterr().out)["differences"]
    assert found["n_incomplete"] == 30
    assert found["classes_incomplete"] <= found["classes"]
    assert told or found["features"] == 0


def test_a_text_for_people(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "--target",
        "int8",
        "--data",
        folder / "toy.csv",
        "-o",
        tmp_path / "toy",
        "--scale",
        "height=4.5",
    ]
    assert run(folder / "toy.ifc2f", *words) == 0
    text = capsys.readouterr().out
    assert "value x 4.5" in text
    assert "number of its category" in text
    assert "of 120 rows" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--target", "int8", "--scale", "weight=2"], "no feature 'weight'"),
        (["--target", "int8", "--scale", "height"], "FEATURE=FACTOR, and 'height' has no '='"),
        (["--target", "int8", "--scale", "height=big"], "'big' is not a number"),
        (["--target", "int8", "--scale", "height=0"], "above 0"),
        (["--target", "int8", "--scale", "height=1e30"], "give it a smaller scale"),
        (["--target", "int8", "--scale", "colour=2"], "number of its category"),
        (["--target", "float32", "--scale", "height=2"], "int8 and int16"),
        (["--target", "float32", "--data", "toy.csv"], "int8 and int16"),
        (["--target", "int8", "--name", "Toy"], "'Toy'"),
        (["--target", "int8", "--failing", "0.1"], "need rows: add --data"),
        (["--target", "int8", "--class", "tall"], "need rows: add --data"),
        (["--target", "int8", "--data", "toy.csv", "--failing", "2"], "from 0 to 1, not 2"),
        (["--target", "int8", "--data", "toy.csv", "--drop-rows-without-class"], "needs --class"),
        *((["--target", "int8", "--name", name], f"{name!r} belong to the headers of") for name in TAKEN),
    ],
)
def test_what_is_wrong_is_said(
    folder: Path, tmp_path: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder / "toy.ifc2f", *words, "-o", tmp_path / "toy") == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_no_target_holds_is_refused() -> None:
    values = np.random.default_rng(0).permutation(40)
    X, y = np.round(values.reshape(-1, 1) / 4), values // 20
    model = IFC2FClassifier(policy="adaptive").fit(X, y).model_
    with pytest.raises(ValueError, match="adaptive"):
        export(model, "int8", "m")
    with pytest.raises(ValueError, match="target must be one of"):
        export(model, "int4", "m")
    assert Model(export(model, "float32", "m").data).policy == "adaptive"


def test_a_page_is_written_whole_or_not_at_all(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = Model.load(folder / "toy.ifc2f")
    for given, written in (
        (["-o", tmp_path / "toy.html"], "toy.html"),
        (["-o", tmp_path / "other"], "other.html"),
    ):
        assert run(folder / "toy.ifc2f", "--target", "page", *given) == 0
        assert (tmp_path / written).read_text(encoding="utf-8") == model.to_page()
        said = capsys.readouterr().out
        assert written in said
        assert model.sha256 in said
    assert run(folder / "toy.ifc2f", "--target", "page", "-o", tmp_path / "toy.html", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["bytes"] == (tmp_path / "toy.html").stat().st_size
    assert told["model"]["sha256"] == model.sha256


@pytest.mark.parametrize(
    "words", [["--scale", "x=2"], ["--format", "c"], ["--name", "toy"], ["--vectors", "8"]]
)
def test_what_is_for_devices_is_refused_for_a_page(folder: Path, tmp_path: Path, words: list[str]) -> None:
    assert run(folder / "toy.ifc2f", "--target", "page", "-o", tmp_path / "toy.html", *words) == 2
    assert not (tmp_path / "toy.html").exists()
