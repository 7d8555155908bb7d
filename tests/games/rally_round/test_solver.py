"""The provably best score: against every line the rules allow on small roads, and on the example route."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.games.rally_round.roads import Document, Road

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, ParcFermeError
from parcferme.core.trial import Par
from parcferme.games.rally_round import trial
from parcferme.games.rally_round.board.check import CONTENT, house_board, house_deck, house_route
from parcferme.games.rally_round.board.route_file import read_route
from parcferme.games.rally_round.drive.kits import FIRST_KIT, best_kit, kit_along_the_route
from parcferme.games.rally_round.mechanics.timing import clock
from parcferme.games.rally_round.par.adjudicate import competition_game
from parcferme.games.rally_round.par.checker import check, least_penalty
from parcferme.games.rally_round.par.drive_sheet import begin, replay
from parcferme.games.rally_round.par.kit_families import ALL_KITS, size
from parcferme.games.rally_round.par.search import TimeOver
from parcferme.games.rally_round.par.solver import Solution, Solver, silent
from parcferme.games.rally_round.rules import RallyGame
from parcferme.games.rally_round.show.commands import COMMANDS, _proof

pytestmark = pytest.mark.long

FAST = "S1 A2 D1 DR1 N2 E1"
TURNS = 10


def pack(*cards: str) -> Document:
    """The house cards with these Hazard! cards alone, in this order."""
    document: dict[str, Any] = read_document(CONTENT / "cards.json")
    hazards = {card["id"]: card for card in document["hazards"]}
    return {**document, "hazards": [{**hazards[card], "id": f"H{n}"} for n, card in enumerate(cards, 1)]}


def competition(road: Road, kit: str, cards: tuple[str, ...] = ()) -> RallyGame:
    options: Document = {"cards": pack(*cards)} if cards else {}
    return road.game(kits="free" if kit else "standard", max_section_turns=TURNS, **options)


def solve(game: RallyGame, kit: str) -> Solution:
    t = game.tables
    assert t.route is not None
    return Solver(t.route, t.deck, TURNS).solve_kit(tuple(t.deck.kit_ids.index(card) for card in kit.split()))


def detour() -> Road:
    """A bend and a ford can be driven round; the way round is one square longer."""
    road = Road().section("stage", "R12", {4: "30", 8: "Ford"})
    return road.side_road((4, 10), "R6", 200)


def track() -> Road:
    """A Hidden Track saves nine squares; a card that opens it lies at the roadside."""
    return Road().section("stage", "W16", {2: "!"}).hidden_track(4, 14)


def shortcut() -> Road:
    """A Black Spot closes a road that is five squares shorter."""
    road = Road().section("stage", "R14", {6: "40"}).side_road((3, 12), "R3", 200)
    road.blacks.append(201)
    return road


SMALL: dict[str, tuple[Road, str, tuple[str, ...]]] = {
    "standard car": (Road().section("road", "W12"), "", ()),
    "flying finish": (Road().section("stage", "R12"), FAST, ()),
    "two sections": (Road().section("road", "Y7 R5", {7: "GW"}).section("regularity", "Y12", mph=24), "", ()),
    "Passage Control": (Road().section("road", "R12", {5: "QZ"}, pcs=(4,)), FAST, ()),
    "detour": (detour(), FAST, ()),
    "hidden track": (track(), "S6 A5 D2 DR1 N1 E1", ()),
    "hidden track by card": (track(), "S6 A5 D2 DR1 N2 E1", ("H6", "H4")),
    "black spot": (shortcut(), "S1 A2 D1 DR1 N2 E1", ()),
    "black spot closed": (shortcut(), "S1 A2 D1 DR1 N1 E1", ()),
    "kept for the next section": (
        Road().section("road", "W12", {1: "!"}).section("stage", "W12"), "", ("H3", "H7", "H1")
    ),
    "adverse and cancelled": (Road().section("selective", "W12", {1: "!", 2: "!", 4: "!"}), "", ("H30", "H8", "H12")),
    "sent back": (Road().section("stage", "R13", {3: "!", 6: "<", 9: "!"}), "", ("H3", "H5", "H32")),
    "missed turns cancelled": (Road().section("stage", "W12", {1: "!", 2: "!", 3: "Ford"}), "", ("H27", "H13", "H2")),
    "caps": (Road().section("road", "W12", {1: "!", 3: "!", 6: "!"}), "", ("H10", "H16", "H19", "H11")),
    "feather": (Road().section("road", "R13", {4: "!", 8: "Ford"}), FAST, ("H21", "H15", "H14")),
    "turning is free": (Road().section("road", "W12", {1: "!", 2: "!"}), "S6 A5 D2 DR4 N6 E5", ("H1", "H20")),
}  # fmt: skip


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.rule("RR-81", "RR-14")
def test_no_line_at_all_is_better(name: str) -> None:
    road, kit, cards = SMALL[name]
    game = competition(road, kit, cards)
    solution = solve(game, kit)
    assert solution.proved()
    assert least_penalty(begin(game, kit.split()), solution.cost + 1) == solution.cost
    assert check(solution.certificate(game.tables.deck, game.format), game, exhaustive=True) == []


def test_deviations_cards_and_closed_ways_are_used_where_they_help() -> None:
    lines = {
        name: [game.format(action) for action in solve(game, kit).line]
        for name, (road, kit, cards) in SMALL.items()
        for game in [competition(road, kit, cards)]
    }
    assert "sq:200" in lines["detour"]
    assert "sq:200" in lines["black spot"]
    assert "sq:200" not in lines["black spot closed"]
    assert "sq:900" in lines["hidden track by card"]
    assert "card:H1" in lines["hidden track by card"]
    assert any(text.startswith("card:") for text in lines["kept for the next section"])


def test_over_all_kits_every_kit_is_accounted_for() -> None:
    game = competition(Road().section("stage", "W12"), FAST)
    t = game.tables
    assert t.route is not None
    heard: list[str] = []
    solution = Solver(t.route, t.deck, TURNS, heard.append).solve()
    assert solution.proved()
    assert solution.cost > 0
    assert sum(size(family) for family in solution.refuted) == size(ALL_KITS) == 46_656
    assert any("46656 of 46656 kits" in message for message in heard)
    certificate = solution.certificate(t.deck, game.format)
    assert check(certificate, game, exhaustive=True) == []


HARD: dict[str, tuple[Road, tuple[str, ...]]] = {
    "no cards": (Road().section("stage", "W12"), ()),
    "a bend": (Road().section("stage", "R10", {6: "40"}).section("stage", "W12"), ()),
    "a useful card": (Road().section("stage", "W12", {2: "!"}).section("stage", "Y14", {5: "Ford"}), ("H3", "H12")),
    "a card for later": (Road().section("road", "Y12", {4: "!"}).section("stage", "W13"), ("H1", "H32", "H12")),
}


@pytest.mark.parametrize("name", HARD)
def test_over_all_kits_the_bound_is_above_nought_and_holds(name: str) -> None:
    road, cards = HARD[name]
    game = competition(road, FAST, cards)
    t = game.tables
    assert t.route is not None
    solution = Solver(t.route, t.deck, TURNS).solve()
    assert solution.proved()
    assert solution.cost > 0
    assert check(solution.certificate(t.deck, game.format), game, exhaustive=True) == []
    own = Solver(t.route, t.deck, TURNS).solve_kit(solution.kit)  # without families, floors and branches
    assert own.cost == solution.cost


@pytest.mark.parametrize("after", [0, 3])
def test_interrupted_over_all_kits_it_says_between_which_scores_par_lies(after: int) -> None:
    road, cards = HARD["a useful card"]
    game = competition(road, FAST, cards)
    t = game.tables
    assert t.route is not None
    par = Solver(t.route, t.deck, TURNS).solve().cost
    heard: list[str] = []

    def interrupt(message: str) -> None:
        heard.append(message)
        if "of 46656" in message and len([text for text in heard if "of 46656" in text]) == after + 1:
            raise KeyboardInterrupt

    solution = Solver(t.route, t.deck, TURNS, interrupt).solve()
    assert not solution.proved()
    assert solution.bound <= par <= solution.cost
    assert sum(size(family) for family in [*solution.refuted, *[family for family, _ in solution.open]]) == 46_656
    certificate = solution.certificate(t.deck, game.format)
    assert check(certificate, game, exhaustive=True) == []
    text = _proof(solution)
    assert f"par is between {clock(solution.bound)} and {clock(solution.cost)}" in text
    forged = {**certificate, "bound": par + 1, "par": solution.cost, "open": [["* * * * * *", par + 1]], "refuted": []}
    if par + 1 <= solution.cost:
        assert "a line of" in "; ".join(check(forged, game, exhaustive=True, samples=40))


def test_a_forged_certificate_is_found_out() -> None:
    game = competition(*SMALL["detour"])
    good = solve(game, FAST).certificate(game.tables.deck, game.format)
    par, line = good["par"], good["line"]
    assert isinstance(par, int)
    assert isinstance(line, list)

    def wrong(**changes: object) -> str:
        return "; ".join(check({**good, **changes}, game, exhaustive=True))

    assert wrong(format="other") == "format is not 'rally-round-par/1'"
    assert "it costs" in wrong(par=par - 1, bound=par - 1)
    assert "not between" in wrong(bound=par + 1)
    assert "does not finish" in wrong(line=line[:-2])
    assert "not possible" in wrong(line=["speed:200", *line])
    assert "kits are accounted for" in wrong(refuted=["S1 * * * * *"])
    assert "overlap" in wrong(refuted=["* * * * * *", "S1 * * * * *"])
    assert "no family" in wrong(refuted=["A1 * * * * *"])
    assert "no list of families" in wrong(open=[["* * * * * *"]])
    assert "are proved" in wrong(open=[["* * * * * *", 0]])
    assert wrong(bound=0, open=[["* * * * * *", 0]]) == ""  # true, if not much


def test_a_line_that_is_not_the_best_is_found_out_by_trying_all() -> None:
    game = competition(*SMALL["flying finish"])
    slow = ["speed:10", "speed:20", "speed:30", "speed:40", "speed:50"]
    cost = replay(game, FAST.split(), [game.parse(text) for text in slow]).cars[0].penalty()
    certificate = {"format": "rally-round-par/1", "kit": FAST.split(), "par": cost, "bound": cost, "line": slow}
    assert check(certificate, game) == []
    assert "a line of" in "; ".join(check(certificate, game, exhaustive=True))


# --- the example route ---


def numbers(kit: str) -> tuple[int, ...]:
    return tuple(house_deck().kit_ids.index(card) for card in kit.split())


@pytest.fixture(scope="module")
def example() -> Solver:
    return Solver(read_route(house_route(), house_board(), "route-example.json"), house_deck(), 60)


@pytest.mark.parametrize(
    ("kit", "seconds"), [("S3 A5 D2 DR3 N3 E4", 60), ("S4 A6 D2 DR2 N4 E4", 130), ("S4 A5 D1 DR1 N2 E4", 0)]
)
def test_best_lines_of_the_example_route(example: Solver, kit: str, seconds: int) -> None:
    """The first two are those along the route: with these kits no card and no detour helps. The third drives
    through the Black Spot on Stoney Ride, two squares shorter than the stage's Correct Route."""
    deck = house_deck()
    found = example.without_cards(numbers(kit), 1 << 40)
    assert found is not None
    assert found[0] == seconds
    game = competition_game(house_board(), deck, example.route, False)
    solution = Solution(numbers(kit), found[0], found[1], found[0])
    assert check(solution.certificate(deck, game.format), game) == []
    if seconds < 61:
        assert example.with_cards(numbers(kit), seconds) is None


