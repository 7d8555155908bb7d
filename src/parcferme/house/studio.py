"""The studio: documents that people make, what a check says of them, and the shelf of published ones.

A game's kinds of documents are its part `studio` (core/studio.py says what each offers). Everything here is told in the
reader's language; lists hold facts and hashes, never whole documents: a published one is read by its hash and never
changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType, convert

from parcferme.core import registry
from parcferme.core.bounds import is_readable
from parcferme.core.courses import courses_of
from parcferme.core.record import canonical
from parcferme.core.studio import Figures, Finding, Kind
from parcferme.core.text import LANGUAGES
from parcferme.house import catalogue
from parcferme.house.codec import encode
from parcferme.house.forms import Name
from parcferme.house.messages import Refusal
from parcferme.house.tables import Millis
from parcferme.table.errors import BAD_TITLE, Denied
from parcferme.table.names import one_line
from parcferme.table.setup import without_joints

TITLE_LIMIT = 60
SOURCE_LIMIT = 200
DOCUMENT_BYTES = 262_144  # of one document, written as short as JSON can be
DocumentState = Literal["draft", "published", "withdrawn"]
Length = Literal["short", "standard", "long"]
Licence = Annotated[
    Literal["own", "CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0"],
    Meta(description="`own`: to be played here, and nothing else"),
]
GameId = Annotated[str, Meta(max_length=40)]
KindName = Annotated[str, Meta(max_length=20)]
Title = Annotated[str, Meta(min_length=1, max_length=TITLE_LIMIT)]
Source = Annotated[str, Meta(max_length=SOURCE_LIMIT, description="where it comes from; empty: drawn here")]
Difficulty = Annotated[int, Meta(ge=1, le=3)]
Stars = Annotated[int, Meta(ge=1, le=5)]


class FigureTold(Struct, omit_defaults=True):
    """One number about a document, or a row of them, and how sure it is. Its name is the text `figure.NAME`."""

    value: float
    sure: Literal["exact", "proved", "bounds", "estimate"]
    unit: str
    low: float | UnsetType = UNSET
    high: float | UnsetType = UNSET
    error: Annotated[float, Meta(description="of an estimate, to either side, 95 %")] | UnsetType = UNSET
    wanted: Annotated[float, Meta(description="what the published board has, or the limit")] | UnsetType = UNSET
    row: list[float] | UnsetType = UNSET
    names: Annotated[list[str], Meta(description="what each number of the row is of")] | UnsetType = UNSET


Told = dict[str, FigureTold]


class StudioKind(Struct):
    """A kind of document that can be made here, with an empty one to start from."""

    game: str
    kind: str
    lengths: Annotated[list[Length], Meta(description="what can be made by surprise; empty: nothing")]
    blank: Any


class StudioForm(Struct, forbid_unknown_fields=True):
    """A document to be looked at."""

    game: GameId
    kind: KindName
    document: Any
    lang: Annotated[
        str, Meta(pattern=f"^({'|'.join(LANGUAGES)})?$", description="of the findings; empty: as you browse")
    ] = ""


class DocumentFinding(Struct):
    """Something a check has found. `place` is a path in the document, such as `controls[2].square`."""

    place: str
    stops: Annotated[bool, Meta(description="it cannot be published so; else it may be kept")]
    clause: str
    text: str
    key: Annotated[str, Meta(description="of its sentence in the game's texts: `studio.KEY`")]
    args: dict[str, Any]


class HouseDocument(Struct):
    """A course of the house as a document to start from."""

    id: str
    title: str
    length: Length
    difficulty: int
    document: dict[str, Any]


class Checked(Struct):
    """What a check says, and what can be told of the document at once."""

    findings: list[DocumentFinding]
    facts: Told
    options: Annotated[dict[str, Any], Meta(description="of a table that plays it; empty where something stops it")]


class SurpriseForm(Struct, forbid_unknown_fields=True):
    """A document to be made by the house: the same seed makes the same one."""

    game: GameId
    kind: KindName
    length: Length = "standard"
    difficulty: Difficulty = 2
    seed: Annotated[str, Meta(max_length=40, description="any text; empty: by lot")] = ""


class JobStarted(Struct):
    """Something that takes a while is under way: ask for it by this id."""

    id: str


class JobState(Struct):
    """How far it is. `figures` get better until it is done; of a surprise there is a `document` then."""

    done: bool
    progress: Annotated[float, Meta(description="from 0 to 1, as far as it can be told")]
    figures: Told
    ended: Annotated[
        Literal["", "finished", "time", "cancelled", "failed"],
        Meta(description="why it is done; `time`: the figures are as good as they got in the time there is"),
    ]
    document: Any = None
    seed: Annotated[str, Meta(description="of a surprise: the same seed makes the same one")] = ""


class DrawingForm(Struct, forbid_unknown_fields=True, kw_only=True):
    """A draft, and what its maker says of it."""

    title: Title
    document: dict[str, Any]
    length: Length = "standard"
    difficulty: Difficulty = 2
    licence: Licence = "own"
    source: Source = ""


class DocumentForm(DrawingForm, kw_only=True):
    """A document to be kept, as a draft that nobody else sees."""

    game: GameId
    kind: KindName
    name: Name = ""


class SaveForm(DrawingForm, kw_only=True):
    """The draft as it is now. `revision` is the one it was made from."""

    revision: Annotated[int, Meta(ge=1, le=1_000_000_000)]


class PublishForm(Struct, forbid_unknown_fields=True):
    """Publish the draft, if it is still this revision."""

    revision: Annotated[int, Meta(ge=1, le=1_000_000_000)]


class ShareForm(Struct, forbid_unknown_fields=True):
    """May whoever has the link read and change the draft? Sharing again makes a new link."""

    shared: bool


class RateForm(Struct, forbid_unknown_fields=True):
    """One to five stars; a second rating replaces the first."""

    stars: Stars


class WhyForm(Struct, forbid_unknown_fields=True):
    """What is wrong with it."""

    why: Annotated[str, Meta(min_length=1, max_length=500)]


class DocumentRow(Struct, kw_only=True):
    """A document in a list: to its makers the draft as it is, to others the version that is published."""

    id: str
    game: str
    kind: str
    title: str
    state: DocumentState
    version: Annotated[int, Meta(description="the latest that was published; 0: none")]
    hash: Annotated[str, Meta(description="… and its content: `/api/documents/hash/HASH`; empty: none")]
    revision: Annotated[int, Meta(description="of the draft; 0 for others")]
    changed: Annotated[bool, Meta(description="has the draft gone on since the version?")]
    stops: Annotated[int, Meta(description="findings that keep the draft from being published")]
    facts: Told
    length: Annotated[Length, Meta(description="as its maker says")]
    difficulty: Annotated[int, Meta(description="as its maker says: from 1, easy, to 3, hard")]
    licence: Licence
    source: str
    author: str
    yours: bool
    used: Annotated[int, Meta(description="tables that were opened with it")]
    stars: Annotated[float, Meta(description="their mean; 0: nobody has rated it")]
    votes: int
    created_at: Millis
    changed_at: Millis
    published_at: Annotated[Millis, Meta(description="the latest version; 0: never")]


class DocumentVersion(Struct):
    """A version that was published. It never changes."""

    number: int
    hash: str
    title: str
    at: Millis
    used: int


class DocumentInfo(DocumentRow, kw_only=True):
    """A document with its content."""

    document: dict[str, Any]
    versions: list[DocumentVersion]
    rated: Annotated[int, Meta(description="your own stars; 0: none")]
    key: Annotated[str, Meta(description="for its maker: of the link by which others change the draft; empty: none")]
    barred: Annotated[bool, Meta(description="an administrator has withdrawn it: it is not published again")]


class DocumentPage(Struct):
    """A page of a list."""

    documents: list[DocumentRow]
    page: int
    pages: int
    total: int


class StaleDocument(Refusal, kw_only=True):
    """A document could not be kept. Where that is because somebody has saved in between (`stale`), nothing was
    overwritten, and `newer` is what they saved."""

    newer: DocumentInfo | UnsetType = UNSET


class Stale(Denied):
    """Somebody has saved since; `newer` is what they saved."""

    def __init__(self, newer: DocumentInfo) -> None:
        super().__init__("stale", f"the draft is at revision {newer.revision} by now: somebody else has saved it")
        self.newer = newer

    def told(self) -> StaleDocument:
        return StaleDocument(self.code, self.reason, newer=self.newer)


class StudioTask(Struct):
    """A document to be worked on, wherever that is done."""

    game: str
    kind: str
    document: Any
    language: str = "en"


def kind_of(game: str, name: str) -> Kind:
    """A kind of a game's documents; raises UnknownGame, or Denied."""
    catalogue.must_exist(game)
    known = _kinds(game)
    if name not in known:
        raise Denied("no_kind", f"{game} has no documents {name!r}; it has {', '.join(known) or 'none'}")
    return known[name]


