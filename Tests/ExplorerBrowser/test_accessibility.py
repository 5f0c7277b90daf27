"""axe finds nothing, in no view, at no size, in no light."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from views import SIZES, VIEWS

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]
ALL = {"runOnly": {"type": "tag", "values": TAGS}, "rules": {"target-size": {"enabled": True}}}
# What another size or another light can change.
SOME = {"runOnly": {"type": "rule", "values": [
    "color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"]}}


def violations(page, options):
    found = page.evaluate(
        "(options) => axe.run(document, { resultTypes: ['violations'], ...options })", options)
    return [(each["id"], [node["html"][:160] for node in each["nodes"]][:4])
            for each in found["violations"]]


@pytest.mark.parametrize("name", VIEWS)
def test_axe_finds_nothing(explorer, name):
    page = explorer.open(VIEWS[name])
    page.evaluate(AXE_SCRIPT)
    found = {}
    for size, look in SIZES.items():
        page.set_viewport_size(look["viewport"])
        for scheme in ["light", "dark"]:
            page.emulate_media(color_scheme=scheme)
            is_first = scheme == "light" and size in ("laptop", "small")
            if problems := violations(page, ALL if is_first else SOME):
                found[f"{size} {scheme}"] = problems
    assert found == {}


@pytest.mark.parametrize("name", VIEWS)
def test_what_is_tapped_is_large_enough(explorer, name):
    """Of itself. What stands around it, which axe counts too, is another thing on every screen.

    Boards have the room for narrow links in no column; their rows are high enough to keep them apart.
    """
    page = explorer.open(VIEWS[name], size="phone")
    narrow = page.evaluate("""() => [...document.querySelectorAll(
            "main :is(li, td, th, dd) > a:not(.board a), .pages a, .links a")]
        .map((link) => [link.outerHTML, link.getBoundingClientRect()])
        .filter(([_, { width, height }]) => height && (width < 23.9 || height < 23.9))
        .map(([html]) => html)""")
    assert narrow == []


@pytest.mark.parametrize("name", ["station", "timetable"])
def test_axe_finds_nothing_in_large_letters(explorer, name):
    page = explorer.open(VIEWS[name])
    page.evaluate(AXE_SCRIPT)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert violations(page, ALL) == []