def test_an_interrupted_solve_keeps_what_is_proved(example: Solver) -> None:
    def interrupt(message: str) -> None:
        if "no line below 0:31" in message:
            raise KeyboardInterrupt

    solver = Solver(example.route, example.deck, 60, interrupt)
    solution = solver.solve_kit(
        tuple(example.deck.kit_ids.index(card) for card in ["S3", "A5", "D2", "DR3", "N3", "E4"])
    )
    assert (solution.bound, solution.cost, solution.proved()) == (31, 60, False)


def test_a_search_can_be_interrupted_while_it_runs(example: Solver) -> None:
    calls: list[int] = []

    def stop() -> None:
        calls.append(1)
        if len(calls) == 30:  # some thousands of positions later, when a line is known
            raise KeyboardInterrupt

    solver = Solver(example.route, example.deck, 60)
    solver.watch = stop
    solution = solver.solve_kit(
        tuple(example.deck.kit_ids.index(card) for card in ["S3", "A5", "D2", "DR3", "N3", "E4"])
    )
    assert not solution.proved()
    assert solution.cost == 60


def test_stopped_before_its_first_split_it_tells_what_all_kits_together_cost() -> None:
    """The first thing that is proved is heard before the first family is split."""
    road, cards = HARD["a bend"]
    game = competition(road, FAST, cards)
    t = game.tables
    assert t.route is not None
    heard: list[str] = []

    def interrupt(message: str) -> None:
        heard.append(message)
        if "of 46656" in message:
            raise AssertionError("a family was split")
        if message.startswith("none is better"):
            raise KeyboardInterrupt

    solution = Solver(t.route, t.deck, TURNS, interrupt).solve()
    par = Solver(t.route, t.deck, TURNS).solve().cost
    assert 0 < solution.bound <= par <= solution.cost
    assert solution.open == [(ALL_KITS, solution.bound)] or solution.proved()
    assert check(solution.certificate(t.deck, game.format), game, exhaustive=True) == []


