"""Operating a server: health, metrics, headers, logs, stopping, backup and restore."""

from __future__ import annotations

import json
import logging
import os
import re
import resource
import signal
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import sleep
from typing import Any

import pytest
import uvicorn
from alembic import command
from sqlalchemy import func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from websockets.exceptions import ConnectionClosed

from parcferme.core.errors import ParcFermeError
from parcferme.server.api.event_import import EVENT_FILE_LIMIT
from parcferme.server.ops import logs, verbs
from parcferme.server.ops.logs import Calm, JsonLines, blank
from parcferme.server.ops.settings import BadSetting, Settings, from_environment
from parcferme.server.storage.checks import write_checksum
from parcferme.server.storage.database import alembic_config, migrate, open_engine, version
from parcferme.server.storage.schema import journal, sessions, tables
from tests.server.conftest import Opener
from tests.server.house import House, Postgres, Spawned, postgres_programs, wait_for
from tests.support import free_port

ROOT = Path(__file__).parents[2]


def test_health_and_metrics(shared: House) -> None:
    ann = shared.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    ann.act(table, "gear:1")
    ann.act(table, "fly", status=422)
    health = ann.get("/health")
    assert health["status"] == "ok"
    assert health["playing"] >= 1
    assert health["engine"] in ("compiled", "interpreted")
    assert health["database"] == shared.settings.backend().name
    text = ann.http.get("/metrics").text
    assert 'parcferme_tables_created_total{game="toy_dash"}' in text
    assert 'parcferme_notes_total{kind="play"}' in text
    assert 'parcferme_refused_total{code="bad_action"}' in text
    assert "parcferme_act_seconds_count 1" in text
    assert 'le="+Inf"' in text


def test_a_server_that_cannot_write_is_not_well(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"))
    with house.server.store.engine.connect().execution_options(writes=True) as connection, connection.begin():
        full = "CREATE TRIGGER full BEFORE UPDATE ON workers BEGIN SELECT RAISE(FAIL, 'the disk is full'); END"
        connection.execute(text(full))
    assert house.person().get("/health", 503)["code"] == "unavailable"
    with house.server.store.engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text("DROP TRIGGER full"))
    assert house.person().get("/health")["status"] == "ok"


def test_what_was_to_be_written_is_not_in_a_databases_errors(tmp_path: Path) -> None:
    url = Settings(database=str(tmp_path / "t.db")).database_url()
    migrate(url)
    engine = open_engine(url)
    with engine.connect() as connection, pytest.raises(IntegrityError) as failed:
        connection.execute(insert(sessions), {"hash": "a hash of theirs", "person": "nobody", "expires_at": 1})
    assert "a hash of theirs" not in str(failed.value)
    engine.dispose()


def test_every_answer_has_strict_headers(shared: House) -> None:
    for path in ("/api/games", "/api/nothing", "/health", "/"):
        headers = shared.person().http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
    assert shared.person().http.get("/api/tables").headers["cache-control"] == "no-store"


def test_the_browser_client_is_served_when_it_is_there(tmp_path: Path, opener: Opener) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html><title>Tables</title>")
    (web / "assets" / "app.js").write_text("1")
    (web / "robots.txt").write_text("User-agent: *")
    ann = opener(str(tmp_path / "t.db"), web=str(web)).person()
    for path in ("/", "/table/abc", "/rules/x"):
        assert ann.http.get(path).text.startswith("<!doctype html>")
    assert ann.http.get("/assets/app.js").text == "1"
    assert ann.http.get("/robots.txt").text.startswith("User-agent")
    for wrong in ("none.js", "%00", "a" * 5000, "%2e%2e/%2e%2e/t.db"):
        assert ann.http.get(f"/assets/{wrong}").status_code == 404
    assert ann.get("/api/nothing", 404)["code"] == "not_found"
    assert ann.get("/api/games")


