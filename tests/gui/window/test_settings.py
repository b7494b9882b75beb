"""What is remembered between starts."""

from pathlib import Path

from ifc2f_gui import demo
from ifc2f_gui.window.main_window import MainWindow
from ifc2f_gui.window.settings import Settings
from PySide6.QtCore import QSettings


def test_nothing_of_a_case_is_in_settings_unless_wanted(window, enter, tmp_path, person, settings):
    enter("47")
    window.desk.set_name("Jane Doe")
    person.path = str(tmp_path / "jane-doe.case.json")
    window.keeper.save()
    settings._store.sync()
    stored = Path(settings._store.fileName()).read_text(encoding="utf-8")
    assert "fever.ifc2f" in stored
    assert "jane" not in stored.lower()
    settings.keep_cases(True)
    window.keeper.save()
    assert settings.recent_cases == [person.path]
    settings.clear_cases()
    assert settings.recent_cases == []
    window.keeper.save()
    settings.keep_cases(False)
    assert "jane" not in Path(settings._store.fileName()).read_text(encoding="utf-8").lower()


def test_the_demo_model_is_not_among_recent_models(empty_window, settings):
    empty_window.menus.run("demo")
    assert settings.recent_models == []


def test_recent_models_are_offered_at_the_start(tmp_path, model_path, qtbot):
    settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    settings.add_model(model_path)
    settings.add_model(str(demo.PATH))
    settings.add_model(model_path)
    assert settings.recent_models == [model_path, str(demo.PATH)]
    window = MainWindow(settings, None)
    qtbot.addWidget(window)
    window.recent.fill()
    texts = [action.text() for action in window.recent.actions()]
    assert texts[:2] == ["fever.ifc2f", "demo.ifc2f"]
    Path(model_path).unlink()
    assert settings.recent_models == [str(demo.PATH)]


def test_damaged_settings_do_no_harm(tmp_path):
    store = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    store.setValue("view/zoom", "large")
    store.setValue("recent/models", 7)
    settings = Settings(store)
    assert settings.zoom == 1.0
    assert settings.recent_models == []
