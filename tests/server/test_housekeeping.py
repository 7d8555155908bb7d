"""What is kept for how long, what room it takes, and the figures by which an operator sees how the server is."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, select, update
from typer.testing import CliRunner

from parcferme.cli.main import app
from parcferme.server.ops.limits import LIMITS
from parcferme.server.ops.metrics import HELP
from parcferme.server.ops.settings import BadSetting, from_environment
from parcferme.server.ops.verbs import promote, prune
from parcferme.server.people import retention
from parcferme.server.storage import schema
from parcferme.server.storage.clock import wall
from tests.server.conftest import Opener
from tests.server.house import House, Person, wait_for
from tests.server.test_account import account
from tests.server.test_moderation import change

DAY = 86_400_000
ALERTS = Path(__file__).parents[2] / "deploy" / "alerts.yml"


def finished(person: Person) -> str:
    """A match that one person has played to its end."""
    table = str(person.open(seats=[{"kind": "me"}, {"kind": "me"}], options={"length": 1}, chat="all")["id"])
    for action, node in (("gear:1", 0), ("push", 1)):
        person.act(table, action, node)
    person.post(f"/api/tables/{table}/chat", {"text": "well"}, 201)
    return table


def age(house: House, days: int) -> None:
    """Everything that is there was last touched so many days ago."""
    at = wall() - days * DAY
    change(house, update(schema.tables).values(changed_at=at, created_at=at))
    change(house, update(schema.people).values(created_at=at, seen_at=at))
    change(house, update(schema.records).values(created_at=at))
    change(house, update(schema.sessions).values(expires_at=wall() - 1))


def left(house: House, table: Any) -> int:
    with house.server.store.engine.connect() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def test_matches_of_guests_go_after_a_while_and_then_the_guests(house: House) -> None:
    guest, ann = house.person(), account(house, "Ann")
    finished(guest)
    standing = str(guest.open(options={"length": 400})["id"])
    kept = {finished(ann), str(ann.open(options={"length": 400})["id"])}
    age(house, 200)
    change(house, update(schema.tables).where(schema.tables.c.id == standing).values(changed_at=wall()))
    house.run(house.server.housekeeping.prune())
    with house.server.store.engine.connect() as connection:
        assert set(connection.execute(select(schema.tables.c.id)).scalars()) == {*kept, standing}
        for part in (schema.journal, schema.seats, schema.chat):
            assert set(connection.execute(select(part.c.table_id)).scalars()) <= {*kept, standing}
    assert left(house, schema.people) == 2  # the guest still sits somewhere
    assert house.server.metrics.counts["pruned"] == {"matches": 1}
    age(house, 200)  # the match was not gone on with
    house.run(house.server.housekeeping.prune())
    assert house.server.metrics.counts["pruned"] == {"guests": 1, "matches": 2}
    assert left(house, schema.people) == 1


def test_a_match_stays_where_a_guest_who_sat_there_has_an_account_by_now(house: House) -> None:
    guest = house.person()
    table = finished(guest)
    account(house, "Ann")
    guest.post("/api/account/login", {"name": "Ann", "password": "correct horse"})
    age(house, 200)
    house.run(house.server.housekeeping.prune())
    with house.server.store.engine.connect() as connection:
        assert list(connection.execute(select(schema.tables.c.id)).scalars()) == [table]


def test_nothing_goes_before_its_time_or_where_it_is_kept_for_ever(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"), keep_guest_matches=0, keep_uploads=0, keep_accounts=0)
    guest, ann = house.person(), account(house, "Ann")
    table = finished(guest)
    ann.post("/api/records", guest.get(f"/api/tables/{table}/record"), 201)
    age(house, 4000)
    house.run(house.server.housekeeping.prune())
    assert [left(house, one) for one in (schema.tables, schema.records, schema.people)] == [1, 1, 2]
    with house.server.store.engine.connect() as connection:
        settings = from_environment({})
        found = retention.count(connection, settings, wall() - 4000 * DAY + 179 * DAY)
    assert found == {"accounts": 0, "documents": 0, "guests": 0, "letters": 0, "matches": 0, "uploads": 0}


def test_accounts_that_nobody_uses_go_as_if_they_had_deleted_themselves(house: House) -> None:
    ann, bob, marshal = (account(house, name) for name in ("Ann", "Bob", "Marshal"))
    promote("Marshal", "admin", house.settings.database)
    table = ann.open(options={"length": 400})["id"]
    bob.join(table)
    gone = account(house, "Cat")
    finished(gone)
    age(house, 1100)
    house.run(house.server.housekeeping.prune())
    with house.server.store.engine.connect() as connection:
        called = {row.name: row.kind for row in connection.execute(select(schema.people))}
    assert called == {"Ann": "account", "Bob": "account", "Marshal": "account", "departed": "gone"}
    assert marshal.get("/api/account")["id"] == ""  # the session has ended; the account is there


def test_who_organises_or_has_entered_an_event_stays(house: House) -> None:
    ann, bob, guest = account(house, "Ann"), account(house, "Bob"), house.person()
    guest.ask("PATCH", "/api/account", {"name": "Cat"})
    ids = [person.get("/api/account")["id"] for person in (ann, bob, guest)]
    texts = dict.fromkeys(("game", "status", "visibility", "summary", "documents", "secret"), "x")
    numbers = {column.name: 0 for column in schema.events.c if column.type.python_type is int and not column.nullable}
    row = {**texts, **numbers, "id": "e", "organiser": ids[0], "closes": wall()}
    change(house, insert(schema.events).values(row))
    for id in ids[1:]:
        change(house, insert(schema.event_people).values(event_id="e", person=id))
    age(house, 1100)
    house.run(house.server.housekeeping.prune())
    with house.server.store.engine.connect() as connection:
        assert set(connection.execute(select(schema.people.c.id)).scalars()) == set(ids)


def test_uploads_and_sent_letters_go_too_and_one_person_keeps_so_many(database: str, opener: Opener) -> None:
    house = opener(database, uploads=1)
    ann = account(house, "Ann")
    first, second = (finished(ann) for _ in range(2))
    record = ann.get(f"/api/tables/{first}/record")
    ann.post("/api/records", record, 201)
    ann.post("/api/records", record, 201)  # the same again takes no room
    other = ann.get(f"/api/tables/{second}/record")
    assert ann.post("/api/records", other, 409)["code"] == "no_room"
    ann.ask("PATCH", "/api/account", {"email": "ann@example.org"})
    change(house, update(schema.outbox).values(done=True, send_at=wall() - 31 * DAY))
    age(house, 366)
    house.run(house.server.housekeeping.prune())
    assert (left(house, schema.records), left(house, schema.outbox)) == (0, 0)


def test_the_command_counts_first_and_throws_away_then(house: House) -> None:
    for _ in range(3):
        finished(house.person())
    age(house, 200)
    words = ["prune", "--database", house.settings.database]
    assert "would throw away: 3 matches\n" in CliRunner().invoke(app, [*words, "--dry-run"]).output
    assert left(house, schema.tables) == 3
    assert prune(False, house.settings.database) == "thrown away: 3 guests, 3 matches"
    assert prune(False, house.settings.database) == "thrown away: nothing"


def test_the_server_prunes_by_itself_a_little_at_a_time(
    database: str, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parcferme.server.live.housekeeping.PRUNE", 0.1)
    monkeypatch.setattr("parcferme.server.people.retention.BATCH", 1)
    house = opener(database)
    for _ in range(3):
        finished(house.person())
    age(house, 200)
    wait_for(lambda: left(house, schema.tables) == 0)


@pytest.mark.parametrize("name", ["KEEP_ACCOUNTS", "KEEP_UPLOADS", "KEEP_GUEST_MATCHES"])
def test_the_settings_for_it_are_checked(name: str) -> None:
    with pytest.raises(BadSetting, match=name):
        from_environment({f"PARCFERME_{name}": "-1"})


# Figures


def figures(house: House) -> dict[str, float]:
    lines = house.person().http.get("/metrics").text.splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}


def test_the_room_of_every_kind_is_told(house: House) -> None:
    finished(house.person())
    house.run(house.server.housekeeping.weigh())
    found = figures(house)
    assert found['parcferme_disk_bytes{kind="journal"}'] > 4000
    assert found['parcferme_disk_bytes{kind="records"}'] > 0


def test_what_waits_and_what_is_refused_is_told(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"), limits=True)
    ann = account(house, "Ann")
    for _ in range(LIMITS["login"][0] + 2):
        ann.http.post("/api/account/login", json={"name": "Ann", "password": "not this one"})
    ann.ask("PATCH", "/api/account", {"email": "ann@example.org"})
    house.run(house.server.housekeeping.look())
    found = figures(house)
    assert found['parcferme_limited_total{limit="login"}'] == 2
    assert found["parcferme_outbox_waiting"] in (0, 1)  # where no mail server is set it is soon given up
    assert found["parcferme_writer_waiting"] == found["parcferme_thoughts_waiting"] == 0
    assert found["parcferme_database_failures_total"] == 0


def test_a_loop_that_was_held_up_is_told(house: House) -> None:
    async def hold() -> None:
        time.sleep(0.6)  # that is what must be noticed

    house.run(hold())
    wait_for(lambda: figures(house)["parcferme_loop_delay_seconds"] > 0.2)


def test_an_outage_of_the_database_is_counted(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = house.server.store.writer

    def away(batch: object) -> None:
        raise OSError("away")

    with monkeypatch.context() as patched:
        patched.setattr(writer, "_commit", away)
        wait_for(lambda: writer.failures > 0)
    assert figures(house)["parcferme_database_failures_total"] > 0


def test_reports_that_wait_are_told(house: House) -> None:
    ann, bob = house.person(), house.person()
    table = ann.open()["id"]
    bob.join(table)
    bob.post(f"/api/tables/{table}/report", {"seat": 0, "why": "rude"}, 202)
    house.run(house.server.housekeeping.look())
    assert (figures(house)["parcferme_reports_waiting"], left(house, schema.reports)) == (1, 1)


def test_alerts_ask_for_figures_that_are_told(house: House) -> None:
    told = {line.split()[2] for line in house.person().http.get("/metrics").text.splitlines() if line[:6] == "# TYPE"}
    text = ALERTS.read_text("utf-8")
    asked = {re.sub(r"_(bucket|sum|count)$", "", name) for name in re.findall(r"\bparcferme_\w+", text)}
    assert len(asked) >= 8
    assert asked <= told
    assert told == {
        f"parcferme_{name}" + ("_total" if kind == "counter" else "") for name, (kind, _, _) in HELP.items()
    }
    assert text.count("alert:") == text.count("summary:") >= 8
