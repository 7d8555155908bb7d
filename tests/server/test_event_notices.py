"""Entrants are told by webhook what happens to an event, each thing once, and nobody without an address."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from parcferme.server.people.letters import about_event
from parcferme.server.storage.event_notices import KINDS
from parcferme.server.storage.schema import outbox
from tests.server import test_notices
from tests.server.conftest import Opener
from tests.server.house import House, wait_for
from tests.server.rally import KIT, ROUND, Rally, account, at, sheet

Hook = tuple[list[dict[str, Any]], str]
receiver = test_notices.hook  # a fixture


def waiting(house: House) -> list[Any]:
    query = select(outbox.c.kind, outbox.c.person, outbox.c.send_at).order_by(outbox.c.id)
    return list(house.run(house.server.store.read(lambda connection: list(connection.execute(query)))))


def test_entrants_hear_of_everything_once(database: str, opener: Opener, receiver: Hook) -> None:
    got, address = receiver
    house = opener(database, webhook_private=True, public_url="http://club.example")
    rally = Rally(house, {**ROUND, "protest_days": 0, "closes": "2096-11-19T12:00:00Z"}, "private", "Guest")
    ann = account(house, "Ann")
    ann.ask("PATCH", "/api/account", {"webhook": address})
    ann.post(f"{rally.url}/enter", {"key": rally.key})
    rally.crews["Ann"] = ann
    rally.open()
    assert [row.kind for row in waiting(house)] == ["ev_open", "ev_day"]
    rally.hand_in("Ann", sheet(KIT, 10, 20))
    rally.marked()
    rally.host.post(f"{rally.url}/bulletins", {"text": "Mind the ford"})
    at(house, "2096-11-19T12:00:00Z")
    rally.marked()
    rally.host.post(f"{rally.url}/publish")
    rally.host.post(f"{rally.url}/final")
    house.run(house.server.mailer.send_waiting(house.server.events.calendar.now()))
    wait_for(lambda: len(got) >= 5)
    kinds = [one["kind"] for one in got]
    assert kinds == ["ev_open", "ev_mark", "ev_news", "ev_prov", "ev_final"]  # it closes no more: nobody is told so
    assert {one["link"] for one in got} == {f"http://club.example/events/{rally.id}"}
    assert {(one["event"], one["game"], one["title"]) for one in got} == {(rally.id, "rally_round", "Club rally")}
    house.run(house.server.mailer.send_waiting(house.server.events.calendar.now()))
    assert len(got) == 5


def test_who_enters_while_it_is_open_is_reminded_too(database: str, opener: Opener, receiver: Hook) -> None:
    house = opener(database, webhook_private=True)
    rally = Rally(house, {**ROUND, "closes": "2096-11-25T12:00:00Z"}).open()
    ann = account(house, "Ann")
    ann.ask("PATCH", "/api/account", {"webhook": receiver[1]})
    ann.post(f"{rally.url}/enter", {"key": rally.key})
    assert [row.kind for row in waiting(house)] == ["ev_day"]


def test_every_kind_reads_in_every_language() -> None:
    for language in ("en", "fr", "it"):
        for kind in KINDS:
            letter = about_event(language, kind, "Cup", "https://x/events/cup", "https://x/no")
            assert "Cup" in letter.subject
            assert "https://x/events/cup" in letter.body
