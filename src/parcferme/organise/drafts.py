"""Drafts: sheets under way, saved as often as one likes on every device. Nobody but their owner ever sees one, so they
are no part of the journal."""

from __future__ import annotations

from typing import Final, NamedTuple

from parcferme.core.errors import Fault
from parcferme.organise.errors import no_paper
from parcferme.organise.event import PAPER_LIMIT
from parcferme.organise.regulations import Regulations

SHEET_LIMIT: Final = 100_000  # characters; the longest route with the most turns has 50,000
SHEET_LINES: Final = 1_000


class Draft(NamedTuple):
    """What was typed so far, on which device and when."""

    text: str
    device: str
    at: int


def keep(kept: Draft | None, new: Draft, goes_on: int = 0) -> tuple[Draft, Draft | None]:
    """The draft in force and, where another device had typed something else, the one to offer: the later one wins.
    `goes_on`: of which moment the draft is that the new one goes on with."""
    if len(new.text) > PAPER_LIMIT:
        raise no_paper("long", f"has {len(new.text)} characters, more than {PAPER_LIMIT}")
    knows = kept is None or kept.at == goes_on or kept.text == new.text
    if kept is None or knows or (kept.device == new.device and new.at >= kept.at):
        return new, None
    first, second = sorted((kept, new), key=_when)
    return second, first


def _when(draft: Draft) -> tuple[int, str, str]:
    return draft.at, draft.device, draft.text


def form_faults(regulations: Regulations, text: str) -> list[Fault]:
    """What a form may say about a draft: its form alone, never what a speed would do."""
    task = regulations.task()
    if task.trial.check_sheet is None:
        return []
    if len(text) > SHEET_LIMIT or text.count("\n") + text.count("\r") > SHEET_LINES:
        return [Fault("sheet", f"is too long: at most {SHEET_LIMIT} characters in {SHEET_LINES} lines")]
    return task.trial.check_sheet(task.game, text)
