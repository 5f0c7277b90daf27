"""The map: what is on it, how it is moved, and what moving it costs with a large feed."""

import json
import math
import random

import pytest
from conftest import api, published, until
from views import VIEWS

FRAME = 16.0  # milliseconds of work on the main thread


def encoded(points):
    """A polyline with five decimals."""
    text, before = [], (0, 0)
    for point in points:
        now = tuple(round(value * 1e5) for value in point)
        for value, last in zip(now, before):
            delta = value - last
            delta = ~(delta << 1) if delta < 0 else delta << 1
            while delta >= 32:
                text.append(chr((32 | (delta & 31)) + 63))
                delta >>= 5
            text.append(chr(delta + 63))
        before = now
    return "".join(text)


def large_map(stops=40_000, lines=20_000, points=30):
    """What `map.json` is for a country: cities, and lines that wind through them."""
    chance = random.Random(19)
    cities = [(chance.uniform(47, 54), chance.uniform(7, 14)) for _ in range(60)]
    places = []
    for _ in range(stops):
        latitude, longitude = chance.choice(cities)
        places.append((latitude + chance.gauss(0, 0.1), longitude + chance.gauss(0, 0.15)))
    paths = []
    for _ in range(lines):
        latitude, longitude = chance.choice(places)
        turn, path = chance.uniform(0, 6.28), []
        for _ in range(points):
            turn += chance.gauss(0, 0.4)
            latitude += 0.001 * math.sin(turn)
            longitude += 0.0015 * math.cos(turn)
            path.append((latitude, longitude))
        paths.append({"rid": 1, "color": f"{chance.choice([0xF99D1C, 0x168388, 0xDD1E25]):06X}",
                      "polyline": encoded(path)})
    return {"box": [46.5, 6, 54.5, 15], "lines": paths, "stops": {
        "sid": [1] * stops, "places": encoded(places), "kinds": "0" * stops}}


def work_per_frame(trace):
    """Milliseconds of processor time on the page's main thread, for each frame."""
    events = trace["traceEvents"]
    mains = {(each["pid"], each["tid"]) for each in events
             if each.get("name") == "thread_name"
             and each["args"].get("name") == "CrRendererMain"}
    tasks = sorted(((each["ts"], each.get("tdur", each.get("dur", 0)), (each["pid"], each["tid"]))
                    for each in events if each.get("name") == "RunTask"
                    and each.get("ph") == "X" and (each["pid"], each["tid"]) in mains))
    busiest = max(mains, key=lambda main: sum(t[1] for t in tasks if t[2] == main))
    starts = sorted(each["ts"] for each in events if each.get("name") == "PrePaint"
                    and (each["pid"], each["tid"]) == busiest)
    frames, at = [], 0
    own = [task for task in tasks if task[2] == busiest]
    for start, end in zip(starts, starts[1:]):
        while at < len(own) and own[at][0] < start:
            at += 1
        work, index = 0, at
        while index < len(own) and own[index][0] < end:
            work += own[index][1]
            index += 1
        # A pause is not a frame: what happens in it counts for each 16 ms of it.
        frames.append(work / 1000 / max(1, round((end - start) / 16_667)))
    return sorted(frames)


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_moving_a_large_map_leaves_each_frame_free(browser, explorer, size):
    body = json.dumps(large_map())
    page = explorer.open("feed", size=size, wait=False)
    page.route("**/map.json", lambda route: route.fulfill(
        status=200, content_type="application/json", body=body))
    page.goto(explorer.address("map"))
    until(page, "document.querySelector('#map').dataset.drawn > 0", seconds=60)
    page.wait_for_timeout(1500)
    box = page.locator("#map").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    browser.start_tracing(page=page, categories=[
        "__metadata", "toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"])
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(60):
        page.mouse.move(x + 80 * math.sin(step / 8), y + 60 * math.cos(step / 8))
    page.mouse.up()
    for step in range(40):
        page.mouse.wheel(0, -120 if step < 25 else 120)
        page.wait_for_timeout(15)
    page.wait_for_timeout(600)
    frames = work_per_frame(json.loads(browser.stop_tracing()))
    assert len(frames) > 40
    at = lambda part: frames[min(len(frames) - 1, int(len(frames) * part))]
    print(f"{size}, 40,000 stops, 20,000 lines: {len(frames)} frames, milliseconds of the main thread: "
          f"p50 {at(.5):.1f}, p99 {at(.99):.1f}, worst {frames[-1]:.1f}")
    assert at(.99) <= FRAME


