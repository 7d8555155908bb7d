"""new, show, replay, verify; and what happens to bad records."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from parcferme.core import registry
from parcferme.core.play import Play
from parcferme.core.record import Record, record_of
from parcferme.table.fairness import FairDice
from tests.cli.conftest import SEATS, Run


@pytest.fixture
def unfinished(run: Run, tmp_path: Path) -> Path:
    file = tmp_path / "unfinished.json"
    run("play", "quarry", *SEATS, "--seed", "4", "--save", str(file), typed="1\nwait\nquit\n")
    return file


def test_new_writes_a_record_that_can_be_played(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "fresh.json"
    assert run("new", "quarry(turns=1)", str(file), *SEATS, "--seed", "9").exit_code == 0
    data = json.loads(file.read_text("utf-8"))
    assert data["seats"] == ["Anna", "bot:works"]
    assert data["log"] == []
    assert data["notes"] == {"seed": 9}
    assert run("verify", str(file)).exit_code == 0
    assert "All turns are driven." in run("play", "--resume", str(file), typed="1\nwait\n").stdout


def test_new_never_overwrites_without_force(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "fresh.json"
    file.write_text("precious", "utf-8")
    assert run("new", "quarry", str(file)).exit_code == 2
    assert file.read_text("utf-8") == "precious"
    assert run("new", "quarry", str(file), "--force").exit_code == 0


def test_show_tells_how_it_stands(run: Run, unfinished: Path, finished: Path) -> None:
    shown = run("show", str(unfinished)).stdout
    assert "Not over: Anna to decide" in shown
    assert "your tyres: unknown" in shown
    assert "your tyres: soft" in run("show", str(unfinished), "--seat", "0").stdout
    assert "All turns are driven." in run("show", str(finished)).stdout


def test_show_as_json(run: Run, unfinished: Path) -> None:
    shown = json.loads(run("show", str(unfinished), "--json").stdout)
    assert shown["variant"] == "quarry"
    assert shown["kind"] == "decision"
    assert shown["to_act"] == [0]
    assert shown["view"]["own"] == -1
    assert shown["result"] is None


def test_show_of_a_seat_that_is_not_there(run: Run, finished: Path) -> None:
    result = run("show", str(finished), "--seat", "2")
    assert result.exit_code == 2
    assert "there is no seat 2" in result.stderr


def test_replay_leaves_out_what_was_taken_back(run: Run, finished: Path) -> None:
    told = json.loads(run("replay", str(finished), "--json").stdout)
    assert [entry["who"] for entry in told][:2] == ["joint", 0]
    assert [entry["what"] for entry in told if entry["who"] == 0] == ["wait", "wait"]
    assert told[1]["events"] == [{"kind": "drives", "clause": "QY-03", "args": {"seat": 0, "steps": 0}}]


def test_replay_tells_moves_events_clauses_and_result(run: Run, finished: Path) -> None:
    told = " ".join(run("replay", str(finished)).stdout.split())
    assert "Anna wait" in told
    assert "car 0 drives 0 QY-03" in told
    assert "All turns are driven." in told


def test_replay_from_an_entry(run: Run, finished: Path) -> None:
    everything = json.loads(run("replay", str(finished), "--json").stdout)
    later = json.loads(run("replay", str(finished), "--from", "3", "--json").stdout)
    assert later == everything[3:]
    assert run("replay", str(finished), "--from", "99").exit_code == 2


def test_replay_of_an_unfinished_game_keeps_its_secrets(run: Run, unfinished: Path) -> None:
    hidden = json.loads(run("replay", str(unfinished), "--json").stdout)
    assert hidden[0]["what"] == [None, None]
    assert hidden[0]["events"] == []
    own = json.loads(run("replay", str(unfinished), "--json", "--seat", "0").stdout)
    assert own[0]["what"] == ["tyres:soft", None]
    shown = run("replay", str(unfinished)).stdout
    assert "soft" not in shown
    assert "mounts soft" in run("replay", str(unfinished), "--reveal").stdout


def test_replay_step_by_step_goes_forth_and_back(run: Run, finished: Path) -> None:
    shown = run("replay", str(finished), "--step", typed="\n\nb\n4\nx\nq\n").stdout
    places = [line.split("after ")[1].split()[0] for line in shown.splitlines() if "after " in line]
    assert places == ["0", "1", "2", "1", "4"]
    assert "'x' is none of these" in shown


def test_replay_step_by_step_ends_after_the_last_entry(run: Run, finished: Path) -> None:
    entries = len(json.loads(run("replay", str(finished), "--json").stdout))
    shown = run("replay", str(finished), "--step", "--from", str(entries), typed="\n").stdout
    assert "All turns are driven." in shown


def test_verify_passes_a_sound_record(run: Run, finished: Path) -> None:
    result = run("verify", str(finished))
    assert result.exit_code == 0
    assert "holds" in result.stdout
    assert json.loads(run("verify", str(finished), "--json").stdout)["ok"] is True


def tamper(change: Callable[[dict[str, object]], None]) -> Callable[[Path], None]:
    def spoil(file: Path) -> None:
        data = json.loads(file.read_text("utf-8"))
        change(data)
        file.write_text(json.dumps(data), "utf-8")

    return spoil


BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut off": (lambda file: file.write_text(file.read_text("utf-8")[:100], "utf-8"), "file: is not JSON"),
    "no record": (lambda file: file.write_text("{}", "utf-8"), "format: is not"),
    "not text": (lambda file: file.write_bytes(b"\xff\xfe\x00"), "is not UTF-8 text"),
    "missing": (lambda file: file.unlink(), "cannot be read"),
    "entry changed": (
        tamper(lambda d: d.update(log=[["joint", ["roll", "roll"]]])),
        "log entry 0: roll is not possible",
    ),
    "entries gone": (tamper(lambda d: d.update(log=d["log"][:3])), "log entry 3"),  # type: ignore[index]
    "entry malformed": (tamper(lambda d: d["log"].append([1, 2, 3])), "is not a pair"),  # type: ignore[attr-defined]
    "unknown action": (tamper(lambda d: d.update(log=[["joint", ["fly", "roll"]]])), "'fly' is not an action"),
    "result changed": (tamper(lambda d: d.update(result=None)), "the record says null"),
    "other rules": (tamper(lambda d: d.update(rules=7)), "rules version 7 is not known here; this program plays 1"),
    "other game": (tamper(lambda d: d.update(game="chess")), "there is no game 'chess'"),
    "other format": (tamper(lambda d: d.update(format_version=9)), "format_version: is 9"),
    "bad option": (tamper(lambda d: d.update(options={"turns": 99})), "99 is not between 1 and 60"),
    "concealed": (tamper(lambda d: d.update(notes={"concealed": True})), "hides secret choices"),
    "wrong seats": (tamper(lambda d: d.update(seats=["Anna"])), "seats: names 1, but the game has 2 players"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("verb", ["verify", "show", "replay"])
def test_a_bad_record_gets_one_clear_error_naming_the_file(run: Run, finished: Path, verb: str, name: str) -> None:
    spoil, reason = BAD[name]
    spoil(finished)
    result = run(verb, str(finished))
    assert result.exit_code == 2
    assert str(finished) in result.stderr
    assert reason in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def fair_record(dice: FairDice) -> Record:
    """A game whose every roll is the dice's own."""
    play = Play(registry.create("quarry", {"players": 1}))
    play.act_jointly([0])
    while not play.is_over():
        play.act(0, play.game.parse("roll"))
        play.happen(dice.draw(len(play.log), play.state.chance()))
    return record_of(play, ["Anna"], {"fair_dice": dice.public_notes(over=True)})