def test_an_interrupt_in_the_first_guess_keeps_the_line_it_has() -> None:
    road, cards = HARD["a bend"]
    game = competition(road, FAST, cards)
    t = game.tables
    assert t.route is not None

    def interrupt(message: str) -> None:
        if ":" in message:  # the first kit that is better than the one it began with
            raise KeyboardInterrupt

    solution = Solver(t.route, t.deck, TURNS, interrupt).solve()
    assert not solution.proved()
    assert solution.line
    assert check(solution.certificate(t.deck, game.format), game, exhaustive=True) == []


@pytest.mark.parametrize("all_kits", [True, False])
def test_interrupted_before_any_line_is_found_it_says_so(example: Solver, all_kits: bool) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    solver = Solver(example.route, example.deck, 60)
    solver.watch = stop
    with pytest.raises(ParcFermeError, match="interrupted before any line was found"):
        solver.solve() if all_kits else solver.solve_kit(())


@pytest.mark.parametrize(("square", "cost"), [(2, 0), (4, 13), (5, 7)])
def test_a_late_arrival_that_a_card_may_still_forgive_is_not_given_up(square: int, cost: int) -> None:
    """Later than the best line without cards, but the first card of the pack takes a minute off."""
    kit = "S6 A6 D6 DR6 N6 E6"
    game = competition(Road().section("stage", "W18", {square: "!"}), kit, ("H32", "H3"))
    solution = solve(game, kit)
    assert least_penalty(begin(game, kit.split()), 100) == solution.cost == cost
    assert solution.proved()


