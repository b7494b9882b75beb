"""The first inputs of the fuzz harnesses are what the program that writes them writes now, so models open."""

import subprocess
from pathlib import Path

from tools import need

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("runtime", "integer", "planner")


def test_the_corpus_has_the_seeds_as_they_are_written_now(tmp_path: Path) -> None:
    corpus = ROOT / "csrc/fuzz/corpus"
    sources = [path for part in PARTS for path in sorted((ROOT / "csrc" / part).glob("*.c"))]
    for harness in corpus.iterdir():
        (tmp_path / harness.name).mkdir()
    flags = ["-std=c99", "-ffp-contract=off", f"-I{ROOT}/csrc/include"]
    program = tmp_path / "write_seeds"
    subprocess.run(
        [need("cc"), *flags, ROOT / "csrc/fuzz/seeds.c", *sources, "-o", program, "-lm"], check=True
    )
    subprocess.run([program, tmp_path], check=True)
    written = [path for path in tmp_path.glob("*/*") if path.is_file()]
    assert len(written) > 20
    for path in written:
        assert (corpus / path.relative_to(tmp_path)).read_bytes() == path.read_bytes(), path.name
