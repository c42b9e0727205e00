# Auricle. `make` alone says what there is to make.
.DEFAULT_GOAL := help
.PHONY: help demo test web bench bench-turn bench-records train-stress lint lock clean
SHELL := /bin/sh
BIN := .venv/bin
LIGHT_FLAG := $(if $(LIGHT),--light)
ifneq ($(LIGHT),)
export AURICLE_LIGHT := 1
endif

# Recordings with transcripts.tsv, for `make bench`.
DATA ?= ../shared/data/speech
# Stress-Predict (MIT), for `make train-stress`.
STRESS ?= ../shared/data/stress-predict
# A real person's voice, asked as well where the research data lies beside the checkout.
RECORDING := ../shared/data/speech/wyoming-faster-whisper__turn_on_the_living_room_lamp.wav

# Finds a Python, then makes .venv what the lock says; a moment when nothing changed.
ready = @python=$$(sh setup/python.sh) && "$$python" setup/install.py

help: ## say what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "LIGHT=1 leaves the 1.1 GB language model out; PYTHON=… names another Python; SYSTEM=skip leaves the system's packages alone."

demo: ## set up, assemble the models and answer three spoken questions; replies in out/
	$(ready) demo
	@$(BIN)/auricle models assemble $(LIGHT_FLAG)
	@$(BIN)/auricle models prepare
	@$(BIN)/auricle demo $(addprefix --recording ,$(wildcard $(RECORDING)))

test: ## set up with every extra and run the whole test suite
	$(ready) test
	@$(BIN)/auricle models assemble
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/mypy setup
	@PYTHONPATH=tests $(BIN)/python -m pytest -p skips_plugin --color=no

web: ## set up and open the web page on this machine
	$(ready) demo
	@$(BIN)/auricle models assemble $(LIGHT_FLAG)
	@$(BIN)/auricle models prepare
	@$(BIN)/auricle web

bench: ## measure the one-encode path against stock faster-whisper; table in docs/performance.md
	$(ready) demo
	@$(BIN)/auricle models assemble --light
	@$(BIN)/python -m assistant.evals.hearing --data $(DATA) --json results/hearing.json $(if $(wildcard docs/performance.md),--page docs/performance.md)

bench-turn: ## measure what a turn costs beside the models
	$(ready) demo
	@$(BIN)/auricle eval overhead

bench-records: ## import a made-up 1 GB Apple Health export and ask 50 million heart rates; tens of minutes, 4 GB of disk
	$(ready) test
	@$(BIN)/auricle eval records --megabytes 1000 --readings 50000000

train-stress: ## train the stress models anew and write their card; STRESS names the folder of Stress-Predict
	$(ready) test
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -W ignore::UserWarning -m assistant.stress.train --data $(STRESS) --page docs/stress.md --out assets/stress

lint: ## mend the format and what the linter can, then check the types
	$(ready) test
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(BIN)/mypy
	@$(BIN)/mypy setup

lock: ## resolve pyproject.toml anew into requirements/ (UPGRADE=1: newest versions)
	@sh setup/lock.sh
	$(ready) test
	@$(BIN)/python setup/licences.py

clean: ## remove what was made here: .venv, stamps, caches, builds, spoken replies, measurements
	rm -rf .venv .setup dist out results .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
