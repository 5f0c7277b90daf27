"""report.html, the index of several, and the page of a diff, opened as files."""

import os
import subprocess
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from test_accessibility import ALL, violations
from views import SIZES

GTFS = os.path.join(os.environ.get("GTFS_BIN", ".build/release"), "gtfs")
CODE = "fast_travel_between_consecutive_stops"
FILES = {
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\nX,Harbor Line,https://a.example,UTC\n",
    "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,Harbour,48.0,2.0\nB,Market,48.135,2.0\n"
                 + "C,Museum,48.0,2.1\nD/é <b>,,48.0,2.2\n",
    "routes.txt": "route_id,agency_id,route_short_name,route_type\nR,X,1,3\n",
    "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,"
                    + "end_date\nWD,1,1,1,1,1,0,0,20260101,20261231\n",
    "trips.txt": "route_id,service_id,trip_id\nR,WD,T1\nR,WD,T2\n",
    "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                      + "T1,08:00:00,08:00:00,A,1\nT1,08:03:00,08:03:00,B,2\nT1,08:30:00,08:30:00,C,3\n"
                      + "T2,09:00:00,09:00:00,B,1\nT2,09:03:00,09:03:00,A,2\nT2,09:30:00,09:30:00,C,3\n",
}


def run(*arguments):
    subprocess.run([GTFS, *map(str, arguments)], capture_output=True, check=False)


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """A folder with a report, an index of two and the page of a diff."""
    folder = tmp_path_factory.mktemp("pages")
    for name in ["old", "new"]:
        (folder / name).mkdir()
        for file, text in FILES.items():
            (folder / name / file).write_text(text.replace("Museum,48.0", "Opera,48.1")
                                              if name == "new" else text)
        run("build", folder / name, "-o", folder / f"{name}.sqlite", "--quiet")
    run("validate", folder / "old", folder / "new", "-o", folder / "reports", "--quiet",
        "--date", "2026-06-15", "--fail-on", "never")
    run("diff", folder / "old.sqlite", folder / "new.sqlite", "--html", folder / "diff.html")
    return folder


PAGES = ["reports/old/report.html", "reports/index.html", "diff.html"]


@pytest.fixture
def shown(browser, pages):
    """Opens a page, and notes what fails in it."""
    complaints = []
    contexts = []

    def show(name, **options):
        context = browser.new_context(**{**SIZES["laptop"], **options})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("request", lambda request: complaints.append(request.url)
                if not request.url.startswith(("file:", "blob:")) else None)
        page.goto(Path(pages, name).as_uri())
        page.wait_for_timeout(300)
        return page

    yield show
    for context in contexts:
        context.close()
    assert complaints == []


def is_in_view(page, selector):
    return page.evaluate("""(selector) => {
        const box = document.querySelector(selector).getBoundingClientRect();
        return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
    }""", selector)


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(shown, name):
    page = shown(name)
    page.evaluate(AXE_SCRIPT)
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    found = {}
    for size, look in SIZES.items():
        page.set_viewport_size(look["viewport"])
        for scheme in ["light", "dark"]:
            page.emulate_media(color_scheme=scheme)
            if problems := violations(page, ALL):
                found[f"{size} {scheme}"] = problems
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= look["viewport"]["width"], size
    assert found == {}


def test_a_mark_leads_to_its_row_and_the_row_to_the_mark(shown):
    page = shown(PAGES[0])
    # Several codes name this stop: a list of their rows.
    page.locator(".map-view .mark.many").first.click()
    link = page.locator(".map-list a").first
    row = link.get_attribute("href")
    link.click()
    page.wait_for_timeout(300)
    assert is_in_view(page, row)
    page.locator(row + " a").click()
    page.wait_for_timeout(300)
    assert is_in_view(page, ".map-view .mark:focus")


