"""Times of a case as the user's region writes them; what other programs read keeps ISO 8601."""

import pytest
from hands import installed
from ifc2f_gui.case.case import Case
from ifc2f_gui.case.case_file import case_content
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.report.case_report import report_html
from ifc2f_gui.report.record import questionnaire_response, record_text, timeline, timeline_csv
from ifc2f_gui.shared.times import shown_time
from PySide6.QtCore import QLocale
from window_models import clinic_model

TIME = "2026-01-31T14:05:09+01:00"
WRITTEN = {
    "en_US": ("1/31/2026, 2:05 PM", "1/31/2026 UTC+01:00\n2:05:09 PM"),
    "en_GB": ("31/01/2026, 14:05", "31/01/2026 UTC+01:00\n14:05:09"),
    "de_DE": ("31.01.2026, 14:05", "31.01.2026 UTC+01:00\n14:05:09"),
    "fi_FI": ("31.1.2026, 14.05", "31.1.2026 UTC+01:00\n14.05.09"),
}


@pytest.mark.parametrize("region", WRITTEN)
def test_people_read_times_as_their_region_writes_them_and_programs_as_iso(region, qapp):
    before = QLocale()
    with installed(qapp, QLocale(region)):
        QLocale.setDefault(QLocale(region))
        desk = Desk(clinic_model())
        desk.use_case(Case(lambda: TIME))
        desk.answer(3, "answered", 47.0, 47.0, "years")
        desk.decide("sure")
        content = case_content(desk.active, desk.model)
        shown, first = WRITTEN[region]
        report, record, times = report_html(desk), record_text(content), [row[0] for row in timeline(content)]
    QLocale.setDefault(before)
    assert report.count(shown) >= 4  # title, result, answer, override
    assert TIME[:16] not in report.replace("T", " ").replace(" ", "T")
    assert shown in record.splitlines()[0]
    assert times[0] == first
    assert times[1] == first.splitlines()[1]
    assert TIME in timeline_csv(content)
    assert questionnaire_response(content)["authored"] == TIME


@pytest.mark.parametrize("odd", ["", "yesterday", "2026-13-01T00:00:00", "2026-01-31", "2026-01-31Tnoon"])
def test_what_is_no_time_is_told_as_it_is(odd, qapp):
    day = odd[:10]
    assert shown_time(odd) == (odd if day != "2026-01-31" else shown_time(f"{day}T00:00:00").split(",")[0])
