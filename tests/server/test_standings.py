"""What has ended: entered once, checked, rated, told to those who may know, and forgotten with its people."""

from __future__ import annotations

import math
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from parcferme.house.codec import encode_text
from parcferme.organise.finishes import CourseDriven, Finish, SeatFinish, house_courses
from parcferme.organise.ratings import FEWEST, Ladder
from parcferme.server.live.advice import ReviewJob
from parcferme.server.ops import standings as verbs
from parcferme.server.storage import standings
from parcferme.server.storage.database import open_engine
from parcferme.server.storage.schema import finishes, journal, matches, people, ratings, results, tables
from parcferme.server.storage.standings import Entering
from tests.server.conftest import Opener
from tests.server.house import House, Json, Person, wait_for

PASSWORD = "correct horse"
_times = count(1_700_000_000_000, 1_000)
_ids = count(1)


def account(house: House, name: str) -> Person:
    person = house.person()
    person.post("/api/account", {"name": name, "password": PASSWORD}, 201)
    return person


def rated_table(*people: Person) -> str:
    fair: Json = {"rated": True, "undo": "off", "aids": ["odds", "review"], "pace": {"kind": "live"}}
    opened = people[0].open(**fair, options={"players": len(people)})
    for one in people[1:]:
        one.join(opened["id"])
    return str(opened["id"])


def play_out(table: str, *people: Person) -> None:
    while (position := people[0].position(table))["status"] == "playing":
        people[position["to_act"][0]].play_first(table)


def id_of(person: Person) -> str:
    return str(person.get("/api/account")["id"])


def page_of(person: Person, who: str = "") -> Json:
    told: Json = person.get(f"/api/people/{who or id_of(person)}")
    return told


def entered(person: Person, table: str) -> Json:
    """The match on one's own page, once it is there."""
    path = f"/api/people/{id_of(person)}/matches"

    def rows() -> list[Json]:
        return [row for row in person.get(path)["matches"] if row["table"] == table]

    wait_for(rows)
    return rows()[0]


def enter(house: House, work: Any) -> Any:
    engine = open_engine(house.settings.database_url())
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        found = work(connection)
    engine.dispose()
    return found


def match_of(people: list[str], game: str = "toy_dash", course: CourseDriven | None = None, **more: Any) -> Entering:
    """A match as the filing hands it in, in the order of these people."""
    seats = [
        SeatFinish(who, "" if who.startswith("bot/") else who, n + 1, n + 1, False, {}) for n, who in enumerate(people)
    ]
    finish = Finish(game, 1, more.get("rated", False), more.get("faulty", ""), {}, seats, course)
    return Entering(f"t{next(_ids)}", next(_times), more.get("public", True), "", finish)


def hand_in(connection: Connection, one: Entering) -> bool:
    connection.execute(insert(finishes), {"table_id": one.table, "at": one.at, "tries": 0})
    return standings.enter(connection, one)


def test_a_finished_rated_match_is_entered_once_with_ratings_that_follow_from_its_journal(house: House) -> None:
    ann, bob = account(house, "Annika"), account(house, "Bruno")
    table = rated_table(ann, bob)
    assert page_of(ann)["games"] == []  # nothing of a match that runs
    play_out(table, ann, bob)
    row = entered(ann, table)
    assert (row["rated"], row["players"], len(row["seats"])) == (True, 2, 2)
    assert {seat["driver"]["name"] for seat in row["seats"]} == {"Annika", "Bruno"}
    places = {id_of(ann): row["place"], id_of(bob): 3 - row["place"]}
    right = Ladder().fold(places)[id_of(ann)]
    rating = page_of(bob, "Annika")["games"][0]["rating"]
    assert (rating["value"], rating["error"], rating["settled"]) == (right.value(), right.error(), False)
    assert verbs.check(house.settings.database)[1]
    again = enter(house, lambda db: hand_in(db, match_of([id_of(ann)])) and hand_in(db, _again(db, table)))
    assert again is False
    assert enter(house, lambda db: db.execute(select(finishes)).all()) == []


