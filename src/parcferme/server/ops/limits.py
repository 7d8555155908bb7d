"""Rate limits: a bucket for each kind of wish and each asker. Kept in memory; every worker counts for itself."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from math import ceil
from typing import Final

from parcferme.table.errors import Denied

# kind: (how many at once, how many a minute afterwards)
LIMITS: Final[dict[str, tuple[int, float]]] = {
    "create": (10, 10),
    "organise": (200, 100),  # tables of an organiser, who opens a whole round of a championship
    "event": (10, 5),  # events that are written down
    "desk": (60, 60),  # what is said and decided there
    "ask": (20, 0.2),  # questions and protests
    "crowd": (100, 0.1),  # guests of one address who enter one event
    "kilobytes": (50_000, 200),  # of what is to be kept: tables with boards of their own, documents, events, records
    "paper": (20, 20),  # sheets and drives handed in, by each entrant
    "draft": (60, 120),
    "join": (30, 30),
    "act": (120, 600),
    "chat": (8, 20),
    "report": (5, 0.2),
    "social": (30, 10),  # what people ask of each other: friends, invitations, clubs
    "club": (5, 0.2),  # clubs that are founded
    "login": (8, 6),
    "name": (40, 30),  # log-ins to one account from everywhere: more than "login", so that nobody can lock it alone
    "register": (5, 3),
    "letter": (4, 0.01),  # letters with a link to one address of mail, and to one person: some 14 more a day
    "test": (5, 0.2),  # messages to try a way of being told with
    "reset": (5, 0.5),  # wishes for a new password, and tries of a link
    "standings": (120, 240),  # people's pages, ladders and boards
    "watch": (30, 60),  # pages of tables to watch, each of which opens a dozen of them
    "missed": (1_000, 1_000),  # messages that somebody wants to hear again; the table waits while they are made
    "replay": (60, 60),  # pages of frames, up to a fifth of a second each, and choices in a record
    "upload": (20, 20),
    "export": (3, 0.2),  # everything kept about oneself, which may be 40 MB
    "check": (60, 240),  # of a document: one for each stroke of somebody who draws
    "document": (60, 90),  # saves and whatever else is done with documents
    "measure": (10, 15),  # what takes long in the studio; a new one ends the one before
    "hint": (30, 60),  # each up to three times, with more time for it
    "review": (6, 6),
    "guest": (30, 30),
    "request": (600, 1200),
    "reading": (100, 3_000),  # milliseconds that reading what comes in takes: a twentieth of the time
    "body": (30_000, 15_000),  # kilobytes that are sent and read, whatever becomes of them
    "page": (600, 1200),  # the client's pages and files
    "health": (60, 120),
    "token": (20, 20),  # tokens that are not valid
}
LINES: Final = {"address": 200, "person": 20, "table": 500}  # live lines that are open at the same time
HOME: Final = 64  # bits of an IPv6 address that one home has in common
KEPT: Final = 50_000  # buckets; full ones are forgotten when there are more


def home_of(address: str) -> str:
    """Whose an address is: one home has a whole /64 of IPv6 addresses, which count as one, and an IPv4 address may be
    written as one of IPv6 (`::ffff:192.0.2.7`), where all of them would be one home."""
    if ":" not in address:
        return address
    try:
        whole = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(whole.ipv4_mapped or ipaddress.IPv6Network((whole, HOME), strict=False).network_address)


class TooMany(Denied):
    """Not yet: a wish that may be made again after some seconds."""

    def __init__(self, kind: str, seconds: int) -> None:
        super().__init__("too_many", f"too many wishes of this kind ({kind}): wait {seconds} s")
        self.seconds = seconds


class Limits:
    """Buckets that fill with time and empty with wishes."""

    def __init__(self, on: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.on = on
        self.clock = clock
        self.rates = dict(LIMITS)
        self.buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self.refused = dict.fromkeys(LIMITS, 0)

    def take(self, kind: str, who: str, amount: float = 1) -> None:
        """One wish, or so much; raises TooMany when this asker has made too many."""
        if not self.on:
            return
        most, per_minute = self.rates[kind]
        now = self.clock()
        level, since = self.buckets.pop((kind, who), (float(most), now))  # the one asked for last goes to the end
        level = min(float(most), level + (now - since) * per_minute / 60)
        if level < amount:
            self.buckets[(kind, who)] = (level, now)
            self.refused[kind] += 1
            raise TooMany(kind, ceil((amount - level) * 60 / per_minute))
        self.buckets[(kind, who)] = (level - amount, now)
        if len(self.buckets) > KEPT:
            self._forget(now)

    def _forget(self, now: float) -> None:
        """Drop buckets that have had time to fill up; if there are few, those that were asked for longest ago, so that
        not every visitor has all of them looked through."""
        full = [key for key, (_, since) in self.buckets.items() if now - since > self._seconds_to_fill(key[0])]
        for key in full if len(full) > KEPT // 10 else list(self.buckets)[: KEPT // 2]:
            del self.buckets[key]

    def _seconds_to_fill(self, kind: str) -> float:
        most, per_minute = self.rates[kind]
        return 60 * most / per_minute
