"""How fast the window is, and how much memory it takes; and the program as a whole."""

import gc
import os
import resource
import statistics
import subprocess
import sys
import time
from functools import partial

import ifc2f_gui
import pytest
from ifc2f_gui import demo
from ifc2f_gui.app import can_show
from ifc2f_gui.case.case import ANSWERED
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.window.main_window import MainWindow
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from speed import slowness
from tools import need
from window_models import factor_model, wide_model

from ifc2f.model import Model

pytestmark = pytest.mark.alone

# What `ifc2f gui MODEL` does, until the first question is drawn.
START = """
import gc, sys, time
gc.disable()  # as it does before it imports the rest
import ifc2f_gui.app as app
from PySide6.QtCore import QTimer
from ifc2f.cli import main
begin = app.begin

def begin_and_end(window, arguments):
    begin(window, arguments)
    window.grab()
    assert window.page.question.question.isVisible()
    print(time.process_time(), flush=True)
    QTimer.singleShot(0, window.close)

app.begin = begin_and_end
sys.exit(main(["gui", sys.argv[1]]))
"""


# An empty window of Qt's: what Python and Qt take before any program can do anything.
BARE = """
import time
from PySide6.QtWidgets import QApplication, QMainWindow
application = QApplication([])
window = QMainWindow()
window.show()
window.grab()
print(time.process_time())
"""
BARE_SECONDS = (
    0.2  # of processor time that this takes on the machine that limits are told for (`speed.MILLION`)
)


def test_from_start_to_the_first_prompt(tmp_path):
    """Processor time of the process as a whole, of the program as installed: with its byte code written.

    An empty window is started before and after it. Where that takes longer than it should, the machine is
    slow or busy, and the program may take as many times as long. The quickest of six starts is judged: what
    else runs on the machine makes starts slower, and some of them much slower than others.
    """
    homes = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "PYTHONPYCACHEPREFIX")
    environment = {**os.environ, **dict.fromkeys(homes, str(tmp_path))}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def seconds(code):
        arguments = [sys.executable, "-c", code, str(demo.PATH)]
        run = subprocess.run(arguments, capture_output=True, text=True, check=True, env=environment)
        return float(run.stdout)

    seconds(START)  # writes the byte code
    bare, worked = [seconds(BARE)], []
    for _ in range(6):
        worked.append(seconds(START))
        bare.append(seconds(BARE))
    slow = [max(1.0, statistics.mean(bare[i : i + 2]) / BARE_SECONDS) for i in range(6)]
    told = min(w / s for w, s in zip(worked, slow, strict=True))
    print(
        f"from start to first prompt: {min(worked):.2f} to {max(worked):.2f} s of processor time, "
        f"an empty window {min(bare):.2f} to {max(bare):.2f} s; {told:.2f} s on an idle machine"
    )
    assert told < 0.8


def test_nothing_but_the_window_is_imported_after_qt():
    """Qt reads the source of each module that comes after it, which costs a tenth of a second in all."""
    code = "import sys, ifc2f_gui.app; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = run.stdout.split()
    later = names[names.index("PySide6") :]
    assert [name for name in later if name.startswith(("numpy", "ifc2f."))] == []


@pytest.fixture(scope="module")
def wide_path(tmp_path_factory):
    path = tmp_path_factory.mktemp("wide") / "wide.ifc2f"
    return saved_with_rows(wide_model(n_features=100), path)


def saved_with_rows(model, path):
    """Save a model that says on how many rows it was trained, so that it is shown with intervals."""
    model.with_meta({**model.meta, "training": {"n_rows": 1000}}).save(path)
    return str(path)


@pytest.mark.parametrize("make", [partial(wide_model, n_features=100), factor_model])
def test_from_an_answer_to_the_redrawn_plot(empty_window, make, tmp_path):
    """Eleven classes, a hundred features; the event loop runs until all is painted. Processor time."""
    assert empty_window.open_path(saved_with_rows(make(), tmp_path / "model.ifc2f"))
    desk = empty_window.desk
    worked, passed, slow = [], [], []
    for k in range(60):
        if k % 12 == 0:
            slow.append(slowness())  # again and again: how busy the machine is changes
        start, clock = time.thread_time(), time.perf_counter()
        desk.answer(k, ANSWERED, float(k % 6), float(k % 6), "")
        QApplication.processEvents()
        worked.append(1e3 * (time.thread_time() - start))
        passed.append(1e3 * (time.perf_counter() - clock))
    middle, clock = statistics.median(worked), statistics.median(passed)
    print(f"answer to redrawn plot: {middle:.1f} ms of processor time, {clock:.1f} ms by the clock")
    assert middle < 50 * statistics.median(slow)


