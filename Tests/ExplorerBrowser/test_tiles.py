"""Streets under maps, from a server of this test."""

import http.server
import os
import subprocess
import threading
import zlib

import pytest
from conftest import until

SERVER = os.environ.get("GTFS_SERVE")
PUBLISHED = os.environ.get("EXPLORER_PUBLISHED")


def picture():
    """A PNG of one grey pixel."""
    def chunk(kind, data):
        body = kind + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")
    head = (1).to_bytes(4, "big") * 2 + bytes([8, 0, 0, 0, 0])
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
            + chunk(b"IDAT", zlib.compress(b"\0\xcc")) + chunk(b"IEND", b""))


@pytest.fixture
def tiles():
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "image/png")
            self.end_headers()
            self.wfile.write(picture())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host = f"http://127.0.0.1:{server.server_port}"
    serve = subprocess.Popen(
        [SERVER, PUBLISHED, "--port", "0", "--tiles", host + "/{z}/{x}/{y}.png",
         "--tiles-attribution", "© Streets & <friends>"], stdout=subprocess.PIPE, text=True)
    yield asked, host, serve.stdout.readline().strip()
    serve.terminate()
    serve.wait()
    server.shutdown()


def test_streets_are_asked_of_the_named_host_and_attributed(browser, tiles):
    asked, host, base = tiles
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    requests, complaints = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
    answer = page.goto(base + "/explorer/map")
    policy = answer.headers["content-security-policy"]
    assert f"img-src 'self' data: {host};" in policy
    until(page, "document.querySelectorAll('.map-world img').length > 3")
    page.wait_for_load_state("networkidle")
    assert asked and all(len(path.split("/")) == 4 for path in asked)
    for path in asked:
        zoom, column, row = (int(part) for part in path.removesuffix(".png").split("/")[1:])
        assert 0 <= column < 2 ** zoom and 0 <= row < 2 ** zoom
    assert page.locator(".map-says").inner_text() == "© Streets & <friends>"
    assert page.locator(".map-says").is_visible()
    assert complaints == []
    assert {url.split("/")[2] for url in requests} == {base.split("/")[2], host.split("/")[2]}
    count = len(asked)
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_timeout(600)
    assert len(asked) > count
    page.close()
