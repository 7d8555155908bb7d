"""A person at the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parcferme.core.record import read_record
from tests.cli.conftest import Run

SOLO = ("play", "quarry(players=1)", "--seed", "1")
DUEL = ("play", "quarry", "--seat", "human:Anna", "--seat", "bot:works", "--seed", "4")
HOTSEAT = ("play", "quarry(turns=1)", "--seat", "human:Anna", "--seat", "human:Ben", "--seed", "4")


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_whole_game_by_numbers(run: Run) -> None:
    result = run(*DUEL, typed="1\n2\n2\n")
    assert result.exit_code == 0
    assert "All turns are driven." in result.stdout
    assert "QY-05" in result.stdout
    assert flat(result.stdout).endswith("2. Anna 0")


def test_actions_show_number_notation_sentence_and_odds(run: Run) -> None:
    shown = flat(run(*SOLO, typed="tyres:soft\nquit\n").stdout)
    assert "1 tyres:soft mount soft tyres" in shown
    assert "1 roll roll and drive stuck 1/6" in shown
    assert "at any time: concede" in shown


def test_the_log_cites_clauses(run: Run) -> None:
    assert "car 0 drives 0 QY-03" in flat(run(*SOLO, typed="1\nwait\nquit\n").stdout)


def test_a_refusal_gives_reason_and_clause_and_changes_nothing(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = run(*SOLO, "--save", str(file), typed="roll\nwhy roll\nwhy concede\nquit\n")
    shown = flat(result.stdout)
    assert shown.count("roll is refused: seat 0 cannot do that at this point QY-02") == 2
    assert "concede is legal now" in shown
    assert read_record(file.read_text("utf-8")).log == []


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("9", "there is no action 9: they are numbered from 1 to 2"),
        ("0", "there is no action 0"),
        ("tyres:sofd", "did you mean tyres:soft"),
        ("why", "'' is not an action"),
        ("help", "take action number 3"),
        ("?", "take action number 3"),
        ("rules QY-04", "Anybody may concede at any time."),
        ("rules gearbox", "no clause of quarry is called or mentions 'gearbox'"),
        ("list hard", "2 tyres:hard mount hard tyres"),
        ("list gearbox", "no legal action mentions 'gearbox'"),
        ("hint", "unsure tyres:"),
        ("board", "your tyres: unknown"),
        ("undo", "there is nothing of yours to take back"),
        ("save", "save where? Type: save FILE"),
        ("", "1 tyres:soft mount soft tyres"),
    ],
)
def test_what_may_be_typed(run: Run, typed: str, answer: str) -> None:
    before, _, after = run(*SOLO, typed=f"{typed}\nquit\n").stdout.partition("> ")
    assert before
    assert answer in flat(after)


def test_conceding_is_possible_at_any_time(run: Run) -> None:
    result = run(*DUEL, typed="concede\n")
    assert "Somebody gave up." in result.stdout


def test_the_end_of_input_leaves_without_an_error(run: Run) -> None:
    result = run(*SOLO, typed="1\n")
    assert result.exit_code == 0
    assert "Left without saving." in result.stdout


def test_an_interrupt_from_the_keyboard_saves_and_leaves(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    result = run(*SOLO, "--save", str(tmp_path / "game.json"))
    assert result.exit_code == 0
    assert "Saved. Go on with:" in result.stdout
    assert run("verify", str(tmp_path / "game.json")).exit_code == 0


def test_many_actions_are_cut_and_listed_on_demand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parcferme.cli.screen.Screen.actions.__defaults__", ("", 1))
    shown = run(*SOLO, typed="list\nquit\n").stdout
    offered, _, listed = shown.partition("> ")
    assert "… and 1 more" in offered
    assert "tyres:hard" not in offered
    assert "tyres:hard" in listed


# --- hidden information ----------------------------------------------------------------------------------------------


def test_a_bot_does_not_show_its_secret_choice_before_the_end(run: Run) -> None:
    shown = run(*DUEL, typed="1\n2\n2\n").stdout
    assert "Bot 2 (works) (secret)" in flat(shown)
    assert "car 1 mounts" not in shown


def test_hotseat_hands_the_screen_over_and_keeps_sealed_choices(run: Run) -> None:
    shown = run(*HOTSEAT, typed="tyres:hard\n\ntyres:soft\n\nquit\n").stdout
    ben = shown.split("Hand over the screen to Ben")[1].split("Hand over the screen to Anna")[0]
    assert "hard" not in ben.replace("mount hard tyres", "").replace("tyres:hard", "")
    assert "Anna" not in ben  # nothing of her choice, not even that she made one
    anna = shown.split("Hand over the screen to Anna")[1]
    assert "your tyres: hard" in anna
    assert "car 0 mounts hard tyres" in anna
    assert "car 1 mounts" not in anna


def test_hotseat_news_reach_each_seat_once(run: Run) -> None:
    shown = run(*HOTSEAT, typed="1\n\n1\n\nwait\n\nwait\n").stdout
    ben = shown.split("Hand over the screen to Ben")[2].split("the end")[0]
    assert ben.count("car 0 drives 0") == 1


def test_the_end_reveals_what_was_hidden(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run(*HOTSEAT, "--save", str(file), typed="1\n\n2\n\nwait\n\nwait\n")
    told = run("replay", str(file)).stdout
    assert "car 0 mounts soft tyres" in told
    assert "car 1 mounts hard tyres" in told


# --- undo ------------------------------------------------------------------------------------------------------------


def test_undo_past_chance_asks_and_is_recorded(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    shown = run(*SOLO, "--save", str(file), typed="1\nroll\nundo\nn\nundo\ny\nquit\n").stdout
    assert shown.count("This takes back what chance brought too. Do it?") == 2
    log = read_record(file.read_text("utf-8")).log
    assert [entry[0] for entry in log] == ["joint", 0, "chance", "undo"]
    assert log[-1] == ["undo", 1]


def test_undo_of_an_own_move_that_nothing_followed_is_free(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    shown = run(*SOLO, "--save", str(file), typed="1\nwait\nundo\nquit\n").stdout
    assert "(y/N)" not in shown
    assert read_record(file.read_text("utf-8")).log[-1] == ["undo", 1]


def test_undo_of_a_revealed_choice_needs_everybody(run: Run) -> None:
    shown = run(*HOTSEAT, typed="1\n\n1\n\nundo\nn\nundo\ny\nquit\n").stdout
    assert "This takes back choices already shown; does everybody agree?" in shown
    assert shown.rpartition("does everybody agree?")[2].count("mount soft tyres") == 1


# --- saving and going on ---------------------------------------------------------------------------------------------


def test_saving_never_overwrites_without_force(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("precious", "utf-8")
    result = run(*SOLO, "--save", str(file), typed="quit\n")
    assert result.exit_code == 2
    assert "exists; --force overwrites it" in result.stderr
    typed = run(*SOLO, typed=f"save {file}\nquit\n")
    assert "exists; choose another name" in typed.stdout
    assert file.read_text("utf-8") == "precious"
    assert run(*SOLO, "--save", str(file), "--force", typed="quit\n").exit_code == 0
    assert read_record(file.read_text("utf-8")).game == "quarry"


def test_save_under_another_name(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    assert f"saved to {file}" in run(*SOLO, typed=f"1\nsave {file}\nquit\n").stdout.replace("\n", "")
    assert read_record(file.read_text("utf-8")).log == [["joint", ["tyres:soft"]]]


def test_a_resumed_game_ends_as_the_unbroken_one(run: Run, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    run(*DUEL, "--save", str(whole), typed="1\nroll\nroll\n")
    first = run(*DUEL, "--save", str(broken), typed="1\nroll\nquit\n")
    assert f"--resume {broken}" in first.stdout.replace("\n", "")
    second = run("play", "--resume", str(broken), typed="roll\n")
    assert "Anna" in second.stdout
    assert broken.read_text("utf-8") == whole.read_text("utf-8")


def test_a_resumed_game_remembers_what_happened(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run(*DUEL, "--save", str(file), typed="1\nquit\n")
    shown = run("play", "--resume", str(file), typed="log\nundo\ny\nquit\n").stdout
    assert "car 0 mounts soft tyres" in shown
    assert "car 1 mounts" not in shown
    assert "This takes back choices already shown" in shown


def test_resume_takes_nothing_else_and_no_finished_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run(*SOLO, "--save", str(file), typed="concede\n")
    assert "this game is over" in run("play", "--resume", str(file)).stderr
    assert "give no game" in run("play", "quarry", "--resume", str(file)).stderr


# --- who plays what --------------------------------------------------------------------------------------------------


def test_the_game_is_asked_for_when_none_is_named(run: Run) -> None:
    offered = run("play", typed="").stdout.splitlines()
    number = next(line.split()[0] for line in offered if "The Quarry" in line)
    shown = run("play", typed=f"x\n{number}\n\nquit\n").stdout
    assert "a number from 1 to" in shown
    assert "quarry  seed" in shown
    assert "You, Bot 2 (clubman)" in shown


def test_options_come_by_variant_or_by_set(run: Run, tmp_path: Path) -> None:
    road = tmp_path / "road.json"
    road.write_text('{"length": 7}', "utf-8")
    settings = ["--set", "night=true", "--set", f"road=@{road}", "--set", "players=3"]
    file = tmp_path / "game.json"
    assert run("play", "quarry(turns=3)", *settings, "--save", str(file), typed="quit\n").exit_code == 0
    options = json.loads(file.read_text("utf-8"))["options"]
    assert options["turns"] == 3
    assert options["night"] is True
    assert options["road"] == {"length": 7}
    assert options["players"] == 3


def test_seats_set_the_number_of_players(run: Run) -> None:
    shown = run("play", "quarry", "--seat", "human", "--seat", "bot:novice", "--seat", "bot", typed="quit\n").stdout
    assert "You, Bot 2 (novice), Bot 3 (clubman)" in shown


def test_bots_alone_play_to_the_end(run: Run) -> None:
    result = run("play", "quarry(turns=1)", "--seat", "bot:works", "--seat", "bot:novice", "--seed", "2")
    assert result.exit_code == 0
    assert "Bot 1 (works) (secret)" in flat(result.stdout)
    assert "All turns are driven." in result.stdout


def test_real_dice_are_typed_in(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    shown = run(*SOLO, "--real-dice", "--save", str(file), typed="2\nroll\nstuck\ntwo\nquit\n").stdout
    assert "What did chance bring? one, two" in shown
    assert "'stuck' cannot happen now" in shown  # not on hard tyres
    assert "car 0 drives 2" in shown
    record = read_record(file.read_text("utf-8"))
    assert record.notes == {"dice": "real"}
    assert record.log[-1] == ["chance", "two"]


def test_texts_in_another_language(run: Run) -> None:
    assert "la voiture 0 avance de 0" in run(*SOLO, "--lang", "fr", typed="1\nwait\nquit\n").stdout
