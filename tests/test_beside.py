"""Playing while the engine is compiled: whatever the compiler does, the server serves; and both end together."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

from parcferme.server.ops.engine import engine
from tests.support import free_port, load

ROOT = Path(__file__).parent.parent
SERVER = """
import http.server, json, os, signal, sys
class Health(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers()
        self.wfile.write(json.dumps({"playing": int(os.environ["PLAYING"])}).encode())
    def log_message(self, *args): pass
def stop(*_): sys.exit(0)
signal.signal(signal.SIGTERM, stop)
server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Health)
server.timeout = 0.05
open(os.environ["SEEN"], "a").write(os.environ["BUILD"] + " " + " ".join(sys.argv[1:]) + chr(10))
while not os.path.exists(os.environ["OVER"]):
    server.handle_request()
sys.exit(7)
"""


@pytest.fixture
def beside() -> ModuleType:
    module = load("tools/beside")
    vars(module)["LOOK"] = 0.05
    return module


class Stage:
    """A server and a compiler that only pretend, and what was seen of them."""

    def __init__(self, beside: ModuleType, folder: Path) -> None:
        self.beside = beside
        self.folder = folder
        self.said: list[str] = []
        self.port = str(free_port())

    def play(self, compiler: str, playing: int = 0, over: str = "said") -> int:
        """Until it is said what becomes of the compiler, or a file is there of another name."""
        (self.folder / "server.py").write_text(SERVER, "utf-8")
        shared = {**os.environ, "SEEN": str(self.folder / "seen"), "PLAYING": str(playing)}
        shared["OVER"] = str(self.folder / over)
        serve = [sys.executable, str(self.folder / "server.py"), "--port", self.port]
        working = [sys.executable, "-c", compiler]
        before = signal.getsignal(signal.SIGINT)
        try:
            return int(
                self.beside.play(
                    serve, working, self.folder / "status.json", self.folder / "notes.log",
                    {**shared, "BUILD": "compiled"}, {**shared, "BUILD": "interpreted"}, self.say,
                )
            )  # fmt: skip
        finally:
            signal.signal(signal.SIGINT, before)

    def say(self, text: str) -> None:
        self.said.append(text)
        (self.folder / "said").touch()

    def seen(self) -> list[str]:
        """Which servers were started: the build, and whether the browser was to be opened."""
        lines = (self.folder / "seen").read_text("utf-8").splitlines()
        return [f"{line.split()[0]}{' open' if '--open' in line else ''}" for line in lines]


@pytest.fixture
def stage(beside: ModuleType, tmp_path: Path) -> Stage:
    return Stage(beside, tmp_path)


WHEN_SERVED = "import time, os\nwhile not os.path.exists(os.environ['SEEN']): time.sleep(0.02)\n"


def test_the_server_starts_again_on_the_compiled_engine_when_nobody_plays(stage: Stage) -> None:
    assert stage.play(WHEN_SERVED) == 7
    assert stage.seen() == ["interpreted open", "compiled"]
    assert stage.said == ["the engine is compiled: starting again on it"]


def test_a_match_under_way_is_not_disturbed(stage: Stage) -> None:
    assert stage.play(WHEN_SERVED, playing=1) == 7
    assert stage.seen() == ["interpreted open"]
    assert stage.said == ["the engine is compiled: the next start takes it"]


def test_a_failed_compiler_leaves_the_games_on_and_says_where_to_look(stage: Stage) -> None:
    assert stage.play(f"{WHEN_SERVED}print('no room left'); raise SystemExit(3)") == 7
    assert stage.seen() == ["interpreted open"]
    assert "go on interpreted" in stage.said[0]
    assert "notes.log" in stage.said[0]
    assert "no room left" in (stage.folder / "notes.log").read_text("utf-8")


def test_the_compiler_and_what_it_started_end_with_the_server(stage: Stage) -> None:
    child = "import subprocess, sys, os, time\n"
    child += "p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    child += f"open({str(stage.folder / 'new')!r}, 'w').write(str(p.pid))\n"
    child += f"os.rename({str(stage.folder / 'new')!r}, {str(stage.folder / 'child')!r})\ntime.sleep(600)"
    assert stage.play(child, over="child") == 7
    pid = int((stage.folder / "child").read_text("utf-8"))
    deadline = time.monotonic() + 120
    while _runs(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _runs(pid)


SLOW_TO_END = """
import pathlib, signal, sys, time
def end(*_):
    time.sleep(1)  # whoever waits must not lose patience
    sys.exit(7)
signal.signal(signal.SIGINT, end)
pathlib.Path(sys.argv[1]).touch()
while True: time.sleep(60)
"""


@pytest.mark.parametrize("beside_it", ["nothing", "the compiler"])
def test_ctrl_c_ends_the_server_in_its_own_time(tmp_path: Path, beside_it: str) -> None:
    """As a terminal does, to everything that was started there at once."""
    serve = [sys.executable, "-c", SLOW_TO_END, str(tmp_path / "serves")]
    call = f"beside.serve_alone({serve!r}, dict(os.environ))"
    if beside_it == "the compiler":
        compiler = [sys.executable, "-c", "import time; time.sleep(600)"]
        files = f"pathlib.Path({str(tmp_path / 'status')!r}), pathlib.Path({str(tmp_path / 'notes')!r})"
        call = f"beside.play({serve!r}, {compiler!r}, {files}, dict(os.environ), dict(os.environ), print)"
    run = f"import os, pathlib, sys\nsys.path.insert(0, {str(ROOT / 'tools')!r})\nimport beside\nsys.exit({call})"
    playing = subprocess.Popen([sys.executable, "-c", run], start_new_session=True)
    deadline = time.monotonic() + 120
    while not (tmp_path / "serves").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(playing.pid, signal.SIGINT)
    assert playing.wait(120) == 7


def _runs(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return state.strip() not in ("", "Z", "Zs")


def test_progress_counts_the_files_that_are_done(beside: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    (tmp_path / "objects" / "deep").mkdir(parents=True)
    for name in ("a", "b", "c"):
        (tmp_path / "c" / f"{name}.c").write_text("", "utf-8")
    (tmp_path / "objects" / "deep" / "b.o").write_text("", "utf-8")
    status = tmp_path / "status.json"
    with beside.Progress(status, str(tmp_path)):
        while not status.exists():
            time.sleep(0.02)
        assert json.loads(status.read_text("utf-8")) == {"state": "compiling", "done": 1, "of": 3}
        assert beside.told_progress(status).endswith("1 of 3 files")
        assert engine(str(status)) in ("compiling 1 of 3", "compiled")
    assert json.loads(status.read_text("utf-8"))["state"] == "ready"
    assert engine(str(status)) in ("interpreted", "compiled")
    with pytest.raises(OSError, match="full"), beside.Progress(status, str(tmp_path)):
        raise OSError("full")
    assert json.loads(status.read_text("utf-8"))["state"] == "failed"


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ([], "http://127.0.0.1:8000"),
        (["--port", "9"], "http://127.0.0.1:9"),
        (["--host=0.0.0.0", "--port=9"], "http://127.0.0.1:9"),
        (["--host", "home"], "http://home:8000"),
    ],
)
def test_the_server_is_asked_where_it_was_told_to_listen(beside: ModuleType, arguments: list[str], found: str) -> None:
    assert beside.address(["serve", *arguments]) == found
    assert beside.is_idle(["serve", "--port", "1"]) is False
