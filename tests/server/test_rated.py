"""What might move a rating but driving: sending the others away, starting without them, playing against oneself."""

from __future__ import annotations

import threading

from sqlalchemy import select

from parcferme.organise.finishes import CourseDriven, house_courses
from parcferme.server.storage.database import open_engine
from parcferme.server.storage.schema import bests, matches
from tests.server.house import House
from tests.server.test_standings import PASSWORD, account, enter, hand_in, id_of, match_of, play_out, rated_table


def test_nobody_is_sent_away_from_a_rated_match(shared: House) -> None:
    ann, bob = account(shared, "Agathe"), account(shared, "Bengt")
    table = rated_table(ann, bob)
    assert ann.post(f"/api/tables/{table}/free", {"seat": 1}, 409)["code"] == "rated"
    assert not ann.get(f"/api/tables/{table}")["seats"][1]["away"]


def test_before_a_rated_match_begins_its_host_may_free_a_seat(shared: House) -> None:
    ann, bob = account(shared, "Alwine"), account(shared, "Birger")
    table = ann.open(rated=True, undo="off", aids=["odds"], pace={"kind": "live"}, options={"players": 3})["id"]
    bob.join(table)
    assert ann.post(f"/api/tables/{table}/free", {"seat": 1})["seats"][1]["kind"] == "open"


def test_to_a_rated_match_nobody_is_sat_down_by_another(shared: House) -> None:
    ann, bob = account(shared, "Aurelie"), account(shared, "Bertrand")
    table = rated_table(ann, bob)
    play_out(table, ann, bob)
    again = ann.post(f"/api/tables/{table}/rematch")
    assert (again["status"], again["yours"], again["rated"]) == ("gathering", [1], True)
    assert [seat["kind"] for seat in again["seats"]] == ["open", "person"]
    assert bob.post(f"/api/tables/{table}/rematch")["id"] == again["id"]
    assert bob.join(again["id"])["status"] == "playing"


def test_nobody_plays_for_a_rating_against_the_guest_they_are(shared: House) -> None:
    ann, twin = account(shared, "Astrid"), shared.person()
    twin.open()
    mine, guest = id_of(ann), id_of(twin)
    twin.post("/api/account/login", {"name": "Astrid", "password": PASSWORD})
    one = match_of([mine, guest], rated=True)
    assert enter(shared, lambda db: hand_in(db, one))
    kept = enter(shared, lambda db: db.execute(select(matches).where(matches.c.table_id == one.table)).one())
    assert kept.rated is None
    assert ann.get("/api/people/Astrid")["games"][0]["rating"] is None


def test_who_goes_while_a_drive_is_entered_is_on_no_board(house: House) -> None:
    """Another worker may be entering it: what it has not kept yet must not stay when it does."""
    ann = account(house, "Alida")
    who, course = id_of(ann), house_courses("rally")[2]
    drive = match_of([who], "rally", CourseDriven(course.key, course.title, course.options, [17, 0]))
    engine = open_engine(house.settings.database_url())
    goes = threading.Thread(target=lambda: ann.post("/api/account/delete", {"password": PASSWORD}))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        assert hand_in(connection, drive)
        goes.start()
        goes.join(1.0)  # it has to wait: it cannot be over before
    goes.join()
    with engine.connect() as connection:
        assert list(connection.execute(select(bests).where(bests.c.person == who))) == []
    engine.dispose()
