"""The house: what a table, a replay, a rulebook and an advice look like from outside.

Pure: no HTTP, no SQL, no process, no clock. The server is one way to reach it, the engine in one's own browser
(`alone/`) another.

codec     JSON, the one place that knows how     catalogue the games' rules, texts, content
positions what each audience may know            messages  … as it is sent, with names, texts and odds
changes   … without what has not changed         tables    a table beside its position
forms     what is asked                          refusals  … and why not; lengths: how much people may write
opening   who sits down where, the first time    frames    stepping through a match; replays: pages of it
records   matches on paper                       advice    hints and reviews
events    events as a reader may see them        drives    … driven at a table of one; daily: the stage of a day
"""
