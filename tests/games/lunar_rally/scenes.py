"""Random crowded scenes on a hexagon of the board, for the engine and for the reference alike."""

from __future__ import annotations

from random import Random

from parcferme.games.lunar_rally.board.decks import CARDS
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.board.hexes import HEXES, board_cells, cell_of
from parcferme.games.lunar_rally.mechanics.programs import BY_TEXT, programs
from parcferme.games.lunar_rally.rules.execution import execute
from parcferme.games.lunar_rally.state import ENDED, FINISH, PROGRAM_2, TIE, Position, new_position
from parcferme.lib.hexgrid import Hex, distance, step

from .helpers import lunar
from .reference import Scene, Unit

CENTRE: Hex = (11, 0)
RACES = [lunar(players=4, play_on=True, push_finish=pushed).race for pushed in (False, True)]
NAMES = ["B1", "G1", "R1", "Y1", "B2", "G2", "R2", "Y2"]
Summary = tuple[dict[str, tuple[Hex, int, int, int, int, bool]], set[Hex], bool, set[str]]


def random_scene(rng: Random) -> Scene:
    """Up to eight Rovers close together, with every sort of ground among them."""
    radius = rng.choice((2, 2, 3, 3, 4))
    board = {at for at in HEXES if distance(at, CENTRE) <= radius}
    spots = sorted(board)
    rng.shuffle(spots)
    parts: list[set[Hex]] = []
    for most in (4, 6, 3, 3, 4, 3):
        parts.append({spots.pop() for _ in range(rng.randint(0, most if radius > 2 else 1))})
    craters, dust, stations, caches, start, finish = parts
    free = sorted(board - craters)
    rng.shuffle(free)
    names = rng.sample(NAMES, rng.choice((2, 3, 4, 5, 6, 7, 8, 8)))
    units = {name: random_unit(rng, name, free.pop()) for name in names}
    return Scene(board, craters, dust, start, finish, stations, caches, units, rng.random() < 0.7)


def random_unit(rng: Random, name: str, at: Hex) -> Unit:
    number = int(name[1])
    phases = rng.choice((1, 2, 3, 3))
    shields = rng.randint(0, number) if phases == 3 else 0
    cards = [CARDS[card] for card in rng.choice(programs(number, phases)).cards]
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
    sets = {
        "start": scene.start, "finish": scene.finish, "craters": craters, "dust": scene.dust,
        "repair": scene.stations, "caches": scene.caches,
    }  # fmt: skip
    return Ground(3, {key: [cell_of(at) for at in part] for key, part in sets.items()})


def engine_runs(scene: Scene) -> list[Summary]:
    """The engine's opinion on what happens when all Rover 1s act, and when all Rover 2s act instead."""
    race = RACES[scene.push_finish]
    race.grounds = [ground_of(scene)]
    summaries: list[Summary] = []
    for number in (1, 2):
        position = new_position(race)
        set_up(position, scene)
        position.moon = number
        execute(position, number, None)
        summaries.append(summary_of(position))
    return summaries


def set_up(position: Position, scene: Scene) -> None:
    position.scenario, position.phase = 0, PROGRAM_2
    position.caches = (1 << len(scene.caches)) - 1
    for rover in position.rovers:
        unit = scene.units.get(rover.name)
        if unit is not None:
            rover.enter(cell_of(unit.at), unit.facing)
            rover.phases, rover.shields = unit.phases, unit.shields
            rover.missiles, rover.armed = unit.missiles, unit.armed
            rover.program = BY_TEXT[rover.number][".".join(unit.cards)]


def summary_of(position: Position) -> Summary:
    rovers = {
        rover.name: (HEXES[rover.cell], rover.facing, rover.phases, rover.shields, rover.missiles, rover.armed)
        for rover in position.rovers
        if rover.cell >= 0
    }
    ground = position.ground
    caches = {HEXES[cell] for cell in ground.caches if position.caches & ground.cache_bit[cell]}
    over = position.phase == ENDED
    finished = over and position.reason in (FINISH, TIE)  # rather than with nobody left
    won = {letter for s, letter in enumerate(position.race.letters) if finished and position.winners >> s & 1}
    return rovers, caches, over, won


def reference_summary(scene: Scene) -> Summary:
    rovers = {n: (u.at, u.facing, u.phases, u.shields, u.missiles, u.armed) for n, u in scene.units.items()}
    return rovers, set(scene.caches), scene.over, set(scene.winners)
