"""Are weaknesses known of what we build on? Every locked package, of Python and of the browser client, is looked up.

    python tools/audit.py [--source URL]

Ends with 0 where the source knows of none, with 1 where it does, and with 2 where it could not be asked: then nothing
is known, and that is what is said. The source is the database at osv.dev, or another that answers like it.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import urllib.request
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "https://api.osv.dev/v1/querybatch"
AT_ONCE = 500  # packages in one question
TIMEOUT = 30.0
FINE, FOUND, UNKNOWN = 0, 1, 2
Package = tuple[str, str, str]  # ecosystem, name, version


def locked(root: Path) -> list[Package]:
    """Everything that is locked, each once."""
    return sorted({*_python(sorted((root / "requirements").glob("*.txt"))), *_npm(root / "web" / "package-lock.json")})


def _python(files: Iterable[Path]) -> list[Package]:
    found = [
        re.findall(r"^([\w.-]+)(?:\[.*?\])?==([^\s;\\]+)", file.read_text("utf-8"), re.MULTILINE) for file in files
    ]
    return [("PyPI", name.lower(), version) for some in found for name, version in some]


def _npm(file: Path) -> list[Package]:
    packages = json.loads(file.read_text("utf-8"))["packages"]
    named = {path.rpartition("node_modules/")[2]: one for path, one in packages.items() if path}
    return [("npm", one.get("name", name), one["version"]) for name, one in named.items() if "version" in one]


def known_weaknesses(packages: list[Package], source: str) -> dict[Package, list[str]]:
    """The ids of what is known, by package; raises OSError or ValueError where there is no proper answer."""
    parts = [packages[first : first + AT_ONCE] for first in range(0, len(packages), AT_ONCE)]
    answers = [ids for some in parts for ids in _ask(some, source)]
    return {package: ids for package, ids in zip(packages, answers, strict=True) if ids}


def _ask(packages: list[Package], source: str) -> list[list[str]]:
    queries = [{"package": {"ecosystem": kind, "name": name}, "version": version} for kind, name, version in packages]
    body = json.dumps({"queries": queries}).encode()
    request = urllib.request.Request(source, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
        results = json.load(answer)["results"]
    return [[str(weakness["id"]) for weakness in one.get("vulns", [])] for one in results]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Look up what is known of the locked packages.")
    parser.add_argument("--source", default=SOURCE)
    source = parser.parse_args(arguments).source
    packages = locked(ROOT)
    try:
        found = known_weaknesses(packages, source)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"could not ask {source}: {error}", file=sys.stderr)
        print(f"nothing is known of the {len(packages)} packages: this is not a clean bill of health", file=sys.stderr)
        return UNKNOWN
    for (kind, name, version), ids in found.items():
        print(f"{kind} {name} {version}: {', '.join(ids)}")
    print(f"{len(packages)} packages asked for at {source}: {len(found)} with known weaknesses")
    return FOUND if found else FINE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
