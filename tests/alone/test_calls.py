"""The house without a server answers what a server would, but for what needs other people."""

from __future__ import annotations

import re

from parcferme.alone.calls import Calls
from parcferme.server.api import advice, journal, play, records, tables
from tests.alone.helpers import Memory, Page

OTHERS = {  # invitations, chat, notices; starting by hand; and what goes over the line here
    ("POST", "tables/*/act"), ("POST", "tables/*/unseal"), ("POST", "tables/*/undo"), ("POST", "tables/*/undo/answer"),
    ("GET", "tables/*/events"), ("POST", "tables/*/chat"), ("POST", "tables/*/mute"), ("POST", "tables/*/links"),
    ("POST", "tables/*/start"), ("POST", "tables/*/abandon"),
}  # fmt: skip
OWN = {("GET", "device"), ("POST", "device"), ("DELETE", "tables/*")}  # what is kept in the browser is one's own affair


def test_it_answers_the_calls_about_tables_and_records_that_a_server_does() -> None:
    served = {
        (method, re.sub(r"\{[^}]*\}", "*", path.removeprefix("/api/")))
        for module in (tables, play, records, advice, journal)
        for handler in module.HANDLERS
        for path in handler.paths
        for method in handler.http_methods
    }
    routes = set(Calls(Page(Memory()).home).routes)
    about = {route for route in routes if route[1].startswith(("tables", "records"))}
    assert about - OWN == served - OTHERS
