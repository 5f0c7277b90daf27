"""A started server, a browser, and pages that note what goes wrong in them."""

import json
import os
import shutil
import urllib.request
from datetime import datetime

import pytest
from playwright.sync_api import Error, sync_playwright

from views import SIZES, START

BASE = os.environ["EXPLORER_URL"].rstrip("/")
CLOCK = os.environ["CLOCK_FILE"]


def sent(url):
    """How many bytes are sent for an address, compressed."""
    request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        return len(answer.read())


def api(path):
    """An answer of the API, as JSON."""
    with urllib.request.urlopen(BASE + "/api/v1" + path) as answer:
        return json.load(answer)


def published(key):
    """The address of a file of the current version, such as `report_html`."""
    with urllib.request.urlopen(BASE + "/api/v1/bundle/manifest") as answer:
        return "/api/v1/bundle/" + json.load(answer)["current"][key]["name"]


def until(page, condition, seconds=15):
    """Waits for a condition. Playwright's own way evaluates text in the page, which its policy forbids."""
    for _ in range(seconds * 20):
        try:
            if page.evaluate(condition):
                return
        except Error:
            pass  # The page is on its way to another one.
        page.wait_for_timeout(50)
    raise AssertionError(f"never: {condition}")


class Explorer:
    """Opens pages and notes what they ask of other hosts, refuse, or fail in."""

    def __init__(self, browser):
        self.browser = browser
        self.contexts = []
        self.complaints = []
        self.requests = []

    def open(self, address="", *, size="laptop", wait=True, clock=None, **options):
        """A page with an address below `/explorer/`, or one that begins with a slash."""
        context = self.browser.new_context(
            **{**SIZES[size], "timezone_id": "Australia/Sydney", "locale": "en-AU", **options})
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self.listen)
        page.on("request", lambda request: self.requests.append(request.url))
        if clock:
            page.clock.install(time=clock)
        page.goto(self.address(address))
        if wait:
            self.settle(page)
        return page

    @staticmethod
    def address(address):
        return BASE + (address if address.startswith("/") else "/explorer/" + address)

    @staticmethod
    def settle(page):
        """Waits until the map is drawn, where there is one, and nothing is loaded any more."""
        page.wait_for_load_state("networkidle")
        if page.locator("#map.live").count():
            until(page, "document.querySelector('#map').dataset.drawn > 0")

    def listen(self, message):
        # A page with a status of its own is logged by the browser too.
        if message.type == "error" and "the server responded with a status of" not in message.text:
            self.complaints.append(message.text)

    def close(self):
        for context in self.contexts:
            context.close()


@pytest.fixture(scope="session")
def browser():
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def explorer(browser):
    set_server_clock(START)
    explorer = Explorer(browser)
    yield explorer
    explorer.close()
    foreign = [url for url in explorer.requests
               if not url.startswith((BASE + "/", "data:", "blob:" + BASE))]
    assert foreign == [], "only the own host is asked"
    assert explorer.complaints == []


def set_server_clock(time):
    """Sets the clock of the server, as UTC; it stands still there."""
    with open(CLOCK + ".new", "w") as file:
        file.write(str(int(datetime.fromisoformat(time + "+00:00").timestamp())))
    os.replace(CLOCK + ".new", CLOCK)


@pytest.fixture
def server_clock():
    yield set_server_clock
    set_server_clock(START)
