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
    assert found.keys() == {"page-0-0.png", "trace-0.zip", "house.log"}
    assert found["page-0-0.png"] > 1_000
    assert found["trace-0.zip"] > 1_000
