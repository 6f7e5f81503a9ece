# Everything happens in .venv: first what running needs (server/hosting/requirements.lock), then the rest, which tests and
# development need, with the same versions (requirements.lock). server/hosting/build.lock has what makes the command.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
RUNNING := .venv/.running
READY := .venv/.ready
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check
ARGS ?=
SECONDS ?= 600
UPGRADE ?= --upgrade
MATCHES ?= 100
MIGRATIONS := server/store/migrations/versions
NEXT_REVISION = $(shell ls $(MIGRATIONS) | grep -o '^[0-9]*' | sort -n | tail -1 | awk '{ print $$1 + 1 }')

unexport PYTHONDONTWRITEBYTECODE
# Root's PostgreSQL of the tests calls useradd, which not every PATH has.
export PATH := $(PATH):/usr/sbin:/sbin
.DEFAULT_GOAL := help
.PHONY: help setup install up demo test compiled quick wide system evening long mutations check fuzz hostile chaos audit operators bench databases migration decks screens pictures lock clean

help:  ## say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY)  ## install everything into .venv

$(RUNNING): pyproject.toml server/hosting/requirements.lock server/hosting/build.lock
	@echo "Setting up .venv (once; half a minute or so)"
	@$(PYTHON) -m venv .venv
	@$(INSTALL) --require-hashes -r server/hosting/requirements.lock -r server/hosting/build.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(READY): $(RUNNING) requirements.lock
	@echo "Adding to .venv what tests and development need (once; a minute or two)"
	@$(INSTALL) --require-hashes -r requirements.lock
	@touch $@

install: $(RUNNING)  ## install what running needs into .venv

up: $(RUNNING)  ## set up, and run the server on the embedded default (Ctrl-C stops it)
	@$(BIN)/poste up

demo: $(RUNNING)  ## open a match between local mailboxes; ARGS="--game french-tarot --seats 4 --house 3"
	@$(BIN)/poste demo $(ARGS)

test: $(READY)  ## set up, check style and types, and pass the tests; ARGS="-k titro"
	@$(MAKE) --no-print-directory --jobs 2 check compiled
	@$(BIN)/python -m tests.browser.install
	@$(BIN)/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder $(ARGS)
	@echo "make wide adds more games, pages and servers; make system what needs programs of Debian, and the image; make evening does what the hosting pages say; make long what is too long for every run."

compiled: build/collected.txt

build/collected.txt: $(READY) $(shell find server tests worker -name '*.py')
	@mkdir -p build
	@$(BIN)/python -m pytest --collect-only -qq > $@ || { cat $@; rm $@; }

quick: $(READY)  ## a part of the tests, without server, browser and PostgreSQL: after each edit
	@$(BIN)/python -m pytest --numprocesses 2 --dist loadfile -m quick --quiet $(ARGS)

wide: $(READY)  ## the same tests for more games, pages, databases and servers; CI runs them after make test
	@$(BIN)/python -m tests.browser.install
	@$(BIN)/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder -m "wide and not long" $(ARGS)

system: $(READY)  ## tests with programs of Debian, which are installed first: PgBouncer, strace, docker-compose, Firefox, WebKitGTK; and the image
	@$(BIN)/python -m tests.stack.install
	@$(BIN)/python -m pytest --numprocesses 2 --dist loadfile -m system $(ARGS)

evening: $(READY)  ## as root on Debian: do what the hosting pages say on a machine of its own, with nginx, Caddy, Postfix
	@$(BIN)/python -m tests.stack.install evening
	@$(BIN)/python -m pytest --numprocesses 0 -m evening --timeout 600 $(ARGS)

long: $(READY)  ## what is too long for every run: all sizes, all plies, all tables; before a release
	@$(BIN)/python -m tests.browser.install
	@$(BIN)/python -m pytest --numprocesses 2 --dist loadfile -m long --timeout 3600 $(ARGS)

mutations: $(READY)  ## put small faults into the server, and see which tests find them; hours; ARGS="matches/"
	@$(BIN)/python -m tests.mutations $(ARGS)

