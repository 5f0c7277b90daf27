"""Live data in the browser: boards, alerts, vehicles that glide, and what is said when it gets old."""

import glob
import json
import os
import shutil
import subprocess
import time
import urllib.request
from datetime import datetime

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from conftest import CLOCK, until
from test_accessibility import ALL, SOME, violations
from test_time import SHIFT
from test_views import WIDE
from views import SIZES

MESSAGE = "feeds/sample-realtime.pb"
# Friday, 7:30 in the sample's zone: half a minute after the message.
NOW = "2026-11-19T20:30:00"
VIEWS = {"stop": "stops/CJ", "arrivals": "stops/GH?board=arrivals",
         "trip": "trips/T1-WD-N2?date=20261120", "added": "trips/L2-X?date=20261120",
         "canceled": "trips/L2-N?date=20261120&start_time=07:40:00", "route": "routes/T1",
         "feed": "feed", "home": ""}


class LiveServer:
    """A server with live data, whose clock and message a test sets."""

    def __init__(self, folder):
        self.clock = folder / "clock"
        self.message = folder / "message.pb"
        self.set_clock(NOW)
        shutil.copy(MESSAGE, self.message)
        bundle = max(glob.glob(os.environ["EXPLORER_PUBLISHED"] + "/*.sqlite"), key=os.path.getmtime)
        self.process = subprocess.Popen(
            [os.environ["GTFS_SERVE"], bundle, "--port", "0", "--realtime-every", "1s",
             "--realtime", f"sample=file://{self.message}"],
            stdout=subprocess.PIPE, text=True, env={
                **os.environ, "CLOCK_FILE": str(self.clock),
                "LD_PRELOAD": os.path.join(os.path.dirname(CLOCK), "clock.so")})
        self.base = self.process.stdout.readline().strip()

    def set_clock(self, moment):
        seconds = int(datetime.fromisoformat(moment + "+00:00").timestamp())
        self.clock.with_suffix(".new").write_text(str(seconds))
        os.replace(self.clock.with_suffix(".new"), self.clock)

    def wait_for(self, state):
        """Waits until its answers have a state."""
        for _ in range(200):
            with urllib.request.urlopen(self.base + "/api/v1/realtime") as answer:
                if json.load(answer)["meta"]["realtime"]["state"] == state:
                    return
            time.sleep(0.1)
        raise AssertionError(f"never {state}")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = LiveServer(tmp_path_factory.mktemp("live"))
    server.wait_for("live")
    yield server
    server.process.terminate()
    server.process.wait()


