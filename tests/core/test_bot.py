"""How long a bot thinks: by count, and no longer than its watch allows."""

from __future__ import annotations

from random import Random

from parcferme.core.bot import SECONDS, Bot, Patience, RandomBot


def thinker(seconds: float, ticks: list[float] | None = None) -> Bot:
    """A bot with so many seconds; its watch shows one time after another."""
    bot = RandomBot(Random(1))
    bot.seconds = seconds
    if ticks is not None:
        shown = iter(ticks)
        bot.watch = lambda: next(shown)
    return bot


def tries(patience: Patience) -> int:
    count = 0
    while patience.lasts():
        count += 1
    return count


def test_without_being_told_a_bot_has_a_second_and_no_watch() -> None:
    bot = RandomBot(Random(1))
    assert bot.seconds == SECONDS == 1.0
    assert bot.watch is None


def test_tries_are_counted_in_proportion_to_the_seconds() -> None:
    assert [tries(Patience(thinker(seconds), 50)) for seconds in (0.2, 1.0, 3.0)] == [10, 50, 150]
    assert tries(Patience(thinker(0.01), 50)) == 1  # nobody answers without having thought


def test_a_watch_ends_a_thought_when_the_seconds_are_over() -> None:
    assert tries(Patience(thinker(1.0, [10.0, 10.4, 10.8, 11.2]), 50)) == 2


def test_a_part_of_the_time_is_over_sooner() -> None:
    patience = Patience(thinker(2.0, [10.0, 10.9, 11.0, 11.9, 12.0]), 50)
    assert [patience.is_over(0.5), patience.is_over(0.5)] == [False, True]
    assert [patience.is_over(), patience.is_over()] == [False, True]
    assert not Patience(thinker(2.0), 50).is_over(0.0), "nobody looks at a watch that there is not"
