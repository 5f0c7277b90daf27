"""What strangers found ugly or wrong, once each: boards, timetables, maps, the first page."""

import os
import re
import subprocess

import pytest
from conftest import api, until
from views import VIEWS

ROWS = """() => [...document.querySelectorAll("#board-table tbody tr:not(.day)")].map((row) => {
    const box = (place) => row.querySelector(place)?.getBoundingClientRect();
    const text = (place) => {
        const range = document.createRange();
        range.selectNodeContents(row.querySelector(place));
        return range.getClientRects()[0].bottom;
    };
    return { height: row.getBoundingClientRect().height, badge: box(".badge").height,
        bottoms: [text(".time time"), text(".badge"), text(".to a")] }; })"""


@pytest.mark.parametrize("view", ["station", "stop", "arrivals"])
def test_a_departure_is_one_line_and_on_a_phone_two(explorer, view):
    page = explorer.open(VIEWS[view])
    rows = page.evaluate(ROWS)
    assert rows
    for row in rows:
        assert row["height"] <= 40, row
        assert row["badge"] <= 28, row
        assert max(row["bottoms"]) - min(row["bottoms"]) <= 4, row
    page.set_viewport_size({"width": 390, "height": 844})
    for row in page.evaluate(ROWS):
        assert row["height"] <= 64, row
        assert row["badge"] <= 28, row


def test_a_board_has_no_empty_column(explorer):
    page = explorer.open(VIEWS["station"])
    empty = page.evaluate("""() => [...document.querySelectorAll("#board-table thead th")]
        .map((head) => head.className).filter((name) => name !== "in" && [...document
            .querySelectorAll(`#board-table tbody td.${name}`)].every((cell) => !cell.textContent)) """)
    assert empty == []


@pytest.mark.parametrize("size", ["laptop", "phone", "small"])
def test_a_timetable_scrolls_into_no_blank(explorer, size):
    page = explorer.open(VIEWS["timetable"], size=size)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    blank = page.evaluate("""() => [...document.querySelectorAll(".scroll")].map((scroll) =>
        scroll.scrollWidth - Math.max(scroll.clientWidth, scroll.querySelector("table").offsetWidth))""")
    assert blank and max(blank) <= 1


def test_a_timetable_has_the_whole_width_and_names_on_few_lines(explorer):
    page = explorer.open(VIEWS["timetable"])
    assert not page.locator("#map").is_visible()
    assert page.locator("#timetable").bounding_box()["width"] > 1200
    heights = page.evaluate("""() => [...document.querySelectorAll(".grid tbody th")]
        .map((name) => name.getBoundingClientRect().height)""")
    assert max(heights) <= 32
    scroll = page.locator(".scroll").first
    page.set_viewport_size({"width": 390, "height": 844})
    scroll.evaluate("(each) => { each.scrollLeft = 400; }")
    left = page.locator(".grid tbody th").first.bounding_box()["x"]
    assert left >= scroll.bounding_box()["x"] - 1, "the stop's name stays"


def test_footnotes_are_raised_and_explained(explorer):
    page = explorer.open("routes/N90/timetable?date=20261127")
    marks = set(page.locator(".grid sup").all_inner_texts())
    assert marks
    legend = page.locator("#legend").inner_text()
    assert "next day" in legend
    assert page.evaluate("""() => [...document.querySelectorAll(".grid sup")].every((mark) =>
        mark.getBoundingClientRect().top < mark.parentElement.getBoundingClientRect().top + 12)""")


def test_a_printed_timetable_fits_a_sheet_across(explorer):
    page = explorer.open(VIEWS["timetable"])
    page.emulate_media(media="print")
    # 277 mm between the margins of A4.
    page.set_viewport_size({"width": 1047, "height": 718})
    widths = page.evaluate(
        "() => [...document.querySelectorAll('.grid')].map((grid) => grid.offsetWidth)")
    assert max(widths) <= 1047


EDGE = """() => {
    const view = document.querySelector(".map-view"), canvas = view.querySelector("canvas");
    const copy = document.createElement("canvas");
    copy.width = canvas.width; copy.height = canvas.height;
    const pen = copy.getContext("2d");
    pen.drawImage(canvas, 0, 0);
    const ratio = canvas.width / parseFloat(canvas.style.width);
    const width = Math.round(view.clientWidth * ratio), height = Math.round(view.clientHeight * ratio);
    const left = Math.round((canvas.width - width) / 2), top = Math.round((canvas.height - height) / 2);
    const isDrawn = (x, y, w, h) => pen.getImageData(x, y, w, h).data.some((byte, at) => at % 4 === 3 && byte);
    return [isDrawn(left, top, width, 3), isDrawn(left, top + height - 3, width, 3),
        isDrawn(left, top, 3, height), isDrawn(left + width - 3, top, 3, height),
        isDrawn(left, top, width, height)]; }"""


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_show_all_shows_all(explorer, size):
    page = explorer.open("map", size=size)
    assert page.evaluate(EDGE) == [False, False, False, False, True]