def test_all_marks_of_a_page_are_in_view(explorer):
    for view in ["station", "route", "trip", "destinations"]:
        page = explorer.open(VIEWS[view])
        marks = json.loads(page.locator("#map-content").inner_text() or "{}").get("marks", [])
        until(page, "document.querySelector('#map').dataset.laid > 0")
        frame = page.locator("#map").bounding_box()
        counted = 0
        for mark in page.locator(".map-view .mark:not(.small)").all():
            box = mark.bounding_box()
            assert box["x"] >= frame["x"] and box["y"] >= frame["y"], view
            assert box["x"] + box["width"] <= frame["x"] + frame["width"], view
            assert box["y"] + box["height"] <= frame["y"] + frame["height"], view
            counted += 1
        assert counted or not marks, view


def test_a_map_by_keys(explorer):
    page = explorer.open("map")
    page.wait_for_selector(".map-view .mark")
    view = page.locator(".map-view")
    view.focus()
    scale = page.locator(".map-scale")
    before = scale.inner_text(), scale.bounding_box()["width"]
    page.keyboard.press("+")
    page.wait_for_timeout(300)
    assert (scale.inner_text(), scale.bounding_box()["width"]) != before
    page.keyboard.press("0")
    page.wait_for_timeout(300)
    assert scale.inner_text() == before[0]
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(300)
    page.keyboard.press("0")
    page.wait_for_timeout(600)
    page.keyboard.press("Tab")
    first = page.locator(":focus")
    assert "mark" in first.get_attribute("class")
    name = first.get_attribute("aria-label")
    page.keyboard.press("End")
    assert page.locator(":focus").get_attribute("aria-label") != name
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    chosen = page.locator(":focus").get_attribute("aria-label")
    page.keyboard.press("Enter")
    page.wait_for_url("**/stops/*")
    assert page.locator("h1").inner_text() == chosen


def test_stops_of_the_map_are_those_of_the_feed(explorer):
    page = explorer.open("map")
    page.wait_for_selector(".map-view a.mark")
    names = {stop.get("stop_name") for stop in api("/stops?limit=500")["data"]["stops"]}
    shown = page.locator(".map-view a.mark").evaluate_all(
        "(marks) => marks.map((mark) => mark.getAttribute('aria-label'))")
    assert shown and set(shown) <= names
    boxes = [mark.bounding_box() for mark in page.locator(".map-view .mark").all()]
    # Where a mark lies between pixels, a box may be smaller by the error of a float.
    assert all(round(box["width"], 3) >= 24 and round(box["height"], 3) >= 24 for box in boxes)
    for index, one in enumerate(boxes):
        for other in boxes[index + 1:]:
            assert math.hypot(one["x"] - other["x"], one["y"] - other["y"]) >= 24


def test_a_click_on_a_stop_follows_it(explorer):
    page = explorer.open("map")
    mark = page.locator(".map-view a.mark[aria-label='South Beach']")
    mark.wait_for()
    mark.click()
    page.wait_for_url("**/stops/*")
    assert page.locator("h1").inner_text() == "South Beach"


def test_dragging_is_not_a_click(explorer):
    page = explorer.open("map")
    page.wait_for_selector(".map-view a.mark")
    box = page.locator(".map-view a.mark").first.bounding_box()
    page.mouse.move(box["x"] + 12, box["y"] + 12)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 60, steps=5)
    page.mouse.up()
    page.wait_for_timeout(300)
    assert page.url.endswith("/map")


def test_two_states_are_chosen_between(explorer):
    page = explorer.open(published("diff_html"))
    page.locator("#map").scroll_into_view_if_needed()
    until(page, "document.querySelector('#map').dataset.laid > 0")
    assert page.get_by_role("radio").count() == 3
    removed = page.locator(".map-view .mark.removed, .map-view .mark.many")
    added = page.locator(".map-view .mark.added")
    page.get_by_role("radio", name="Before").check()
    page.wait_for_timeout(100)
    assert added.count() == 0
    page.get_by_role("radio", name="After").check()
    page.wait_for_timeout(100)
    assert page.locator(".map-view .mark.removed").count() == 0
    page.get_by_role("radio", name="Both").check()
    page.wait_for_timeout(100)
    assert removed.count() + added.count() > 0


def test_a_map_without_workers_draws_in_slices(explorer):
    page = explorer.open("feed", wait=False)
    page.add_init_script("delete window.Worker")
    page.goto(explorer.address("map"))
    until(page, "document.querySelector('#map').dataset.drawn > 0")
    page.wait_for_selector(".map-view a.mark")
