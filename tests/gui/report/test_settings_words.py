"""Settings of a training in the model card."""

from dataclasses import asdict

from hands import installed
from ifc2f_gui.report.settings_words import settings_in_words
from PySide6.QtCore import QLocale

from ifc2f.settings import Settings


def test_every_setting_has_words_beside_its_option(qapp):
    settings = asdict(Settings())
    told = {name: 1 if value is None else value for name, value in settings.items()}
    with installed(qapp, QLocale("de")):
        german = settings_in_words(told).split("; ")
    english = settings_in_words(told).split("; ")
    for name, one, other in zip(settings, english, german, strict=True):
        assert f" ({name} = " in one
        assert f" ({name} = " in other
        assert one.partition(" (")[0] != other.partition(" (")[0]
    assert settings_in_words({"n_beliefs": None, "odd": 3}) == "odd = 3"
