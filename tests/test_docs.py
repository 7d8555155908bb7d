"""The documentation is complete and true: what it names exists, what exists is named, and its examples run."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from parcferme.cli.main import GROUPS, VERBS
from parcferme.cli.prompt import WORDS
from parcferme.core.record import Record, read_record
from parcferme.core.registry import game_ids

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
VERBS_OF_MAKE = re.findall(r"^VERBS = (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[0].split()


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def ids(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in paths]


def test_the_readme_names_both_commands_alone_on_a_line() -> None:
    lines = read("README.md").splitlines()
    assert "make play" in lines
    assert "make test" in lines
    assert len(lines) < 60


def test_the_readme_lists_the_games_that_are_here() -> None:
    listed = re.findall(r"^\| [^|]+ \| `(\w+)` \|", read("README.md"), re.MULTILINE)
    assert sorted(listed) == game_ids()


@pytest.mark.parametrize("page", PAGES, ids=ids(PAGES))
def test_every_page_begins_with_its_title(page: Path) -> None:
    assert re.match(r"# \w", page.read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=ids(PAGES))
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)", page.read_text("utf-8"))
    assert [link for link in links if not link.startswith("http") and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=ids(PAGES))
def test_every_file_that_is_named_exists(page: Path) -> None:
    named = re.findall(
        r"`((?:src|tests|tools|docs|requirements|benchmarks)/[\w./-]*|\w+\.(?:py|toml|md))`", read_page(page)
    )
    own = {
        "meta.py",
        "state.py",
        "actions.py",
        "view.py",
        "view_types.py",
        "asks.py",
        "trial.py",
        "courses.py",
        "figures.py",
        "race.py",
        "studio.py",
        "RULES.md",
        "POSITION.md",
        "__init__.py",
    }  # games.md
    missing = [name for name in named if name not in own and not (ROOT / name).exists()]
    assert missing == []


def test_every_place_the_architecture_leads_through_exists() -> None:
    text = read_page(ROOT / "docs" / "architecture.md")
    named = re.findall(r"`((?:server|table|house|core|web)/[\w./-]*\w)`", text)
    assert len(named) > 40
    assert [
        name for name in named if not ((ROOT / "src" / "parcferme" / name).exists() or (ROOT / name).exists())
    ] == []


def read_page(page: Path) -> str:
    return page.read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=ids(PAGES))
def test_every_make_target_that_is_named_exists(page: Path) -> None:
    named = set(re.findall(r"(?:`|^)make (\w+)", page.read_text("utf-8"), re.MULTILINE))
    assert named <= {*VERBS_OF_MAKE, "check"}


def test_every_make_target_is_documented() -> None:
    told = read("README.md") + read("CONTRIBUTING.md")
    assert [target for target in VERBS_OF_MAKE if f"make {target}" not in told] == []


@pytest.mark.parametrize("page", PAGES, ids=ids(PAGES))
def test_every_verb_that_is_named_exists(page: Path) -> None:
    named = set(re.findall(r"(?:`|^)parcferme ([a-z]+)", page.read_text("utf-8"), re.MULTILINE))
    assert named <= {*VERBS, *GROUPS}


@pytest.mark.parametrize("verb", [*VERBS, *GROUPS])
def test_every_verb_is_documented(verb: str) -> None:
    assert re.search(rf"^\| `parcferme {verb}\b", read("docs/play.md"), re.MULTILINE)


@pytest.mark.parametrize("word", WORDS)
def test_every_word_a_player_may_type_is_documented(word: str) -> None:
    assert word == "?" or f"`{word}" in read("docs/play.md")


def parameters() -> list[tuple[str, str]]:
    """Every long option of every verb."""
    import typer

    from parcferme.cli.main import app

    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    return [
        (verb, flag)
        for verb, command in commands.items()
        for parameter in command.params
        for flag in getattr(parameter, "opts", [])
        if flag.startswith("--") and flag != "--help"
    ]


def test_every_verb_of_an_event_is_documented_with_its_options() -> None:
    import typer

    page = read("docs/events.md")
    for verb, command in typer.main.get_command(GROUPS["event"]).commands.items():  # type: ignore[attr-defined]
        assert f"| `parcferme event {verb}" in page
        flags = [flag for parameter in command.params for flag in getattr(parameter, "opts", [])]
        assert [flag for flag in flags if flag.startswith("--") and flag != "--help" and flag not in page] == []


@pytest.mark.parametrize(("verb", "flag"), parameters())
def test_every_option_of_every_verb_is_documented(verb: str, flag: str) -> None:
    assert flag in read("docs/play.md"), f"{verb} {flag}"


EXAMPLES = [page for page in PAGES if page.name != "bots.md"]  # that one's run for every game in tests/bridge


@pytest.mark.parametrize("page", EXAMPLES, ids=ids(EXAMPLES))
def test_python_examples_run(page: Path) -> None:
    for block in blocks(page, "python"):
        if "..." not in block:  # the shape of something, not an example
            exec(compile(block, str(page), "exec"), {})


def test_the_example_of_a_record_reads() -> None:
    example = blocks(ROOT / "docs" / "records.md", "json")[0]
    assert read_record(example).log[3] == ["undo", 1]


def test_every_field_of_a_record_is_documented() -> None:
    page = read("docs/records.md")
    fields = json.loads(Record("g", 1, {}, [], [], [], None, {}).to_text())
    assert [field for field in fields if f"| `{field}` |" not in page] == []
    assert [
        field for field in ("places", "scores", "measures", "reason", "clause") if f"| `{field}` |" not in page
    ] == []


def requirements() -> list[str]:
    project = PROJECT["project"]
    listed = [*project["dependencies"], *PROJECT["build-system"]["requires"]]
    listed += [need for extra in project["optional-dependencies"].values() for need in extra]
    listed += [need for group in PROJECT["dependency-groups"].values() for need in group]
    return sorted({re.split(r"[^A-Za-z0-9-]", need)[0] for need in listed})


@pytest.mark.parametrize("name", requirements())
def test_every_dependency_has_its_reason_and_its_lock(name: str) -> None:
    assert f"`{name}`" in read("docs/decisions.md")
    locked = "\n".join(path.read_text("utf-8") for path in (ROOT / "requirements").glob("*.txt"))
    assert re.search(rf"^{name}==", locked, re.MULTILINE)


@pytest.mark.parametrize("path", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda path: path.name)
def test_locked_requirements_have_hashes_and_name_no_host(path: Path) -> None:
    text = path.read_text("utf-8")
    packages = re.findall(r"^[a-z0-9][a-z0-9.-]*==", text, re.MULTILINE)
    assert packages
    assert len(re.findall(r"^[a-z0-9].*\\\n    --hash=sha256:[0-9a-f]{64}", text, re.MULTILINE)) == len(packages)
    assert "://" not in text
    assert "-index" not in text


def test_the_changelog_knows_this_version() -> None:
    import parcferme

    assert f"## {parcferme.__version__}" in read("CHANGELOG.md")
