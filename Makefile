# Every target only calls tools/bootstrap.py, which works without make too. ARGS are passed on:
# make play ARGS="--seed 7"

# Any Python 3.11 or newer that runs will do here; the script looks for the best one to make .venv with.
ifndef PYTHON
PYTHON := $(shell for p in python3 python3.13 python3.12 python3.11 python3.14 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo "$$p" && break; done)
endif
BOOTSTRAP = @test -n "$(PYTHON)" || { echo "Parc Fermé needs Python 3.11 or newer; none was found."; exit 1; }; \
	"$(PYTHON)" tools/bootstrap.py

.PHONY: play compile test check quick lint bench bench-server bench-web browsers site soak scale evening season audit lock setup clean

# Set up what is missing and start a game.
play:
	$(BOOTSTRAP) play $(ARGS)

# The compiled engine, which `make play` otherwise makes while you play.
compile:
	$(BOOTSTRAP) compile

# Style, types, and every test on the compiled and on the interpreted engine; some of them: ARGS="-k words".
test check:
	$(BOOTSTRAP) test $(ARGS)

# In a minute: style, types, and the contract of all games on the interpreted engine.
quick:
	$(BOOTSTRAP) quick $(ARGS)

# Style and types only.
lint:
	$(BOOTSTRAP) lint

# Speed, as a table.
bench:
	$(BOOTSTRAP) bench $(ARGS)

# The table server beside boardgame.io, on SQLite and PostgreSQL.
bench-server:
	$(BOOTSTRAP) bench-server $(ARGS)

# The browser client: first board, frames a second.
bench-web:
	$(BOOTSTRAP) bench-web $(ARGS)

# Some turns of every game by clicks in Firefox and WebKit: ARGS="--only webkit --game Rallyman".
browsers:
	$(BOOTSTRAP) browsers $(ARGS)

# The games as a static site for any web host: ARGS="FOLDER".
site:
	$(BOOTSTRAP) site $(ARGS)

# A thousand kills of the server while people play; nothing acknowledged may be lost.
soak:
	$(BOOTSTRAP) soak $(ARGS)

# Several workers on one PostgreSQL: moves against workers and tables, one killed in the middle, a million old matches.
scale:
	$(BOOTSTRAP) scale $(ARGS)

# A thousand live tables with bots on one process, for ten minutes: faults, times, memory.
evening:
	$(BOOTSTRAP) evening $(ARGS)

# A season of six events with forty crews, in the browser too, the server killed at every change of state: ARGS="8" crews.
season:
	$(BOOTSTRAP) season $(ARGS)

# Are weaknesses known of anything we build on? Says so, too, where nobody could be asked.
audit:
	$(BOOTSTRAP) audit $(ARGS)

# The newest versions of everything, into requirements/.
lock:
	$(BOOTSTRAP) lock

# Install into .venv, run nothing.
setup:
	$(BOOTSTRAP) setup $(ARGS)

clean:
	$(BOOTSTRAP) clean
