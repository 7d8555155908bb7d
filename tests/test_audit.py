"""The audit asks for every locked package, and never calls clean what it could not ask for."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support import load

ROOT = Path(__file__).parents[1]


@pytest.fixture
def audit() -> ModuleType:
    return load("tools/audit")


class Source:
    """A database of weaknesses that knows one of them, or answers something else."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []
        self.weak = ""
        self.says: bytes | None = None
        self.url = ""


@pytest.fixture
def source() -> Iterator[Source]:
    found = Source()

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            queries: list[Any] = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            found.asked += [(one["package"]["ecosystem"], one["package"]["name"], one["version"]) for one in queries]
            results = [{"vulns": [{"id": "OSV-1"}]} if one["package"]["name"] == found.weak else {} for one in queries]
            body = found.says if found.says is not None else json.dumps({"results": results}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    found.url = f"http://127.0.0.1:{server.server_port}/"
    yield found
    server.shutdown()
    thread.join()
    server.server_close()


def test_every_locked_package_of_both_worlds_is_asked_for(
    audit: ModuleType, source: Source, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main(["--source", source.url]) == audit.FINE
    kinds = [kind for kind, _, _ in source.asked]
    assert kinds.count("PyPI") > 30
    assert kinds.count("npm") > 30
    locked = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    assert {name for kind, name, version in source.asked if kind == "PyPI" and f"{name}=={version} " in locked} >= {
        "sqlalchemy",
        "litestar",
    }
    assert ("npm", "svelte") in {(kind, name) for kind, name, _ in source.asked}
    assert "0 with known weaknesses" in capsys.readouterr().out


def test_a_weakness_is_named_and_fails(audit: ModuleType, source: Source, capsys: pytest.CaptureFixture[str]) -> None:
    source.weak = "litestar"
    assert audit.main(["--source", source.url]) == audit.FOUND
    assert "litestar" in (said := capsys.readouterr().out)
    assert "OSV-1" in said


@pytest.mark.parametrize("says", [b"<html>log in first</html>", b"[]", b"{}", b'{"results": []}', b'{"results": [1]}'])
def test_what_is_no_answer_is_never_called_clean(
    audit: ModuleType, source: Source, says: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    source.says = says
    assert audit.main(["--source", source.url]) == audit.UNKNOWN
    assert "not a clean bill of health" in capsys.readouterr().err


def test_a_source_that_cannot_be_reached_is_said_plainly(
    audit: ModuleType, source: Source, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main(["--source", "http://127.0.0.1:9/"]) == audit.UNKNOWN
    told = capsys.readouterr()
    assert "could not ask http://127.0.0.1:9/" in told.err
    assert told.out == ""
