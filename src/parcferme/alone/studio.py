"""The studio of one device: documents are kept on its shelf, and what takes long is worked out by its thinker.

Nobody else looks at this shelf: what is published here is a version that never changes, for tables of this device and
to be taken along.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final

from msgspec import Struct, convert
from msgspec.structs import asdict, replace

from parcferme.alone.asking import asked
from parcferme.alone.home import ME, Home
from parcferme.core.content import content_hash
from parcferme.house import studio
from parcferme.house.codec import decode, encode_text
from parcferme.house.studio import (
    Checked,
    DocumentForm,
    DocumentInfo,
    DocumentPage,
    DocumentRow,
    DocumentVersion,
    DrawingForm,
    JobStarted,
    JobState,
    PublishForm,
    SaveForm,
    Stale,
    StudioForm,
    StudioTask,
    SurpriseForm,
)
from parcferme.table.errors import BAD_SETUP, Denied
from parcferme.table.setup import DRAFT

Query = dict[str, str]
INDEX: Final = "documents"  # where the shelf keeps which there are …
DRAWER: Final = "document/"  # … and each of them
MOST: Final = 200
SHOWN: Final = 24  # of a page


NEW: Final = {
    "state": "draft",
    "version": 0,
    "hash": "",
    "revision": 1,
    "changed": False,
    "yours": True,
    "used": 0,
    "stars": 0.0,
    "votes": 0,
    "versions": [],
    "rated": 0,
    "key": "",
    "barred": False,
}  # a document that was just begun


class Drawer(Struct):
    """A document with the contents of its versions, by their hash; `kept` is the revision that was published last."""

    info: DocumentInfo
    contents: dict[str, dict[str, Any]] = {}
    kept: int = 0


class DeviceStudio:
    """Every question that a page of the studio may ask."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.jobs: dict[str, JobState] = {}

    # What can be made, and how good it is

    @asked("GET", "studio")
    async def kinds(self, query: Query) -> Any:
        return studio.kinds()

    @asked("GET", "studio/*/*/house")
    async def house(self, game: str, kind: str, query: Query) -> Any:
        return studio.house_documents(game, kind)

    @asked("POST", "studio/check")
    async def check(self, body: str) -> Checked:
        form = decode(body, type=StudioForm)
        return studio.checked(StudioTask(form.game, form.kind, form.document, form.lang or "en"))

    @asked("POST", "studio/measure")
    async def measure(self, body: str) -> JobStarted:
        form = decode(body, type=StudioForm)
        task = StudioTask(form.game, form.kind, form.document)
        studio.playable(studio.checked(task))
        id = self._begin()

        def progress(done: int, total: int, known: str) -> bool:
            wanted = id in self.jobs and not self.jobs[id].done
            if wanted:
                self.jobs[id] = decode(known, type=JobState)
            return wanted

        self.home.aside(self._finish(id, self.home.thinker.measure(task, progress)))
        return JobStarted(id)

    @asked("POST", "studio/surprise")
    async def surprise(self, body: str) -> JobStarted:
        form = decode(body, type=SurpriseForm)
        wish = replace(form, seed=form.seed or secrets.token_hex(4))
        id = self._begin()
        self.home.aside(self._finish(id, self.home.thinker.surprise(wish)))
        return JobStarted(id)

    def _begin(self) -> str:
        id = secrets.token_hex(8)
        self.jobs = {id: JobState(False, 0.0, {}, "")}  # the last one is all that a page asks for
        return id

    async def _finish(self, id: str, work: Awaitable[JobState]) -> None:
        try:
            made = await work
        except Exception:
            made = JobState(True, 1.0, {}, "failed")
        if id in self.jobs and not self.jobs[id].done:
            self.jobs[id] = made

    @asked("GET", "studio/surprise/*")
    @asked("GET", "studio/measure/*")
    async def state(self, id: str, query: Query) -> JobState:
        if id not in self.jobs:
            raise Denied("no_job", "there is no such job, or not any more")
        return self.jobs[id]

    @asked("DELETE", "studio/surprise/*")
    @asked("DELETE", "studio/measure/*")
    async def cancel(self, id: str, body: str) -> Any:
        """Nobody is told of it any more, which the thinker hears when it next tells how far it is."""
        self.jobs[id] = replace(await self.state(id, {}), done=True, ended="cancelled")
        return {"ok": True}

    # Documents

    async def drawers(self) -> list[Drawer]:
        """All of them, the last changed first."""
        found = [await self.home.thing(DRAWER + id, Drawer, None) for id in await self._ids()]
        return sorted([one for one in found if one is not None], key=lambda drawer: -drawer.info.changed_at)

    async def _ids(self) -> list[str]:
        return await self.home.thing(INDEX, list[str], [])

    async def bring(self, drawers: list[Drawer]) -> None:
        """From another device. Those that are here already stay as they are; what was drawn there since lies beside
        them, as nobody knows what has changed here."""
        for drawer in drawers:
            known, told = await self._known(drawer.info.id), drawer.info
            if known is None:
                await self._keep(drawer)
            elif told.changed_at > known.info.changed_at and told.document != known.info.document:
                beside = hashlib.sha256(f"{told.id}/{content_hash(told.document)}".encode()).hexdigest()[:12]
                await self.bring([replace(drawer, info=replace(told, id=beside))])

    async def _known(self, id: str) -> Drawer | None:
        return await self._find(id) if id in await self._ids() else None

    async def _keep(self, drawer: Drawer) -> DocumentInfo:
        """Keep a new one."""
        id = drawer.info.id
        if len(await self._ids()) >= MOST:
            raise Denied("full_shelf", f"a device keeps at most {MOST} documents")
        await self.home.keep_thing(DRAWER + id, encode_text(drawer))
        await self.home.change_thing(INDEX, list[str], [], lambda ids: [*ids, id])
        return drawer.info

    async def _change(self, id: str, work: Callable[[Drawer], Drawer]) -> DocumentInfo:
        """Change one that is kept, though another page may do so at this moment."""
        return (await self.home.change_thing(DRAWER + id, Drawer, await self._find(id), work)).info

    async def _find(self, id: str) -> Drawer:
        text = await self.home.shelf.get(DRAWER + id)
        if not text:
            raise Denied("no_document", "there is no such document on this device")
        return decode(text, type=Drawer)

    @asked("GET", "documents")
    async def mine(self, query: Query) -> DocumentPage:
        state = query.get("state", "")
        return _page([one.info for one in await self.drawers() if state in ("", one.info.state)], query)

    @asked("GET", "shelf")
    async def shelf(self, query: Query) -> DocumentPage:
        """What was published here."""
        published = [one.info for one in await self.drawers() if one.info.state == "published"]
        length, difficulty = query.get("length", ""), query.get("difficulty") or "0"
        fit = [one for one in published if length in ("", one.length) and difficulty in ("0", str(one.difficulty))]
        return _page(fit, query)

    @asked("POST", "documents")
    async def create(self, body: str) -> DocumentInfo:
        form, now = decode(body, type=DocumentForm), self.home.clock()
        described = self._described(form, form.game, form.kind)
        own = {"id": secrets.token_hex(6), "game": form.game, "kind": form.kind, "author": self.home.names[ME]}
        times = {"created_at": now, "changed_at": now, "published_at": 0}
        return await self._keep(
            Drawer(convert({**NEW, **own, **described, **times}, DocumentInfo, from_attributes=True))
        )

    def _described(self, form: DrawingForm, game: str, kind: str) -> dict[str, Any]:
        studio.written(form.document)
        looked = studio.checked(StudioTask(game, kind, form.document))
        fit = {"title": studio.fit_title(form.title), "source": studio.fit_source(form.source)}
        same = {name: getattr(form, name) for name in ("document", "length", "difficulty", "licence")}
        stops = sum(finding.stops for finding in looked.findings)
        return {**fit, **same, "facts": looked.facts, "stops": stops}

    @asked("GET", "documents/*")
    async def one(self, id: str, query: Query) -> DocumentInfo:
        return (await self._find(id)).info

    @asked("PUT", "documents/*")
    async def save(self, id: str, body: str) -> DocumentInfo:
        """Two pages of one browser may draw the same document."""
        form, known = decode(body, type=SaveForm), (await self._find(id)).info
        described = self._described(form, known.game, known.kind)

        def saved(drawer: Drawer) -> Drawer:
            info = drawer.info
            if form.revision != info.revision:
                if all(getattr(info, name) == value for name, value in described.items()):
                    return drawer
                raise Stale(info)
            after = {"revision": info.revision + 1, "changed": info.version > 0, "changed_at": self.home.clock()}
            return replace(drawer, info=replace(info, **described, **after))

        return await self._change(id, saved)

    @asked("DELETE", "documents/*")
    async def remove(self, id: str, body: str) -> Any:
        if (await self._find(id)).info.version:
            raise Denied("published", "what was published can be withdrawn, not deleted")
        await self.home.change_thing(INDEX, list[str], [], lambda ids: [one for one in ids if one != id])
        await self.home.keep_thing(DRAWER + id, "")
        return {"ok": True}

    @asked("POST", "documents/*/publish")
    async def publish(self, id: str, body: str) -> DocumentInfo:
        form, now = decode(body, type=PublishForm), self.home.clock()

        def published(drawer: Drawer) -> Drawer:
            info = drawer.info
            if form.revision != info.revision:
                raise Stale(info)
            studio.playable(studio.checked(StudioTask(info.game, info.kind, info.document)))
            return _with_version(drawer, now)

        return await self._change(id, published)

    @asked("POST", "documents/*/withdraw")
    async def withdraw(self, id: str, body: str) -> DocumentInfo:
        def withdrawn(drawer: Drawer) -> Drawer:
            if drawer.info.state != "published":
                return drawer
            return replace(drawer, info=replace(drawer.info, state="withdrawn"))

        return await self._change(id, withdrawn)

    @asked("GET", "documents/hash/*")
    async def content(self, hash: str, query: Query) -> Any:
        return (await self._by_hash(hash)).contents[hash]

    async def _by_hash(self, hash: str) -> Drawer:
        for drawer in await self.drawers():
            if hash in drawer.contents:
                return drawer
        raise Denied("no_document", "there is no such document on this device")

    async def played(self, game: str, link: str) -> tuple[dict[str, Any], str]:
        """The options that a document sets for a table, and how the table is marked: by hash, or as a draft."""
        if not link:
            return {}, ""
        draft = link in await self._ids()
        drawer = await self._find(link) if draft else await self._by_hash(link)
        if drawer.info.game != game:
            raise Denied(BAD_SETUP, f"this is a document of {drawer.info.game}, not of {game}")
        document = drawer.info.document if draft else drawer.contents[link]
        looked = studio.checked(StudioTask(game, drawer.info.kind, document))
        return studio.playable(looked), DRAFT if draft else link


def _with_version(drawer: Drawer, now: int) -> Drawer:
    """The document as published: a new version, unless nothing has changed since the last."""
    info, contents = drawer.info, drawer.contents
    if drawer.kept != info.revision:
        hash = content_hash(info.document)
        contents = {**contents, hash: info.document}
        version = DocumentVersion(info.version + 1, hash, info.title, now, 0)
        info = replace(info, version=version.number, hash=hash, versions=[version, *info.versions])
    told = replace(info, state="published", changed=False, published_at=now)
    return Drawer(told, contents, drawer.info.revision)


def _page(found: list[DocumentInfo], query: Query) -> DocumentPage:
    """Those that are looked for, without their content."""
    game, kind, q = query.get("game", ""), query.get("kind", ""), query.get("q", "").strip().lower()
    fit = [one for one in found if game in ("", one.game) and kind in ("", one.kind) and q in one.title.lower()]
    number = max(1, int(query.get("page") or 1))
    shown = fit[(number - 1) * SHOWN : number * SHOWN]
    rows = [convert(asdict(one), DocumentRow, from_attributes=True) for one in shown]
    return DocumentPage(rows, number, max(1, -(-len(fit) // SHOWN)), len(fit))
