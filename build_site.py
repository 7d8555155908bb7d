"""Write the games as a static site, which any web host serves and which plays without a server.

    python build_site.py FOLDER [--base /folder/]
    python build_site.py --fetch                    only fetch, for the tests

Fetches what the engine is made of in a browser (Python for it from npm, and the packages the engine needs, each in
its locked version and checked against its hash) into `build/site-parts`, then has `parcferme site` write the folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import build_client
from build_client import ClientError

ROOT = Path(__file__).resolve().parent
ENGINE = ROOT / "web" / "engine"  # names Pyodide's version
PARTS = ROOT / "build" / "site-parts"
LOCKED = ROOT / "requirements" / "run.txt"
PACKAGES = ("librt", "msgspec", "mypy-extensions")  # what the engine imports beside Python itself
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--implementation", "cp", "--abi", "cp314")
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def fetch_parts() -> Path:
    """Everything the engine is made of, in one folder. Nothing is fetched twice."""
    stamp = PARTS / "stamp.txt"
    wanted = (ENGINE / "package-lock.json").read_text("utf-8") + locked_packages()
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return PARTS
    fresh = PARTS.with_name("site-parts.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    build_client.run("npm", "ci", "--ignore-scripts", folder=ENGINE)
    for name in FILES:
        shutil.copy2(ENGINE / "node_modules" / "pyodide" / name, fresh / name)
    fetch_wheels(fresh)
    (fresh / stamp.name).write_text(wanted, "utf-8")
    shutil.rmtree(PARTS, ignore_errors=True)
    fresh.rename(PARTS)
    return PARTS


def locked_packages() -> str:
    """The lines of the lock file for the packages, hashes included."""
    locked = LOCKED.read_text("utf-8")
    found = [re.search(rf"^{name}==.*(?:\n +--hash=.*)*", locked, re.MULTILINE) for name in PACKAGES]
    missing = [name for name, line in zip(PACKAGES, found, strict=True) if line is None]
    if missing:
        raise ClientError(f"{LOCKED.name} does not lock {', '.join(missing)}")
    return "\n".join(line[0] for line in found if line is not None) + "\n"


def fetch_wheels(target: Path) -> None:
    """The packages for Python in the browser; a pip of its own, as not every environment has one."""
    with tempfile.TemporaryDirectory() as folder:
        home, wishes = Path(folder), Path(folder) / "wishes.txt"
        wishes.write_text(locked_packages(), "utf-8")
        venv.create(home / "pip", with_pip=True)
        pip = home / "pip" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        wanted = ["--require-hashes", "--only-binary", ":all:", *PLATFORM, "--python-version", "3.14"]
        command = [str(pip), "-m", "pip", "download", "--no-deps", *wanted, "-r", str(wishes), "-d", str(target)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise ClientError(f"the packages for the browser could not be fetched:\n{done.stderr.strip()}")


def main(arguments: list[str]) -> int:
    try:
        parts = fetch_parts()
        if arguments == ["--fetch"]:
            return 0
        build_client.build()
    except ClientError as error:
        print(f"parcferme: {error}", file=sys.stderr)
        return 1
    command = [sys.executable, "-m", "parcferme.cli.main", "site", "--parts", str(parts), *arguments]
    return subprocess.call(command)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
