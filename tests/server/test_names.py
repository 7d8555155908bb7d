"""Names that cannot be seen, read like a bot's or like somebody else's are refused."""

from __future__ import annotations

import pytest
from alembic import command
from sqlalchemy import insert, select

from parcferme.server.ops.settings import Settings
from parcferme.server.storage.database import alembic_config, migrate, open_engine
from parcferme.server.storage.schema import people
from parcferme.table.errors import Denied
from parcferme.table.names import are_alike, fit, is_taken, look
from tests.server.house import House

DATABASES = ["sqlite"]
PASSWORD = "correct horse"
CYRILLIC_A = "\u0430"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("\u3164\u3164", "name_letters"),  # Hangul filler: a letter nothing is seen of
        ("\u2800\u2800", "name_letters"),
        ("A\u115fnn", "name_letters"),
        ("---", "name_letters"),
        ("Ann \U0001f3c1", "name_letters"),
        ("bot:works", "name_letters"),
        ("Bot works", "name_reserved"),
        ("b0t works", "name_reserved"),
        ("B\u043et", "name_mixed"),
        ("works bot", "name_reserved"),
        ("departed", "name_reserved"),
        ("Parc Fermé", "name_reserved"),
        ("admin", "name_reserved"),
        (f"{CYRILLIC_A}nn", "name_mixed"),
        ("\u03a9mega", "name_mixed"),
        ("\ua4eennika", "name_mixed"),  # a letter of Lisu, drawn like an A
        ("ADMIN", "name_reserved"),
        ("admln", "name_reserved"),
        ("ꓮꓓꓟꓲꓠ", "name_reserved"),  # Lisu
        ("Ann\ufe0f", "name_letters"),  # nothing is seen of a letter's variant
        ("Ann\U000e0101", "name_letters"),
        ("C\u10ffco", "name_mixed"),  # a letter of Georgian, drawn like an o
    ],
)
def test_such_a_name_is_refused(shared: House, name: str, code: str) -> None:
    ann = shared.person()
    assert ann.post("/api/account", {"name": name, "password": PASSWORD}, 422)["code"] == code
    assert ann.post("/api/tables", {"game": "toy_dash", "name": name}, 422)["code"] == code
    ann.open()
    assert ann.ask("PATCH", "/api/account", {"name": name}, 422)["code"] == code


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Zoé",
        "Ann Lee",
        "O'Brien",
        "Abbot",
        "Bottas",
        "Анна",
        "李雷",
        "a1",
        "Li雷",
        "ガストン",
        "გიორგი",
        "Kaʻiulani",
    ],
)
def test_such_a_name_is_fine(name: str) -> None:
    assert fit(name) == name


def test_nobody_goes_by_a_name_that_reads_like_an_accounts(shared: House) -> None:
    shared.person().post("/api/account", {"name": "Coco Rally", "password": PASSWORD}, 201)
    twins = ["coco rally", "C0C0 Rally", "Coco  Rally", "Coco-Rally", "\u0441\u043e\u0441\u043e", "Coco Ra11y"]
    shared.person().post("/api/account", {"name": "Coco", "password": PASSWORD}, 201)
    for twin in twins:
        eve = shared.person()
        assert eve.post("/api/account", {"name": twin, "password": PASSWORD}, 409)["code"] == "name_taken", twin
        assert eve.post("/api/tables", {"game": "toy_dash", "name": twin}, 409)["code"] == "name_taken"
        eve.open()
        assert eve.ask("PATCH", "/api/account", {"name": twin}, 409)["code"] == "name_taken"
    shared.person().post("/api/account", {"name": "Cocó Rally", "password": PASSWORD}, 201)  # an accent is seen
    shared.person().post("/api/account/login", {"name": "coco rally", "password": PASSWORD})


def test_a_label_may_say_that_it_is_a_bots(shared: House) -> None:
    rudi = shared.person()
    rudi.post("/api/account", {"name": "Rudi", "password": PASSWORD}, 201)
    rudi.post("/api/account/tokens", {"label": "bot", "scopes": ["read"]}, 201)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ian", "lan"),  # a capital I, a small L
        ("Ian", "1an"),
        ("Ian", "ian"),
        ("Ian", "\u01c0an"),  # a click, in Xhosa
        ("Anna", "\u0251nn\u0251"),
        ("Anna", "\u1d00nn\u1d00"),  # small capitals
        ("WILLIAM", "WlLLlAM"),
        ("Coco", "C\u0966c\u0966"),  # noughts of Devanagari
        ("TOM", "ТОМ"),  # Cyrillic
        ("Tom", "том"),
        ("MAYA", "ΜΑΥΑ"),  # Greek
        ("NINA", "ΝΙΝΑ"),
        ("JAKE", "ᎫᎪᏦᎬ"),  # Cherokee
        ("LISA", "ꓡꓲꓢꓮ"),  # Lisu
        ("TOMKA", "ⲦⲞⲘⲔⲀ"),  # Coptic
    ],
)
def test_such_names_are_taken_for_each_other(name: str, other: str) -> None:
    assert are_alike(name, other)
    assert is_taken(other, [name])


@pytest.mark.parametrize(("name", "other"), [("Mila", "Miia"), ("Lia", "Ila"), ("Anna", "Anne"), ("Ann", "An n")])
def test_such_names_are_not(name: str, other: str) -> None:
    assert not are_alike(name, other)


@pytest.mark.parametrize("version", ["0015", "0016", "0017"])
def test_accounts_that_were_there_before_are_protected_too(empty_database: str, version: str) -> None:
    url = Settings(database=empty_database).database_url()
    command.upgrade(alembic_config(url), version)
    engine = open_engine(url)
    old = {"id": "p", "kind": "account", "name": "Coco", "login": "coco", "role": "player", "created_at": 1}
    with engine.begin() as connection:
        connection.execute(insert(people), old)
    migrate(url)
    with engine.connect() as connection:
        assert connection.execute(select(people.c.look)).scalar_one() == look("\u0441\u043e\u0441\u043e") == "coco"
    engine.dispose()


@pytest.mark.parametrize("blank", ["\u3164\u3164", "\u2800 \u2800", "\ufe0f\u200d"])
def test_titles_and_words_can_be_seen(shared: House, blank: str) -> None:
    """Whoever is to open, leave or report something has to find it."""
    ann = shared.person()
    ann.post("/api/account", {"name": f"Blank {ord(blank[0])}", "password": PASSWORD}, 201)
    assert ann.post("/api/tables", {"game": "toy_dash", "title": blank}, 422)["code"] == "bad_title"
    assert ann.post("/api/clubs", {"name": blank}, 422)["code"] == "bad_club_name"
    road = {"game": "toy_dash", "kind": "road", "document": {"length": 9}}
    assert ann.post("/api/documents", {**road, "title": blank}, 422)["code"] == "bad_title"
    table = ann.open()["id"]
    assert ann.post(f"/api/tables/{table}/chat", {"text": blank}, 422)["code"] == "bad_value"


def test_a_look_is_never_refused() -> None:
    with pytest.raises(Denied):
        fit("")
    assert look("") == ""
