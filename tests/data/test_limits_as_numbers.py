"""Limits among the numbers of a column, as laboratories report them."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifc2f.cli import main
from ifc2f.core.errors import ColumnError
from ifc2f.data.file_chunks import FileChunks
from ifc2f.data.limits import limits_of, without_signs
from ifc2f.data.table import read_table, read_tables, reading_of

SIGNS = ["<", ">", "≤", "≥", "<=", ">=", "< ", "≥ "]


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize(("separator", "decimal"), [(",", "."), (";", ","), ("\t", ",")])
def test_limits_are_numbers_if_wanted_and_are_told(tmp_path, sign, separator, decimal):
    numbers = ["0.25", "1.5", "30", "2.75"]
    written = [number.replace(".", decimal) for number in numbers]
    written[1] = sign + written[1]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["a" + separator + "b", *(cell + separator + "x" for cell in written)]))
    with pytest.raises(ColumnError, match="--limits-as-numbers") as refused:
        read_table(path)
    assert refused.value.limits == (written[1],)
    assert refused.value.marks == ()
    table = read_table(path, limits_as_numbers=True)
    np.testing.assert_array_equal(table["a"], list(map(float, numbers)))
    assert table.notes == (f"column 'a': the cell {written[1]} is read as the number alone",)
    assert (table.notes[0].kind, table.notes[0].what) == ("limits", ("a", 1, written[1]))


NUMBERS = ["0,5", "1,5", "1,234", "12,345", "30", "2,75", "1.234,5", "12"]


@given(
    st.lists(st.sampled_from(NUMBERS), min_size=2, max_size=6),
    st.lists(st.booleans(), min_size=6, max_size=6),
    st.lists(st.sampled_from(["0,5", "1.5", "7", "x"]), min_size=6, max_size=6),
)
def test_the_number_of_a_limit_is_that_of_the_cell_without_its_sign(
    tmp_path_factory, numbers, are_limits, others
):
    """Whatever other cells say of commas; if they do not, none is read."""
    path = tmp_path_factory.mktemp("t") / "t.csv"

    def read(cells):
        rows = (f"{cell};{other}" for cell, other in zip(cells, others, strict=False))
        path.write_text("\n".join(["a;b", *rows]))
        try:
            return read_table(path, limits_as_numbers=True)["a"].tolist()
        except ColumnError:
            return None

    cells = [f"<{cell}" if is_limit else cell for cell, is_limit in zip(numbers, are_limits, strict=False)]
    if all(cell.startswith("<") for cell in cells):
        cells[0] = numbers[0]  # a column of nothing but limits may as well hold groups
    assert read(cells) in (read(numbers), None)


def test_limits_have_the_decimal_sign_of_other_numbers(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a;b\n1,5;x\n<1,234;y\n2,5;x\n")
    assert read_table(path, limits_as_numbers=True)["a"].tolist() == [1.5, 1.234, 2.5]
    path.write_text("a;b\n1;x\n<1,234;y\n2;x\n")
    with pytest.raises(ColumnError, match=r"may mean 1\.234 or 1234"):
        read_table(path, limits_as_numbers=True)


def test_groups_that_look_like_limits_stay_categories(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("age,b\n<18,x\n18-65,y\n>65,x\n")
    assert read_table(path, limits_as_numbers=True)["age"].tolist() == ["<18", "18-65", ">65"]
    path.write_text("age,b\n17,x\n18-65,y\n>65,x\n")
    with pytest.raises(ColumnError, match="18-65"):
        read_table(path, limits_as_numbers=True)


def test_other_texts_are_settled_beside_limits(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\n" + "1,x\n2,y\n" * 30 + "<0.5,x\nclotted,y\n")
    with pytest.raises(ColumnError) as refused:
        read_table(path)
    assert refused.value.option == "--missing-mark clotted --limits-as-numbers"
    assert (refused.value.marks, refused.value.limits) == (("clotted",), ())
    table = read_table(path, missing_marks=["clotted"], limits_as_numbers=True)
    assert table["a"][-2] == 0.5
    assert np.isnan(table["a"][-1])


def test_limits_are_numbers_in_the_columns_that_are_named_alone(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("crp,b\n1,x\n<2,y\n3,x\n")
    for named in (["crp", "z"], "crp"):
        assert read_table(path, limits_as_numbers=named)["crp"].tolist() == [1.0, 2.0, 3.0]
    for others in ([], ["b"], "b"):
        with pytest.raises(ColumnError, match="<2"):
            read_table(path, limits_as_numbers=others)


def test_limits_are_read_in_parts_as_in_whole(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\n" + "".join(f"{'<' if i % 3 else ''}{i}.5,{i % 2}\n" for i in range(50)))
    whole = read_table(path, limits_as_numbers=True)

    parts = [table["a"] for table, _ in read_tables(path, 10, reading=reading_of(limits_as_numbers=True))]
    np.testing.assert_array_equal(np.concatenate(parts), whole["a"])


def test_limits_of_a_column_are_told_once_for_all_chunks(tmp_path):
    path = tmp_path / "t.csv"
    rows = (f"{'<' if i % 3 else ''}{i}.5,{'>' if i % 2 else ''}{i},{'xy'[i % 2]}\n" for i in range(50))
    path.write_text("a,b,c\n" + "".join(rows))
    source = FileChunks(path, "c", 10, reading=reading_of(limits_as_numbers=True))
    for _ in range(2):
        assert len(list(source)) == 5
    assert list(source.notes) == [
        "column 'a': cells such as <1.5 are read as the number alone",
        "column 'b': cells such as >1 are read as the number alone",
    ]


def test_many_different_limits_are_read_in_time(tmp_path):
    """Each cell is looked up among the limits, not compared with each of them."""
    path, n = tmp_path / "t.csv", 60_000
    path.write_text("a,b\n" + "".join(f"{'<' if i % 2 else ''}{i}.25,{i % 2}\n" for i in range(n)))
    start = time.process_time()
    with pytest.raises(ColumnError, match="--limits-as-numbers"):
        read_table(path)
    table = read_table(path, limits_as_numbers=True)
    assert time.process_time() - start < 5.0  # ten times as long where every pair is compared
    np.testing.assert_array_equal(table["a"], np.arange(n) + 0.25)
    assert table.notes[0].what[1] == n // 2


@given(st.lists(st.one_of(st.floats(0, 1e6).map(repr), st.text("<>≤≥=0123456789.,e- x", max_size=6))))
def test_what_is_no_limit_stays_as_it_is(cells):
    limits = set(limits_of(cells))
    for cell, alone in zip(cells, without_signs(cells), strict=True):
        assert (alone == cell) == (cell.strip() not in limits)
        assert not limits_of([alone])


def test_the_command_that_is_proposed_trains(tmp_path, capsys):
    path = tmp_path / "t.csv"
    rows = "".join(f"{'<' if i % 7 == 0 else ''}{i % 20}.5,{'ab'[i % 20 > 9]}\n" for i in range(200))
    path.write_text("crp,ill\n" + rows)
    main(["check", str(path), "--target", "ill"])
    assert "--limits-as-numbers" in capsys.readouterr().out
    output = str(tmp_path / "m.ifc2f")
    told = ["train", str(path), "--target", "ill", "--limits-as-numbers", "--policy", "ordered", "-o", output]
    assert main(told) == 0
    assert "29 cells such as <0.5 are read as the number alone" in "".join(capsys.readouterr())


def test_rows_with_nothing_but_limits_are_read_by_one_decimal_sign(tmp_path, capsys):
    path, model = tmp_path / "t.csv", str(tmp_path / "m.ifc2f")
    path.write_text("crp,ill\n" + "".join(f"{i % 20}.5,{'ab'[i % 20 > 9]}\n" for i in range(200)))
    assert main(["train", str(path), "--target", "ill", "--policy", "ordered", "-o", model]) == 0
    path.write_text("crp;note\n<1,5;x\n<1,234;y\n")
    assert main(["predict", model, str(path), "--limits-as-numbers"]) == 0
    capsys.readouterr()
    path.write_text("crp;note\n<1,234;x\n<1,234;y\n")
    assert main(["predict", model, str(path), "--limits-as-numbers"]) == 2
    assert "may mean 1.234 or 1234" in capsys.readouterr().err


@pytest.mark.parametrize(("separator", "limit", "number"), [(",", "<4.5", "4.5"), (";", "≥ 4,5", "4.5")])
def test_rows_with_nothing_but_limits_are_classified_by_their_numbers(
    tmp_path, capsys, separator, limit, number
):
    path, model = tmp_path / "t.csv", str(tmp_path / "m.ifc2f")
    path.write_text("crp,ill\n" + "".join(f"{i % 20}.5,{'ab'[i % 20 > 9]}\n" for i in range(200)))
    assert main(["train", str(path), "--target", "ill", "--policy", "ordered", "-o", model]) == 0
    capsys.readouterr()
    path.write_text(f"crp,note\n{number},x\n{number},y\n")
    assert main(["predict", model, str(path)]) == 0
    wanted = capsys.readouterr().out
    path.write_text(f"crp{separator}note\n{limit}{separator}x\n{limit}{separator}y\n", encoding="utf-8")
    assert main(["predict", model, str(path)]) == 2
    assert "--limits-as-numbers" in capsys.readouterr().err
    assert main(["predict", model, str(path), "--limits-as-numbers"]) == 0
    printed = capsys.readouterr()
    assert printed.out == wanted
    assert f"cells such as {limit} are read as the number alone" in printed.err


@pytest.mark.parametrize("first", [("<0.5", "1.5", ("<0.5",), ()), ("n. v.", "1.5", (), ("n. v.",))])
@pytest.mark.parametrize("second", ["<2", "unknown"])
def test_an_error_of_several_columns_has_all_that_settles_the_first(tmp_path, first, second):
    odd, number, limits, marks = first
    path = tmp_path / "t.csv"
    path.write_text("a,b,c\n" + f"{number},1.5,x\n" * 30 + f"{odd},{second},x\n")
    with pytest.raises(ColumnError, match="likewise 'b'") as refused:
        read_table(path)
    alone = tmp_path / "alone.csv"
    alone.write_text("a,c\n" + f"{number},x\n" * 30 + f"{odd},x\n")
    with pytest.raises(ColumnError) as of_one:
        read_table(alone)
    assert (refused.value.column, refused.value.limits, refused.value.marks) == ("a", limits, marks)
    assert str(refused.value.what).replace("t.csv", "alone.csv") == str(of_one.value.what)