@pytest.mark.parametrize(
    "text",
    [
        "GET /table/x?key=44847ef3d8432cd0d57cf4304068be5c HTTP/1.1",
        'password="hunter2hunter2"',
        "Authorization: Bearer pf_abcdefghijklmnopqrstuvwxyz",
        "postgresql://user:hunter2@host/name",
        "cookie: parcferme=abcdef0123456789",
        "< cookie: language=fr; parcferme=abcdef0123456789; theme=dark",
        "the token pf_abcdefghijklmnopqrstuvwxyz was used",
    ],
)
def test_logs_hold_no_secrets(text: str) -> None:
    record = logging.makeLogRecord({"msg": text, "level": "INFO", "table": "abc", "url": text})
    line = json.loads(JsonLines().format(record))
    assert line["table"] == "abc"
    for secret in ("44847ef3d8432cd0d57cf4304068be5c", "hunter2", "abcdefghijklmnop", "abcdef0123456789"):
        assert secret not in line["says"] + line["url"]
    assert blank("table 12 of 13") == "table 12 of 13"
    link = "a1b2.1795000000000.00ff00ff"
    for path in (f"/mail/reset/{link}", f"GET /api/mail/unsubscribe/{link} HTTP/1.1", f"http://x/mail/confirm/{link}"):
        assert link not in blank(path)
        assert "/mail/" in blank(path)


@pytest.mark.parametrize(
    "part", ["a+", "a://", "a://b:", "pf_-", "parcferme=-", "/mail/a", "key=", "key:bearer ", "key'  "]
)
def test_no_line_of_a_log_holds_anybody_up(part: str) -> None:
    """The address of a live line stands in the log: 16,000 letters of it took three seconds of everybody's time."""
    started = time.process_time()
    blank(part * (32_000 // len(part)))
    assert time.process_time() - started < 1


def test_an_orderly_stop_sends_everybody_away_and_ends_with_code_0(tmp_path: Path) -> None:
    server = Spawned(str(tmp_path / "t.db"), free_port())
    try:
        ann = server.person()
        table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
        line = ann.line(table)
        line.next("hello")
        assert server.stop() == 0
        with pytest.raises(ConnectionClosed, match="1012"):
            line.next("never")
    finally:
        server.close()


def test_a_signal_while_it_is_starting_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def look(settings: Settings) -> None:
        assert signal.getsignal(signal.SIGTERM) is not verbs._ended
        raise ParcFermeError("seen")

    monkeypatch.setattr(verbs, "prepare", look)
    monkeypatch.setattr(logs, "set_up", lambda level, requests: None)
    with pytest.raises(ParcFermeError, match="seen"):
        verbs.serve(database=str(tmp_path / "t.db"))


def test_every_setting_is_documented_and_deploy_uses_no_other() -> None:
    settings = {field.upper() for field in Settings.__dataclass_fields__}
    table = re.findall(r"^\| (`[A-Z_`, ]+`) \|", (ROOT / "docs" / "operation.md").read_text("utf-8"), re.MULTILINE)
    assert settings == set(re.findall(r"[A-Z_]+", " ".join(table)))
    for path in (ROOT / "deploy").iterdir():
        used = re.findall(r"PARCFERME_([A-Z_]+)", path.read_text("utf-8"))
        assert set(used) <= settings, path


def test_proxies_let_the_largest_body_through() -> None:
    """An event's file may be larger than anything else that is sent; behind the examples a proxy refused it."""
    nginx = re.search(r"client_max_body_size (\d+)m;", (ROOT / "deploy" / "nginx.conf").read_text("utf-8"))
    caddy = re.search(r"max_size (\d+)MB", (ROOT / "deploy" / "Caddyfile").read_text("utf-8"))
    assert nginx is not None
    assert caddy is not None
    assert min(int(nginx[1]), int(caddy[1])) * 1_000_000 >= EVENT_FILE_LIMIT


def test_a_backup_is_a_consistent_copy_taken_while_the_server_runs(
    database: str, opener: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", postgres_programs(), prepend=os.pathsep)
    house = opener(database)
    ann = house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}], options={"length": 400})["id"]
    ann.act(table, "gear:1", 0)
    copy = tmp_path / "copies" / "copy"
    said = verbs.backup(copy, database)
    assert str(copy) in said
    with pytest.raises(ParcFermeError, match="never overwrites"):
        verbs.backup(copy, database)
    ann.act(table, "lift", 1)
    cookies = dict(ann.http.cookies)
    house.close()
    assert "restored" in verbs.restore(copy, database)
    again = opener(database).person()
    again.http.cookies.update(cookies)
    assert again.position(table)["node"] == 1