@pytest.fixture
def opened(browser, server):
    """Opens pages of the server at its time."""
    contexts, complaints = [], []
    server.set_clock(NOW)
    server.wait_for("live")

    def open_page(view, size="laptop", setup=None, **options):
        context = browser.new_context(
            **{**SIZES[size], "timezone_id": "Australia/Sydney", "locale": "en-AU", **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: message.type == "error"
                and complaints.append(message.text))
        page.clock.install(time=NOW + "Z")
        if setup:
            setup(page)
        page.goto(f"{server.base}/explorer/{VIEWS[view]}")
        page.wait_for_load_state("networkidle")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def look_again(page, moment=NOW):
    """Lets what is live be asked for, at a later time."""
    page.clock.set_system_time(moment + "Z")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(300)


def row(page, words):
    return page.locator("#board-table tbody tr", has_text=words).first


def test_a_live_board_says_what_differs(opened):
    page = opened("stop")
    assert page.locator("#live-state").inner_text() == "Live as of 07:29"
    late = row(page, "3 min late")
    assert late.locator("s").first.inner_text().endswith("07:47")
    assert late.locator(".time > time").inner_text() == "07:50"
    assert "platform 2 instead of 1" in late.inner_text()
    assert late.locator(".in").inner_text() == "in 20 min"
    canceled = row(page, "canceled")
    assert canceled.locator(".time s").inner_text() == "07:40"
    assert canceled.locator(".in").inner_text() == ""
    assert "line-through" in canceled.locator(".to a").evaluate(
        "(link) => getComputedStyle(link).textDecorationLine")
    assert "added" in row(page, "07:45").inner_text()
    lines = page.locator("#board-table .notes").evaluate_all(
        "(cells) => cells.map((cell) => cell.getBoundingClientRect().height)")
    assert max(lines) <= 36


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_and_nothing_is_too_wide(opened, view):
    page = opened(view)
    page.evaluate(AXE_SCRIPT)
    page.evaluate("document.querySelectorAll('#alerts details').forEach((each) => each.open = true)")
    found = {}
    for size, look in SIZES.items():
        page.set_viewport_size(look["viewport"])
        if wide := page.evaluate(WIDE):
            found[size] = wide
        for scheme in ["light", "dark"]:
            page.emulate_media(color_scheme=scheme)
            is_first = scheme == "light" and size in ("laptop", "small")
            if problems := violations(page, ALL if is_first else SOME):
                found[f"{size} {scheme}"] = problems
    assert found == {}


@pytest.mark.parametrize("view", VIEWS)
def test_all_of_it_is_there_without_scripts(opened, server, view):
    rows = "main h2, main tbody tr, main li, main details, #live-state, #vehicle"
    scripted = opened(view).locator(rows).count()
    page = opened(view, java_script_enabled=False)
    assert page.locator(rows).count() == scripted > 0


def test_a_row_leads_to_its_alert_which_folds_out(opened):
    page = opened("stop")
    text = page.locator("#alerts p.lines")
    assert not text.is_visible()
    row(page, "3 min late").locator("a", has_text="Trains to North Shelf").click()
    text.wait_for()
    assert "Track work at Guildhall" in text.inner_text()
    # It stays folded out while the page ticks.
    look_again(page, "2026-11-19T20:31:00")
    assert text.is_visible()


def test_old_data_is_said_and_the_board_does_not_move(opened, server):
    page = opened("stop")
    page.evaluate(SHIFT)
    server.set_clock("2026-11-19T20:35:00")
    server.wait_for("stale")
    look_again(page, "2026-11-19T20:35:00")
    assert page.locator("#live-state").inner_text() == "Live times are from 07:29."
    assert "Updated" in page.locator("#news").inner_text()
    assert page.locator("[role=alert], [aria-live=assertive]").count() == 0
    assert page.evaluate("shift") == 0
    server.set_clock("2026-11-19T21:40:00")
    server.wait_for("expired")
    look_again(page, "2026-11-19T21:40:00")
    assert page.locator("#live-state").inner_text() == (
        "No live times since 07:29: these are the timetable's.")
    assert page.locator("#board-table s").count() == 0


def test_a_live_page_looks_every_quarter_of_a_minute(opened):
    page = opened("stop")
    asked = []
    page.on("request", lambda request: asked.append(request.url)
            if request.resource_type == "fetch" else None)
    page.clock.run_for(18_000)
    page.wait_for_timeout(300)
    assert any(url.endswith("/explorer/stops/CJ") for url in asked)
    assert any("/vehicles?bbox=" in url for url in asked)


# Vehicles

PLACES = [(-33.8803, 151.2051), (-33.8703, 151.2081)]
CENTER = """(mark) => {
    const box = mark.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2]; }"""


class Vehicles:
    """Answers about vehicles that a test makes."""

    def __init__(self, page):
        self.vehicles = [self.vehicle(0)]
        page.route("**/api/v1/vehicles?*", lambda route: route.fulfill(
            status=200, content_type="application/json", headers={
                "Date": "Thu, 19 Nov 2026 20:30:00 GMT"}, body=json.dumps(
                {"data": {"vehicles": self.vehicles}, "meta": {}})))

    @staticmethod
    def vehicle(place, at="07:29:18", name="train"):
        latitude, longitude = PLACES[place]
        return {"id": name, "vehicle": {"label": "A12"}, "lat": latitude, "lon": longitude,
                "bearing": 20, "at": f"2026-11-20T{at}+11:00", "trip_id": "T1-WD-N2",
                "service_date": "20261120", "route_id": "T1"}


def open_with_vehicles(opened, **options):
    made = []
    page = opened("route", setup=lambda page: made.append(Vehicles(page)), **options)
    page.locator("#map .mark.vehicle").wait_for()
    return page, made[0]


def test_a_vehicle_glides_to_where_it_is(opened):
    page, answers = open_with_vehicles(opened)
    mark = page.locator("#map .mark.vehicle")
    start = mark.evaluate(CENTER)
    mark.evaluate("(mark) => { window.first = mark; }")
    answers.vehicles = [Vehicles.vehicle(1)]
    look_again(page)
    page.wait_for_timeout(1000)
    soon = mark.evaluate(CENTER)
    page.wait_for_timeout(2000)
    later = mark.evaluate(CENTER)
    assert start[1] > soon[1] > later[1], "north, step by step"
    assert start[1] - soon[1] < 0.3 * (start[1] - 0.0)
    assert mark.evaluate("(mark) => mark === window.first"), "the element stays"
    # Where the map is moved, the vehicle goes on from where it is.
    page.locator("#map .map-view").focus()
    page.keyboard.press("ArrowUp")
    page.wait_for_timeout(400)
    assert 60 < mark.evaluate(CENTER)[1] - later[1] < 85


def test_with_less_motion_a_vehicle_is_where_it_is(opened):
    page, answers = open_with_vehicles(opened, reduced_motion="reduce")
    mark = page.locator("#map .mark.vehicle")
    start = mark.evaluate(CENTER)
    answers.vehicles = [Vehicles.vehicle(1)]
    look_again(page)
    there = mark.evaluate(CENTER)
    page.wait_for_timeout(700)
    assert there == mark.evaluate(CENTER) != start


def test_a_vehicle_has_words_and_leads_to_its_run(opened):
    page, _ = open_with_vehicles(opened)
    mark = page.locator("#map .mark.vehicle")
    assert mark.get_attribute("aria-label") == "Vehicle T1 A12, position of 07:29"
    page.locator("#map .map-view").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.className") == "mark vehicle"
    assert page.locator(".map-tip").inner_text() == "Vehicle T1 A12, position of 07:29"
    page.keyboard.press("Enter")
    page.wait_for_url("**/trips/T1-WD-N2?date=20261120")
    assert "A12" in page.locator("#vehicle").inner_text()


def test_vehicles_leave_stops_to_the_mouse(opened):
    page, _ = open_with_vehicles(opened)
    page.locator("#map .mark[aria-label='North Shelf']").click()
    page.wait_for_url("**/stops/*")
    page.go_back()
    page.locator("#map .mark.vehicle").click()
    page.wait_for_url("**/trips/*")


def test_a_vehicle_that_is_gone_or_old_leaves_the_map(opened):
    page, answers = open_with_vehicles(opened)
    marks = page.locator("#map .mark.vehicle")
    answers.vehicles = [Vehicles.vehicle(0), Vehicles.vehicle(1, name="second"),
                        Vehicles.vehicle(1, at="07:24:30", name="old")]
    look_again(page)
    assert marks.count() == 2
    marks.first.focus()
    answers.vehicles = answers.vehicles[1:]
    look_again(page)
    assert marks.count() == 1
    assert page.evaluate("document.activeElement.className").startswith("map-view")


def test_a_page_that_is_not_seen_asks_for_no_vehicles(opened):
    page, _ = open_with_vehicles(opened)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("""Object.defineProperty(document, "hidden", { value: true })""")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.clock.run_for(40_000)
    page.wait_for_timeout(200)
    assert asked == []
