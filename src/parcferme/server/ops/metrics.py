"""Counters and timings in Prometheus' text format. A dozen lines are enough for what this server counts."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
HELP: Final = {
    "tables_created": ("counter", "Tables created, by game.", "game"),
    "notes": ("counter", "Notes kept, by kind.", "kind"),
    "matches_entered": ("counter", "Finished matches entered into the standings, by game.", "game"),
    "events_created": ("counter", "Events written down, by game.", "game"),
    "event_notes": ("counter", "Notes of events kept, by kind.", "kind"),
    "refused": ("counter", "Wishes refused, by code.", "code"),
    "conflicts": ("counter", "Notes written again because another process was first.", ""),
    "requests": ("counter", "HTTP requests, by status.", "status"),
    "limited": ("counter", "Wishes refused because there were too many, by limit.", "limit"),
    "database_failures": ("counter", "Writes that failed because the database did not answer.", ""),
    "pruned": ("counter", "What was thrown away after it had been kept long enough, by kind.", "kind"),
    "loop_delay_seconds": ("gauge", "The longest delay of the event loop within a minute.", ""),
    "writer_waiting": ("gauge", "Writes that wait for the database.", ""),
    "thoughts_waiting": ("gauge", "Thoughts of bots and advice that wait for a process.", ""),
    "outbox_waiting": ("gauge", "Messages that are due and not sent.", ""),
    "reports_waiting": ("gauge", "Reports of players that nobody has looked at.", ""),
    "disk_bytes": ("gauge", "Room on the disk, by table of the database.", "kind"),
    "sockets": ("gauge", "Open connections to tables.", ""),
    "rooms": ("gauge", "Tables in memory.", ""),
    "commits": ("counter", "Database transactions of the writer.", ""),
    "mails": ("counter", "Notifications sent, by outcome.", "outcome"),
    "act_seconds": ("histogram", "Time from receiving an action until it was kept and told.", ""),
    "bot_seconds": ("histogram", "Time a bot thought.", ""),
}


class Metrics:
    """All numbers of one process."""

    def __init__(self) -> None:
        self.counts: dict[str, dict[str, float]] = {
            name: {} if label else {"": 0} for name, (kind, _, label) in HELP.items() if kind != "histogram"
        }
        self.times: dict[str, list[int]] = {
            name: [0] * (len(BUCKETS) + 1) for name, (kind, _, _) in HELP.items() if kind == "histogram"
        }
        self.sums = dict.fromkeys(self.times, 0.0)

    def count(self, name: str, label: str = "", by: int = 1) -> None:
        self.counts[name][label] = self.counts[name].get(label, 0) + by

    def set(self, name: str, value: float, label: str = "") -> None:
        self.counts[name][label] = value

    def observe(self, name: str, seconds: float) -> None:
        self.times[name][bisect_left(BUCKETS, seconds)] += 1
        self.sums[name] += seconds

    def text(self) -> str:
        """The page Prometheus reads."""
        lines: list[str] = []
        for name, (kind, about, label) in HELP.items():
            full = f"parcferme_{name}" + ("_total" if kind == "counter" else "")
            lines += [f"# HELP {full} {about}", f"# TYPE {full} {kind}"]
            lines += self._histogram(full, name) if kind == "histogram" else self._counts(full, name, label)
        return "\n".join(lines) + "\n"

    def _counts(self, full: str, name: str, label: str) -> list[str]:
        values = sorted(self.counts[name].items())
        return [f'{full}{{{label}="{key}"}} {n}' if label else f"{full} {n}" for key, n in values]

    def _histogram(self, full: str, name: str) -> list[str]:
        total = 0
        lines = []
        for limit, count in zip([*map(str, BUCKETS), "+Inf"], self.times[name], strict=True):
            total += count
            lines.append(f'{full}_bucket{{le="{limit}"}} {total}')
        return [*lines, f"{full}_sum {self.sums[name]}", f"{full}_count {total}"]
