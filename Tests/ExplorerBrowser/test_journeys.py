"""What people do in it: search, follow, go back, by mouse and by keys, with and without a connection."""

import re

from conftest import api, published, until
from views import VIEWS


def stays(page):
    """Marks the document, to see later whether it is still the same."""
    page.evaluate("window.isSame = true")
    return lambda: page.evaluate("window.isSame === true")


def test_search_by_keys(explorer):
    page = explorer.open()
    same = stays(page)
    field = page.get_by_role("combobox")
    field.focus()
    page.keyboard.type("quay")
    page.wait_for_selector("#hits li")
    assert field.get_attribute("aria-expanded") == "true"
    assert re.match(r"\d+ suggestions", page.locator("#news").inner_text())
    items = page.locator("#hits li")
    page.keyboard.press("ArrowDown")
    assert field.get_attribute("aria-activedescendant") == "hit0"
    page.keyboard.press("End")
    assert field.get_attribute("aria-activedescendant") == f"hit{items.count() - 1}"
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    assert items.last.get_attribute("aria-selected") == "true"
    page.keyboard.press("Escape")
    assert not page.locator("#hits").is_visible()
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("#hits li")
    stop = next(index for index in range(items.count())
                if items.nth(index).inner_text().split("\n")[0].strip() == "Quayside")
    for _ in range(stop + 1):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/stops/QUAY")
    assert page.locator("h1").inner_text() == "Quayside"
    assert page.evaluate("document.activeElement.tagName") == "H1"
    assert same()


def test_search_by_form(explorer):
    page = explorer.open()
    same = stays(page)
    page.get_by_role("combobox").fill("quay")
    page.keyboard.press("Enter")
    page.wait_for_url("**/stops?q=quay")
    names = [stop["stop_name"] for stop in api("/stops?q=quay")["data"]["stops"]]
    text = page.locator("main").inner_text()
    assert all(name in text for name in names)
    assert page.get_by_role("combobox").input_value() == "quay"
    assert same()


def test_there_and_back(explorer):
    page = explorer.open("routes", size="phone")
    same = stays(page)
    page.evaluate("scrollTo(0, 150)")
    page.wait_for_timeout(200)
    top = page.evaluate("scrollY")
    page.evaluate("document.querySelector('main a[href*=\"routes/T1\"]').click()")
    page.wait_for_url("**/routes/T1*")
    assert page.evaluate("scrollY") == 0
    title = page.title()
    page.go_back()
    until(page, "document.title !== " + repr(title))
    assert page.evaluate("scrollY") == top
    page.go_forward()
    until(page, "document.title === " + repr(title))
    assert same()


def test_a_route_leads_to_its_notices_and_they_lead_back(explorer):
    page = explorer.open("routes/N90")
    page.click("#notices")
    page.wait_for_url("**/*.report.html#route=N90")
    until(page, "!document.querySelector('#about').hidden")
    assert "route N90" in page.locator("#about").inner_text()
    page.locator(".code:visible td a", has_text="N90").first.click()
    page.wait_for_url("**/explorer/versions/*/routes/N90")
    assert page.locator("#notices").is_visible()


def test_changed_things_lead_to_their_pages(explorer):
    page = explorer.open(published("diff_html"))
    page.locator("code a", has_text="QB2").first.click()
    page.wait_for_url("**/explorer/versions/*/stops/QB2")
    assert "Quayside, Stand D" in page.locator("h1").inner_text()


def test_the_changes_lead_to_both_versions(explorer):
    page = explorer.open(published("diff_html"))
    versions = page.locator(".version a").evaluate_all("(links) => links.map((link) => link.pathname)")
    assert len(set(versions)) == 2
    page.click("text=Back to the explorer")
    page.wait_for_url("**" + versions[1])
    assert page.locator("h1").is_visible()


def test_links_lead_somewhere(explorer):
    """Every page that can be reached from the views in one step, and all that they quote."""
    page = explorer.open(wait=False)
    addresses = set()
    for view in VIEWS.values():
        page.goto(explorer.address(view), wait_until="domcontentloaded")
        addresses |= set(page.evaluate("""() => [...document.querySelectorAll("a[href^='/']")]
            .map((link) => link.getAttribute("href").split("#")[0])"""))
    assert len(addresses) > 60
    wrong = page.evaluate("""async (addresses) => {
        const wrong = [];
        for (const address of addresses) {
            const answer = await fetch(address);
            if (!answer.ok) wrong.push(`${answer.status} ${address}`);
        }
        return wrong; }""", sorted(addresses)[:400])
    assert [each for each in wrong if "NOTHING" not in each] == []


