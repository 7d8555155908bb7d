"""How many tables may stand open: of one account, and of all guests of an address."""

from __future__ import annotations

from sqlalchemy import update

from parcferme.server.ops.verbs import promote
from parcferme.server.storage.schema import tables
from tests.server.conftest import Opener
from tests.server.house import House, Json, Person
from tests.server.rally import ROUND, Rally, account
from tests.server.test_moderation import change

MOST = 3
FREE: Json = {"game": "toy_dash", "options": {"length": 1}}
SOLO: Json = {**FREE, "seats": [{"kind": "me"}, {"kind": "me"}]}


def strict(opener: Opener, database: str) -> House:
    return opener(database, limits=True, tables=MOST)


def refused(person: Person, path: str = "/api/tables", body: Json = FREE) -> Json:
    told: Json = person.post(path, body, 409)
    return told


def finish(person: Person, table: str) -> None:
    for action, node in (("gear:1", 0), ("push", 1)):
        person.act(table, action, node)


def test_an_account_finishes_or_closes_a_table_before_it_opens_one_too_many(database: str, opener: Opener) -> None:
    house = strict(opener, database)
    ann = account(house, "Ann")
    ids = [str(ann.open(**SOLO)["id"]) for _ in range(MOST)]
    told = refused(ann)
    assert (told["code"], told["args"]) == ("tables_open", {"most": MOST})
    finish(ann, ids[0])
    ids.append(ann.open(**SOLO)["id"])
    assert refused(ann)["code"] == "tables_open"
    ann.post(f"/api/tables/{ids[1]}/close")
    ann.open(**SOLO)
    assert len(ann.mine()) == MOST + 2  # what was refused has left nothing


def test_a_match_again_and_a_puzzle_to_drive_on_are_tables_too(database: str, opener: Opener) -> None:
    house = strict(opener, database)
    ann = account(house, "Ann")
    over = str(ann.open(**SOLO)["id"])
    finish(ann, over)
    for _ in range(MOST):
        ann.open(**FREE)
    assert refused(ann, f"/api/tables/{over}/rematch")["code"] == "tables_open"
    puzzle = ann.get("/api/puzzles/next?game=rallyman")["id"]
    assert refused(ann, f"/api/puzzles/{puzzle}/drive")["code"] == "tables_open"


def test_guests_share_the_room_of_their_address_and_accounts_do_not(database: str, opener: Opener) -> None:
    house = strict(opener, database)
    for _ in range(MOST):
        house.person().open(**FREE)  # somebody who throws the cookie away each time
    assert refused(house.person())["code"] == "guests_open"
    account(house, "Ann").open(**FREE)
    change(house, update(tables).values(created_at=tables.c.created_at - 86_400_000))
    house.person().open(**FREE)  # what was left standing yesterday is nobody's hindrance


def test_an_organiser_opens_as_many_as_a_round_needs(database: str, opener: Opener) -> None:
    house = strict(opener, database)
    ann = account(house, "Ann")
    promote("Ann", "organiser", house.database)
    for _ in range(MOST + 2):
        ann.open(**FREE)


def test_a_drive_of_an_event_takes_nobodys_room(database: str, opener: Opener) -> None:
    house = strict(opener, database)
    rally = Rally(house, ROUND, "private", "Ann").open()
    ann = rally.crews["Ann"]
    for _ in range(MOST):
        house.person().open(**FREE)
    assert refused(ann)["code"] == "guests_open"
    assert ann.post(f"{rally.url}/drives")["table"]
