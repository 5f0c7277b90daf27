"""Makes the pictures of README: pictures.py FOLDER, as `.ci/explorer --pictures` calls it."""

import sys

from conftest import Explorer, published
from playwright.sync_api import sync_playwright

PICTURES = {
    "stop": ("stops/QUAY?at=2026-11-23T08:00", "light"),
    "validation": (published("report_html"), "light"),
    "changes": (published("diff_html") + "#map", "dark"),
}

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
    for name, (address, scheme) in PICTURES.items():
        page = browser.new_page(viewport={"width": 960, "height": 560}, color_scheme=scheme)
        page.goto(Explorer.address(address), wait_until="networkidle")
        page.wait_for_timeout(1000)
        page.screenshot(path=f"{sys.argv[1]}/{name}.png")
    browser.close()
