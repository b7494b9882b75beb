"""Tables as they are published, with their faults: training works, or its error says what to type."""

import re
import shlex

import numpy as np
import pytest

from ifc2f.model import Model

N = 120
RANDOM = np.random.default_rng(17)
ILL = RANDOM.random(N) < 0.45
ROWS = range(N)
AGE = RANDOM.integers(20, 90, N)
LAB = np.round(np.where(ILL, 6.5, 5.0) + RANDOM.normal(0, 0.7, N), 1)
SEX = RANDOM.choice(["male", "female"], N)
CLASS = np.where(ILL, "yes", "no")
PAY = np.where(ILL, ">50K", "<=50K")


def lines(header, row, n=N):
    """Return the text of a table of n rows."""
    return "\n".join([header, *(row(i) for i in range(n))]) + "\n"


def titanic(i):
    ticket = f"PC {i + 17000}" if i % 3 else str(i + 113000)
    cabin = "" if i % 4 else f"C{i}"
    return f'{i + 1},{int(ILL[i % N])},"Braund, Mr. {i}",{SEX[i % N]},{AGE[i % N]},{ticket},{cabin}'


def kidney(i):
    creatinine = ("\t?", LAB[i], f"\t{LAB[i]}")[i % 3]
    pressure = (" yes", "no", "\tno")[i % 3]
    kind = ("ckd", "ckd\t")[i % 2] if ILL[i] else "notckd"
    return f"{i},{AGE[i]},{creatinine},{pressure},{kind}" + "," * (i == 7)


def adult(i):
    return f"{AGE[i]}, {['Private', '?'][i % 2]}, {77516 + 7 * i % 91}, {LAB[i]}, {PAY[i]}"


def bank(i):
    return f'{i + 1};{AGE[i]};"{SEX[i]}";{LAB[i]};"{CLASS[i]}"'


def thyroid(i):
    return f"{i},{AGE[i]},{SEX[i][0]},{'ft'[i % 2]},{'?' if i % 5 == 0 else LAB[i]},?,{'PN'[int(ILL[i])]}"


def hepatitis(i):
    return f"{AGE[i]},{SEX[i]},{['True', 'TRUE', 'False', '?'][i % 4]},{int(ILL[i])}"


def mortality(i):
    age, died = AGE[i] if i % 30 else "unknown", "" if i % 40 == 1 else CLASS[i]
    return f"2024-01-{1 + i // 4:02},{age},{LAB[i]},{died}"


def dementia(i):
    status, group = "#N/A" if i % 7 == 0 else i % 5, "Demented" if ILL[i] else "Nondemented"
    return f"OAS2_{i // 2:04},OAS2_{i:04}_MR1,{SEX[i][0]},{AGE[i]},{status},{0.5 * ILL[i]},{group}"


