"""The engine in a browser, which is interpreted, says the same as this machine's, which is compiled: matches, hints and
figures."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser

from tests.support import ROOT
from tests.web.conftest import new_guest
from tests.web.site import Site, run_there

SCRIPT = Path(__file__).with_name("parity.py")


def test_the_engine_in_a_browser_plays_advises_and_measures_as_this_one_does(chromium: Browser) -> None:
    with Site() as site, new_guest(site, chromium) as context:
        there = json.loads(run_there(context.new_page(), site, SCRIPT.read_text("utf-8")))
    here = subprocess.run([sys.executable, str(SCRIPT)], check=True, capture_output=True, text=True, cwd=ROOT)
    assert there == json.loads(here.stdout)
    assert {"hint", "pars", "match"} == there.keys()
