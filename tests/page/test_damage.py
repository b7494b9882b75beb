"""The page opens what Python opens, refuses what it refuses by the same words, and never hangs or traps."""

import base64
import os

import numpy as np
from ifc2f._core import ffi, lib
from model_reader import content, joined, repaired, split
from page_jobs import by_node, models_of_all_kinds

from ifc2f.core.errors import ModelError
from ifc2f.files.meta import write_meta
from ifc2f.model import Model

N = int(os.environ.get("PAGE_MUTATIONS", "300"))


def changed(rng, data):
    """Return the bytes of a model with some of them changed or cut off, mostly with a fitting checksum."""
    damaged = bytearray(data)
    for _ in range(int(rng.integers(1, 6))):
        at = int(rng.integers(len(damaged)))
        kind = int(rng.integers(4))
        damaged[at] = (0, 255, damaged[at] ^ 1 << int(rng.integers(8)), int(rng.integers(256)))[kind]
    if rng.random() < 0.05:
        del damaged[int(rng.integers(len(damaged))) :]
    return bytes(damaged) if rng.random() < 0.1 or len(damaged) < 20 else repaired(bytes(damaged))


def by_python(data):
    """Return None for bytes that Python opens, else what it says of them."""
    try:
        Model(data)
    except ModelError as error:
        return str(error)
    return None


def told_by_page(models):
    """Return what the page's runtime tells of the bytes of some models."""
    return by_node("mutate", {"models": [base64.b64encode(data).decode("ascii") for data in models]})


def test_damaged_and_forged_models_are_refused_by_the_librarys_own_words():
    rng = np.random.default_rng(11)
    models = [model.to_bytes() for model in models_of_all_kinds(rng, 10)]
    models += [changed(rng, models[i % 10]) for i in range(N)]
    n_opened = 0
    for data, told in zip(models, told_by_page(models), strict=True):
        expected = by_python(data)
        assert (expected is None) == ("steps" in told), (expected, told)
        if expected is None:
            n_opened += 1
            assert told["steps"] < 100
            assert told["is_sound"]
        elif told["status"]:
            assert told["message"] == expected
            assert ffi.string(lib.ifc2f_strerror(told["status"])).decode() == expected
        else:
            assert expected.startswith("the model's descriptive section is damaged")
            assert told["message"].startswith("the model's descriptive section is damaged")
    assert 10 <= n_opened < len(models) - N // 4


METAS = [
    b"",
    b"{}",
    b"[]",
    b"\xff",
    b"\xef\xbb\xbf{}",
    b'{"a":1e999}',
    b'{"a":NaN}',
    b'{"a":-Infinity}',
    b'{"a":' + b"9" * 301 + b"}",
    b'{"a":' + b"9" * 300 + b"}",
    b'{"a":' + b"[" * 60 + b"]" * 60 + b"}",
    b'{"a":' + b"[" * 48 + b"]" * 48 + b"}",
    b'{"a":"\\ud800"}',
    b'{"a":"\\ud83d\\ude00"}',
    b'{"\\udc00":1}',
    b'{"a":01}',
    b'{"a":1.}',
    b'{"a":.5}',
    b'{"a":"\n"}',
    b'{"a":1,}',
    b'{"a":1} x',
    b'{"a":1 "b":2}',
    b'{"a":"\\x"}',
    b'{"classes":[1,2]}',
    b'{"classes":[1,1.0]}',
    b'{"classes":[0.0,-0.0]}',
    b'{"classes":[1e16,0.00001]}',
    b'{"classes":[true,"True"]}',
    b'{"classes":[true,false]}',
    b'{"classes":[null,1]}',
    b'{"classes":["a","b"],"classes":["c","d"]}',
    b'{"classes":["a"]}',
    b'{"guarantee":{}}',
    b'{"guarantee":{"threshold":true}}',
    b'{"guarantee":{"threshold":null}}',
    b'{"guarantee":null}',
    b'{"groups":[1]}',
    b'{"features":[{"name":"x"}]}',
    b'{"features":{}}',
    b'{"__proto__":{"classes":["a","b"]}}',
]


def test_what_is_for_people_is_read_as_strictly_as_in_python():
    rng = np.random.default_rng(2)
    model = next(m for m in models_of_all_kinds(rng, 20) if m.n_classes == 2 and m.policy == "ordered")
    others = [part for part in split(model.to_bytes()) if part[0] != "META"]
    made = [joined([*others, ("META", meta, 0)]) for meta in METAS]
    for meta, data, told in zip(METAS, made, told_by_page(made), strict=True):
        expected = by_python(data)
        assert (expected is None) == ("steps" in told), (meta, expected, told)
        if expected is None:
            assert told["decided"] in map(str, Model(data).classes), meta


def test_a_forged_entry_of_a_feature_is_refused():
    rng = np.random.default_rng(3)
    model = models_of_all_kinds(rng, 20)[2]
    others = [part for part in split(model.to_bytes()) if part[0] != "META"]
    assert content(model.to_bytes(), "META")
    entries = model.meta["features"]
    forged = [
        [{**entries[0], "name": 3}, *entries[1:]],
        [{**entries[0], "labels": ["only one"]}, *entries[1:]],
        [{**entries[0], "labels": 7}, *entries[1:]],
        [entries[0]] * len(entries) if len(entries) > 1 else [],
        [None, *entries[1:]],
    ]
    made = [
        joined([*others, ("META", write_meta({**model.meta, "features": features}), 0)])
        for features in forged
    ]
    for data, told in zip(made, told_by_page(made), strict=True):
        assert by_python(data) is not None
        assert "steps" not in told