# Of each table: its bytes, what is typed behind `ifc2f train TABLE`, and what a warning or error has to name.
TABLES = {
    "titanic": (
        lines("PassengerId,Survived,Name,Sex,Age,Ticket,Cabin", titanic, 300),
        "--target Survived",
        ["--ignore Ticket --ignore Name", "--ignore PassengerId", "--ignore Cabin"],
    ),
    "adult": (lines("age, workclass, fnlwgt, hours, income", adult) + "\n", "--target income", []),
    "adult's test rows": (
        lines("age,workclass,fnlwgt,hours,income\n|1x3 Cross validator", lambda i: adult(i) + "."),
        "--target income",
        ["--skip-bad-lines"],
    ),
    "bank marketing": (lines('"ID";"age";"sex";"balance";"y"', bank), "--target y", ["--ignore ID"]),
    "bank loans": (
        lines("ID,Income,Personal Loan", lambda i: f"{i + 1},{LAB[i]},{int(ILL[i])}"),
        "--target 'Personal Loan'",
        ["--ignore ID"],
    ),
    "German credit": (
        lines("A11 6 A34 1", lambda i: f"A1{i % 4} {AGE[i]} A3{int(ILL[i])} {1 + int(LAB[i] > 5.7)}"),
        "--target 'column 4' --no-header",
        [],
    ),
    "mushrooms": (
        lines("p,x,s,p", lambda i: f"{'pe'[int(LAB[i] > 5.7)]},{'xbf'[i % 3]},{'sy'[int(ILL[i])]},?"),
        "--target 'column 1'",
        ["--no-header"],
    ),
    "hypothyroid": (
        lines(",age,sex,on thyroxine,TSH,TBG,binaryClass", thyroid),
        "--target binaryClass",
        ["--ignore 'Unnamed: 0'"],
    ),
    "heart, from a spreadsheet": (
        "sep=;\r\n"
        + lines("Alter;Puls;Herz", lambda i: f"{AGE[i]},5;{str(LAB[i]).replace('.', ',')};{CLASS[i]}")
        .replace("\n", ";\r\n"),
        "--target Herz",
        [],
    ),
    "heart, in Windows-1252": (
        lines("Größe;Puls;Herz", lambda i: f"{AGE[i]};{LAB[i]};{CLASS[i]}").encode("cp1252"),
        "--target Herz",
        ["--encoding"],
    ),
    "hepatitis": (lines("age,sex,steroid,class", hepatitis), "--target class", ["--merge-spellings"]),
    "kidney disease": (
        lines("id,age,sc,htn,classification", kidney), "--target classification", ["--ignore id"],
    ),
    "mortality": (
        lines("admitted,age,lactate,died", mortality),
        "--target died",
        ["--missing-mark unknown --drop-rows-without-class"],
    ),
    "dementia": (
        lines("Subject ID,MRI ID,M/F,Age,SES,CDR,Group", dementia),
        "--target Group",
        ["--ignore 'MRI ID'", "--ignore 'Subject ID'", "--ignore CDR"],
    ),
    "money and shares": (
        lines("income,share,count,died",
              lambda i: f'"${1000 + 10 * AGE[i]:,}",{LAB[i]} %,"{7 * AGE[i] + 900:,}.0",{CLASS[i]}'),
        "--target died",
        [],
    ),
}  # fmt: skip


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a table of those above, and returns its path."""

    def written(name):
        content = TABLES[name][0]
        path = tmp_path / "table.csv"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return written


def advice(error):
    """Return the options that an error names: those that settle all, or the last it gives."""
    said = re.findall(r"this settles all of them: (.+)$", error) or re.findall(r"\((--.+?)\)", error)
    return shlex.split(said[-1])


@pytest.mark.parametrize("name", TABLES)
def test_a_table_trains_at_once_or_when_its_advice_is_followed(name, ifc2f, write, tmp_path):
    _, typed, named = TABLES[name]
    words = ["train", write(name), "-o", tmp_path / "m.ifc2f", *shlex.split(typed)]
    done = ifc2f(*words)
    said = done.err
    if done.status:
        done = ifc2f(*words, *advice(done.err))
        said += done.err
    assert done.status == 0, done.err
    assert all(text in said for text in named), said
    assert Model.load(tmp_path / "m.ifc2f").n_features
    if not named:
        assert said == ""


@pytest.mark.parametrize("name", TABLES)
def test_what_check_says_to_type_trains_without_a_warning_but_of_copies_of_the_class(
    name, ifc2f, write, tmp_path
):
    _, typed, named = TABLES[name]
    words = shlex.split(typed) + (["--no-header"] if name == "mushrooms" else [])
    words += ["--skip-bad-lines"] if "--skip-bad-lines" in named else []
    checked = ifc2f("check", write(name), *words, "--json")
    assert checked.status == 0, checked.err
    found = {finding["option"] for finding in checked.json["findings"]}
    words_of_next = shlex.split(checked.json["next"])[1:]
    done = ifc2f(*words_of_next, "--policy", "ordered", "-o", tmp_path / "m.ifc2f")  # the fastest
    assert done.status == 0, done.err
    left = [line for line in done.err.splitlines() if "determines the class alone" not in line]
    assert all(
        "--encoding" in line or "no name" in line or "left out" in line or "asks nothing" in line
        for line in left
    ), left
    shown = ifc2f("check", write(name), *words).out
    assert all(option in shown for option in found)


def test_an_ignored_column_is_not_read_at_all(ifc2f, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b,y\n" + "1,2,p\n2,x,q\n" * 20)
    assert "text among numbers" in ifc2f("train", path, "--target", "y", "-o", tmp_path / "m").err
    for more in ([], ["--rows-at-once", "7"]):
        done = ifc2f("train", path, "--target", "y", "--ignore", "b", "-o", tmp_path / "m", *more)
        assert done.status == 0, done.err


def test_lines_and_rows_left_out_are_counted_and_named(ifc2f, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,y\n" + "1,p\n2,q\n" * 10 + "3\n4,5,6\n7,\n")
    words = ["train", path, "--target", "y", "-o", tmp_path / "m"]
    assert "line 22: 1 cells, but the header has 2" in ifc2f(*words).err
    words += ["--skip-bad-lines"]
    assert "line 24: column 'y' has no class" in ifc2f(*words).err
    for more in ([], ["--rows-at-once", "7"]):
        done = ifc2f(*words, "--drop-rows-without-class", *more)
        assert done.status == 0, done.err
        assert "2 lines that do not match the header are left out: 22, 23" in done.err
    assert Model.load(tmp_path / "m").meta["training"]["n_rows"] == 20
    done = ifc2f("evaluate", tmp_path / "m", path, "--target", "y", "--skip-bad-lines")
    assert "line 24: there is no class" in done.err
    done = ifc2f(
        "evaluate",
        tmp_path / "m",
        path,
        "--target",
        "y",
        "--skip-bad-lines",
        *advice("(--drop-rows-without-class)"),
    )
    assert done.status == 0, done.err
    assert "1 row without a class left out" in done.err


def test_a_spelling_that_training_did_not_see_is_the_category_it_stands_for(ifc2f, tmp_path):
    path, other = tmp_path / "t.csv", tmp_path / "u.csv"
    path.write_text("smoker,y\n" + "Yes,p\nyes,p\nyes,p\nno,q\nNo ,q\nno,q\n" * 5)
    other.write_text("smoker,y\nYES,p\nNO,q\n")
    done = ifc2f("train", path, "--target", "y", "--merge-spellings", "-o", tmp_path / "m")
    assert "spells" not in done.err
    (feature,) = Model.load(tmp_path / "m").network.features
    assert feature.labels == ("no", "yes")
    done = ifc2f("evaluate", tmp_path / "m", other, "--target", "y", "--json")
    assert (
        done.json["accuracy"]["estimate"] == 1.0
        if isinstance(done.json["accuracy"], dict)
        else done.json["accuracy"] == 1.0
    )
    assert done.err == ""


def test_what_numbers_count_is_told_with_the_question(ifc2f, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(
        "born,share,y\n" + "1950-03-01,5 %,p\n1990-04-02,9 %,q\n1948-01-01,4 %,p\n1980-01-01,8 %,q\n" * 9
    )
    assert ifc2f("train", path, "--target", "y", "-o", tmp_path / "m", "--min-features", "2").status == 0
    model = Model.load(tmp_path / "m")
    units = {
        name: about.get("unit")
        for name, about in zip(model.feature_names, model.meta["features"], strict=True)
    }
    assert set(units.items()) <= {("born", "days since 1970-01-01"), ("share", "%")}
    assert ifc2f("predict", tmp_path / "m", path).status == 0


@pytest.mark.parametrize(
    ("n", "said"), [(1, "1 row of 21 has no class; leave it out"), (2, "2 rows of 22 have")]
)
def test_check_counts_rows_without_a_class(ifc2f, tmp_path, n, said):
    path = tmp_path / "t.csv"
    path.write_text("a,y\n" + "1,p\n2,q\n" * 10 + "7,\n" * n)
    assert said in " ".join(ifc2f("check", path, "--target", "y").out.split())


@pytest.mark.parametrize("labels", [("-1", "1"), ("0", "1", "2"), ("0.5", "1.5"), ("no", "yes")])
def test_check_tells_the_classes_of_the_target_also_where_they_are_numbers(ifc2f, tmp_path, labels):
    path = tmp_path / "t.csv"
    path.write_text("a,y\n" + "".join(f"{i % 7}.5,{labels[i % len(labels)]}\n" for i in range(30)) + "7.5,\n")
    held = {
        row["column"]: row["holds"] for row in ifc2f("check", path, "--target", "y", "--json").json["columns"]
    }
    assert held["y"] == f"{len(labels)} classes: {', '.join(labels)}"
    assert held["y"] in ifc2f("check", path, "--target", "y").out
    without = {row["column"]: row["holds"] for row in ifc2f("check", path, "--json").json["columns"]}
    assert "classes" not in without["y"]