def _kinds(game: str) -> dict[str, Kind]:
    part = registry.part(game, "studio")
    found: dict[str, Kind] = part.STUDIO if part is not None else {}
    return found


def kinds() -> list[StudioKind]:
    """Everything that can be made, by game."""
    known = [(game, kind) for game in registry.game_ids() for kind in _kinds(game).values()]
    return [StudioKind(game, kind.name, _lengths(kind), kind.blank()) for game, kind in known]


def _lengths(kind: Kind) -> list[Length]:
    return list(get_args(Length)) if kind.generates() else []


def house_documents(game: str, name: str) -> list[HouseDocument]:
    """What lies in the house's box and what it offers to drive, as documents of one kind, each once."""
    kind = kind_of(game, name)
    box: list[dict[str, Any]] = [_boxed(kind.box())] if kind.box is not None else []
    courses = [{**course.to_json(), "document": kind.taken(course.options)} for course in courses_of(game).courses]
    once = {canonical(one["document"]): one for one in reversed([*box, *courses]) if one["document"] is not None}
    return convert(list(reversed(once.values())), list[HouseDocument])


def _boxed(document: dict[str, Any]) -> dict[str, Any]:
    title = str(document.get("title") or document.get("name") or "")
    return {"id": "box", "title": title, "length": "standard", "difficulty": 2, "document": document}


