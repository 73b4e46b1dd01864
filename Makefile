# memstrata: everything a developer or CI runs. Needs make and a Python >= 3.11; the rest lands in .venv.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
STAMP := .venv/.setup
SOURCES := src tests examples $(wildcard benchmarks)
FAST := $(wildcard tests/unit tests/journeys tests/contracts tests/machines tests/surfaces tests/docs tests/upgrade)

# One native thread each: numpy's default pool is slower than one thread on the small arrays used here.
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1
export MKL_NUM_THREADS := 1
export VECLIB_MAXIMUM_THREADS := 1

.PHONY: help setup fmt check test test-all docs bench campaign demo build clean

help: ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(STAMP) ## create .venv and install memstrata editable with the dev tools

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "memstrata needs Python >= 3.11; try: make setup PYTHON=/path/to/python3.11" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --editable . --group dev
	@touch $@

fmt: setup ## format the code and fix what ruff can fix
	$(BIN)/python tools/async_stub.py
	$(BIN)/ruff check --quiet --fix-only $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

check: setup ## formatting, lint, types, layers, house rules
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m pytest -q tests/house

test: setup ## the fast tests
	$(BIN)/python -m pytest -q -m "not slow" $(FAST)

test-all: setup ## all tests, the slow ones included
	$(BIN)/python -m pytest tests

docs: setup ## run every code block of the README and the docs
	$(BIN)/python -m pytest -q tests/docs

bench: setup ## measure quality and speed; QUICK=1 for small stores only
	$(BIN)/python -m benchmarks $(if $(QUICK),--quick)

campaign: setup ## kill, cut the power, fail the disk, erase: the long proofs of durability and erasure, with a report
	$(BIN)/python -m tests.campaigns

demo: setup ## remember and recall a few lines, in a folder that is thrown away
	$(BIN)/memstrata demo

build: setup ## build the wheel and the source archive into dist/
	$(BIN)/uv build --quiet --out-dir dist

clean: ## remove .venv, caches and builds
	rm -rf .venv dist build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
