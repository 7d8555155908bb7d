"""The house for the people at one device: tables, replays and advice without a server.

A browser runs this in a worker of its own (web/src/alone); nothing here knows of browsers. Whoever uses it brings a
shelf that keeps journals, a thinker with time for bots and advice, and a clock.

ports     what it needs from outside             home     all tables of the device, and the one way to change them
calls     what pages ask, by method and path     lines    the live line of a page to a table
puzzles, studio, daily  what else they ask       thinker  bots, hints and reviews, where there is time for them
"""
