"""Every view: it is there, with and without scripts, and at every size."""

import pytest
from views import SIZES, VIEWS

WIDE = """() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll("main *")].filter((each) => !each.closest(".scroll")
        && each.getBoundingClientRect().right > width + 1)
        .map((each) => `${each.tagName}.${each.className} ${each.textContent.slice(0, 40)}`); }"""


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_is_complete(explorer, name):
    page = explorer.open(VIEWS[name])
    assert page.locator("h1").count() == 1
    assert page.locator("h1").inner_text().strip()
    assert page.locator("main table:not(:has(caption, [aria-label]))").count() == 0
    twice = page.evaluate("""() => {
        const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
        return ids.filter((id, index) => ids.indexOf(id) !== index); }""")
    assert twice == []


@pytest.mark.parametrize("name", VIEWS)
def test_what_a_script_shows_is_there_without(explorer, name):
    rows = "[...document.querySelectorAll('main h2, main tbody tr, main li')].length"
    scripted = explorer.open(VIEWS[name]).evaluate(rows)
    page = explorer.open(VIEWS[name], java_script_enabled=False)
    assert page.locator("main h2, main tbody tr, main li").count() == scripted
    assert page.locator("#map.live").count() == 0


@pytest.mark.parametrize("name", VIEWS)
def test_nothing_is_wider_than_the_window(explorer, name):
    # A moment in which boards say how long ago a vehicle left: the widest that a row gets.
    page = explorer.open(VIEWS[name], wait=False, clock="2026-11-23T18:18:00Z")
    found = {}
    for size, look in SIZES.items():
        page.set_viewport_size(look["viewport"])
        if wide := page.evaluate(WIDE):
            found[size] = wide
    assert found == {}


def test_print_has_the_timetable_and_no_bars(explorer):
    page = explorer.open(VIEWS["timetable"])
    page.emulate_media(media="print")
    assert page.locator("main table").first.is_visible()
    for place in [".bar", "#map", ".sources"]:
        assert not page.locator(place).first.is_visible(), place
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.goto(explorer.address("map"))
    explorer.settle(page)
    assert page.locator("#map").is_visible()


def test_names_from_right_to_left(explorer):
    page = explorer.open(VIEWS["arabic"])
    title = page.locator("h1")
    assert "رصيف الميناء" in title.inner_text()
    # Names stand by themselves, so that what is around them keeps its order.
    assert page.locator("main bdi").count() > 10
    for link in page.locator("main a[href^='/explorer/']").all()[:20]:
        assert "language=ar" in link.get_attribute("href")
