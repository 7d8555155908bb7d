"""How links look where they are passed on: true, in the reader's language, and without anybody's secrets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server.conftest import Opener
from tests.server.house import House, Person

TAG = re.compile(r'<meta property="og:(\w+)" content="([^"]*)">')


@pytest.fixture
def house(tmp_path: Path, opener: Opener) -> House:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").write_text("<html><head></head></html>")
    return opener(str(tmp_path / "t.db"), web=str(tmp_path / "web"), public_url="https://rally.example")


def tags(reader: Person, path: str, language: str = "en") -> dict[str, str]:
    page = reader.http.get(path, headers={"accept-language": language}).text
    return dict(TAG.findall(page))


def test_an_invitation_says_who_invites_and_shows_no_key(house: House) -> None:
    ann, stranger = house.person(), house.person()
    table = ann.open("rallyman", options={"players": 2}, visibility="private", name="Ann", title="Col & Loup")
    link = next(link for link in table["links"] if link["seat"] == 1)
    told = tags(stranger, link["path"])
    assert told["title"] == "Ann invites you to a rally"
    assert told["url"] == f"https://rally.example/table/{table['id']}"
    assert told["image"] == "https://rally.example/assets/art/rallyman.jpg"
    assert link["key"] not in " ".join(told.values())
    assert tags(stranger, link["path"], "fr")["title"].endswith("vous invite à un rallye")
    assert tags(stranger, link["path"], "it")["title"].endswith("ti invita a un rally")
    watch = next(link for link in table["links"] if link["seat"] == -1)
    assert tags(stranger, watch["path"])["title"] == "Col &amp; Loup"


def test_a_table_that_is_not_open_to_the_reader_tells_nothing(house: House) -> None:
    ann, stranger = house.person(), house.person()
    table = ann.open("rallyman", options={"players": 2}, visibility="private", title="Secret rally")
    for path in (f"/table/{table['id']}", f"/replay/{table['id']}", f"/table/{table['id']}?key=wrong", "/table/none"):
        assert tags(stranger, path) == {}
        assert "Secret" not in stranger.http.get(path).text


def test_a_public_table_and_its_replay_are_named(house: House) -> None:
    ann, stranger = house.person(), house.person()
    table = ann.open("rallyman", options={"players": 1}, visibility="public", seats=[{"kind": "me"}])
    assert tags(stranger, f"/table/{table['id']}")["title"] == "Rallyman"
    assert tags(stranger, f"/replay/{table['id']}")["title"] == "Rallyman: the replay"
    assert "Rallyman at Parc Fermé" in tags(stranger, f"/table/{table['id']}")["description"]
    assert tags(stranger, "/") == {}
