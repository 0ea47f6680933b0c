"""Plans format times as they would elsewhere; the expected texts are those of a full implementation (V8 with ICU)."""

import json

import pytest

from execedit_kit import restart

# Thursday 5 March 2026, 16:09:07.045, and half past midnight.
DAY, NIGHT = 1772726947045, 1772670540000


def written(expression):
    run = restart.run_paused(restart.plan(f"return {expression};"))
    assert run.finished, run.ended
    return run.ended.text


@pytest.mark.parametrize(
    ("locale", "options", "day"),
    [
        ("en-US", {}, "3/5/2026"),
        ("en-GB", {}, "05/03/2026"),
        ("sv-SE", {}, "2026-03-05"),
        ("en-US", {"weekday": "long", "year": "numeric", "month": "long", "day": "numeric"}, "Thursday, March 5, 2026"),
        ("en-GB", {"weekday": "long", "year": "numeric", "month": "long", "day": "numeric"}, "Thursday, 5 March 2026"),
        ("en-GB", {"weekday": "short", "month": "short", "day": "numeric"}, "Thu 5 Mar"),
        ("en-US", {"month": "short", "day": "2-digit"}, "Mar 05"),
        ("en-US", {"weekday": "short"}, "Thu"),
        ("en-US", {"hour": "numeric"}, "4 PM"),
        ("en-US", {"hour": "2-digit", "minute": "2-digit"}, "04:09 PM"),
        ("en-US", {"hour": "numeric", "hour12": False}, "16"),
        ("en-GB", {"hour": "2-digit", "minute": "2-digit", "second": "2-digit"}, "16:09:07"),
        ("en-GB", {"hour": "2-digit", "minute": "2-digit", "hour12": True}, "04:09 pm"),
        (
            "en-GB",
            {"hour": "2-digit", "minute": "2-digit", "second": "2-digit", "fractionalSecondDigits": 3},
            "16:09:07.045",
        ),
        ("en-US", {"dateStyle": "medium", "timeStyle": "short"}, "Mar 5, 2026, 4:09 PM"),
        ("en-US", {"dateStyle": "full", "timeStyle": "long"}, "Thursday, March 5, 2026 at 4:09:07 PM UTC"),
        ("en-GB", {"dateStyle": "short", "timeStyle": "medium"}, "05/03/2026, 16:09:07"),
        ("en-GB", {"dateStyle": "long", "timeStyle": "short"}, "5 March 2026 at 16:09"),
        ("sv-SE", {"dateStyle": "short", "timeStyle": "medium"}, "2026-03-05 16:09:07"),
        ("en-US", {"weekday": "short", "hour": "2-digit", "minute": "2-digit"}, "Thu 04:09 PM"),
        ("en-US", {"minute": "2-digit", "second": "2-digit"}, "09:07"),
        ("en-US", {"timeZoneName": "short"}, "3/5/2026, UTC"),
    ],
)
def test_dates_are_written_as_elsewhere(locale, options, day):
    options = json.dumps({"timeZone": "UTC", **options})
    assert written(f'new Intl.DateTimeFormat("{locale}", {options}).format({DAY})') == day


def test_without_an_argument_it_reads_the_runs_clock():
    shown = "10/03/2026, 16:59:00"
    assert written('new Date().toLocaleString("en-GB", { timeZone: "UTC" })') == shown
    assert written('Intl.DateTimeFormat("en-GB", { dateStyle: "short", timeStyle: "medium" }).format()') == shown
    assert written("new Date().toLocaleTimeString()") == "4:59:00 PM"
    assert written("new Date().toLocaleDateString('en-US', { month: 'long' })") == "March"
    assert (
        written('new Intl.DateTimeFormat("en-US", { hour: "numeric", hourCycle: "h23" }).formatToParts()[0].value')
        == "16"
    )
    assert written("new Date(NaN).toLocaleString()") == "Invalid Date"


def test_midnight_is_hour_0_of_23_and_12_of_12():
    assert written(f'new Date({NIGHT}).toLocaleTimeString("en-US")') == "12:29:00 AM"
    assert written(f'new Date({NIGHT}).toLocaleTimeString("en-US", {{ hourCycle: "h23" }})') == "00:29:00"


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ('(1234567.891).toLocaleString("en-US")', "1,234,567.891"),
        ('new Intl.NumberFormat("en-US", { style: "percent" }).format(0.256)', "26%"),
        ('new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(2)', "2.00"),
        ('new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(1234.5)', "$1,234.50"),
        ('new Intl.ListFormat("en", { style: "long", type: "conjunction" }).format(["a", "b", "c"])', "a, b, and c"),
        (
            'new Intl.PluralRules("en-US").select(1) + new Intl.PluralRules("en", { type: "ordinal" }).select(2)',
            "onetwo",
        ),
        ('new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-1, "day")', "yesterday"),
        ('new Intl.RelativeTimeFormat("en").format(-90, "minutes")', "90 minutes ago"),
        ('["b", "a", "B", "ä"].sort(new Intl.Collator("en").compare).join("")', "aäbB"),
        ('["10", "9"].sort((x, y) => x.localeCompare(y, undefined, { numeric: true })).join()', "9,10"),
        ("Object.prototype.toString.call(Intl)", "[object Intl]"),
    ],
)
def test_numbers_lists_and_order(expression, text):
    assert written(expression) == text


@pytest.mark.parametrize(
    "expression",
    [
        'new Intl.DateTimeFormat("en-US", { timeZone: "Europe/Berlin" })',
        'new Intl.DateTimeFormat("en-US", { hour: "full" })',
        'new Intl.DateTimeFormat("not a tag!")',
        'new Intl.DateTimeFormat("en-US").format(NaN)',
    ],
)
def test_what_is_not_there_is_a_range_error_and_no_wrong_answer(expression):
    assert restart.run_paused(restart.plan(f"{expression};")).ended.text.startswith("RangeError: ")
