"""How links look where they are passed on: true, in the reader's language, and without anybody's secrets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parcferme.solve.puzzle_sets import puzzles_of
from tests.server.conftest import Opener
from tests.server.house import House, Person, wait_for
from tests.server.rally import ROUND, Rally

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
    assert "url" not in told, "whoever took the address from there would have lost the key"
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
    assert tags(stranger, f"/replay/{table['id']}?at=7")["url"] == f"https://rally.example/replay/{table['id']}?at=7"
    assert tags(stranger, f"/replay/{table['id']}?at=<7>")["url"] == f"https://rally.example/replay/{table['id']}"


def test_any_other_page_is_one_of_the_house_and_puzzles_and_events_are_named(house: House) -> None:
    stranger = house.person()
    assert tags(stranger, "/")["title"] == "Parc Fermé: five rally board games"
    assert tags(stranger, "/people/Nobody")["title"] == tags(stranger, "/")["title"]
    assert tags(stranger, "/", "it")["title"].endswith("cinque giochi da tavolo di rally")
    puzzle = next(iter(puzzles_of("rallyman")))
    told = tags(stranger, f"/puzzles/{puzzle}")
    assert (told["title"], told["url"]) == (
        "Rallyman: what is the best choice here?",
        f"https://rally.example/puzzles/{puzzle}",
    )


def test_what_a_visitor_calls_the_server_is_not_passed_on(opener: Opener, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html><head></head></html>")
    stranger = opener(str(tmp_path / "t.db"), web=str(tmp_path)).person()
    page = f"/puzzles/{next(iter(puzzles_of('rallyman')))}"
    for headers in ({"host": "evil.example"}, {"x-forwarded-host": "evil.example", "x-forwarded-proto": "https"}):
        answer = stranger.http.get(page, headers=headers)
        told = dict(TAG.findall(answer.text))
        assert "evil" not in answer.text
        assert "url" not in told
        assert told["image"] == "/assets/art/rallyman.jpg"


def test_todays_stage_and_public_events_are_named(opener: Opener, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html><head></head></html>")
    house = opener(str(tmp_path / "t.db"), web=str(tmp_path), daily=True)
    stranger = house.person()
    public, private = (Rally(house, ROUND, visibility, "Ann") for visibility in ("public", "private"))
    assert tags(stranger, f"/events/{public.id}")["title"] == ROUND["title"]
    assert tags(stranger, f"/events/{private.id}")["title"] == tags(stranger, "/")["title"]
    wait_for(lambda: "stage" in tags(stranger, "/daily")["title"])
    assert tags(stranger, "/daily")["title"].startswith("Today’s stage: ")