@pytest.mark.rule("RR-45")
@pytest.mark.parametrize("road", [detour(), shortcut(), track()])
def test_a_kit_found_in_a_hurry_is_for_the_way_that_will_be_driven(road: Road) -> None:
    game = road.game(kits="free", max_section_turns=TURNS)
    state = game.start()
    t = game.tables
    assert t.route is not None
    solver = Solver(t.route, t.deck, TURNS)
    costs = [
        solver.without_cards(tuple(kit), 10_000) for kit in (best_kit(state, Random(1)), kit_along_the_route(state, []))
    ]
    assert costs[0] is not None
    assert costs[1] is not None
    assert costs[0][0] <= costs[1][0]
    assert best_kit(state, Random(1), no_time) == list(FIRST_KIT)


def no_time() -> None:
    raise TimeOver


def test_a_competition_that_cannot_be_driven_is_named() -> None:
    game = competition(Road().section("road", "W12").section("road", "W40"), "")
    route = game.tables.route
    assert route is not None
    with pytest.raises(ParcFermeError, match="TC3 cannot be reached within 5 turns"):
        Solver(route, game.tables.deck, 5, silent).solve_kit(())


# --- in the terminal ---


def test_the_terminal_prints_the_best_line_and_its_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    certificate = tmp_path / "par.json"
    text = COMMANDS["best"][1](["S3+A5+D2+DR3+N3+E4", "-", "-", str(certificate)])
    assert "SSF7" in text
    assert "Proved: no line of this kit costs less than 1:00" in text
    assert "Accepted: every cell is right, 1:00 in all." in text
    assert "no line below 0:31" in capsys.readouterr().err
    assert "holds" in COMMANDS["check"][1]([str(certificate)])
    certificate.write_text(certificate.read_text("utf-8").replace('"par": 60', '"par": 59'), "utf-8")
    with pytest.raises(BadContent, match="it costs 60 s, not 59 s"):
        COMMANDS["check"][1]([str(certificate)])


@pytest.mark.parametrize(("kit", "says"), [("S1+A1", "one card of each"), ("X9", "no kit card")])
def test_a_kit_that_is_none_is_refused(kit: str, says: str) -> None:
    with pytest.raises(ParcFermeError, match=says):
        COMMANDS["best"][1]([kit])


def test_the_par_of_an_event_holds_and_a_changed_one_does_not() -> None:
    game = competition(HARD["a useful card"][0], FAST, HARD["a useful card"][1])
    found = trial.par(game, 0, lambda: True)
    assert found is not None
    assert found.is_proved()
    assert trial.check_par(game, 0, found) == []
    assert trial.check_par(game, 0, Par(found.low - 10, found.high - 10, found.certificate)) != []
    better = {**found.certificate, "par": int(found.high) - 10, "bound": int(found.low) - 10}
    assert trial.check_par(game, 0, Par(found.low - 10, found.high - 10, better)) != []


def test_who_will_not_wait_for_a_par_gets_bounds_that_hold() -> None:
    game = competition(HARD["a useful card"][0], FAST, HARD["a useful card"][1])
    asked: list[bool] = []

    def patience() -> bool:
        asked.append(True)
        return len(asked) < 4

    found, proved = trial.par(game, 0, patience), trial.par(game, 0, lambda: True)
    assert found is not None
    assert proved is not None
    assert found.low < proved.low == proved.high <= found.high
    assert trial.check_par(game, 0, found) == []
