"""Set the project up in `.venv` and run it. The Makefile's targets call this script, which needs Python alone.

    python tools/bootstrap.py play [ARG …]    set up what is missing, then open the games in the browser
    python tools/bootstrap.py test            … then style, types and every test, on both builds of the engine
    python tools/bootstrap.py quick           … style, types and the contract of all games, in a minute
    python tools/bootstrap.py lint            … style and types only
    python tools/bootstrap.py bench [ARG …]   … the benchmarks
    python tools/bootstrap.py bench-server    … the table server's, beside boardgame.io
    python tools/bootstrap.py bench-web       … the browser client's
    python tools/bootstrap.py site FOLDER     … the games as a static site
    python tools/bootstrap.py soak            … the table server, killed again and again
    python tools/bootstrap.py scale           … several workers on one PostgreSQL, with many people
    python tools/bootstrap.py evening         … one process, with a thousand live tables
    python tools/bootstrap.py season [CREWS]  … a season of six events in the browser, with a kill at every change
    python tools/bootstrap.py audit           known weaknesses of all locked packages (tools/audit.py)
    python tools/bootstrap.py lock            write requirements/*.txt anew
    python tools/bootstrap.py setup | clean

`play` does not wait for the compiler: where the engine is not compiled yet the games run interpreted from the sources,
and `compile` (a verb of its own, too) runs beside them at low priority (tools/beside.py).

Nothing is done twice: what is installed is remembered by the hash of what it was installed from, so a second start
needs no network and takes no time. PARCFERME_PYTHON names the interpreter to use instead of the best one found.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import beside
import build_client as client

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "installed.json"
SOURCES = ROOT / "src"
LOG = ROOT / "build" / "setup.log"
BESIDE = ROOT / "build" / "compile.log"  # what the compiler says that works while somebody plays
STATUS = ROOT / "build" / "compile.json"  # … and how far it is
REQUIREMENTS = ROOT / "requirements"

VERSIONS = ((3, 13), (3, 12), (3, 11), (3, 14))  # in order of preference
TO_PLAY = ("run", "build")
TO_TEST = ("run", "build", "test")
ENGINE_TESTS = ("tests/contract", "tests/core", "tests/lib", "tests/games", "tests/table")
COMPARISON = "tests/contract/test_builds_agree.py"
QUICK_TESTS = ("tests/contract", "tests/core", "tests/test_arrows.py")
WORKERS = "5"  # on two cores: three used 1.4 of them, for tests wait for servers and browsers half of their time
ALONE = "2"  # … but not those of the engine alone
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NONE_CHOSEN = 5  # pytest's exit code where -k leaves nothing: of a step that is no failure

# What Python reads faster than sources: else the next start would have to make it before it shows anything.
TRANSLATE = "import compileall, parcferme; compileall.compile_dir(parcferme.__path__[0], quiet=2)"
PROBE = """
import json, sys, sysconfig
from pathlib import Path
import ctypes, ssl, venv, zlib
try:
    import ensurepip
except ImportError:
    ensurepip = None
print(json.dumps({
    "path": sys.executable,
    "version": sys.version_info[:2],
    "pip": ensurepip is not None,
    "headers": (Path(sysconfig.get_paths()["include"]) / "Python.h").exists(),
}))
"""


class SetupError(Exception):
    """What stopped the set-up, in a sentence for the person who typed the command."""


# --- choosing an interpreter ----------------------------------------------------------------------------------------


def choose_python() -> str:
    """The best interpreter that really runs: a version manager's shim may exist and still fail."""
    wanted = os.environ.get("PARCFERME_PYTHON")
    names = [wanted] if wanted else [f"python{a}.{b}" for a, b in VERSIONS] + ["python3", "python", sys.executable]
    probed = [probe(name) for name in names]
    usable = [found for found in probed if found is not None and (found["pip"] or shutil.which("uv"))]
    if not usable:
        tried = ", ".join(names)
        raise SetupError(
            f"no usable Python 3.11 to 3.14 with venv and pip found (tried {tried}); install one, e.g. "
            "the packages python3 and python3-venv, or name one with PARCFERME_PYTHON=/path/to/python"
        )
    best = max(usable, key=lambda found: bool(found["headers"]))  # with C headers the engine can be compiled
    return str(best["path"])


def probe(name: str) -> dict[str, object] | None:
    """What an interpreter offers, or `None` when it cannot be used."""
    try:
        run = subprocess.run(
            [name, "-c", PROBE], check=False, capture_output=True, text=True, timeout=60, env=clean_env()
        )
        found: dict[str, object] = json.loads(run.stdout) if run.returncode == 0 else {}
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    version = found.get("version")
    return found if isinstance(version, list) and tuple(version) in VERSIONS else None