def test_ten_thousand_answers_and_undos_take_little_memory(qapp, clinic_bytes):
    """The desk with all its consequences; the next test does the same with panels, for fewer answers.

    A case keeps every change: less than a kilobyte each.
    """
    desk = Desk(Model(clinic_bytes))
    desk.case_changed.connect(lambda: desk.found.influences(0))
    assert grown_by(desk, 10_000) < 15_000 * 1000


def test_panels_take_little_memory(window):
    """Few answers, so a coarse bound on memory, but an exact one on the number of widgets."""
    widgets = []

    def count():
        widgets.append(len(QApplication.allWidgets()))

    assert grown_by(window.desk, 600, count) < 2_500_000
    assert widgets[0] == widgets[1]


def grown_by(desk, n, count=lambda: None):
    """Return by how many bytes the process grew over n answers and n / 2 undos."""

    def work(n):
        for i in range(n):
            desk.answer(0, ANSWERED, 36.0 + i % 7 * 0.5, 36.0 + i % 7 * 0.5, "°C")
            if i % 2:
                desk.undo()
            if i % 50 == 0:
                QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        count()

    work(300)  # the allocator settles
    before = resident_bytes()
    work(n)
    grown = resident_bytes() - before
    print(f"{n} answers and {n // 2} undos: {grown / 1e6:+.2f} MB")
    return grown


def resident_bytes():
    if os.path.exists("/proc/self/statm"):
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def test_no_window_survives(qapp):
    gc.collect()
    assert [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible()] == []


# ---- The program -------------------------------------------------------------------------------------------


def test_usage(capsys):
    assert ifc2f_gui.main(["--help"]) == 0
    assert "ifc2f-gui" in capsys.readouterr().out
    assert ifc2f_gui.main(["--version"]) == 0
    assert ifc2f_gui.main(["a", "b"]) == 2
    assert ifc2f_gui.main(["--wrong"]) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_without_a_display_it_says_so_and_does_not_abort(monkeypatch, capsys):
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert ifc2f_gui.main(["model.ifc2f"]) == 2
    assert "there is no display" in capsys.readouterr().err
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        assert can_show({name: "x"})


def test_importing_the_package_does_not_load_qt():
    code = "import sys, ifc2f_gui; print('PySide6' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_without_qt_the_reason_is_said():
    code = "import sys; sys.modules['PySide6'] = None; import ifc2f_gui; sys.exit(ifc2f_gui.main([]))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "pip install 'ifc2f[gui]'" in run.stderr


WHOLE_CASE = """
import sys, tempfile
from pathlib import Path
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.app import begin, make_application
from ifc2f_gui.case.autosave import Autosave
from ifc2f_gui.window.settings import Settings
from ifc2f_gui.window.main_window import MainWindow
application = make_application()
assert application.platformName() == "xcb", application.platformName()
folder = Path(sys.argv[1])
settings = Settings(QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat))
window = MainWindow(settings, Autosave(folder / "unsaved"))
window.show()
assert QTest.qWaitForWindowExposed(window)
begin(window, [])
QTest.mouseClick(window.start.demo, Qt.MouseButton.LeftButton)
desk = window.desk
while desk.asked is not None:
    line = window.page.question.entry.line
    low, high = desk.features[desk.asked].range
    QTest.keyClicks(line, f"{low + 0.8 * (high - low):.4f}")
    QTest.keyClick(line, Qt.Key.Key_Return)
    QTest.qWait(20)
assert desk.advice.stop, desk.advice
QTest.mouseClick(window.page.advice.decide, Qt.MouseButton.LeftButton)
assert desk.case.decision.label == "malignant"
prompts.save_path = lambda *args: str(folder / args[2])
window.menus.run("report")
assert window.keeper.save()
window.close()
print(len(desk.case.findings()), *sorted(path.name for path in folder.iterdir() if path.is_file()))
"""


def test_a_whole_case_in_a_real_window(tmp_path):
    need("Xvfb")
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x900x24"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    try:
        os.close(writer)
        display = os.read(reader, 20).decode().strip()
        environment = {**os.environ, "DISPLAY": f":{display}", "QT_QPA_PLATFORM": "xcb"}
        run = subprocess.run(
            [sys.executable, "-c", WHOLE_CASE, str(tmp_path)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    finally:
        os.close(reader)
        server.terminate()
        server.wait()
    assert run.returncode == 0, run.stderr
    n_answers, *files = run.stdout.split()
    assert int(n_answers) >= 1
    assert files == ["case.case.json", "report.pdf"]