@pytest.fixture
def club(postgres: Postgres, opener: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Path]:
    """A PostgreSQL database whose server has stopped, and a backup taken before its last table was opened."""
    monkeypatch.setenv("PATH", postgres_programs(), prepend=os.pathsep)
    database, copy = postgres.fresh(), tmp_path / "copy"
    house = opener(database)
    ann = house.person()
    ann.open(title="first")
    verbs.backup(copy, database)
    ann.open(title="second")
    house.close()
    return database, copy


def titles(database: str) -> list[str]:
    engine = open_engine(Settings(database=database).database_url())
    with engine.connect() as connection:
        setups = connection.execute(select(tables.c.setup).order_by(tables.c.created_at)).scalars()
        found = [json.loads(setup)["title"] for setup in setups]
    engine.dispose()
    return found


def test_what_a_restore_replaces_is_kept_and_can_be_restored_itself(club: tuple[str, Path]) -> None:
    database, copy = club
    kept = copy.with_name("copy.before-1")
    assert verbs.restore(copy, database).endswith(f"what was there is now {kept}")
    assert titles(database) == ["first"]
    verbs.restore(kept, database)
    assert titles(database) == ["first", "second"]


def test_a_restore_waits_for_whoever_is_leaving(club: tuple[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    database, copy = club
    engine = open_engine(Settings(database=database).database_url())
    leaving = engine.connect()
    pauses: list[float] = []

    def leave(seconds: float) -> None:
        pauses.append(seconds)
        leaving.close()
        engine.dispose()
        sleep(1)

    monkeypatch.setattr("parcferme.server.storage.postgres.time.sleep", leave)
    assert "restored" in verbs.restore(copy, database)
    assert len(pauses) == 1
    assert titles(database) == ["first"]


def test_a_restore_that_fails_leaves_everything_as_it_was(club: tuple[str, Path], tmp_path: Path) -> None:
    database, copy = club
    torn = tmp_path / "torn"
    torn.write_bytes(copy.read_bytes()[:-40])  # half-way through the data
    with pytest.raises(ParcFermeError, match="pg_restore"):
        verbs.restore(torn, database)
    assert titles(database) == ["first", "second"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "copy.sha256", "torn"]


def test_postgresqls_backups_are_looked_at_before_anything_is_touched(
    club: tuple[str, Path], postgres: Postgres, tmp_path: Path
) -> None:
    database, _ = club
    rubbish, newer, foreign = (tmp_path / name for name in ("rubbish", "newer", "foreign"))
    rubbish.write_bytes(b"not a backup at all")
    later, other = postgres.fresh(), postgres.fresh(migrated=False)
    engine = open_engine(Settings(database=later).database_url())
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    verbs.backup(newer, later)
    verbs.backup(foreign, other)
    for source, says in ((rubbish, "is not a backup"), (newer, "version 9999"), (foreign, "not a sound backup")):
        with pytest.raises(ParcFermeError, match=says):
            verbs.restore(source, database)
    assert titles(database) == ["first", "second"]


FAKE = """#!/bin/sh
printf '%s\\n' "$0" "$@" >> "{log}"
printf '%s\\n' "$PGPASSWORD" >> "{log}.passwords"
case "$*" in *alembic_version*) printf 'COPY public.alembic_version (version_num) FROM stdin;\\n0015\\n';; esac
for word in "$@"; do case "$word" in --file=/*) echo > "${{word#--file=}}";; esac; done
case "$*" in *pg_stat_activity*) echo 0;; esac
case "$*" in *--clean*) echo "no such host" >&2; exit 1;; esac
"""


@pytest.mark.parametrize(
    "address",
    ["postgresql://club:hunter%402@db.example:5433/t", "postgres://club@db.example:5433/t?password=hunter%402"],
)
def test_nobody_reads_the_databases_password_off_a_command_line(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    for name in ("pg_dump", "pg_restore", "psql"):
        (tmp_path / name).write_text(FAKE.format(log=log))
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.delenv("PGPASSWORD", raising=False)
    verbs.backup(tmp_path / "copy", address)
    with pytest.raises(ParcFermeError, match="no such host"):
        verbs.restore(tmp_path / "copy", address)
    words = log.read_text()
    assert words.count("--dbname=") == 4  # the backup; who else is there, what is kept of the present, the restoring
    assert words.count("host=db.example") == words.count("user=club") == words.count("port=5433") == 4
    assert "hunter" not in words
    assert Path(f"{log}.passwords").read_text().split() == ["hunter@2"] * 4


def test_several_workers_listen_as_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(uvicorn, "run", lambda app, **how: asked.update(how, app=app))
    monkeypatch.setattr(verbs, "prepare", lambda settings: None)
    monkeypatch.setattr(verbs, "_end_quietly", lambda: None)
    monkeypatch.setattr(logs, "set_up", lambda level, requests: None)
    for name in ("DATABASE", "PUBLIC_URL"):
        monkeypatch.setenv(f"PARCFERME_{name}", "")  # so that it is put back afterwards
    verbs.serve("0.0.0.0", 81, "postgresql://u@h/n", 3, "https://club.example")
    assert (asked.pop("workers"), asked.pop("factory")) == (3, True)
    many = uvicorn.Config(**asked)
    one = verbs.uvicorn_config(Settings(host="0.0.0.0", port=81))
    differ = {name for name in vars(one) if vars(one)[name] != vars(many)[name]}
    assert differ == {"app"}
    assert many.timeout_worker_healthcheck >= 60  # on a busy machine a worker takes its time to start


def test_restoring_refuses_what_is_no_backup_and_a_running_servers_file(tmp_path: Path, opener: Opener) -> None:
    database = str(tmp_path / "t.db")
    opener(database)
    rubbish = tmp_path / "rubbish"
    rubbish.write_bytes(b"not a database at all" * 100)
    with pytest.raises(ParcFermeError, match="is not a backup"):
        verbs.restore(rubbish, database)
    with pytest.raises(ParcFermeError, match="is not there"):
        verbs.restore(tmp_path / "nothing", database)
    copy = tmp_path / "copy"
    verbs.backup(copy, database)
    with pytest.raises(ParcFermeError, match="another server"):
        verbs.restore(copy, database)
    with pytest.raises(ParcFermeError, match="there is no database"):
        verbs.backup(tmp_path / "x", str(tmp_path / "nowhere.db"))


def test_half_a_backup_is_none_and_a_newer_one_is_left_alone(tmp_path: Path) -> None:
    database = str(tmp_path / "t.db")
    verbs.prepare(Settings(database=database))
    newer = tmp_path / "newer.db"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))  # as on a full disk
    try:
        with pytest.raises(ParcFermeError, match="cannot be written"):
            verbs.backup(newer, database)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not newer.exists()
    verbs.backup(newer, database)
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    write_checksum(newer)
    before = Path(database).read_bytes()
    with pytest.raises(ParcFermeError, match="version 9999"):
        verbs.restore(newer, database)
    assert Path(database).read_bytes() == before
    with pytest.raises(ParcFermeError, match="version 9999"):
        verbs.prepare(Settings(database=str(newer)))


def test_a_database_that_cannot_be_used_is_named_in_one_line(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"))
    rubbish = tmp_path / "rubbish"
    rubbish.write_bytes(b"not a database at all" * 100)
    nobody = f"postgresql://u:hunter2@127.0.0.1:{free_port()}/x"
    wrong = [(str(rubbish), "not a database"), (str(tmp_path), "cannot be used"), ("/proc/none/t.db", "/proc/none")]
    for database, says in (*wrong, (nobody, "cannot be used"), (house.settings.database, "another server")):
        with pytest.raises(ParcFermeError, match=says) as refused:
            verbs.prepare(Settings(database=database))
        assert "\n" not in str(refused.value)
        assert "hunter2" not in str(refused.value)


def test_a_database_that_can_only_be_read_is_refused(tmp_path: Path) -> None:
    database = tmp_path / "t.db"
    verbs.prepare(Settings(database=str(database)))
    with database.open("r+b") as file:
        file.seek(18)  # where SQLite's files say which version may write them: none that there is
        file.write(b"\x03")
    with pytest.raises(ParcFermeError, match=r"DATABASE: cannot be used: .*readonly"):
        verbs.prepare(Settings(database=str(database)))


def test_a_port_that_is_taken_is_named_in_one_line(tmp_path: Path, shared: House) -> None:
    with pytest.raises(ParcFermeError, match=f"port {shared.port}: Address already in use"):
        verbs.serve(port=shared.port, database=str(tmp_path / "t.db"))


def test_only_the_server_reads_its_database_and_backups(tmp_path: Path) -> None:
    database, copy = tmp_path / "t.db", tmp_path / "copies" / "100% #1?.db"
    verbs.prepare(Settings(database=str(database)))
    verbs.backup(copy, str(database))
    verbs.restore(copy, str(database))
    assert [path.stat().st_mode & 0o777 for path in (database, copy)] == [0o600, 0o600]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can hand files over")
def test_who_restores_leaves_the_file_to_its_owner(tmp_path: Path) -> None:
    database, copy = tmp_path / "t.db", tmp_path / "copy.db"
    verbs.prepare(Settings(database=str(database)))
    verbs.backup(copy, str(database))
    os.chown(database, 1234, 2345)
    verbs.restore(copy, str(database))
    assert (database.stat().st_uid, database.stat().st_gid) == (1234, 2345)


def test_a_running_servers_postgresql_database_is_not_restored(
    tmp_path: Path, postgres: Postgres, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", postgres_programs(), prepend=os.pathsep)
    database, copy = postgres.fresh(), tmp_path / "copy"
    house = opener(database)
    verbs.backup(copy, database)
    with pytest.raises(ParcFermeError, match="stop it first"):
        verbs.restore(copy, database)
    house.close()
    assert "restored" in verbs.restore(copy, database)


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({"PROT": "1"}, "PARCFERME_PROT: there is no such setting; PARCFERME_PORT is one"),
        ({"DATABASE": "postgresql://u:hunter2@h:port/x"}, "PARCFERME_DATABASE: does not read as"),
        ({"SMTP": "smtp://mail.example"}, "PARCFERME_PUBLIC_URL: is needed with PARCFERME_SMTP"),
        ({"MAIL_FROM": "Club <"}, "PARCFERME_MAIL_FROM: 'Club <' does not read as"),
        ({"MAIL_FROM": "a@b.example, c@d.example"}, "PARCFERME_MAIL_FROM:"),
    ],
)
def test_settings_that_cannot_work_are_refused(environment: dict[str, str], says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        from_environment({f"PARCFERME_{name}": value for name, value in environment.items()})
    assert str(refused.value).startswith(says)
    assert "hunter2" not in str(refused.value)


def test_roles_can_only_be_given_to_accounts(tmp_path: Path) -> None:
    with pytest.raises(ParcFermeError, match="there is no database"):
        verbs.promote("Nobody", "admin", str(tmp_path / "t.db"))
    assert not (tmp_path / "t.db").exists()
    verbs.prepare(Settings(database=str(tmp_path / "t.db")))
    with pytest.raises(ParcFermeError, match="no account called"):
        verbs.promote("Nobody", "admin", str(tmp_path / "t.db"))
    with pytest.raises(ParcFermeError, match="is not one of"):
        verbs.promote("Nobody", "king", str(tmp_path / "t.db"))


def test_a_lost_password_is_replaced_and_ends_every_session(database: str, opener: Opener) -> None:
    house = opener(database)
    ann = house.person()
    ann.post("/api/account", {"name": "Forgetful", "password": "correct horse"}, 201)
    said = verbs.new_password("forgetful", database)
    assert ann.get("/api/account")["account"] is False  # signed out
    ann.post("/api/account/login", {"name": "Forgetful", "password": "correct horse"}, 401)
    assert ann.post("/api/account/login", {"name": "Forgetful", "password": said.rsplit(" ", 1)[1]})["account"] is True
    with pytest.raises(ParcFermeError, match="no account called"):
        verbs.new_password("Nobody", database)


def test_a_database_is_checked_for_what_this_program_cannot_load(database: str, opener: Opener) -> None:
    house = opener(database)
    ann = house.person()
    well, broken, unknown = (ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"] for _ in range(3))
    assert verbs.check_database(database) == ("3 tables, 0 of them cannot be loaded", True)
    engine = open_engine(house.settings.database_url())
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(update(journal).where(journal.c.table_id == broken, journal.c.seq == 1).values(body="{}"))
        later = func.replace(tables.c.setup, '"rules":1', '"rules":9')
        connection.execute(update(tables).where(tables.c.id == unknown).values(setup=later))
    engine.dispose()
    said, fine = verbs.check_database(database)
    assert not fine
    assert said.splitlines()[0] == "3 tables, 2 of them cannot be loaded"
    lines = {line.split(" ")[0]: line for line in said.splitlines()[1:]}
    assert set(lines) == {broken, unknown}
    assert f"{broken} (toy_dash, playing): Object missing required field" in lines[broken]
    assert "version 9" in lines[unknown]
    assert ann.get(f"/api/tables/{well}")["status"] == "playing"


def test_an_older_database_is_checked_on_a_copy(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    url = Settings(database=str(path)).database_url()
    command.upgrade(alembic_config(url), "0016")
    assert verbs.check_database(str(path)) == ("0 tables, 0 of them cannot be loaded", True)
    assert version(url) == "0016"  # left alone


def test_search_engines_and_finders_of_weaknesses_are_told_where_to_go(opener: Opener, tmp_path: Path) -> None:
    house = opener(str(tmp_path / "t.db"), contact="club@example.org")
    ann = house.person()
    assert "Disallow: /table/\n" in ann.http.get("/robots.txt").text
    told = dict(line.split(": ", 1) for line in ann.http.get("/.well-known/security.txt").text.splitlines())
    assert told["Contact"] == "mailto:club@example.org"
    assert told["Preferred-Languages"] == "en, fr, it"
    left = datetime.strptime(told["Expires"], "%Y-%m-%dT%H:%M:%S%z") - datetime.now(UTC)
    assert 0 < left.days < 365
    nobody = opener(str(tmp_path / "other.db"))
    assert nobody.person().http.get("/.well-known/security.txt").status_code == 404


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for child processes where Linux lists them")
@pytest.mark.parametrize("moment", ["starting", "thinking"])
def test_thinking_processes_end_with_a_killed_server(tmp_path: Path, moment: str) -> None:
    house = Spawned(str(tmp_path / "t.db"), free_port(), PARCFERME_BOTS="process")
    try:
        ann = house.person()
        seats = [{"kind": "bot", "level": "novice"}] * 2  # the dice say who begins
        table = ann.open("rallye_code", options={"players": 2}, seats=seats)["id"]
        wait_for(lambda: _children(house.process.pid))
        if moment == "thinking":
            began = ann.position(table)["node"]
            wait_for(lambda: ann.position(table)["node"] > began)
        children = _children(house.process.pid)
        house.kill()
        wait_for(lambda: not any(map(_alive, children)))
    finally:
        house.close()


def _children(pid: int) -> list[str]:
    """Of all its threads."""
    lists = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [child for children in lists for child in children.split() if _alive(child)]


def _alive(pid: str) -> bool:
    return Path(f"/proc/{pid}/exe").exists()


def test_figures_are_for_this_machine_alone_unless_the_operator_opens_them(tmp_path: Path, opener: Opener) -> None:
    asked = {"X-Forwarded-For": "203.0.113.7"}
    closed = opener(str(tmp_path / "a.db")).person()
    assert closed.http.get("/metrics").status_code == 200
    assert closed.http.get("/metrics", headers=asked).json()["code"] == "forbidden"
    opened = opener(str(tmp_path / "b.db"), metrics_open=True).person()
    assert opened.http.get("/metrics", headers=asked).status_code == 200


def test_the_same_trouble_is_logged_once_a_second_with_a_count() -> None:
    now = [100.0]
    calm = Calm(clock=lambda: now[0])
    lines: list[Any] = []

    def trouble(error: type[Exception] = OSError, level: int = logging.ERROR) -> None:
        record = logging.makeLogRecord({"levelno": level, "pathname": "tables.py", "lineno": 7})
        record.exc_info = (error, error(), None)
        if calm.filter(record):
            lines.append(json.loads(JsonLines().format(record)))

    for _ in range(500):
        trouble()
    assert len(lines) == 1
    trouble(ValueError)  # another cause at the same place
    assert len(lines) == 2
    now[0] += 1.0
    trouble()
    assert lines[2]["left_out"] == 499
    for _ in range(3):
        trouble(level=logging.INFO)
    assert len(lines) == 6
    assert "left_out" not in lines[5]


def test_health_is_written_once_a_second(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"))
    ann = house.person()
    ann.get("/health")
    before, started = house.server.store.writer.commits, time.monotonic()
    for _ in range(50):
        ann.get("/health")
    beats = int((time.monotonic() - started) / house.settings.heartbeat) + 2
    assert house.server.store.writer.commits - before <= 2 + beats