def test_without_scripts_a_mark_leads_to_its_row(shown):
    page = shown(PAGES[0], java_script_enabled=False)
    mark = page.locator(".map svg a").first
    row = mark.get_attribute("href")
    mark.dispatch_event("click")
    page.wait_for_timeout(300)
    box = page.locator(row).bounding_box()
    assert box and 0 <= box["y"] <= 900
    assert page.locator("#filter:visible, .csv:visible").count() == 0


def test_the_filter_hides_other_codes(shown):
    page = shown(PAGES[0])
    count = page.locator(".code").count()
    field = page.locator("#filter [type=search]")
    field.fill("fast_travel_between_consec")
    assert page.locator(".code:visible").evaluate_all("(all) => all.map((each) => each.id)") == [CODE]
    assert page.locator("#filter output").text_content() == f"1 of {count} codes"
    field.fill("T2")
    assert page.locator(f"#{CODE} tbody tr:visible").count() == 1
    field.fill("")
    page.locator("#filter [value=warning]").uncheck()
    assert page.locator(".code.warning:visible").count() == 0
    assert page.locator(".code.error:visible").count() > 0


@pytest.mark.parametrize("end, count", [("stop=B", 4), ("trip=T2", 2), ("stop=D%2F%C3%A9%20%3Cb%3E", 2),
                                        ("stop=D%2F%c3%a9", 0), ("stop=%FF", 0)])
def test_an_address_names_the_thing_whose_notices_are_shown(shown, end, count):
    page = shown(PAGES[0])
    all_rows = page.locator(".code tbody tr").evaluate_all("(rows) => rows.filter((row) => !row.hidden).length")
    page.goto(f"{page.url}#{end}")
    page.wait_for_timeout(300)
    assert page.locator(".code tbody tr:visible").count() == count
    verb = "listed notices name"
    assert page.locator("#about").inner_text().startswith(f"{count} {verb} {end.split('=')[0]} ")
    assert is_in_view(page, "#about")
    page.click("#about a")
    page.wait_for_timeout(300)
    assert not page.locator("#about").is_visible()
    assert page.locator(".code tbody tr").evaluate_all(
        "(rows) => rows.filter((row) => !row.hidden).length") == all_rows


def test_a_mark_leads_to_its_row_from_the_notices_of_another_stop(shown):
    page = shown(PAGES[0])
    page.goto(f"{page.url}#stop=B")
    page.goto(page.url.split("#")[0] + "#missing_stop_name-1")
    page.wait_for_timeout(300)
    assert is_in_view(page, "#missing_stop_name-1")
    assert not page.locator("#about").is_visible()


def test_the_rows_of_a_code_are_a_file_for_spreadsheets(shown):
    page = shown(PAGES[0], accept_downloads=True)
    with page.expect_download() as download:
        page.locator(f"#{CODE} .csv").click()
    assert download.value.suggested_filename == f"{CODE}.csv"
    lines = Path(download.value.path()).read_text().splitlines()
    assert lines[0].startswith("speedKph,distanceKm,time,place,tripId")
    assert lines[1].startswith("225.17007988") and "3 min + 1 min added" in lines[1]
    assert len(lines) == 3


@pytest.mark.parametrize("size", ["laptop", "small"])
def test_the_deciding_column_is_seen_at_once(shown, size):
    page = shown(PAGES[0], **SIZES[size])
    cell = page.locator(f"#{CODE} td").first
    cell.scroll_into_view_if_needed()
    assert cell.text_content() == "225.2"
    box = cell.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= SIZES[size]["viewport"]["width"]


def test_the_index_leads_to_the_reports(shown):
    page = shown(PAGES[1])
    page.locator("a", has_text="old").click()
    assert page.locator("h1").text_content() == "Harbor Line"


def test_the_page_of_a_diff_says_field_old_and_new(shown):
    page = shown(PAGES[2])
    rows = page.locator("tr").evaluate_all(
        "(all) => all.map((row) => [...row.cells].map((cell) => cell.textContent).join('|'))")
    assert "stop_name|Museum|Opera" in rows
    assert "stop_lat|48.0|48.1" in rows
