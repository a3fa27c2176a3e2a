"""A browser for tests of web pages: Debian's chromium, driven by Playwright; without one such tests are skipped.

A test module imports the fixture and asks for it: `from browser import opened`.
"""

import shutil

import pytest

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="module")
def chromium():
    """The running browser."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("there is no chromium; on Debian: apt-get install chromium")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def opened(chromium, tmp_path):
    """Opens the text of a page; a message on the console, an error of a script or any request to elsewhere fails the test."""
    pages, wrong = [], []

    def open_page(text, *, width=1280, height=900, dark=False):
        path = tmp_path / f"page-{len(pages)}.html"
        path.write_text(text, "utf-8")
        page = chromium.new_page(viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light")
        page.on("console", lambda message: wrong.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(f"script: {error}"))
        page.on("dialog", lambda dialog: (wrong.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: None if request.url == path.as_uri() else wrong.append(f"request: {request.url}"))
        pages.append(page)
        page.goto(path.as_uri())
        return page

    yield open_page
    for page in pages:
        page.close()
    assert not wrong, wrong
