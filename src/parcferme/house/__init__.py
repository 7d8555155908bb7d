"""The house: what a table, a replay, a rulebook and an advice look like from outside.

Pure: no HTTP, no SQL, no process, no clock. The server is one way to reach it.

codec     JSON, the one place that knows how     catalogue the games' rules, texts, content
feed      what each audience may know            messages  … as it is sent, with names, texts and odds
changes   … without what has not changed         frames    stepping through a match
advice    hints and reviews
"""