def test_the_map_of_a_stop_shows_where_it_is(explorer):
    page = explorer.open(VIEWS["stop"])
    until(page, "!document.querySelector('.map-inset').hidden")
    assert page.locator(".map-inset").is_visible()
    page = explorer.open("map")
    assert not page.locator(".map-inset").is_visible()


def test_a_map_says_what_it_shows(explorer):
    page = explorer.open("map")
    assert "without streets" in page.locator(".map-says").inner_text()
    page.click("summary >> text=Lines")
    assert page.locator("#lines .badge").count() > 5


def test_the_first_page_begins_with_the_search(explorer):
    page = explorer.open()
    first = page.evaluate("""() => document.querySelector("input:not([type=hidden])").id""")
    assert first == "q"
    assert page.locator("main input:visible").count() == 0
    assert "48.85" not in page.content()
    for place in ["#figures li", "#busiest li", ".mode .badge"]:
        assert page.locator(place).count() >= 3, place


def test_numbers_and_dates_have_one_form(explorer):
    for view in ["home", "feed", "notices", "station", "timetable"]:
        page = explorer.open(VIEWS[view], wait=False)
        # What a feed or an address says is as it is; what the page says is in words.
        wrong = page.evaluate("""() => {
            const said = "code, bdi, time, .sources, script, #downloads, #versions, .notice";
            const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
            let all = "";
            while (texts.nextNode()) {
                if (!texts.currentNode.parentElement.closest(said)) all += texts.currentNode.data + " ";
            }
            return all.match(/(?<![.\\d])\\b(20\\d{2}-\\d{2}(-\\d{2})?|20\\d{6}|\\d{5,}|\\d+,\\d{3}|1 [a-z]+ies)\\b/g); }""")
        assert not wrong, f"{view}: {wrong}"


def test_destinations_count_the_trips_of_their_line(explorer):
    page = explorer.open(VIEWS["destinations"])
    lines = page.locator("details.line")
    assert lines.count() >= 2
    trips = {route["rid"]: sum(direction["trip_count"] for direction in
                               api(f"/routes/{route['route_id']}")["data"]["directions"])
             for group in api("/routes")["data"]["groups"] for route in group["routes"]}
    for line in lines.all():
        rid = int(line.locator("ul").get_attribute("id").removeprefix("route-"))
        said = line.locator("li").evaluate_all("(items) => items.map((item) => item.textContent)")
        counts = [int(re.search(r"(\d+) trips?$", text.strip())[1]) for text in said]
        assert max(counts) <= trips[rid]
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = false; })")
    assert page.evaluate("document.documentElement.scrollHeight") < 3000


def test_all_stops_stand_by_name_and_only_known_kinds_are_offered(explorer):
    page = explorer.open("stops")
    names = page.locator("#stops li > a").all_inner_texts()
    key = lambda name: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name.lower())]
    assert len(names) > 20 and names == sorted(names, key=key)
    kinds = {"station", "stop", "entrance", "node", "boarding_area"}
    for link in page.locator("main .tabs a[href*='kind=']").all():
        kind = re.search(r"kind=(\w+)", link.get_attribute("href"))[1]
        assert kind in kinds and api(f"/stops?kind={kind}&limit=1")["data"]["stops"], kind


def test_results_that_look_alike_are_told_apart(explorer):
    for text in ["quay", "central", "stand"]:
        page = explorer.open(f"stops?q={text}")
        rows = page.locator("#stops li").all_inner_texts()
        assert rows and len(set(rows)) == len(rows), rows


def test_a_route_names_no_place_twice_in_a_row(explorer):
    for group in api("/routes")["data"]["groups"]:
        for route in group["routes"]:
            page = explorer.open(f"routes/{route['route_id']}", wait=False)
            for stops in page.locator("ol.links").all():
                names = stops.locator("li").all_inner_texts()
                assert all(one != other for one, other in zip(names, names[1:])), names
            page.close()


def test_days_differ_in_shade_and_say_numbers(explorer):
    page = explorer.open("feed")
    levels = page.locator("#levels li").all_inner_texts()
    assert len(levels) >= 2 and all(re.search(r"\d", text) for text in levels)
    shown = page.evaluate("""() => new Set([...document.querySelectorAll("svg.picture rect")]
        .map((day) => day.getAttribute("class"))).size""")
    assert shown >= 2


def test_the_list_of_feeds_says_publisher_expiry_and_findings(browser, tmp_path):
    os.symlink(os.environ["EXPLORER_PUBLISHED"], tmp_path / "sample")
    serve = subprocess.Popen([os.environ["GTFS_SERVE"], tmp_path, "--port", "0"],
                             stdout=subprocess.PIPE, text=True)
    try:
        page = browser.new_page()
        page.goto(serve.stdout.readline().strip() + "/explorer/")
        cards = page.locator("#feeds li").all_inner_texts()
        assert len(cards) == 1
        for words in ["Port Lumen Transit", "sample", "until 30 Jun 2027", "1 error · 5 warnings"]:
            assert words in cards[0]
        page.close()
    finally:
        serve.terminate()
        serve.wait()
