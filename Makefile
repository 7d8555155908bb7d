# Every target only calls tools/bootstrap.py, which works without make too. ARGS are passed on:
# make play ARGS="--seed 7"

# Any Python 3.11 or newer that runs will do here; the script looks for the best one to make .venv with.
ifndef PYTHON
PYTHON := $(shell for p in python3 python3.13 python3.12 python3.11 python3.14 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo "$$p" && break; done)
endif
VERBS = play compile test quick lint bench bench-server bench-web browsers site soak scale evening season audit lock setup clean

# play          set up what is missing and start a game
# compile       the compiled engine, which `make play` otherwise makes while you play
# test, check   style, types, and every test on the compiled and on the interpreted engine; some: ARGS="-k words"
# quick         in a minute: style, types, and the contract of all games on the interpreted engine
# lint          style and types only
# bench         speed, as a table
# bench-server  the table server beside boardgame.io, on SQLite and PostgreSQL
# bench-web     the browser client: first board, frames a second
# browsers      some turns of every game by clicks in Firefox and WebKit: ARGS="--only webkit --game Rallyman"
# site          the games as a static site for any web host: ARGS="FOLDER"
# soak          a thousand kills of the server while people play; nothing acknowledged may be lost
# scale         several workers on one PostgreSQL: moves against workers and tables, one killed in the middle, a million
#               old matches
# evening       a thousand live tables with bots on one process, for ten minutes: faults, times, memory
# season        a season of six events with forty crews, in the browser too, the server killed at every change of
#               state: ARGS="8" crews
# audit         are weaknesses known of anything we build on? Says so, too, where nobody could be asked
# lock          the newest versions of everything, into requirements/
# setup         install into .venv, run nothing
# clean         remove .venv and everything that was built
.PHONY: $(VERBS) check
$(VERBS):
	@test -n "$(PYTHON)" || { echo "Parc Fermé needs Python 3.11 or newer; none was found."; exit 1; }; \
	"$(PYTHON)" tools/bootstrap.py $@ $(ARGS)

check: test
