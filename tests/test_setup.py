"""Set-up: choosing an interpreter, remembering what is installed, compiling or not."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from threading import Event
from types import ModuleType
from typing import Any

import pytest

from tests.support import load

ROOT = Path(__file__).parent.parent


@pytest.fixture
def bootstrap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    module = load("tools/bootstrap")
    for name, path in {"ROOT": tmp_path, "LOG": tmp_path / "build" / "setup.log", "STAMP": tmp_path / "stamp"}.items():
        monkeypatch.setattr(module, name, path)
    return module


def script(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(0o755)
    return str(path)


# --- interpreters ----------------------------------------------------------------------------------------------------


def test_this_interpreter_can_be_used(bootstrap: ModuleType) -> None:
    found = bootstrap.probe(sys.executable)
    assert found is not None
    assert tuple(found["version"]) == sys.version_info[:2]


@pytest.mark.parametrize("behaviour", ["exit 127", "echo no", "echo '{\"version\": [3, 10]}'", "kill -9 $$"])
def test_an_interpreter_that_fails_is_not_used(bootstrap: ModuleType, tmp_path: Path, behaviour: str) -> None:
    assert bootstrap.probe(script(tmp_path / "python", behaviour)) is None
    assert bootstrap.probe(str(tmp_path / "missing")) is None


def fake(path: Path, **facts: object) -> str:
    known = {"path": str(path), "version": [3, 12], "pip": True, "headers": False, **facts}
    return script(path, f"echo '{json.dumps(known)}'")


def test_broken_shims_are_passed_over(bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(tmp_path / "python3.13", "exit 127")
    fake(tmp_path / "python3.12")
    headed = fake(tmp_path / "python3.11", version=[3, 11], headers=True)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    monkeypatch.setattr(bootstrap, "sys", type("sys", (), {"executable": str(tmp_path / "python3.13")}))
    assert bootstrap.choose_python() == headed  # the one the engine can be compiled for


def test_an_environment_is_kept_while_its_interpreter_starts(bootstrap: ModuleType, tmp_path: Path) -> None:
    moved = tmp_path / "moved"
    moved.symlink_to(tmp_path / "gone")
    assert bootstrap.starts(Path(sys.executable))
    assert not bootstrap.starts(moved)
    assert not bootstrap.starts(Path(script(tmp_path / "python", "exit 1")))


def test_no_usable_interpreter_is_said_with_a_remedy(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARCFERME_PYTHON", fake(tmp_path / "python", pip=False))
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    with pytest.raises(bootstrap.SetupError, match=r"python3-venv, or name one with PARCFERME_PYTHON"):
        bootstrap.choose_python()


def test_the_environment_loads_no_modules_from_elsewhere(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "src")
    env = bootstrap.clean_env(EXTRA="1")
    assert "PYTHONPATH" not in env
    assert env["UV_PYTHON_DOWNLOADS"] == "never"
    assert env["EXTRA"] == "1"


def test_what_python_has_translated_once_is_kept_for_the_next_start(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a second start takes twice as long: everything would be translated again."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in bootstrap.clean_env()


# --- remembering -----------------------------------------------------------------------------------------------------


def test_a_digest_changes_with_content_name_and_reason(bootstrap: ModuleType, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("a", "utf-8")
    two.write_text("a", "utf-8")
    digests = {bootstrap.digest([one]), bootstrap.digest([two]), bootstrap.digest([one], extra="no compiler")}
    one.write_text("b", "utf-8")
    assert len(digests | {bootstrap.digest([one])}) == 4


def test_requirements_are_installed_once_and_again_when_they_change(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed: list[str] = []
    monkeypatch.setattr(bootstrap, "REQUIREMENTS", tmp_path)
    monkeypatch.setattr(bootstrap, "install", lambda label, arguments: installed.append(label))
    for group in ("run", "test"):
        (tmp_path / f"{group}.txt").write_text("x==1", "utf-8")
    bootstrap.install_requirements(["run"])
    bootstrap.install_requirements(["run", "test"])
    bootstrap.install_requirements(["run", "test"])
    assert installed == ["installing what it needs (run)", "installing what it needs (test)"]
    (tmp_path / "run.txt").write_text("x==2", "utf-8")
    bootstrap.install_requirements(["run", "test"])
    assert installed[2:] == ["installing what it needs (run)"]


def test_the_browser_and_what_tests_need_are_fetched_while_the_client_is_built(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each waits here for one that began after it: one after the other they would never end."""
    built, fetched = Event(), Event()
    done: list[str] = []

    def install(groups: tuple[str, ...]) -> None:
        if groups == bootstrap.TO_TEST:
            assert built.wait(60), "what tests need waits for the client or the other way round"
        done.append(", ".join(groups))

    def find_browser() -> None:
        assert fetched.wait(60), "nothing is done while the browser comes"
        done.append("browser")
        raise bootstrap.SetupError("no browser")

    def step(label: str, command: list[str]) -> None:
        done.append(label)
        fetched.set()

    monkeypatch.setattr(bootstrap, "install_requirements", install)
    monkeypatch.setattr(bootstrap, "find_browser", find_browser)
    monkeypatch.setattr(bootstrap, "build_client", built.set)
    monkeypatch.setattr(bootstrap, "step", step)
    with pytest.raises(bootstrap.SetupError, match="no browser"):
        bootstrap.prepare_tests()
    assert done[0] == "run, build"
    assert sorted(done[1:]) == ["browser", "fetching Python for the browser", "run, build, test"]


