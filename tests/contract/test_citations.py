"""The reader of citations by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.citations import Citation, cited_in, clauses_applied, clauses_named, faults, spoken, unread

GOOD = """
import pytest
@pytest.mark.rule("TY-01", "TY-V03")
def test_one(): ...
@pytest.mark.rule("TY-02")
class TestTwo:
    def test_it(self): ...
@pytest.mark.parametrize(
    "n", [pytest.param(1, marks=pytest.mark.rule("TY-03")), pytest.param(2, marks=[pytest.mark.rule("TY-04")])])
def test_three(n): ...
"""


def test_marks_on_tests_classes_and_parameters_are_found() -> None:
    assert [citation.clause for citation in cited_in(GOOD, "test_x.py")] == [
        "TY-01",
        "TY-V03",
        "TY-02",
        "TY-03",
        "TY-04",
    ]


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ('@pytest.mark.rule("TY-01")\ndef helper(): ...', "stands on no test"),
        ("@pytest.mark.rule()\ndef test_x(): ...", "without a clause"),
        ("@pytest.mark.rule(CLAUSE)\ndef test_x(): ...", "write the clause out"),
        ('for c in ["TY-01"]:\n    pytest.mark.rule("TY-01")', "stands on no test"),
    ],
)
def test_marks_that_prove_nothing_are_refused(source: str, says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        cited_in(source, "test_x.py")


def test_a_silent_clause_and_an_unknown_citation_are_faults() -> None:
    cited = [
        Citation("TY-01", "here"),
        Citation("TY-09", "there"),
        Citation("TY-V01", "vector"),
        Citation("XX-01", "other"),
    ]
    assert faults({"TY-01", "TY-02"}, "TY", cited) == ["TY-02: no test cites it", "there: TY-09 is not in RULES.md"]


def test_lines_that_only_look_like_clauses_are_found() -> None:
    rules = "- **TY-01** good\n* **TY-02** star\n- **TY-3** short\n**TY-04** no item\n- text with **TY-01** inside\n"
    assert [line[:10] for line in unread(rules, {"TY-01"})] == ["* **TY-02*", "- **TY-3**", "**TY-04** "]


def test_sources_are_read_for_clauses_kinds_and_codes() -> None:
    source = 'x = Event("rolls", "TY-01")\ny = Refusal("late", CLAUSE)\nz = "TY-R02"\nw = "see TY-03"\n'
    assert clauses_named(source, "TY") == {"TY-01", "TY-R02"}
    assert spoken(source) == {("event", "rolls"), ("refusal", "late")}


def test_a_clause_is_applied_where_a_line_says_so(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "par").mkdir()
    whole = '"""Everything (TY-01 … TY-09)."""\n\n'
    (tmp_path / "rules" / "turn.py").write_text(whole + 'def go():\n    """TY-02."""\n    return 3  # TY-R03\n')
    (tmp_path / "par" / "solver.py").write_text("BEST = 4  # TY-04\n")
    assert clauses_applied(tmp_path, "TY") == {"TY-02", "TY-R03"}
