"""The organiser's desk: bulletins, questions, protests, decisions, rounds; and what others say there."""

from __future__ import annotations

from litestar import Response
from litestar.params import JSONBody

from parcferme.house.events import EventInfo
from parcferme.house.opening import brings_documents, checked
from parcferme.organise import commands, desk
from parcferme.organise.documents import take_out
from parcferme.organise.event import Event
from parcferme.organise.journal import Note
from parcferme.server.api.access import By, Caller
from parcferme.server.api.answers import answer
from parcferme.server.api.event_forms import (
    AskForm,
    BulletinForm,
    DecideForm,
    EventAnswerForm,
    ProtestForm,
    RuleForm,
    TableResultForm,
)
from parcferme.server.api.events import (
    EventId,
    Wish,
    by_entrant,
    by_organiser,
    deed,
    described,
    must_be_marked,
    person_in,
    seen,
)


async def _organised(caller: Caller, id: str, wish: Wish) -> Response[EventInfo]:
    caller.limit("desk")
    caller.limit_weight()
    return answer(described(caller, await by_organiser(caller, id, wish)))


async def _entered(caller: Caller, id: str, wish: Wish) -> Response[EventInfo]:
    caller.limit("ask")
    return answer(described(caller, await by_entrant(caller, id, wish)))


@deed("bulletins", "A bulletin")
async def bulletin(event: EventId, data: JSONBody[BulletinForm], caller: By) -> Response[EventInfo]:
    """To everybody; it may change title, text, closing time, protest days and options. All papers are marked by what is
    in force at the end."""
    await _must_hold(caller, event, data.changes.get("options"))
    return await _organised(caller, event, lambda it, by, now: desk.bulletin(it, data.text, data.changes, {}, by, now))


async def _must_hold(caller: Caller, id: str, options: object) -> None:
    """Documents of somebody's own are looked at away from the tables first; those that are the event's have been."""
    if isinstance(options, dict) and brings_documents(options):
        event = (await seen(caller, id, "")).event
        whole = take_out("options", options, event.documents)
        await caller.server.workshop.look_at(caller.waits_as(), checked, event.regulations.game, whole)


@deed("questions", "Ask")
async def ask(event: EventId, data: JSONBody[AskForm], caller: By) -> Response[EventInfo]:
    """The organiser. Who asked is told nobody."""
    return await _entered(caller, event, lambda it, by, now: _asked(it, data, by, now))


def _asked(event: Event, data: AskForm, by: str, now: int) -> Note:
    commands.entry_of(event, by)
    return desk.ask(event, data.text, by, now)


@deed("answers", "Answer a question")
async def answer_question(event: EventId, data: JSONBody[EventAnswerForm], caller: By) -> Response[EventInfo]:
    return await _organised(
        caller, event, lambda it, by, now: desk.answer(it, data.number, data.text, data.held, by, now)
    )


@deed("protests", "Protest")
async def protest(event: EventId, data: JSONBody[ProtestForm], caller: By) -> Response[EventInfo]:
    """Against a provisional result."""
    return await _entered(caller, event, lambda it, by, now: desk.protest(it, data.against, data.text, by, now))


@deed("rulings", "Decide a protest")
async def rule(event: EventId, data: JSONBody[RuleForm], caller: By) -> Response[EventInfo]:
    """In writing, once. What follows from it is a decision or a bulletin."""
    return await _organised(
        caller,
        event,
        lambda it, by, now: desk.rule(it, data.number, data.upheld, data.text, _judge(caller, it, by), now),
    )


@deed("decisions", "Decide about a cell")
async def decide(event: EventId, data: JSONBody[DecideForm], caller: By) -> Response[EventInfo]:
    return await _organised(
        caller,
        event,
        lambda it, by, now: desk.decide(
            it, data.crew, data.number, data.verdict, data.text, _judge(caller, it, by), now
        ),
    )


def _judge(caller: Caller, event: Event, by: str) -> desk.Judge:
    """An administrator is the steward of an event whose organiser drives in it."""
    identity = caller.known("organise")
    return desk.Judge(by, person_in(event, identity), identity.is_admin())


@deed("publish", "Provisional results")
async def publish(event: EventId, caller: By) -> Response[EventInfo]:
    """Once every paper is marked; from now on protests may be made."""
    must_be_marked(await seen(caller, event, ""))
    return await _organised(caller, event, commands.publish)


@deed("final", "Final results")
async def final(event: EventId, caller: By) -> Response[EventInfo]:
    """Once the time for protests is over and each is answered."""
    must_be_marked(await seen(caller, event, ""))
    return await _organised(caller, event, commands.finalise)


@deed("rounds", "Draw a round")
async def draw(event: EventId, caller: By) -> Response[EventInfo]:
    """Of a match event; who sits where follows from the published seed. Its tables open by themselves."""
    told = await _organised(caller, event, commands.draw)
    await caller.server.rounds.mind(await seen(caller, event, ""))
    return told


@deed("tables", "A table's result")
async def table_result(event: EventId, data: JSONBody[TableResultForm], caller: By) -> Response[EventInfo]:
    """How a table of a match event ended."""
    return await _organised(
        caller,
        event,
        lambda it, by, now: desk.table_result(it, data.round, data.table, data.places, data.absent, by, now),
    )


HANDLERS = [bulletin, ask, answer_question, protest, rule, decide, publish, final, draw, table_result]
