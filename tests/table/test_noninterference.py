"""Two matches that differ only in a secret tell everybody else exactly the same, to the byte.

The matches run side by side with the same random moves. Where a seat takes a secret action, the second match takes
another one. As long as an audience's own view is the same in both, so must be everything it is told: messages with
their sizes, positions, logs, records and frames. A view that comes to differ means that the rules revealed something.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import UNSET

from parcferme.core import registry
from parcferme.core.contract import Game
from parcferme.core.record import canonical
from parcferme.house import telling
from parcferme.house.codec import encode
from parcferme.house.frames import frames
from parcferme.house.messages import Stream
from parcferme.house.positions import Reader
from parcferme.table import export
from parcferme.table.export import log_for, record_for
from parcferme.table.journal import Audience, Happening
from parcferme.table.setup import LIVE, Pace
from parcferme.table.table import PLAYING, Table
from tests.table.helpers import Club, club, play_some, seats

LIMIT = 120  # moves followed per pair of matches
PAPERS = 12  # moves between two comparisons of whole logs, records and replays
UNPAID = ("red", "overtaken", "dues")  # what a turn of Rallye-Code may have left to be asked for
REAL = [game for game in registry.game_ids() if not game.startswith("toy_")]


def has_secrets(game: Game) -> bool:
    return any(game.secret(action) for action in range(game.actions()))


def everything(made: Club, audience: Audience) -> list[str]:
    names = ["?"] * len(made.table.seats)
    log = made.table.play.log
    shown = frames(made.table.play, max(0, len(log) - 3), len(log), audience, over=made.table.is_over())
    return [
        canonical(log_for(made.table, audience)),
        record_for(made.table, audience, names, {}).to_text(),
        encode(shown).decode(),
    ]


def step(pair: tuple[Club, Club], rng: Random) -> int:
    """One decision in both; returns the seat whose secret was exchanged, or −1. Raises LookupError where they part."""
    first, second = pair
    seat = rng.choice(first.table.owing())
    if second.table.owing() != first.table.owing():
        raise LookupError
    legal, other = first.table.play.state.legal(seat), second.table.play.state.legal(seat)
    action = rng.choice(legal)
    secret = [a for a in other if first.table.game.secret(a) and a != action]
    exchanged = first.table.game.secret(action) and bool(secret)
    if not exchanged and action not in other:
        raise LookupError
    for made, chosen in ((first, action), (second, rng.choice(secret) if exchanged else action)):
        made.now += 700
        made.act(seat, made.table.game.format(chosen))
    return seat if exchanged else -1


def follow(variant: dict[str, Any], game: str, seed: int, limit: int = LIMIT) -> tuple[int, int]:
    """Play a pair; returns (secrets exchanged, byte comparisons made)."""
    rng = Random(seed)
    pair = club(game, Pace(LIVE), **variant), club(game, Pace(LIVE), **variant)
    knowing: set[Audience] = set()
    exchanged = compared = 0
    for move in range(limit):
        if pair[0].table.status != PLAYING or pair[1].table.status != PLAYING:
            break
        try:
            seat = step(pair, rng)
        except LookupError:
            break
        if seat >= 0:
            knowing.add(seat)
            exchanged += 1
        for audience in pair[0].audiences():
            views = [canonical(made.table.play.state.view(audience)) for made in pair]
            if views[0] != views[1]:
                knowing.add(audience)
            if audience in knowing:
                continue
            assert pair[0].told[audience] == pair[1].told[audience], (game, seed, audience)
            papers = seat >= 0 or move % PAPERS == 0
            if papers and not pair[0].table.is_over():  # afterwards the whole record is public
                assert everything(pair[0], audience) == everything(pair[1], audience), (game, seed, audience)
            compared += 1
    return exchanged, compared


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("game", "variant"),
    [("toy_hide", {}), ("toy_hide", {"players": 3}), ("toy_bids", {"kept": 1, "players": 3})],
)
def test_toys(game: str, variant: dict[str, object], seed: int) -> None:
    exchanged, compared = follow(variant, game, seed)
    assert exchanged > 0
    assert compared > 0


def length(table: Table) -> int:
    """Of the log as it is, secrets included."""
    return len(canonical(table.play.log))


def test_a_leak_in_a_message_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = telling.message

    def leaking(table: Table, happening: Happening, audience: Audience, *others: Any, **more: Any) -> Stream | None:
        told = honest(table, happening, audience, *others, **more)
        if told is not None and told.position is not UNSET and told.position.own_seal is None:
            told.position.own_seal = str(length(table))
        return told

    monkeypatch.setattr(telling, "message", leaking)
    with pytest.raises(AssertionError):
        _ = [follow({}, "toy_hide", seed) for seed in range(8)]


def test_a_leak_in_a_log_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "log_for", lambda table, audience: [*export.log_for(table, audience), length(table)])
    with pytest.raises(AssertionError):
        _ = [follow({}, "toy_hide", seed) for seed in range(8)]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", [game for game in REAL if has_secrets(registry.create(game, {}))])
def test_every_registered_game_with_secret_actions(game: str, seed: int) -> None:
    """Programs that lie face down, mechanics that wait hidden in the road."""
    low, high = registry.meta(game).seats
    exchanged, compared = follow({"players": min(high, max(low, 3))}, game, seed, 50)
    assert exchanged > 0
    assert compared > 0


def test_these_games_have_secret_actions() -> None:
    assert [game for game in REAL if has_secrets(registry.create(game, {}))] == ["lunar_rally", "rally"]


@pytest.mark.parametrize("game", REAL)
def test_nothing_that_is_told_depends_on_what_is_still_to_be_drawn(game: str) -> None:
    """The same journal at a table with other dice: cards and rolls to come are others, every message is the same."""
    low, high = registry.meta(game).seats
    first = club(game, players=min(high, max(low, 2)))
    play_some(first, 40)
    assert any(entry[0] == "chance" for entry in first.table.play.log) or game == "rally_round"
    other = Club(Table(first.table.setup, bytes(32)))
    for note in first.journal:
        other.fold(note)
    assert other.told == first.told
    for audience in first.audiences():
        (log, record, shown), (log2, record2, shown2) = everything(first, audience), everything(other, audience)
        dice = first.table.dice.commitment(), other.table.dice.commitment()
        assert (log, record.replace(*dice), shown) == (log2, record2, shown2)


def test_table_mode_never_tells_what_a_turn_has_left_unpaid() -> None:
    """Rallye-Code by vigilance: with the debts of the last turns struck out, all are shown and offered the same."""
    made = club("rallye_code", players=3, enforcement="table", rounds=20)
    rng, owing = Random(5), 0
    for _ in range(260):
        state: Any = made.table.play.state
        position: Any = state.dump()
        owed = [(turn, name) for turn in ("now", "before") for name in UNPAID if name in position.get(turn, {})]
        if position.get("phase") == "window" and owed:
            for turn, name in owed:
                del position[turn][name]
            shown = told_at_the_window(made)
            made.table.play.state = made.table.game.restore(position)
            assert told_at_the_window(made) == shown
            made.table.play.state = state
            owing += 1
        seat = made.table.owing()[0]
        silent = "pass" in [made.table.game.format(action) for action in state.legal(seat)] and rng.random() < 0.9
        made.act(seat, "pass" if silent else made.table.game.format(rng.choice(state.legal(seat))))
    assert owing > 20


def told_at_the_window(made: Club) -> list[bytes]:
    """The position over the wire for every audience, with odds and texts, and every refusal."""
    readers = [Reader("en", odds=True), Reader()]
    table = made.table
    told = [encode(telling.position(table, a, r, seats(table), 0)) for a in made.audiences() for r in readers]
    game, state = made.table.game, made.table.play.state
    refusals = [(seat, action, state.explain(seat, action)) for seat in range(3) for action in range(game.actions())]
    return [*told, str([(s, a, r and (r.code, r.clause, r.args)) for s, a, r in refusals]).encode()]