def _again(connection: Connection, table: str) -> Entering:
    return match_of(["x"])._replace(table=table)


def test_who_leaves_a_rated_match_comes_last_and_its_host_cannot_close_it(shared: House) -> None:
    ann, bob = account(shared, "Agnes"), account(shared, "Boris")
    table = rated_table(ann, bob)
    assert ann.post(f"/api/tables/{table}/close", {}, 409)["code"] == "rated"
    ann.play_first(table)
    bob.post(f"/api/tables/{table}/leave", {})
    while (position := ann.position(table))["status"] == "playing":
        if 0 in position["to_act"]:
            ann.play_first(table)
    row = entered(bob, table)
    assert row["left"] is True
    assert row["change"] < 0  # even if the bot that drove on has won


def test_what_cannot_be_rated_is_refused(shared: House) -> None:
    ann = account(shared, "Amanda")
    fair: Json = {"game": "toy_dash", "rated": True, "undo": "off", "aids": ["odds"], "pace": {"kind": "live"}}
    unfair: list[Json] = [{"undo": "free"}, {"aids": ["hint"]}, {"visibility": "private"}, {"options": {"players": 1}}]
    for one in [*unfair, {"pace": {"kind": "untimed"}}]:
        assert ann.post("/api/tables", {**fair, **one}, 422)["code"] == "not_rateable"
    assert ann.post("/api/tables", fair, 201)["rated"] is True


def test_a_page_shows_what_its_person_wants_and_a_guest_has_one_alone(shared: House) -> None:
    ann, guest = account(shared, "Alma"), shared.person()
    table = guest.open(visibility="private", options={"players": 1})["id"]
    play_out(table, guest)
    entered(guest, table)
    assert page_of(guest)["games"][0]["matches"] == 1
    for part in ("", "/matches", "/games/toy_dash", "/bests/toy_dash"):
        for reader in (ann, shared.person()):
            assert reader.get(f"/api/people/{id_of(guest)}{part}", 404)["code"] == "not_found"
    guest.post("/api/account", {"name": "Gustav", "password": PASSWORD}, 201)
    assert page_of(guest)["games"][0]["matches"] == 1  # registering keeps everything …
    assert page_of(ann, "Gustav")["games"] == []  # … and a private table stays private
    told = guest.ask("PATCH", "/api/account", {"hides": ["profile"], "plate": 4})
    assert (told["hides"], told["plate"]) == (["profile"], 4)
    assert page_of(ann, "gustav") | {"since": 0} == {
        "id": id_of(guest),
        "name": "Gustav",
        "plate": 4,
        "account": True,
        "yours": False,
        "closed": True,
        "bond": "",
        "since": 0,
        "hides": [],
        "games": [],
    }
    assert ann.get("/api/people/Nobody", 404)["code"] == "not_found"


def test_what_decisions_cost_is_told_of_every_match_whether_or_not_anybody_looks(
    opener: Opener, tmp_path: Path
) -> None:
    house = opener(str(tmp_path / "t.db"), reviews=True)
    ann = account(house, "Agda")
    tables = [ann.open(options={"players": 1}, aids=["odds", "review"])["id"] for _ in range(2)]
    unseen = ann.open(options={"players": 1}, aids=["odds"])["id"]
    for table in (*tables, unseen):
        play_out(table, ann)
        entered(ann, table)

    def told() -> set[str]:
        return {point["table"] for point in ann.get("/api/people/Agda/games/toy_dash")["reviews"]}

    wait_for(lambda: told() == set(tables))
    review = ann.get(f"/api/tables/{tables[0]}/review")
    assert review["state"] == "ready", "it is there for whoever asks"
    (point,) = (one for one in ann.get("/api/people/Agda/games/toy_dash")["reviews"] if one["table"] == tables[0])
    assert point["decisions"] == review["review"]["accounts"][0]["decisions"]


