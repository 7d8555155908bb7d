"""games, bots, options, rules, check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parcferme.cli.catalogue import values
from parcferme.core import registry
from parcferme.core.courses import courses_of
from parcferme.house import catalogue, studio
from tests.cli.conftest import Run


def test_games_lists_every_game_of_the_registry(run: Run) -> None:
    shown = run("games").stdout
    assert all(game_id in shown for game_id in registry.game_ids())
    assert "Round the quarry on tyres nobody sees." in shown
    assert "1–3" in shown


def test_games_as_json_holds_the_option_schema(run: Run) -> None:
    listed = {game["id"]: game for game in json.loads(run("games", "--json").stdout)}
    assert sorted(listed) == registry.game_ids()
    assert listed["quarry"]["options"]["properties"]["players"]["maximum"] == 3


def test_bots_are_listed_weakest_first(run: Run) -> None:
    shown = run("bots", "quarry").stdout
    assert [line.split()[0] for line in shown.splitlines()[1:]] == ["bot:novice", "bot:clubman", "bot:works"]
    assert "bot:novice  Rolls and hopes." in shown  # the catalogue's text
    assert json.loads(run("bots", "quarry", "--json").stdout) == {"quarry": ["novice", "clubman", "works"]}


def test_options_are_told_in_words_with_their_defaults(run: Run) -> None:
    shown = run("options", "quarry").stdout
    assert "How many drive." in shown  # the catalogue's text
    assert "lamps on" in shown  # the declaration's, where the catalogue has none
    assert "gravel, mud" in shown
    assert "quarry(players=2)" in shown


def test_options_as_json_are_the_schema(run: Run) -> None:
    assert json.loads(run("options", "quarry", "--json").stdout) == registry.meta("quarry").options.schema()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("turns", "1 to 60"),
        ("surface", "gravel, mud"),
        ("night", "true or false"),
        ("name", "a text"),
        ("teams", "a list of 0 to 3"),
        ("road", "a file: --set road=@FILE"),
    ],
)
def test_every_kind_of_option_says_what_it_takes(name: str, told: str) -> None:
    assert values(registry.meta("quarry").options.options[name]) == told


def test_content_prints_the_figures_that_are_shown(run: Run) -> None:
    shown = run("content", "rally", "--lang", "it").stdout
    assert "Notte del Turini" in shown
    assert "61 caselle, 1 guado, 2 tornanti" in shown
    listed = json.loads(run("content", "rally", "turini", "--json").stdout)
    assert listed == [courses_of("rally").find("turini").to_json()]


@pytest.mark.parametrize("game", [game for game in registry.game_ids() if courses_of(game).courses])
def test_content_prints_of_every_house_document_what_pages_show(run: Run, game: str) -> None:
    pages = json.loads(catalogue.courses(game))
    assert json.loads(run("content", game, "--json").stdout) == pages["courses"]


BOXED = [(one.game, one.kind) for one in studio.kinds() if studio.kind_of(one.game, one.kind).box is not None]


@pytest.mark.parametrize(("game", "kind"), BOXED)
def test_content_prints_of_the_box_what_the_studio_shows(run: Run, game: str, kind: str) -> None:
    shown = " ".join(run("content", game).stdout.split())
    [box] = [one for one in studio.house_documents(game, kind) if one.id == "box"]
    facts = studio.checked(studio.StudioTask(game, kind, box.document, "en")).facts
    texts = catalogue.texts(game, "en")
    assert facts
    for name, figure in facts.items():
        assert f"{texts.say(f'studio.figure.{name}', {})} {figure.value:g}" in shown


def test_content_names_what_is_not_as_it_is_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = courses_of("rally")
    wrong.find("turini").figures["fords"] = 5
    monkeypatch.setattr("parcferme.cli.catalogue.courses_of", lambda game: wrong)
    result = run("content", "rally")
    assert result.exit_code == 2
    assert "turini: is shown with" in result.stderr
    assert "foresta: is shown" not in result.stderr


def test_a_course_is_driven_by_its_name(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "race.json"
    run("new", "lunar_rally", str(file), "--set", "course=cold-sea")
    assert json.loads(file.read_text("utf-8"))["options"]["map"]["title"] == "Cold Sea Sprint"
    missing = run("new", "lunar_rally", str(tmp_path / "none.json"), "--set", "course=nowhere")
    assert missing.exit_code == 2
    assert "there is no course 'nowhere'; the courses are blue, cold-sea" in missing.stderr


def test_rules_finds_a_clause_by_its_id_in_any_case(run: Run) -> None:
    shown = run("rules", "quarry", "qy-03").stdout
    assert "QY-03" in shown
    assert "Waiting drives nowhere." in " ".join(shown.split())
    assert "QY-02" not in shown


def test_rules_searches_for_all_words(run: Run) -> None:
    found = json.loads(run("rules", "quarry", "tyres", "SECRET", "--json").stdout)
    assert [clause["id"] for clause in found] == ["QY-01"]


def test_rules_without_words_prints_all_clauses_under_their_headings(run: Run) -> None:
    shown = run("rules", "quarry").stdout
    assert shown.index("Before the start") < shown.index("QY-01") < shown.index("A turn") < shown.index("QY-06")


def test_rules_without_a_match_is_an_error(run: Run) -> None:
    result = run("rules", "quarry", "helicopter")
    assert result.exit_code == 2
    assert "'helicopter'" in result.stderr


def written(path: Path, content: str) -> str:
    path.write_text(content, "utf-8")
    return str(path)


def test_check_passes_a_sound_file(run: Run, tmp_path: Path) -> None:
    road = written(tmp_path / "road.json", '{"length": 9}')
    result = run("check", "quarry", road)
    assert result.exit_code == 0
    assert "nothing is wrong" in result.stdout


def test_check_lists_all_faults_with_file_place_and_clause(run: Run, tmp_path: Path) -> None:
    road = written(tmp_path / "road.toml", 'width = 3\nlength = "long"\n')
    result = run("check", "quarry", road)
    assert result.exit_code == 2
    assert f"{road}: width: is not part of a road (QY-06)" in result.stderr
    assert f"{road}: length: is missing or no whole number (QY-06)" in result.stderr
    as_json = run("check", "quarry", road, "--json")
    assert as_json.exit_code == 2
    assert [fault["place"] for fault in json.loads(as_json.stdout)] == ["width", "length"]


@pytest.mark.parametrize("content", ["{", "[1]"])
def test_check_refuses_a_file_that_is_no_object(run: Run, tmp_path: Path, content: str) -> None:
    road = written(tmp_path / "road.json", content)
    result = run("check", "quarry", road)
    assert result.exit_code == 2
    assert road in result.stderr