def test_what_looks_different_is_loaded_as_ever(explorer):
    page = explorer.open("feed")
    same = stays(page)
    page.route("**/explorer/routes", lambda route: route.fulfill(
        status=200, content_type="text/html; charset=utf-8",
        body="<!DOCTYPE html><title>New</title><main id=main><h1>New</h1></main>"))
    page.click("nav >> text=Routes")
    until(page, "document.title === 'New'")
    assert not same()


def test_by_keys_alone(explorer):
    page = explorer.open("stops/QUAY")
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "Skip to content"
    assert page.locator(":focus").bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"
    seen = set()
    for _ in range(150):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("""() => {
            const box = document.activeElement.getBoundingClientRect();
            return document.activeElement.closest("#map") ? "map" : document.activeElement.tagName; }"""))
        if "map" in seen:
            break
    assert {"A", "map"} <= seen


def test_the_connection_comes_and_goes(explorer):
    page = explorer.open("stops/QUAY")
    banner = page.locator("#offline")
    assert not banner.is_visible()
    page.context.set_offline(True)
    page.wait_for_selector("#offline:not([hidden])")
    assert re.search(r"\d\d:\d\d", banner.inner_text())
    page.click("nav >> text=Feed")
    until(page, "document.getElementById('news').textContent.includes('could not')")
    assert page.locator("h1").inner_text() == "Quayside"
    page.context.set_offline(False)
    page.wait_for_selector("#offline", state="hidden")
    page.click("nav >> text=Feed")
    page.wait_for_url("**/feed")
    explorer.complaints[:] = [each for each in explorer.complaints if "DISCONNECTED" not in each]


def test_around_me(explorer):
    page = explorer.open(geolocation={"latitude": -33.8615, "longitude": 151.2107},
                         permissions=["geolocation"])
    page.locator("[data-locate]").first.click()
    page.wait_for_url("**/stops?*near=-33.86150%2C151.21070*")
    near = api("/stops?near=-33.8615,151.2107")["data"]["stops"]
    assert near[0]["stop_name"] in page.locator("main").inner_text()


def test_share_copies_the_address(explorer):
    page = explorer.open("stops/QUAY", permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("Object.defineProperty(navigator, 'share', { value: undefined })")
    page.locator("[data-share]").first.click()
    until(page, "document.getElementById('news').textContent.includes('copied')")
    assert "/explorer/stops/QUAY" in page.evaluate("navigator.clipboard.readText()")


def test_the_language_of_names_stays(explorer):
    page = explorer.open(VIEWS["arabic"])
    page.locator("main a[href*='/routes/']").first.click()
    page.wait_for_url("**/routes/**language=ar**")
    page.get_by_role("combobox").fill("quay")
    page.keyboard.press("Enter")
    page.wait_for_url("**/stops?**language=ar**")


def test_further_columns_fold_out_as_text(explorer):
    page = explorer.open(VIEWS["station"])
    fold = page.locator("#further")
    table = fold.locator("#x_stops")
    assert not table.is_visible()
    fold.locator("summary").click()
    assert table.is_visible()
    assert "<b>Mind</b> the gap" in table.inner_text()
    assert table.locator("td b").count() == 0
    assert fold.locator("#x_facilities tbody tr").count() == 3
    fold.get_by_role("link", name="stops.txt").click()
    page.wait_for_url("**/extensions/x_stops")
    assert page.locator("h1").inner_text() == "stops.txt"


def test_rows_of_an_unknown_file_page_by_page(explorer):
    page = explorer.open("feed")
    page.locator("#extensions a").click()
    page.wait_for_url("**/extensions")
    assert page.locator("#x_facilities tbody tr").count() == 3
    page.get_by_role("link", name="facilities.txt").click()
    page.wait_for_url("**/extensions/x_facilities")
    ids = []
    while True:
        ids += page.locator("#x_facilities tbody td:first-child").all_inner_texts()
        following = page.locator("a[rel=next]")
        if not following.count():
            break
        address = following.get_attribute("href")
        following.click()
        page.wait_for_url("**" + address)
    assert ids == [f"F{number}" for number in range(1, 121)]