def test_who_waits_for_a_review_comes_before_those_nobody_waits_for(opener: Opener, tmp_path: Path) -> None:
    house = opener(str(tmp_path / "t.db"), reviews=True)
    desk, ann = house.server.advice, account(house, "Asta")
    desk.reviews["somebody's"] = ReviewJob(1, "somebody", 10, False)  # is being made
    table = ann.open(options={"players": 1}, aids=["odds", "review"])["id"]
    play_out(table, ann)
    entered(ann, table)
    wait_for(lambda: list(house.server.looking_back.waiting) == [table])
    assert ann.get("/api/people/Asta/games/toy_dash")["reviews"] == []
    del desk.reviews["somebody's"]
    wait_for(lambda: ann.get("/api/people/Asta/games/toy_dash")["reviews"])


def test_boards_list_checked_drives_of_accounts_and_the_own_one_always(shared: House) -> None:
    course = house_courses("rally")[0]
    ann, guest, eve = account(shared, "Anouk"), shared.person(), account(shared, "Eveline")
    guest.open()
    ids = [id_of(ann), id_of(guest), id_of(eve)]

    def drive(who: str, turns: int, **more: Any) -> None:
        driven = CourseDriven(course.key, course.title, course.options, [turns, 0])
        assert enter(shared, lambda db: hand_in(db, match_of([who], "rally", driven, **more)))

    drive(ids[0], 17)
    drive(ids[0], 15)
    drive(ids[0], 19)
    drive(ids[1], 14)
    drive(ids[2], 16)
    drive("bot/works/Tarmo", 13)
    enter(shared, lambda db: hand_in(db, match_of([ids[2]], "rally", None, faulty="not its dice")))
    path = f"/api/ladders/rally/courses/{course.key}"
    board = guest.get(path)
    assert [(row["place"], row["driver"]["name"], row["score"]) for row in board["rows"]] == [
        (1, "Anouk", [15, 0]),
        (2, "Eveline", [16, 0]),
    ]
    assert (board["own"]["place"], board["own"]["score"], board["drivers"]) == (1, [14, 0], 2)
    assert board["spread"] == [[15, 1], [16, 1]]
    assert board["course"]["par"] == course.figures["turns"]
    assert guest.get(f"{path}?kind=bots")["rows"][0]["driver"]["level"] == "works"
    listed = next(row for row in ann.get("/api/ladders/rally/courses")["courses"] if row["key"] == course.key)
    assert (listed["best"], listed["runs"]) == ([15, 0], 6)
    ann.ask("PATCH", "/api/account", {"hides": ["ratings"]})
    assert [row["driver"]["name"] for row in guest.get(path)["rows"]] == ["Eveline"]
    for reader, kept in ((guest, 0), (ann, 1)):
        assert len(reader.get("/api/people/Anouk/bests/rally")["bests"]) == kept
        assert len(reader.get("/api/people/Anouk/games/rally")["bests"]["bests"]) == kept
    eve.post("/api/account/delete", {"password": PASSWORD})
    assert guest.get(path)["rows"] == []
    guest.post("/api/account", {"name": "Gerhard", "password": PASSWORD}, 201)
    assert [row["driver"]["name"] for row in ann.get(path)["rows"]] == ["Gerhard"]


def test_a_ladder_is_of_those_with_ten_matches_and_who_deletes_themselves_is_gone_from_it(shared: House) -> None:
    names = ["Adele", "Bertil", "Cecile"]
    people = [account(shared, name) for name in names]
    ids = [id_of(one) for one in people]
    for _ in range(9):
        enter(shared, lambda db: hand_in(db, match_of(ids, rated=True)))
    path = "/api/ladders/toy_dash/ratings"
    assert people[0].get(path)["rows"] == []
    assert people[0].get(path)["own"]["place"] == 0
    enter(shared, lambda db: hand_in(db, match_of([*ids, "bot/novice/Ottavia"], rated=True)))
    ladder = people[1].get(path)
    assert [row["driver"]["name"] for row in ladder["rows"]] == names
    assert (ladder["own"]["place"], ladder["own"]["yours"], ladder["total"]) == (2, True, 3)
    assert len(people[2].get("/api/people/Adele/games/toy_dash")["ratings"]) == 10
    kept = people[0].get("/api/account/export")
    assert (len(kept["results"]), len(kept["rating_steps"])) == (10, 10)
    people[0].post("/api/account/delete", {"password": PASSWORD})
    assert [row["driver"]["name"] for row in people[1].get(path)["rows"]] == names[1:]
    seats = people[1].get("/api/people/Bertil/matches")["matches"][0]["seats"]
    assert [seat["driver"]["name"] for seat in seats] == ["", "Bertil", "Cecile", "Ottavia"]
    enter(shared, lambda db: hand_in(db, match_of([ids[0], ids[1]], rated=True)))  # a match that was still running
    assert verbs.check(shared.settings.database, entered=True)[1]  # the others' ratings still grow from hers


