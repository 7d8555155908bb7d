"""Games, their rules, texts and content. Anybody may read them; calls have a `caller` so that the limits count."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from parcferme.core import registry
from parcferme.core.text import LANGUAGES
from parcferme.house import catalogue, opening
from parcferme.house.catalogue import Courses, GameInfo, Kit, RuleClause, must_exist
from parcferme.house.forms import CheckForm, VariantForm
from parcferme.server.api.access import By
from parcferme.server.api.answers import answer, answer_bytes, refusals
from parcferme.table.errors import Denied

Game = Annotated[str, PathParameter(description="a game's id", max_length=40)]
# for the browser alone: the answer may renew its owner's cookie, which no cache between may give to others
CACHED = {"Cache-Control": "private, max-age=300"}
FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}


@get("/api/games", responses=refusals(), summary="All games", sync_to_thread=False)
def list_games(caller: By) -> Response[list[GameInfo]]:
    return answer([catalogue.info(game) for game in registry.game_ids()], headers=CACHED)


@get("/api/games/{game:str}", responses=refusals(404), summary="One game", sync_to_thread=False)
def one_game(game: Game, caller: By) -> Response[GameInfo]:
    must_exist(game)
    return answer(catalogue.info(game), headers=CACHED)


@get("/api/games/{game:str}/rules", responses=refusals(404), summary="Its rules", sync_to_thread=False)
def rules(game: Game, caller: By) -> Response[list[RuleClause]]:
    must_exist(game)
    return answer(catalogue.clauses(game), headers=CACHED)


@get("/api/games/{game:str}/texts/{language:str}", responses=refusals(404), summary="Its texts", sync_to_thread=False)
def texts(game: Game, caller: By, language: Annotated[str, PathParameter(max_length=8)]) -> Response[dict[str, str]]:
    """Every sentence by key; English where the language has none."""
    must_exist(game)
    must_speak(language)
    return answer(catalogue.texts(game, language).entries, headers=CACHED)


@get("/api/games/{game:str}/courses", responses=refusals(404), summary="What there is to drive", sync_to_thread=False)
def courses(game: Game, caller: By) -> Response[Courses]:
    """Named choices of options with their figures, and presets by length. Take an entry's `options` for a table."""
    must_exist(game)
    return answer_bytes(catalogue.courses(game), headers=CACHED)


@get("/api/games/{game:str}/content", responses=refusals(404), summary="Its content files", sync_to_thread=False)
def content_files(game: Game, caller: By) -> list[str]:
    must_exist(game)
    return catalogue.content_files(game)


@get(
    "/api/games/{game:str}/content/{name:path}", responses=refusals(404), summary="A content file", sync_to_thread=False
)
def content(game: Game, caller: By, name: FromPath[str]) -> Response[dict[str, Any]]:
    """A board, a deck or a table as JSON."""
    must_exist(game)
    data = catalogue.content(game, name.lstrip("/"))
    return answer_bytes(data, headers=CACHED)


@get(
    "/api/games/{game:str}/kit/{language:str}", responses=refusals(404), summary="Its board's kit", sync_to_thread=False
)
def kit(
    request: Request[Any, Any, Any],
    game: Game,
    caller: By,
    language: Annotated[str, PathParameter(max_length=8)],
    v: Annotated[str, QueryParameter(max_length=64, description="the game's `kit`: the answer may be kept")] = "",
) -> Response[Kit]:
    """Title, texts and content files in one answer. Asked for by its present name it never changes."""
    must_exist(game)
    must_speak(language)
    headers = FOREVER if v == catalogue.kit_digest(game) else CACHED
    if "gzip" in request.headers.get("accept-encoding", ""):
        packed = {**headers, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return answer_bytes(catalogue.packed_kit(game, language), headers=packed)
    return answer_bytes(catalogue.kit(game, language), headers=headers)


def must_speak(language: str) -> None:
    if language not in LANGUAGES:
        raise Denied("not_found", f"the languages are {', '.join(LANGUAGES)}")


@post("/api/games/{game:str}/check", responses=refusals(404, 413), summary="Check options", status_code=200)
async def check(game: Game, data: JSONBody[CheckForm], caller: By) -> VariantForm:
    """Are these options possible? Answers with all of them and the variant's name, or says what is wrong."""
    caller.limit("upload")
    must_exist(game)
    return await caller.server.workshop.look_at(caller.waits_as(), opening.checked, game, data.options)


HANDLERS = [list_games, one_game, rules, texts, courses, content_files, content, kit, check]
