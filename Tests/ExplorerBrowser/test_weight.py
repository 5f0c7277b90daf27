"""What a page weighs, what it asks for, and how it may."""

import time

import pytest
from conftest import BASE, sent, until
from views import VIEWS

PAGE = 60_000  # bytes, compressed: the page, its style sheets, its scripts


@pytest.mark.parametrize("name", ["home", "station", "route", "timetable", "feed"])
def test_a_page_is_light(explorer, name):
    page = explorer.open(wait=False)
    asked = {}
    page.on("request", lambda request: asked.setdefault(request.url, request.resource_type))
    page.goto(explorer.address(VIEWS[name]), wait_until="networkidle")
    total = sum(sent(url) for url, kind in asked.items()
                if kind in ("document", "stylesheet", "script"))
    print(f"{name}: {total} bytes, {len(asked)} requests")
    assert total <= PAGE
    # The page, three style sheets, two scripts, one of which is a worker too, the icon, the map, the
    # names of stops.
    assert len(asked) <= 10, sorted(asked)


def test_what_is_written_into_a_page_does_not_run(explorer):
    page = explorer.open(wait=False)
    page.evaluate("""() => {
        window.violations = [];
        document.addEventListener("securitypolicyviolation", (event) =>
            violations.push(event.violatedDirective)); }""")
    page.evaluate("""() => {
        const script = document.createElement("script");
        script.textContent = "window.hasRun = true";
        document.body.append(script); }""")
    until(page, "violations.length > 0")
    assert page.evaluate("window.hasRun") is None
    explorer.complaints.clear()


@pytest.mark.parametrize("name", VIEWS)
def test_no_view_breaks_the_policy(explorer, name):
    page = explorer.open("feed", wait=False)
    page.add_init_script("""
        window.violations = [];
        document.addEventListener("securitypolicyviolation", (event) => violations.push(
            `${event.violatedDirective} ${event.sourceFile}:${event.lineNumber}`));""")
    page.goto(explorer.address(VIEWS[name]), wait_until="networkidle")
    assert page.evaluate("violations") == []
    assert page.evaluate("[...document.querySelectorAll('main [style], main [onclick]')].length") == 0


def test_seconds_on_a_slow_phone_are_reported(explorer):
    page = explorer.open("feed", size="phone", wait=False)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8,
        "uploadThroughput": 750e3 / 8})
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    start = time.monotonic()
    page.goto(BASE + "/explorer/stops/QUAY", wait_until="commit")
    page.wait_for_selector("#board-table tbody tr")
    shown = time.monotonic() - start
    paint = page.evaluate("""() => new Promise((resolve) => new PerformanceObserver((list) =>
        resolve(list.getEntries().at(-1).startTime))
        .observe({ type: "largest-contentful-paint", buffered: true }))""")
    print(f"board on a slow phone: {shown:.2f} s, largest paint {paint / 1000:.2f} s")