def test_a_guest_who_logs_in_brings_results_and_bests_but_no_rating(shared: House) -> None:
    course = house_courses("rally")[1]
    home, there = account(shared, "Hanna"), shared.person()
    there.open()
    guest = id_of(there)
    for who, turns in ((id_of(home), 20), (guest, 18)):
        driven = CourseDriven(course.key, course.title, course.options, [turns, 0])
        enter(shared, lambda db, who=who, driven=driven: hand_in(db, match_of([who], "rally", driven)))
    enter(shared, lambda db: hand_in(db, match_of([guest, "bot/novice/Ottavia"], "rally", rated=True)))
    there.post("/api/account/login", {"name": "Hanna", "password": PASSWORD})
    standing = page_of(home)["games"][0]
    assert (standing["matches"], standing["rating"]) == (3, None)
    bests = home.get("/api/people/Hanna/bests/rally")["bests"]
    assert [best["score"] for best in bests] == [[18, 0]]
    assert verbs.check(shared.settings.database, entered=True)[1]


def test_the_first_difference_is_named_whether_it_is_a_place_a_rating_or_the_journal(house: House) -> None:
    ann, bob = account(house, "Annika"), account(house, "Bruno")
    table = rated_table(ann, bob)
    play_out(table, ann, bob)
    entered(ann, table)
    database = house.settings.database
    enter(house, lambda db: db.execute(update(results).values(rank=3 - results.c.rank)))
    said, well = verbs.check(database)
    assert not well
    assert f"match 1, table {table}: entered" in said
    assert "the step says" in verbs.check(database, entered=True)[0]
    verbs.rebuild(database)
    assert verbs.check(database, entered=True)[1]
    last = enter(house, lambda db: db.execute(select(journal).order_by(journal.c.seq.desc()).limit(1)).one())
    entries = encode_text({"by": 0, "cause": "move", "entries": [[0, "gear:9"]]})
    enter(house, lambda db: db.execute(update(journal).where(journal.c.seq == last.seq).values(body=entries)))
    said, well = verbs.check(database)
    assert not well
    assert said.startswith(f"match 1, table {table}:")


def test_a_rated_match_whose_rolls_are_not_its_dices_is_found_by_the_check(house: House) -> None:
    ann, bob = account(house, "Annika"), account(house, "Bruno")
    table = rated_table(ann, bob)
    play_out(table, ann, bob)
    entered(ann, table)
    assert verbs.check(house.settings.database)[1]
    enter(house, lambda db: db.execute(update(tables).values(secret="00" * 32)))
    said, well = verbs.check(house.settings.database)
    assert not well
    assert "the dice gave" in said


def test_ratings_worked_out_anew_are_the_same_to_the_last_column(house: House) -> None:
    ann, bob, guest = account(house, "Annika"), account(house, "Bruno"), house.person()
    guest.ask("PATCH", "/api/account", {"plate": 4})
    some = [id_of(ann), id_of(bob), id_of(guest), "bot/novice/Ottavia"]
    enter(house, lambda db: db.execute(update(people).where(people.c.id == some[1]).values(hides="ratings")))
    for _ in range(FEWEST):
        enter(house, lambda db: hand_in(db, match_of(some, "rally", rated=True)))
    enter(house, lambda db: hand_in(db, match_of([some[0], "bot/works/Tarmo"], "rally", rated=True)))

    def kept() -> Any:
        return enter(house, lambda db: list(db.execute(select(ratings).order_by(ratings.c.who)).mappings()))

    before = kept()
    assert {row["who"]: row["listed"] for row in before} == dict(
        zip([*some, "bot/works/Tarmo"], [1, 0, 0, 2, 0], strict=True)
    )
    verbs.rebuild(house.settings.database)
    assert kept() == before


