"""Boards by a simulated clock: they tick, at midnight, and where clocks change."""

from datetime import datetime

SHIFT = """() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => { shift += entry.value; }))
        .observe({ type: "layout-shift", buffered: false }); }"""


def tick(explorer, page, server_clock, time):
    """Lets the server and the browser come to a minute."""
    server_clock(time)
    page.clock.set_system_time(time + "Z")
    with page.expect_response(lambda answer: answer.request.headers.get("accept") == "text/html"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(300)


def test_a_board_ticks_without_moving(explorer, server_clock):
    server_clock("2026-11-22T21:00:00")
    page = explorer.open("stops/QUAY", clock="2026-11-22T21:00:00Z")
    page.evaluate(SHIFT)
    before = page.locator("#board").inner_text()
    for minute in range(1, 6):
        tick(explorer, page, server_clock, f"2026-11-22T21:0{minute}:00")
    after = page.locator("#board").inner_text()
    assert before != after
    assert page.evaluate("shift") == 0
    assert "Updated" in page.locator("#news").inner_text()
    assert page.locator("[role=alert], [aria-live=assertive]").count() == 0
    words = page.locator("#board time[data-countdown]").all_inner_texts()
    assert any(word.endswith(" min") for word in words), words


def test_focus_stays_where_it_is_while_it_ticks(explorer, server_clock):
    server_clock("2026-11-22T21:00:00")
    page = explorer.open("stops/QUAY", clock="2026-11-22T21:00:00Z")
    link = page.locator("#board-table tbody a").last
    link.focus()
    href = link.get_attribute("href")
    tick(explorer, page, server_clock, "2026-11-22T21:01:00")
    assert page.locator(":focus").get_attribute("href") == href


def test_a_board_over_midnight_names_both_days(explorer, server_clock):
    # Friday night: the night bus runs after midnight, on the service of Friday.
    server_clock("2026-11-27T12:50:00")
    page = explorer.open("stops/QUAY", clock="2026-11-27T12:50:00Z")
    text = page.locator("#board").inner_text()
    assert "28 November" in text or "Nov 28" in text or "28 Nov" in text
    assert "27 Nov" in text, "the service day is said where it is not the day of the calendar"
    tick(explorer, page, server_clock, "2026-11-27T13:05:00")
    assert page.locator("#board time[data-countdown]").count() > 0


def test_a_board_over_a_change_of_clocks(explorer, server_clock):
    # In Sydney, clocks go from 03:00 to 02:00 on 4 April 2027, at 16:00 UTC of the day before.
    server_clock("2027-04-03T12:30:00")
    page = explorer.open("stops/QUAY", clock="2027-04-03T12:30:00Z")
    tick(explorer, page, server_clock, "2027-04-03T16:30:00")
    stamps = page.evaluate("""() => [...document.querySelectorAll("#board-table time[datetime]")]
        .map((time) => Date.parse(time.dateTime))""")
    assert stamps and stamps == sorted(stamps)
    now = datetime.fromisoformat("2027-04-03T16:30:00+00:00").timestamp() * 1000
    assert all(stamp >= now - 60_000 for stamp in stamps)
    words = page.locator("#board time[data-countdown]").all_inner_texts()
    assert not any(word.startswith("-") for word in words)


def test_another_zone_of_the_reader_is_said(explorer):
    page = explorer.open("stops/QUAY", timezone_id="Europe/Berlin")
    assert "Europe/Berlin" in page.locator("[data-zone-note]").inner_text()
    page = explorer.open("stops/QUAY", timezone_id="Australia/Melbourne")
    assert page.locator("[data-zone-note]").inner_text() == ""
