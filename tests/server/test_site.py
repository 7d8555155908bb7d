"""The static site beside a server's own pages: what may be kept, and what the worker may watch over."""

from __future__ import annotations

from pathlib import Path

import pytest

from parcferme.house.installing import hash_of
from tests.server.conftest import Opener
from tests.server.house import House


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A client, and a site as `parcferme site` writes one."""
    web, site = tmp_path / "web", tmp_path / "site"
    for folder, page in ((web, "<html ><head></head></html>"), (site, "<html data-alone ><head></head></html>")):
        folder.mkdir()
        (folder / "index.html").write_text(page)
    (site / "sw.js").write_text(f'const FILES = {{"index.html": "{hash_of((site / "index.html").read_bytes())}"}};')
    (tmp_path / "secret.txt").write_text("not yours")
    return web, site


@pytest.fixture
def keeper(tmp_path: Path, folders: tuple[Path, Path], opener: Opener) -> House:
    web, site = folders
    return opener(str(tmp_path / "t.db"), web=str(web), site=str(site))


def test_pages_can_be_installed_and_say_whether_there_is_something_to_keep(keeper: House) -> None:
    page = keeper.person().http.get("/tables")
    assert '<link rel="manifest" href="/app.webmanifest" data-games>' in page.text
    assert "wasm" not in page.headers["content-security-policy"]
    manifest = keeper.person().http.get("/app.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    assert manifest.json()["scope"] == "/"
    icons = {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest.json()["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= icons


def test_the_site_knows_that_there_is_a_server_and_may_run_python(keeper: House) -> None:
    page = keeper.person().http.get("/alone/")
    assert "<html data-alone data-server " in page.text
    assert "'wasm-unsafe-eval'" in page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


def test_the_worker_may_stand_in_for_every_page_and_is_never_old(keeper: House) -> None:
    worker = keeper.person().http.get("/alone/sw.js")
    assert worker.headers["service-worker-allowed"] == "/"
    assert worker.headers["cache-control"] == "no-cache"
    page = keeper.person().http.get("/alone/")
    assert hash_of(page.content) in worker.text, "or it would keep nothing: the page is told of the server"


@pytest.mark.parametrize("path", ["/alone/none.js", "/alone/..%2fsecret.txt", "/alone/%2e%2e/secret.txt"])
def test_nothing_beside_the_site_is_served(keeper: House, path: str) -> None:
    answer = keeper.person().http.get(path)
    assert "not yours" not in answer.text
    assert answer.status_code == 404 or "data-alone" not in answer.text


def test_without_a_site_nothing_is_offered(tmp_path: Path, folders: tuple[Path, Path], opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"), web=str(folders[0]))
    assert "data-games" not in house.person().http.get("/").text
    assert house.person().http.get("/app.webmanifest").json()["name"] == "Parc Fermé"
    assert "data-alone" not in house.person().http.get("/alone/").text