def test_verify_repeats_the_rolls_of_a_tables_dice(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "fair.json"
    record = fair_record(FairDice(b"kept secret until the end"))
    file.write_text(record.to_text(), "utf-8")
    assert json.loads(run("verify", str(file), "--json").stdout)["rolls"] == 2
    record.notes["fair_dice"] = FairDice(b"another").public_notes(over=True)
    file.write_text(record.to_text(), "utf-8")
    result = run("verify", str(file))
    assert result.exit_code == 2
    assert f"{file}: log entry" in result.stderr
    assert "the dice gave" in result.stderr


def test_verify_reports_a_bad_record_as_json_too(run: Run, finished: Path) -> None:
    BAD["entry changed"][0](finished)
    result = run("verify", str(finished), "--json")
    assert result.exit_code == 2
    report = json.loads(result.stdout)
    assert report["ok"] is False
    assert report["place"] == f"{finished}: log entry 0"


def test_a_bad_record_is_not_resumed_and_not_touched(run: Run, unfinished: Path) -> None:
    BAD["entry changed"][0](unfinished)
    before = unfinished.read_bytes()
    assert run("play", "--resume", str(unfinished)).exit_code == 2
    assert unfinished.read_bytes() == before


def test_verify_says_what_it_could_not_check_and_refuses_a_finished_match_without_its_secret(
    run: Run, tmp_path: Path
) -> None:
    file, dice = tmp_path / "fair.json", FairDice(b"kept secret until the end")
    record = fair_record(dice)
    file.write_text(record.to_text(), "utf-8")
    assert dice.commitment() in run("verify", str(file)).stdout.replace("\n", "")
    record.notes["fair_dice"] = dice.public_notes(over=False)
    file.write_text(record.to_text(), "utf-8")
    result = run("verify", str(file))
    assert result.exit_code == 2
    assert "although the match is over" in result.stderr.replace("\n", " ")
    record.log, record.marks, record.result = record.log[:-1], [], None
    record = record_of(record.replay(registry.create_recorded(record)), record.seats, record.notes)
    file.write_text(record.to_text(), "utf-8")
    said = run("verify", str(file)).stdout.replace("\n", " ")
    assert "not over" in said
    assert "not checked" in said


def test_a_position_is_printed_and_played_on(run: Run, unfinished: Path, tmp_path: Path) -> None:
    printed = json.loads(run("position", str(unfinished)).stdout)
    assert printed["format"] == "parcferme-position"
    assert (printed["game"], printed["rules"], printed["options"]["players"]) == ("quarry", 1, 2)
    first = json.loads(run("position", str(unfinished), "--at", "0").stdout)
    assert first["position"] == registry.create("quarry").start().dump() != printed["position"]
    begin, kept = tmp_path / "position.json", tmp_path / "kept.json"
    begin.write_text(json.dumps(printed), "utf-8")
    result = run(
        "play", "--from", str(begin), *SEATS, "--save", str(kept), "--seed", "1", typed="wait\nundo\ny\nwait\n"
    )
    assert "All turns are driven." in result.stdout
    assert json.loads(kept.read_text("utf-8"))["start"] == printed["position"]
    assert run("verify", str(kept)).exit_code == 0
    assert run("replay", str(kept)).exit_code == 0
    assert json.loads(run("position", str(kept), "--at", "0").stdout)["position"] == printed["position"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": "x"}, "format: is not 'parcferme-position'"),
        ({"position": []}, "position: is missing or not of type dict"),
        ({"rules": 9}, "quarry: rules version 9 is not known here"),
        ({"options": {"wings": 1}}, "option 'wings': unknown"),
        ({"position": {"numbers": [1]}}, "numbers: has 1 entries, not 6"),
    ],
)
def test_a_file_that_holds_no_position_is_refused(
    run: Run, unfinished: Path, tmp_path: Path, change: dict[str, object], says: str
) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps({**json.loads(run("position", str(unfinished)).stdout), **change}), "utf-8")
    result = run("play", "--from", str(file))
    assert result.exit_code == 2
    assert "position.json: " in result.stderr.replace("\n", "")
    assert says in " ".join(result.stderr.split())


def test_a_position_that_the_record_does_not_have(run: Run, unfinished: Path) -> None:
    assert run("position", str(unfinished), "--at", "99").exit_code == 2


def test_verify_calls_no_record_whole_that_lacks_its_marks(run: Run, finished: Path) -> None:
    assert "no table's dice to check" in run("verify", str(finished)).stdout
    tamper(lambda d: d.update(marks=[]))(finished)
    result = run("verify", str(finished))
    assert result.exit_code == 2
    assert "marks: the one after" in result.stderr
