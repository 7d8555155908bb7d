"""Events: what organisers and entrants do between "somebody has an idea" and a final result. Pure: no network, no
database, no processes, no clock of its own (the time is passed in), no randomness but the event's verifiable dice, and
no game by name. It knows records and results, never a position; what a game adds is its `trial.py` (core/trial.py).

An event is a fold over its journal, like a table. A command checks a wish and returns the note to write, or raises
`Denied`; the caller makes the note durable; `Event.fold` is the only thing that changes an event. Everything official
(marks, draws, classification) is worked out from the journal and the event's secret by anybody who has the file.

    regulations   what is agreed before the event opens           errors     what is refused, each with a code
    documents     own boards and decks, named by their hash       moments    UTC, as a file writes it
    journal       notes, each chained to the one before           event      the fold: entries, submissions, messages
    commands      what the clock, the organiser and entrants may do; desk: bulletins, questions, protests, decisions
    drafts        sheets under way, on every device               dice       an event's dice, and drives checked by them
    tasks         the game of an event, and its trial             marking    submissions into marks
    classification  places, ties and their reasons                decisions  the same with luck taken out
    draws         heats, ladder, everybody with everybody         rounds     match events: tables, points, no-shows
    matches       records of tables, checked
    standings     points over rounds or events                    championship  a series of events
    daily         today's stage                                   seasons    championships of the house
    sealed        what a person may see of an event now
    ratings       strength from places, a fold                    finishes   what a finished match has come to
    files         parcferme-event/1: written, read                verify     everything worked out again and compared
"""
