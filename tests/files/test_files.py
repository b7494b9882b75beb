"""Writing files: whole or not at all."""

import errno
import os
import stat
import threading

import pytest

from ifc2f.files.writing import write_atomically


def test_bytes_and_text_are_written(tmp_path):
    write_atomically(tmp_path / "a", b"\x00\r\n")
    write_atomically(str(tmp_path / "b"), "µ\n")
    assert (tmp_path / "a").read_bytes() == b"\x00\r\n"
    assert (tmp_path / "b").read_bytes() == "µ\n".encode()
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]


def no_space(*_args, **_kwargs):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def interrupted(*_args, **_kwargs):
    raise KeyboardInterrupt


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize(("fault", "error"), [(no_space, OSError), (interrupted, KeyboardInterrupt)])
def test_a_failed_write_loses_nothing(tmp_path, monkeypatch, step, fault, error):
    path = tmp_path / "model"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, step, fault)
    with pytest.raises(error) as caught:
        write_atomically(path, b"new")
    monkeypatch.undo()
    if error is OSError:
        assert caught.value.errno == errno.ENOSPC
        assert str(path) in str(caught.value)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["model"]


def test_a_full_disk_loses_nothing(tmp_path):
    """A real short write: the limit on file sizes stops the process in the middle of the new content."""
    resource = pytest.importorskip("resource")
    import signal

    path = tmp_path / "model"
    path.write_bytes(b"old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            write_atomically(path, bytes(1 << 20))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["model"]


def test_permissions_of_an_old_file_and_of_a_new_one(tmp_path):
    old, new, plain = tmp_path / "old", tmp_path / "new", tmp_path / "plain"
    old.write_bytes(b"")
    old.chmod(0o640)
    plain.write_bytes(b"")
    write_atomically(old, b"x")
    write_atomically(new, b"x")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert stat.S_IMODE(new.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "there").mkdir()
    link, target = tmp_path / "link", tmp_path / "there" / "target"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, b"content")
    reader.join(10)
    assert got == [b"content"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_the_message_names_the_file_asked_for(tmp_path):
    path = tmp_path / "none" / "model"
    with pytest.raises(FileNotFoundError) as caught:
        write_atomically(path, b"")
    assert caught.value.filename == str(path)
    assert ".tmp" not in str(caught.value)
    with pytest.raises(IsADirectoryError):
        write_atomically(tmp_path, b"")
