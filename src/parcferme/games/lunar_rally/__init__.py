"""Lunar Rally: a race of radio-controlled rovers across the Moon, with a delay between command and deed.

Each of two to four players drives a quick Rover 1 and a well-armed Rover 2 by laying up to three cards face down, one
a phase. All Rovers of one number act at the same time; then they are reprogrammed, and the other number acts. Rams,
lasers, missiles, craters and explosions cost shields and then phases. The first Rover on the Finish Line wins.

    meta.py       the door plate and the options
    state.py      the position: one flat list of integers with named places
    cards.py      the two decks, the programs they allow, and what a program's cards do
    actions.py    action ids and the throws of the Start Tokens, with their notation
    load.py       scenario files: validator and the ground compiled from them
    position.py   positions written down by hand, read and checked
    rules/        tokens.py and placing.py set up; turns.py is the cycle of turns and holds the State and the Game;
                  phase.py, moves.py, weapons.py, damage.py resolve one phase
    view.py       what a seat may know
    clock.py      solo turns to the finish from every pose, exact; par of a map
    certificate.py, checker.py  par with a shortest line and its proof, and verified by the rules
    analysis.py   previews, odds
    bots.py       three drivers
    terminal.py   the board as text
    commands.py   `par`, `prove`, `verify` and `check` in the terminal
    content/      the four house maps and the decks
"""
