"""What is kept of a browser test that fails."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.web.conftest import keep_evidence
from tests.web.house import House


def test_pages_traces_and_logs_are_kept(page: Page, chromium: Browser, house: House, tmp_path: Path) -> None:
    page.goto("/")
    keep_evidence(tmp_path / "kept", {"chromium": chromium, "house": house, "number": 7})
    found = {path.name: path.stat().st_size for path in (tmp_path / "kept").iterdir()}
    own = chromium.contexts.index(page.context)  # not the first one where a test before has failed and left its own
    shots = {f"page-{n}-{at}.png" for n, context in enumerate(chromium.contexts) for at in range(len(context.pages))}
    traces = {name for name in found if name.startswith("trace-")}
    assert found.keys() - traces == {*shots, "house.log"}
    assert found[f"page-{own}-0.png"] > 1_000
    assert found[f"trace-{own}.zip"] > 1_000
