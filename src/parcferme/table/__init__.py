"""A match of people and bots: everything between the rules and the network. Pure: no files, no threads, no clock of
its own (the time is passed in), no randomness but the table's verifiable dice, and no game by name.

A table is a fold over its journal. A command (`moves`, `seating`, `undo`) checks a wish and returns the note to write,
or raises `Denied`; the caller makes the note durable; `Table.fold` is the only thing that changes a table. So loading
is folding, a crash loses nothing that was acknowledged, and two processes that fold the same journal agree.

    setup     what was agreed before the start: game, options, pace, policies      errors    Denied and its codes
    journal   notes and what folding one of them made happen                       seats     who sits where
    table     the fold                                                             clock     banks and deadlines
    moves     acting, sealing, expiry                    seating   sitting, leaving, returning, links, starting
    undo      what may be taken back and who must agree  bots      choosing for a seat without peeking
    fairness  dice that can be checked afterwards        export    logs and records without secrets
    feed      what each audience is told                 frames    stepping through a record
"""