def test_a_rating_that_is_not_equal_to_the_last_bit_is_said(house: House) -> None:
    enter(house, lambda db: hand_in(db, match_of(["bot/novice/Ottavia", "bot/works/Tarmo"], "rally", rated=True)))
    database = house.settings.database
    assert verbs.check(database, entered=True) == (
        "1 rated matches: all ratings are what they come to, to the last bit",
        True,
    )
    kept = enter(house, lambda db: db.execute(select(ratings.c.mu)).scalars().first())
    nearly = math.nextafter(kept, math.inf)
    enter(house, lambda db: db.execute(update(ratings).where(ratings.c.mu == kept).values(mu=nearly)))
    said, well = verbs.check(database, entered=True)
    assert well
    assert said.endswith("but for the last digits of 1, which another machine has rounded")


def test_a_match_that_ended_before_a_kill_is_entered_by_the_next_server(database: str, opener: Opener) -> None:
    first = opener(database)
    ann = account(first, "Annika")
    table = ann.open(options={"players": 1})["id"]
    play_out(table, ann)
    entered(ann, table)
    first.close()
    # as a server leaves it that is killed between the last move and the entry
    enter(first, lambda db: hand_back(db, table))
    second = opener(database)
    wait_for(lambda: enter(second, lambda db: db.execute(select(matches.c.table_id)).scalars().all()) == [table])


def test_a_match_that_cannot_be_entered_keeps_no_other_from_it(
    opener: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, taken, enter_one = opener(str(tmp_path / "t.db")), list[str](), standings.enter

    def fail_first(connection: Connection, one: Entering) -> bool:
        taken.append(one.table)
        if one.table == taken[0]:
            raise IntegrityError("insert", None, ValueError("something is wrong with this one"))
        return enter_one(connection, one)

    monkeypatch.setattr(standings, "enter", fail_first)
    ann = account(house, "Annika")
    first, second = (ann.open(options={"players": 1})["id"] for _ in range(2))
    for table in (first, second):
        play_out(table, ann)
    entered(ann, second)
    assert taken[0] == first
    assert [row["table"] for row in ann.get(f"/api/people/{id_of(ann)}/matches")["matches"]] == [second]


def test_a_drive_that_does_not_follow_from_its_dice_counts_for_nothing(database: str, opener: Opener) -> None:
    first = opener(database)
    ann = account(first, "Annika")
    fair, forged = (ann.open(options={"players": 1})["id"] for _ in range(2))
    for table in (fair, forged):
        play_out(table, ann)
        entered(ann, table)
    first.close()

    def forge(db: Connection) -> None:
        standings.forget(db, [id_])
        db.execute(update(tables).where(tables.c.id == forged).values(secret="00" * 32))
        for table in (fair, forged):
            hand_back(db, table)

    id_ = enter(first, lambda db: db.execute(select(results.c.person)).scalars().first())
    enter(first, forge)
    second = opener(database)

    def found() -> dict[str, str]:
        rows = enter(second, lambda db: db.execute(select(matches.c.table_id, matches.c.faulty)).all())
        return {row.table_id: row.faulty for row in rows}

    wait_for(lambda: len(found()) == 2)
    assert found()[fair] == ""
    assert found()[forged] != ""
    assert page_of(second.person(), "Annika")["games"][0]["matches"] == 1


def hand_back(connection: Connection, table: str) -> None:
    """As if it had never been entered."""
    standings.drop_matches(connection, [table])
    connection.execute(insert(finishes), {"table_id": table, "at": 0, "tries": 0})