check: $(READY)  ## formatter, linter, type checker
	@$(BIN)/ruff format --check --quiet . || { echo "Run: .venv/bin/ruff format ."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/oxfmt --list-different server/static/*.css server/static/*.js || { echo "Run: .venv/bin/oxfmt server/static"; exit 1; }
	@$(BIN)/oxlint --deny-warnings --format unix server/static
	@$(BIN)/mypy

fuzz: $(READY)  ## look for cases the tests have not met, with new seeds each time; SECONDS=3600, ARGS="-k machine"
	@$(BIN)/python -m tests.fuzz --seconds $(SECONDS) $(ARGS)

audit:  ## look up known vulnerabilities of what requirements.lock pins; needs the package registry and its advisories
	@$(PYTHON) -m venv build/audit
	@build/audit/bin/pip install --quiet --disable-pip-version-check --upgrade pip-audit
	build/audit/bin/pip-audit --requirement requirements.lock --disable-pip --require-hashes --strict --progress-spinner off

hostile: $(READY)  ## throw hostile traffic at a whole server, and print a ledger; SECONDS=3600, ARGS="--database sqlite"
	@$(BIN)/python -m tests.hostile --seconds $(SECONDS) $(ARGS)

chaos: $(READY)  ## kill every process and the database while people play; ARGS="--database postgresql --kills 200"
	@$(BIN)/python -m tests.chaos $(ARGS)

operators: $(READY)  ## back up, erase and restore on a server with a hundred matches in all states; MATCHES=1000
	@MATCHES=$(MATCHES) $(BIN)/python -m pytest --numprocesses 0 --timeout 3600 -k whole_server tests/cli/test_operators.py

bench: $(READY)  ## measure, and print figures; ARGS="rules" for one program of tests/bench
	@$(BIN)/python -m tests.bench $(ARGS)

databases: $(READY)  ## write the database of this version to tests/store/databases, once for each release
	@$(BIN)/python -m tests.store.databases

migration: $(READY)  ## draft a migration from what has changed in the models; WHY="Matches have a nickname."
	@test -n "$(WHY)" || { echo 'Say what it does: make migration WHY="Matches have a nickname."'; exit 1; }
	@rm -rf build/draft
	@export SETTINGS= DATABASE_URL= STATE_DIR=build/draft; $(BIN)/poste migrate && \
	  $(BIN)/flask --app tests.store.migratable db migrate --rev-id $(NEXT_REVISION) -m "$(WHY)"
	@$(BIN)/ruff format --quiet $(MIGRATIONS)

decks: $(READY)  ## write pictures of all decks to build/decks, to be looked at
	@$(BIN)/python -m tests.browser.install
	@$(BIN)/python -m tests.browser.decks

screens: $(READY)  ## write pictures of every page and every ask to build/screens, with an index; ARGS="titro --sizes 360"
	@$(BIN)/python -m tests.browser.install
	@$(BIN)/python -m tests.browser.screens $(ARGS)

pictures: $(READY)  ## take the pictures of the README and of /help, and those that chats show, anew
	@$(BIN)/python -m tests.browser.install
	@$(BIN)/python -m tests.browser.pictures
	@$(BIN)/python -m tests.browser.postcards

lock:  ## bring requirements.lock up to the newest releases that pyproject.toml allows; UPGRADE= leaves the others as they are
	@$(PYTHON) -m venv build/lock
	@build/lock/bin/pip install --quiet --disable-pip-version-check uv
	build/lock/bin/uv pip compile --quiet $(UPGRADE) --generate-hashes --no-header --no-annotate --no-emit-index-url \
	  --no-emit-find-links --allow-unsafe --extra test --python-version 3.11 pyproject.toml --output-file requirements.lock
	build/lock/bin/uv pip compile --quiet --constraints requirements.lock --generate-hashes --no-header --no-annotate \
	  --no-emit-index-url --no-emit-find-links --allow-unsafe --python-version 3.11 pyproject.toml \
	  --output-file server/hosting/requirements.lock
	echo hatchling | build/lock/bin/uv pip compile --quiet --constraints requirements.lock --generate-hashes --no-header \
	  --no-annotate --no-emit-index-url --no-emit-find-links --python-version 3.11 - --output-file server/hosting/build.lock

clean:  ## remove what was made here, but no match: var stays
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
