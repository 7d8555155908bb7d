"""Puzzles over HTTP: asked without the answer, answered after a choice, rated by first tries, driven on, made of a
replay."""

from __future__ import annotations

import json
from random import Random

import pytest

from parcferme.core import registry
from parcferme.core.contract import CHANCE, JOINT, OVER
from parcferme.core.play import Play
from parcferme.core.record import Record, record_of
from parcferme.house.puzzle_ratings import FirstTry, fold
from parcferme.server.live.thinking import ThoughtTooLong
from parcferme.solve.puzzle_sets import Puzzle, puzzles_of
from tests.server.house import House, Json, Person

GAME = "rallye_code"  # its advice is quick
KNOWN = list(puzzles_of(GAME).values())


def tried(person: Person, puzzle: Puzzle, right: bool = True) -> Json:
    losses = list(puzzle.found.judged.losses)
    told: Json = person.post(f"/api/puzzles/{puzzle.id}/tries", {"choice": losses[0 if right else -1]})
    return told


def driven_from(puzzle: Puzzle) -> Record:
    """A finished match that began with a puzzle's position."""
    game, rng = registry.create(GAME, puzzle.options()), Random(5)
    play = Play(game, puzzle.found.position)
    while play.state.kind() != OVER:
        if play.state.kind() == CHANCE:
            play.happen(play.state.draw(rng.random()))
        elif play.state.kind() == JOINT:
            play.act_jointly([play.state.legal(seat)[0] for seat in play.state.to_act()])
        else:
            seat = play.state.to_act()[0]
            play.act(seat, play.state.legal(seat)[0])
    return record_of(play, [f"Crew {seat}" for seat in range(game.players)])


def test_the_answer_comes_after_a_choice_and_the_first_one_counts(shared: House) -> None:
    ann, ben, puzzle = shared.person(), shared.person(), KNOWN[0]
    asked = ann.get(f"/api/puzzles/{puzzle.id}")
    assert {action["notation"] for action in asked["actions"]} == set(puzzle.found.judged.losses)
    assert not {"losses", "choices", "best"} & set(asked)
    first = tried(ann, puzzle, right=False)
    assert (first["right"], first["counted"], first["answers"]) == (False, True, 1)
    again = tried(ann, puzzle)
    assert (again["right"], again["counted"], again["yours"]) == (True, False, first["yours"])
    other = tried(ben, puzzle)
    assert other["answers"] == 2
    assert sorted(row["chosen"] for row in other["choices"]) == [*[0] * (len(other["choices"]) - 2), 1, 1]
    assert ann.get(f"/api/puzzles/{puzzle.id}")["tried"]
    ben.post(f"/api/puzzles/{puzzle.id}/tries", {"choice": "nonsense"}, 409)
    ben.get("/api/puzzles/nobodyhasthis", 404)


def test_stored_ratings_are_the_fold_of_all_first_tries(shared: House) -> None:
    people, some = [shared.person() for _ in range(3)], KNOWN[10:14]
    made: list[FirstTry] = []
    for turn, puzzle in enumerate(some):
        for number, person in enumerate(people):
            right = (turn + number) % 3 > 0
            told = tried(person, puzzle, right)
            tried(person, puzzle, not right)  # practice
            made.append(FirstTry(str(number), puzzle.id, right))
    ratings, rated = fold(made, lambda id: puzzles_of(GAME)[id].found.rating)
    assert told["yours"] == ratings["2"].rating
    for number, person in enumerate(people):
        assert person.get("/api/puzzles/today")["ratings"] == {GAME: ratings[str(number)].rating}
    listed = people[0].get(f"/api/puzzles?game={GAME}&limit=100")["puzzles"]
    assert {row["id"]: row["rating"] for row in listed if row["id"] in rated} == {
        id: one.rating for id, one in rated.items()
    }


def test_pages_today_and_the_next_one(shared: House) -> None:
    ann = shared.person()
    first = ann.get(f"/api/puzzles?game={GAME}&limit=40")
    rest = ann.get(f"/api/puzzles?game={GAME}&limit=40&after={first['next']}")
    assert [row["id"] for row in first["puzzles"] + rest["puzzles"]] == [one.id for one in KNOWN]
    ann.get("/api/puzzles?game=no_such_game", 404)
    tried(ann, KNOWN[0])
    today = ann.get("/api/puzzles/today")
    assert (today["streak"], today["solved"], today["tried"]) == (1, 1, 1)
    assert ann.get(f"/api/puzzles/next?game={GAME}")["id"] not in ("", KNOWN[0].id)


def test_one_drives_on_against_the_works_bots_and_the_record_begins_there(shared: House) -> None:
    ann, puzzle = shared.person(), KNOWN[1]
    table = ann.post(f"/api/puzzles/{puzzle.id}/drive", {}, 201)
    assert (table["visibility"], table["yours"]) == ("private", [puzzle.found.seat])
    position = ann.position(table["id"])
    assert {one["notation"] for one in position["actions"]} == set(puzzle.found.judged.losses)
    record = ann.get(f"/api/tables/{table['id']}/record")
    assert record["start"] == puzzle.found.position
    ann.act(table["id"], puzzle.found.judged.best()[0])
    shared.person().get(f"/api/tables/{table['id']}", 404)


def test_a_decision_of_a_replay_becomes_a_puzzle_by_link_or_is_refused_by_name(shared: House) -> None:
    ann, ben, puzzle = shared.person(), shared.person(), KNOWN[2]
    record = driven_from(puzzle)
    kept = ann.post("/api/records", json.loads(record.to_text()), 201)
    wish = {"record": kept["id"], "at": 0, "seat": puzzle.found.seat}
    made = ann.post("/api/puzzles", wish, 201)["id"]
    told = ben.post(f"/api/puzzles/{made}/tries", {"choice": puzzle.found.judged.best()[0]})
    assert (told["right"], told["yours"], told["gained"], told["kind"]) == (True, None, 0, "exact")
    asked = ben.get(f"/api/puzzles/{made}")
    assert (asked["number"], asked["exact"]) == (0, True)
    assert made not in str(ann.get(f"/api/puzzles?game={GAME}&limit=100"))
    refused = ann.post("/api/puzzles", {**wish, "seat": 0 if puzzle.found.seat else 1}, 409)
    assert refused["code"] == "puzzle_no_choice"
    ann.post("/api/puzzles", {**wish, "at": 100_000}, 404)


@pytest.mark.parametrize("ended", [ThoughtTooLong, MemoryError])
def test_what_takes_too_long_to_find_out_is_refused_in_words(
    shared: House, monkeypatch: pytest.MonkeyPatch, ended: type[Exception]
) -> None:
    ann, puzzle = shared.person(), KNOWN[3]
    kept = ann.post("/api/records", json.loads(driven_from(puzzle).to_text()), 201)

    async def work(*asked: object) -> None:
        raise ended("a thought took over 20 s")

    monkeypatch.setattr(shared.server.thinker, "work", work)
    refused = ann.post("/api/puzzles", {"record": kept["id"], "at": 0, "seat": puzzle.found.seat}, 409)
    assert refused["code"] == "puzzle_long"


def test_what_somebody_tried_is_theirs_to_take_and_to_delete(shared: House) -> None:
    ann, puzzle = shared.person(), KNOWN[20]
    tried(ann, puzzle)
    exported = ann.get("/api/account/export")
    assert [row["puzzle"] for row in exported["puzzles"]] == [puzzle.id]
    ann.post("/api/account/delete", {})
    ben = shared.person()
    assert tried(ben, puzzle)["answers"] == 1, "nobody else has tried it any more"