def starts(python: Path) -> bool:
    """Does an interpreter run that was probed when `.venv` was made? If it has been moved or deleted it does not."""
    try:
        return subprocess.call([str(python), "-I", "-S", "-c", ""], timeout=60, env=clean_env()) == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def clean_env(**extra: str) -> dict[str, str]:
    """The environment without what would make Python load modules from elsewhere, or translate them at every start."""
    unwanted = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__", "PYTHONDONTWRITEBYTECODE"}
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return {**kept, "UV_PYTHON_DOWNLOADS": "never", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **extra}


# --- installing -----------------------------------------------------------------------------------------------------


def set_up(groups: Sequence[str], must_compile: bool = False) -> None:
    """Bring `.venv` up to date: interpreter, locked requirements, the browser client, and the package itself."""
    make_venv()
    install_requirements(groups)
    build_client()
    install_package(must_compile)


def build_client() -> None:
    """The browser client, where the repository has its sources; it becomes part of the package."""
    if not client.is_built():
        step("building the browser client", [str(PYTHON), "build_client.py"])


def make_venv() -> None:
    if starts(PYTHON):
        return
    python = choose_python()
    shutil.rmtree(VENV, ignore_errors=True)
    without_pip = ["--without-pip"] if shutil.which("uv") else []  # uv brings what pip would do, and faster
    step(f"making .venv with {python}", [python, "-m", "venv", *without_pip, str(VENV)])


def install_requirements(groups: Sequence[str]) -> None:
    """Exactly the locked versions, every download checked against its hash."""
    hashes = {group: digest([REQUIREMENTS / f"{group}.txt"]) for group in groups}
    done = stamp()
    missing = [group for group in groups if done.get(group) != hashes[group]]
    if missing:
        files = [part for group in missing for part in ("-r", str(REQUIREMENTS / f"{group}.txt"))]
        install(f"installing what it needs ({', '.join(missing)})", ["--require-hashes", *files])
        remember({group: hashes[group] for group in missing})


def install_package(must_compile: bool) -> None:
    """The package itself, as a user gets it: a wheel, with the engine compiled where that is possible."""
    reason = ask("import build_engine; print(build_engine.reason_not_to_compile() or '')")
    wanted = digest(package_sources(), extra=reason)
    done = stamp()
    if done.get("package") != wanted or (must_compile and not reason and done.get("engine") != "compiled"):
        wheel = build_wheel(reason, must_compile)
        remember({"package": ""})  # whoever stops here leaves nothing that looks whole
        install("installing Parc Fermé", ["--no-deps", str(wheel)], again=True)
        ask(TRANSLATE)
        loaded = ask("import parcferme.core.play as m; print(m.__file__)", PARCFERME_PURE="0")
        compiled = loaded.endswith((".so", ".pyd"))
        remember({"package": wanted, "engine": "compiled" if compiled else "interpreted"})
        if not compiled:
            why = reason or f"the compiler failed, see {LOG.relative_to(ROOT)}"
            say(f"the engine is not compiled ({why}): it runs interpreted, several times slower.")


