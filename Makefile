# SPDX-License-Identifier: Apache-2.0
# The verbs that people type. CMake builds; this file only checks arguments and calls.
MAKEFLAGS += --no-print-directory --no-builtin-rules
SHELL := /bin/bash
.DEFAULT_GOAL := help

TEST  ?=
SEED  ?= 1
N     ?=
LANES ?= 32
WARPS ?=
SHFL_FORM ?=
WAVES ?=
TRACE ?=
DUT    ?= both
RECORD ?=
SCRIPT ?=
JOBS  ?= $(shell nproc 2>/dev/null || echo 1)

setup = @scripts/setup.sh $@ &&

.PHONY: help sim list build test lint format formal doctor clean

help: ## this list
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' Makefile

build: ## everything: model, unit tests, benches
	$(setup) scripts/build.sh all

sim: ## one test, RTL against model: TEST=name|'pattern*' [SEED=1 N=100000 LANES=32 WAVES=1 TRACE=1]
	$(setup) scripts/sim.sh "TEST=$(TEST)" "SEED=$(SEED)" "N=$(N)" "LANES=$(LANES)" "WARPS=$(WARPS)" \
	  "SHFL_FORM=$(SHFL_FORM)" "WAVES=$(WAVES)" "TRACE=$(TRACE)"

list: ## every co-simulation test with a line on what it shows
	$(setup) scripts/sim.sh --list "LANES=$(LANES)"

test: ## all that CI needs; ends with "N passed, N failed"
	$(setup) python3 scripts/test.py --jobs "$(JOBS)"

lint: ## Verilator, Icarus, Yosys, clang-format and the style rules that can be checked
	$(setup) python3 scripts/lint.py

format: ## clang-format over all C and C++
	$(setup) python3 scripts/lint.py --format

formal: ## every proof in tb/formal, and that each notices a planted bug
	$(setup) python3 scripts/formal.py

doctor: ## every tool with its version, what is missing, who needs it
	@scripts/doctor.sh

clean: ## remove build/
	@rm -rf build
