"""No reader waits for a pipe, reads a device without end, or takes in what is no file of its kind."""

import os
import socket
import threading
import tracemalloc

import pytest

from ifc2f.cli import main
from ifc2f.exchange.bif import read_bif
from ifc2f.files.reading import read_regular, require_regular
from ifc2f.learning.counts import Counts
from ifc2f.model import Model

READERS = {
    "model": Model.load,
    "bif": read_bif,
    "counts": Counts.load,
    "bytes": read_regular,
    "check": require_regular,
}


def in_time(read, path, seconds=20):
    """Return what a reader raises; a test that would wait for ever fails instead."""
    raised = []

    def run():
        try:
            read(path)
        except Exception as error:  # whatever it is, it is looked at
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    assert not thread.is_alive(), "still reading"
    assert len(raised) == 1
    return raised[0]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", ["pipe", "zero", "terminal", "folder", "socket", "link to a pipe"])
def test_only_regular_files_are_opened(tmp_path, reader, kind):
    path = str(tmp_path / "it")
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "link to a pipe":
        os.mkfifo(path + ".pipe")
        os.symlink(path + ".pipe", path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as holder:
            holder.bind(path)
    else:
        path = {"zero": "/dev/zero", "terminal": "/dev/tty", "folder": str(tmp_path)}[kind]
    if not os.path.exists(path):
        pytest.skip(f"there is no {path} here")
    error = in_time(READERS[reader], path)
    assert isinstance(error, OSError)
    assert "not a regular file" in str(error) or isinstance(error, IsADirectoryError)
    assert path in str(error)


@pytest.mark.parametrize("reader", ["model", "bytes"])
def test_a_file_without_end_is_refused_by_its_size(tmp_path, reader):
    path = tmp_path / "huge"
    with open(path, "wb") as file:
        file.write(b"\x89IFC2F\r\n")
        file.truncate(1 << 40)
    tracemalloc.start()
    error = in_time(READERS[reader], path)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()
    assert isinstance(error, OSError)
    assert "larger than" in str(error)


def test_of_what_is_no_model_only_the_header_is_read(tmp_path):
    path = tmp_path / "film"
    with open(path, "wb") as file:
        file.truncate(200_000_000)
    tracemalloc.start()
    error = in_time(Model.load, path)
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()
    assert "film" in str(error)
    assert "not a model" in str(error)


def test_a_regular_file_is_read_whole(tmp_path):
    path = tmp_path / "it"
    path.write_bytes(b"abcdef")
    assert read_regular(path) == read_regular(path, 6) == read_regular(path, magic=b"abc") == b"abcdef"
    assert read_regular(path, magic=b"xyz") == b"abc"
    with pytest.raises(OSError, match="larger than the 5 bytes"):
        read_regular(path, 5)


def test_the_command_line_says_so(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe")
    for command in (["inspect", str(tmp_path / "pipe")], ["inspect", "/dev/zero"]):
        assert main(command) != 0
        assert "not a regular file" in capsys.readouterr().err