def build_wheel(reason: str, must_compile: bool) -> Path:
    """Build with the locked tools of `.venv`: an isolated build would fetch unlocked ones."""
    folder = ROOT / "build" / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    label = "building Parc Fermé" if reason else "compiling the engine (minutes, once)"
    env = {"PARCFERME_ENGINE": "required"} if must_compile and not reason else None
    step(label, [str(PYTHON), "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], env=env)
    return next(folder.glob("*.whl"))


def package_sources() -> list[Path]:
    files = [path for path in (ROOT / "src" / "parcferme").rglob("*") if path.is_file()]
    package = sorted(path for path in files if path.suffix not in {".pyc", ".so"} and ".mypy_cache" not in path.parts)
    return [*package, ROOT / "build_engine.py", ROOT / "pyproject.toml"]


def install(label: str, arguments: list[str], again: bool = False) -> None:
    """By uv where it is there and works, else by pip. `again` replaces what is installed, without looking online."""
    uv = shutil.which("uv")
    if uv:
        flags = ["--reinstall", "--offline"] if again else []
        if step(label, [uv, "pip", "install", "--python", str(PYTHON), *flags, *arguments], may_fail=True):
            return
        say("uv could not install it; trying pip")
    if ask("import importlib.util as u; print(u.find_spec('pip') is not None)") != "True":
        step("fetching pip", [str(PYTHON), "-m", "ensurepip"])
    flags = ["--force-reinstall", "--no-index"] if again else []
    step(label, [str(PYTHON), "-m", "pip", "install", "--no-compile", *flags, *arguments])


def stamp() -> dict[str, str]:
    try:
        found: dict[str, str] = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def remember(news: dict[str, str]) -> None:
    STAMP.write_text(json.dumps({**stamp(), **news}, indent=1), "utf-8")


def digest(paths: Sequence[Path], extra: str = "") -> str:
    summed = hashlib.sha256(extra.encode())
    for path in paths:
        summed.update(f"{path.relative_to(ROOT)}\0".encode())
        summed.update(path.read_bytes())
    return summed.hexdigest()


# --- running things -------------------------------------------------------------------------------------------------


def say(text: str) -> None:
    print(f"parcferme: {text}", flush=True)


def step(label: str, command: list[str], may_fail: bool = False, env: dict[str, str] | None = None) -> bool:
    """Run a command out of sight, showing that time passes; what it prints goes to the log."""
    LOG.parent.mkdir(exist_ok=True)
    began = time.monotonic()
    with LOG.open("ab") as log:
        log.write(f"\n$ {' '.join(command)}\n".encode())
        log.flush()
        start = log.tell()
        with Clock(label):
            full = clean_env(**(env or {}))
            code = subprocess.call(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=full)
    if code == 0:
        say(f"{label}: done in {time.monotonic() - began:.0f} s")
    elif not may_fail:
        printed = LOG.read_bytes()[start:].decode(errors="replace").splitlines()
        raise SetupError("\n".join([f"{label} failed. The end of {LOG.relative_to(ROOT)}:", *printed[-25:]]))
    return code == 0


class Clock:
    """Shows the seconds while a step runs: in place on a terminal, a line every half minute elsewhere."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()

    def _tick(self) -> None:
        live = sys.stdout.isatty()
        if not live:
            say(f"{self.label} …")
        began = time.monotonic()
        while not self.over.wait(1 if live else 30):
            passed = f"parcferme: {self.label} … {time.monotonic() - began:.0f} s"
            print(passed, end="\r" if live else "\n", flush=True)
        if live:
            print("\033[2K", end="\r", flush=True)


def ask(code: str, **env: str) -> str:
    """What a line of Python prints inside `.venv`."""
    command = [str(PYTHON), "-c", code]
    run = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True, env=clean_env(**env))
    if run.returncode != 0:
        raise SetupError(f"{PYTHON} cannot run {code!r}:\n{run.stderr}")
    return run.stdout.strip()


def show(*command: str, **env: str) -> int:
    """Run a command in the open; its exit code."""
    return subprocess.call([str(PYTHON), *command], cwd=ROOT, env=clean_env(**env))


# --- the verbs ------------------------------------------------------------------------------------------------------


def play(arguments: list[str]) -> int:
    """The page as soon as possible: compiled if that is done, else interpreted while it is compiled beside."""
    os.chdir(ROOT)  # where the matches are kept, unless it is said where else
    make_venv()
    no_node = not client.is_built() and ask("import build_client as b; print(b.has_node())") == "False"
    install_requirements(TO_PLAY if no_node else ["run"])
    build_client()
    serve = [str(PYTHON), "-m", "parcferme", "serve", *arguments]
    if is_compiled():
        return beside.serve_alone(serve, clean_env())
    reason = ask("import build_engine; print(build_engine.reason_not_to_compile() or '')")
    if reason:
        say(f"the engine is not compiled ({reason}): it runs interpreted, several times slower.")
        return beside.serve_alone(serve, clean_env(PYTHONPATH=str(SOURCES)))
    say(f"the games run interpreted for now; the compiler works beside them (its notes: {BESIDE.relative_to(ROOT)}).")
    compiler = [str(PYTHON), str(Path(__file__).resolve()), "compile"]
    return beside.play(serve, compiler, STATUS, BESIDE, clean_env(), clean_env(PYTHONPATH=str(SOURCES)), say)


def is_compiled() -> bool:
    """Is the engine installed, compiled from these very sources?"""
    done = stamp()
    return done.get("engine") == "compiled" and done.get("package") == digest(package_sources())


def compile(arguments: list[str]) -> int:
    """What `play` runs beside the games: the engine compiled and installed, its progress in a file."""
    beside.politely()
    make_venv()
    install_requirements(TO_PLAY)
    build_client()
    with beside.Progress(STATUS, ask("import build_engine; print(build_engine.kept_folder())")):
        install_package(must_compile=True)
    return 0


def lint(arguments: list[str]) -> int:
    make_venv()
    install_requirements(TO_TEST)
    return run_all(lint_steps())


def quick(arguments: list[str]) -> int:
    """What to run after every change: style, types, and the contract of all games on the interpreted engine."""
    make_venv()
    install_requirements(TO_TEST)
    aside = Aside(lint_steps())
    failed = failing([("the engine's contract, interpreted", *interpreted(QUICK_TESTS, arguments))])
    return verdict(failed + aside.failed())


def test(arguments: list[str]) -> int:
    """Everything, on both builds; every step runs even when an earlier one failed. Pytest gets the arguments.

    What needs no compiled engine runs beside the compiler, and beside the other tests where it takes longer: so no
    core is idle before the end, when it is shown."""
    make_venv()
    prepare_tests()
    client_checks: Step = ("the browser client's own checks", ["build_client.py", "check"], {})
    aside = Aside([*lint_steps(), client_checks, ("engine tests, interpreted", *interpreted(ENGINE_TESTS, arguments))])
    failed = []
    try:
        install_package(must_compile=True)
        failed += failing([(f"all tests, engine {stamp().get('engine')}", pytest_on(WORKERS, arguments), {})])
    finally:
        failed += aside.failed()
    return verdict(failed)


def prepare_tests() -> None:
    """All that tests need but the package, at the same time where one does not wait for another: most of it is
    fetched, or works on one core."""
    with ThreadPoolExecutor() as hands:
        browser = hands.submit(find_browser)
        install_requirements(TO_PLAY)
        tools = hands.submit(install_requirements, TO_TEST)
        build_client()
        step("fetching Python for the browser", [str(PYTHON), "build_site.py", "--fetch"])
        tools.result()
        browser.result()


def pytest_on(workers: str, arguments: Sequence[str]) -> list[str]:
    return ["-m", "pytest", "-n", workers, "--dist", "worksteal", *arguments]


def interpreted(tests: Sequence[str], arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Tests of the engine, on the sources: the package is replaced meanwhile, or not there. The comparison of both
    builds is not among them: it is made with all other tests, when the compiled one is there. Nor are those in which
    drivers or searches think long: that both builds play, drive, advise and measure alike is part of the comparison."""
    chosen = [*tests, f"--ignore={COMPARISON}", "-m", "not long", *arguments]
    return pytest_on(ALONE, chosen), {"PYTHONPATH": str(SOURCES)}


def find_browser() -> None:
    """The tests play in a real Chromium: the system's, else Debian's package where we may install it. That is the one
    without windows: it is smaller, and does the same work in nine tenths of the time."""
    if not any(shutil.which(name) for name in BROWSERS):
        install_packages("Chromium", BROWSERS[0])


def install_packages(what: str, *packages: str) -> None:
    """Debian's packages, where we may install them; else it is said what is missing."""
    if shutil.which("apt-get") is None or os.name != "posix" or os.geteuid() != 0:
        raise SetupError(f"{what} is missing: install {' '.join(packages)} and run this again")
    step(f"looking for {what}", ["apt-get", "update", "-qq"], may_fail=True)
    step(f"installing {what}", ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages])


Step = tuple[str, list[str], dict[str, str]]


def lint_steps() -> list[Step]:
    return [
        ("style", ["-m", "ruff", "check"], {}),
        ("layout", ["-m", "ruff", "format", "--check"], {}),
        ("types", ["-m", "mypy"], {}),
        ("the browser's types", ["tools/wire_types.py", "--check"], {"PYTHONPATH": str(ROOT / "src")}),
    ]


def run_all(steps: list[Step]) -> int:
    return verdict(failing(steps))


def failing(steps: list[Step]) -> list[str]:
    """Run all of them in the open; the labels of those that failed."""
    failed = []
    for label, command, env in steps:
        say(f"{label}: {' '.join(command[1:])}")
        if is_failure(command, show(*command, **env)):
            failed.append(label)
    return failed


def is_failure(command: list[str], code: int) -> bool:
    return code != 0 and not (code == NONE_CHOSEN and "-k" in command)


def verdict(failed: list[str]) -> int:
    if failed:
        say(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


class Aside:
    """Runs steps one after the other while something else is done. What they print is shown when they are asked for."""

    def __init__(self, steps: list[Step]) -> None:
        self.steps = steps
        self.done: list[tuple[int, str, float]] = []  # exit code, what was printed, seconds
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self) -> None:
        for _, command, env in self.steps:
            began = time.monotonic()
            run = subprocess.run(
                [str(PYTHON), *command],
                check=False,
                cwd=ROOT,
                env=clean_env(**env),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            self.done.append((run.returncode, run.stdout.decode(errors="replace"), time.monotonic() - began))

    def failed(self) -> list[str]:
        """Wait for all of them; the labels of those that failed."""
        self.thread.join()
        for (label, command, _), (_, printed, seconds) in zip(self.steps, self.done, strict=True):
            say(f"{label}: {' '.join(command)} ({seconds:.0f} s)")
            print(printed, end="", flush=True)
        return [step[0] for step, done in zip(self.steps, self.done, strict=True) if is_failure(step[1], done[0])]


def measure(module: str, arguments: list[str]) -> int:
    set_up(TO_TEST, must_compile=True)
    return show("-m", module, *arguments)


def bench_web(arguments: list[str]) -> int:
    set_up(TO_TEST, must_compile=True)
    find_browser()
    step("fetching Python for the browser", [str(PYTHON), "build_site.py", "--fetch"])
    return show("-m", "benchmarks.web.bench", *arguments) or show("-m", "benchmarks.web.site")


def browsers(arguments: list[str]) -> int:
    """Some turns of every game in Firefox and WebKit, which the tests do not know."""
    set_up(TO_TEST)
    if shutil.which("firefox-esr") is None and shutil.which("firefox") is None:
        install_packages("Firefox", "firefox-esr")
    if shutil.which("WebKitWebDriver") is None or shutil.which("Xvfb") is None:
        install_packages("WebKit", "webkit2gtk-driver", "xvfb")
    return show("-m", "tests.browsers", *arguments)


def season(arguments: list[str]) -> int:
    set_up(TO_TEST, must_compile=True)
    find_browser()
    return show("-m", "benchmarks.server.season", *arguments)


def site(arguments: list[str]) -> int:
    """The engine goes along as it is written: nothing has to be compiled."""
    make_venv()
    install_requirements(TO_PLAY)
    build_client()
    return show("build_site.py", *(arguments or ["build/site"]), PYTHONPATH=str(SOURCES))


def audit(arguments: list[str]) -> int:
    """Needs nothing installed: it reads what is locked."""
    return subprocess.call([sys.executable, str(ROOT / "tools" / "audit.py"), *arguments])


def setup(arguments: list[str]) -> int:
    set_up(TO_TEST if "test" in arguments else TO_PLAY)
    return 0


def lock(arguments: list[str]) -> int:
    """Newest versions that fit together, for every platform, with hashes and without the name of any host."""
    import tomllib

    make_venv()
    uv = shutil.which("uv")
    if uv is None:
        install_requirements(["lock"])
        uv = str(PYTHON.with_name("uv"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras, run = project["project"]["optional-dependencies"], project["project"]["dependencies"]
    build, lock_tool = project["build-system"]["requires"], project["dependency-groups"]["lock"]
    everything = [need for extra in extras.values() for need in extra]
    compile_lock(uv, "test", run + build + everything)
    for group, needs in (("run", run), ("build", build), ("lock", lock_tool)):
        compile_lock(uv, group, needs, "--constraint", str(REQUIREMENTS / "test.txt"))
    return 0


def compile_lock(uv: str, group: str, needs: list[str], *constraint: str) -> None:
    target = REQUIREMENTS / f"{group}.txt"
    flags = ["--universal", "--generate-hashes", "--no-annotate", "--no-header", "--python-version", "3.11"]
    wanted = LOG.with_name(f"{group}.in")
    wanted.parent.mkdir(exist_ok=True)
    wanted.write_text("\n".join(needs), "utf-8")
    step(
        f"locking {group}",
        [uv, "pip", "compile", "--quiet", "--upgrade", *flags, *constraint, "-o", str(target), str(wanted)],
    )
    head = "# Locked by `make lock`: exact versions with the hashes of their files. Do not edit.\n"
    target.write_text(head + target.read_text("utf-8"), "utf-8")


def clean(arguments: list[str]) -> int:
    for name in (".venv", "build", "dist", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"):
        shutil.rmtree(ROOT / name, ignore_errors=True)
    return 0


MEASURES = {
    "bench": "benchmarks.bench",
    "bench-server": "benchmarks.server.bench",
    "soak": "benchmarks.server.soak",
    "scale": "benchmarks.server.scale",
    "evening": "benchmarks.server.evening",
}
OTHERS = (play, compile, test, quick, lint, bench_web, browsers, site, season, audit, lock, setup, clean)
VERBS = {verb.__name__.replace("_", "-"): verb for verb in OTHERS} | {
    verb: partial(measure, module) for verb, module in MEASURES.items()
}


def main() -> int:
    verb = VERBS.get(sys.argv[1]) if len(sys.argv) > 1 else None
    if verb is None:
        print(__doc__)
        return 2
    try:
        return verb(sys.argv[2:])
    except SetupError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
