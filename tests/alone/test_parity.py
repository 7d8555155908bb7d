"""Python for the browser, run by Node.js, says the same as this Python: matches, hints and figures."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from parcferme.cli.site import write
from tests.support import ROOT, load
from tests.web.site import parts

RUN = """
import { readFileSync } from "node:fs";
const base = process.argv[1];
const { loadPyodide } = await import(`file://${base}/pyodide.mjs`);
const said = [];
const python = await loadPyodide({ indexURL: base, stdout: (line) => said.push(line) });
const told = JSON.parse(readFileSync(`${base}/parts.json`, "utf-8"));
for (const name of [...told.wheels, told.engine])
  python.unpackArchive(new Uint8Array(readFileSync(`${base}/${name}`)), "zip", { extractDir: "/lib/site" });
await python.runPythonAsync("import sys; sys.path.insert(0, '/lib/site')");
await python.runPythonAsync(readFileSync(process.argv[2], "utf-8"));
console.log(said.join(""));
"""
SCRIPT = Path(__file__).with_name("parity.py")


def test_the_engine_in_a_browser_plays_and_advises_as_this_one_does(tmp_path: Path) -> None:
    write(tmp_path / "site", parts(), "/")
    node, _ = load("build_client").find_node()
    command = [node, "--input-type=module", "-e", RUN, str(tmp_path / "site" / "engine"), str(SCRIPT)]
    there = subprocess.run(command, check=False, capture_output=True, text=True, timeout=600)
    assert there.returncode == 0, there.stderr[-2000:]
    here = subprocess.run([sys.executable, str(SCRIPT)], check=True, capture_output=True, text=True, cwd=ROOT)
    assert json.loads(there.stdout) == json.loads(here.stdout)