def checked(task: StudioTask) -> Checked:
    """What a check says, in the reader's language."""
    kind = kind_of(task.game, task.kind)
    findings, facts = kind.looked(task.document)
    stops = any(finding.stops for finding in findings)
    told = [_finding(task, finding) for finding in findings]
    return Checked(told, figures_told(facts), {} if stops else kind.options(task.document))


def _finding(task: StudioTask, one: Finding) -> DocumentFinding:
    text = catalogue.texts(task.game, task.language).say(f"studio.{one.key}", one.args)
    return DocumentFinding(one.place, one.stops, one.clause, text, one.key, one.args)


def figures_told(figures: Figures) -> Told:
    return {name: convert(figure.to_json(), FigureTold) for name, figure in figures.known.items()}


def playable(looked: Checked) -> dict[str, Any]:
    """The options of a table that plays what was looked at; raises Denied where something stops it."""
    count = sum(finding.stops for finding in looked.findings)
    if count:
        raise Denied("unsettled", f"{count} findings stop it from being played or published", blanks={"count": count})
    return looked.options


def measured(task: StudioTask) -> Iterator[JobState]:
    """What takes long, better and better, of a document that nothing stops."""
    state = JobState(False, 0.0, {}, "")
    for figures in kind_of(task.game, task.kind).measure(task.document):
        state = JobState(False, figures.progress, figures_told(figures), "")
        yield state
    yield JobState(True, 1.0, state.figures, "finished")


def surprised(form: SurpriseForm) -> Iterator[JobState]:
    """A document drawn by lot, with what can be told of it at once."""
    kind = kind_of(form.game, form.kind)
    document = kind.generate(form.seed, form.length, form.difficulty)
    yield JobState(True, 1.0, figures_told(kind.facts(document)), "finished", document, form.seed)


def fit_title(text: str) -> str:
    """A title as it is kept; raises Denied for one that nobody could read."""
    title = one_line(text)
    if not without_joints(title) or not is_readable(title):
        raise Denied(BAD_TITLE, f"title: 1 to {TITLE_LIMIT} printable characters")
    return title


def fit_source(text: str) -> str:
    source = one_line(text)
    if not is_readable(source):
        raise Denied("bad_value", "source: printable characters only")
    return source


def written(document: dict[str, Any]) -> str:
    """A document as it is kept; raises Denied where it is too large."""
    text = encode(document)
    if len(text) > DOCUMENT_BYTES:
        raise Denied("too_large", f"a document has at most {DOCUMENT_BYTES} bytes, this one {len(text)}")
    return text.decode()
