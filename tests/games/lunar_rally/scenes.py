"""Random crowded scenes on a hexagon of the board, for the engine and for the reference alike."""

from __future__ import annotations

from random import Random

from parcferme.games.lunar_rally.cards import CARDS, SEQUENCES, program_of, programs
from parcferme.games.lunar_rally.load import HEXES, Ground, board_cells, cell_of
from parcferme.games.lunar_rally.rules.phase import execute
from parcferme.games.lunar_rally.rules.race import Race
from parcferme.games.lunar_rally.state import (
    ARMED,
    CACHES,
    CELL,
    ENDED,
    FACING,
    FINISH,
    MISSILES,
    MOON,
    NODE,
    PHASES,
    PROGRAM,
    PROGRAM_2,
    REASON,
    ROVERS,
    SCENARIO,
    SHIELDS,
    TIE,
    WINNERS,
    blank_position,
    enter,
)
from parcferme.lib.hexgrid import Hex, distance, step

from .helpers import lunar
from .reference import Scene, Unit

CENTRE: Hex = (11, 0)
NAMES = ["B1", "G1", "R1", "Y1", "B2", "G2", "R2", "Y2"]
GAME = lunar(players=4, play_on=True)
Summary = tuple[dict[str, tuple[Hex, int, int, int, int, bool]], set[Hex], bool, set[str]]


def random_scene(rng: Random) -> Scene:
    """Up to eight Rovers close together, with every sort of ground among them."""
    radius = rng.choice((2, 2, 3, 3, 4))
    board = {at for at in HEXES if distance(at, CENTRE) <= radius}
    spots = sorted(board)
    rng.shuffle(spots)
    parts: dict[str, set[Hex]] = {}
    for sort, most in (("craters", 4), ("dust", 6), ("stations", 3), ("caches", 3), ("start", 4), ("finish", 3)):
        parts[sort] = {spots.pop() for _ in range(rng.randint(0, most if radius > 2 else 1))}
    free = sorted(board - parts["craters"])
    rng.shuffle(free)
    names = rng.sample(NAMES, rng.choice((2, 3, 4, 5, 6, 7, 8, 8)))
    units = {name: random_unit(rng, name, free.pop()) for name in names}
    return Scene(board, units=units, push_finish=rng.random() < 0.7, **parts)


def random_unit(rng: Random, name: str, at: Hex) -> Unit:
    number = int(name[1])
    phases = rng.choice((1, 2, 3, 3))
    shields = rng.randint(0, number) if phases == 3 else 0
    cards = [CARDS[card] for card in SEQUENCES[rng.choice(programs(number, phases))]]
    if rng.random() < 0.7:  # more driving than the decks would give by chance
        cards[0] = rng.choice(["AT", "F1"] if number == 1 else ["AT", "F1", "RV"])
        cards[1:] = [card for card in cards[1:] if card != cards[0]]
    ways = [way for way in range(6) if distance(step(at, way), CENTRE) < distance(at, CENTRE)]
    facing = rng.choice(ways) if ways and rng.random() < 0.6 else rng.randrange(6)  # towards the crowd
    return Unit(at, facing, phases, shields, rng.randint(0, number), rng.random() < 0.8, cards)


BOARD = {HEXES[cell] for cell in board_cells(3)}


def ground_of(scene: Scene) -> Ground:
    """What lies outside the hexagon is crater: it stops everything that the edge stops."""
    craters = scene.craters | (BOARD - scene.board)
    sets = (scene.start, scene.finish, craters, scene.dust, scene.stations, scene.caches)
    return Ground(3, *[[cell_of(at) for at in part] for part in sets])


def engine_runs(scene: Scene) -> list[Summary]:
    """The engine's opinion on what happens when all Rover 1s act, and when all Rover 2s act instead."""
    race = GAME.race
    ground = ground_of(scene)
    race.push_finish = scene.push_finish
    summaries: list[Summary] = []
    for number in (1, 2):
        v = position_of(scene)
        v[MOON] = number
        execute(v, race, ground, number, None)
        summaries.append(summary_of(v, race, ground))
    race.push_finish = True
    return summaries


def position_of(scene: Scene) -> list[int]:
    v = blank_position()
    v[SCENARIO], v[NODE] = 0, PROGRAM_2
    v[CACHES] = (1 << len(scene.caches)) - 1
    for name, unit in scene.units.items():
        r = NAMES.index(name)
        enter(v, r, cell_of(unit.at), unit.facing)
        v[PHASES + r] = unit.phases
        v[SHIELDS + r], v[MISSILES + r], v[ARMED + r] = unit.shields, unit.missiles, int(unit.armed)
        v[PROGRAM + r] = program_of([CARDS.index(card) for card in unit.cards])
    return v


def summary_of(v: list[int], race: Race, ground: Ground) -> Summary:
    alive = [r for r in range(ROVERS) if v[CELL + r] >= 0]
    rovers = {
        NAMES[r]: (
            HEXES[v[CELL + r]], v[FACING + r], v[PHASES + r], v[SHIELDS + r], v[MISSILES + r], bool(v[ARMED + r])
        )
        for r in alive
    }  # fmt: skip
    caches = {HEXES[cell] for cell in ground.caches if v[CACHES] & ground.cache_bit[cell]}
    over = v[NODE] == ENDED
    won = {NAMES[s][0] for s in range(race.players) if v[WINNERS] >> s & 1} if over and rovers_finished(v) else set()
    return rovers, caches, over, won


def rovers_finished(v: list[int]) -> bool:
    """Did the game end at the finish, rather than with nobody left?"""
    return v[REASON] in (FINISH, TIE)


def reference_summary(scene: Scene) -> Summary:
    rovers = {n: (u.at, u.facing, u.phases, u.shields, u.missiles, u.armed) for n, u in scene.units.items()}
    return rovers, set(scene.caches), scene.over, set(scene.winners)