def test_a_damaged_stamp_means_nothing_is_installed(bootstrap: ModuleType) -> None:
    bootstrap.STAMP.write_text("{", "utf-8")
    assert bootstrap.stamp() == {}
    bootstrap.remember({"run": "a"})
    bootstrap.remember({"test": "b"})
    assert bootstrap.stamp() == {"run": "a", "test": "b"}


def test_a_failed_step_shows_the_end_of_what_it_printed(bootstrap: ModuleType) -> None:
    command = [sys.executable, "-c", "print('no room left'); raise SystemExit(3)"]
    with pytest.raises(bootstrap.SetupError, match=r"trying failed(.|\n)*no room left"):
        bootstrap.step("trying", command)
    assert bootstrap.step("trying", command, may_fail=True) is False
    assert bootstrap.step("trying", [sys.executable, "-c", ""]) is True


def test_every_step_runs_even_when_one_failed(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[str] = []

    def show(*command: str, **env: str) -> int:
        ran.append(command[1])
        return int(command[1] == "bad")

    monkeypatch.setattr(bootstrap, "show", show)
    steps: list[tuple[str, list[str], dict[str, str]]] = [("first", ["-m", "bad"], {}), ("second", ["-m", "good"], {})]
    assert bootstrap.run_all(steps) == 1
    assert ran == ["bad", "good"]
    assert "failed: first" in capsys.readouterr().out
    assert bootstrap.run_all(steps[1:]) == 0


def test_what_runs_aside_is_shown_in_order_and_its_failures_count(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(bootstrap, "ROOT", ROOT)
    bad, good = "print('out of place'); raise SystemExit(3)", "import os; print(os.environ['WORD'])"
    aside = bootstrap.Aside([("first", ["-c", bad], {}), ("second", ["-c", good], {"WORD": "all well"})])
    assert aside.failed() == ["first"]
    printed = capsys.readouterr().out
    assert (
        printed.index("first:")
        < printed.index("out of place\n")
        < printed.index("second:")
        < printed.index("all well\n")
    )
    words = ["-c", "raise SystemExit(5)", "-k", "words"]
    assert bootstrap.Aside([("none of these", words, {}), ("none at all", words[:2], {})]).failed() == ["none at all"]
    assert bootstrap.verdict(["first"]) == 1
    assert bootstrap.verdict([]) == 0


def test_the_verbs_are_those_the_makefile_calls(bootstrap: ModuleType) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    called = next(line.split()[2:] for line in makefile.splitlines() if line.startswith("VERBS = "))
    assert sorted(called) == sorted(bootstrap.VERBS)


def test_what_is_installed_is_translated_before_the_first_start(bootstrap: ModuleType, tmp_path: Path) -> None:
    part = tmp_path / "parcferme" / "part"
    part.mkdir(parents=True)
    for module in (part.parent / "__init__.py", part / "one.py"):
        module.write_text("", "utf-8")
    command = [sys.executable, "-c", bootstrap.TRANSLATE]
    subprocess.run(command, check=True, env=bootstrap.clean_env(PYTHONPATH=str(tmp_path)))
    assert len(list(part.glob("__pycache__/one.*.pyc"))) == 1


# --- the compiled engine ---------------------------------------------------------------------------------------------


def test_every_module_of_the_engine_but_what_prints_or_states_types_is_compiled_in_one_group() -> None:
    build = load("build_engine")
    compiled = [module for modules, _ in build.groups() for module in modules]
    sources = ROOT / "src"
    engine = [
        str(path.relative_to(sources))
        for part in ("core", "lib", "games", "solve", "table")
        for path in (sources / "parcferme" / part).rglob("*.py")
        if path.name not in ("__init__.py", "terminal.py", "commands.py", "view_types.py")
        and path.parent.name != "show"
    ]
    assert sorted([*compiled, "parcferme/table/notes.py", "parcferme/table/setup.py"]) == sorted([*engine, *build.TOLD])
    assert all((sources / module).exists() for module in build.TOLD)


def test_reasons_not_to_compile_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    build = load("build_engine")
    monkeypatch.setenv("PARCFERME_PURE", "1")
    assert build.reason_not_to_compile() == "PARCFERME_PURE=1"
    monkeypatch.delenv("PARCFERME_PURE")
    monkeypatch.setattr(build.shutil, "which", lambda name: None)
    assert "no C compiler" in build.reason_not_to_compile()
    monkeypatch.setattr(build.shutil, "which", lambda name: "/usr/bin/cc")
    monkeypatch.setattr(build.sysconfig, "get_paths", lambda: {"include": str(tmp_path)})
    assert build.reason_not_to_compile() == "Python's C headers are not installed"


def test_a_library_whose_making_was_cut_short_is_made_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    setuptools: Any = import_module("setuptools")
    theirs: Any = import_module("setuptools.command.build_ext")
    there: list[bool] = []

    def make(self: Any, ext: Any) -> None:
        library = Path(self.get_ext_fullpath(ext.name))
        there.append(library.exists())
        library.write_text("half of it", "utf-8")
        if len(there) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(theirs.build_ext, "build_extension", make)
    part = setuptools.Extension("house.part", ["part.c"])
    command = load("build_engine").builder()(setuptools.Distribution({"ext_modules": [part]}))
    command.build_lib = str(tmp_path)
    command.ensure_finalized()
    with pytest.raises(KeyboardInterrupt):
        command.build_extension(part)
    command.build_extension(part)
    command.build_extension(part)
    assert there == [False, False, True], "half a library was taken for one, or a whole one thrown away"


class App:
    """What hatchling hands to a hook to talk with."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def display_warning(self, text: str) -> None:
        self.warnings.append(text)


def test_a_failed_compilation_falls_back_with_one_line_unless_it_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    build = load("build_engine")

    def fail(target: Path) -> list[Path]:
        raise SystemExit("type error in rules.py")

    monkeypatch.setattr(build, "reason_not_to_compile", lambda: None)
    monkeypatch.setattr(build, "compile_into", fail)
    monkeypatch.delenv("PARCFERME_ENGINE", raising=False)
    hook = object.__new__(build.CustomBuildHook)
    app = App()
    monkeypatch.setattr(type(hook), "app", app, raising=False)
    data: dict[str, dict[str, str]] = {"force_include": {}}
    hook.initialize("standard", data)
    assert len(app.warnings) == 1
    assert "type error in rules.py" in app.warnings[0]
    assert data == {"force_include": {}}
    monkeypatch.setenv("PARCFERME_ENGINE", "required")
    with pytest.raises(SystemExit):
        hook.initialize("standard", data)
