# SPDX-License-Identifier: Apache-2.0
# The verbs that people type. CMake builds; this file only checks arguments and calls.
MAKEFLAGS += --no-print-directory --no-builtin-rules
SHELL := /bin/bash
.DEFAULT_GOAL := help

TEST  ?=
SEED  ?= 1
N     ?=
LANES ?= 32
WAVES ?=
TRACE ?=
JUDGE ?=
DUT    ?= both
RECORD ?=
SCRIPT ?=
SEEDS ?=
MINUTES ?=
OPS ?=
LAUNCHER ?= local
COV ?=
FUNC ?=
UNIT   ?=
FW ?=
BACKEND ?= cmodel
ARGS ?=
BOARD ?=
CMD ?= selftest
NETLIST ?=
NOISE ?=
SKEW ?=
LEDS ?=
TIMEOUT ?=
JOBS  ?= $(shell nproc 2>/dev/null || echo 1)

setup = @scripts/setup.sh $@ &&
# Which board is asked before anything is built.
board = @[ -n "$(BOARD)" ] || { echo "which board? Say BOARD=ulx3s|ulx3s32|hx8k|icebreaker" >&2; exit 2; }; scripts/setup.sh $@ &&
# What a build of the bench is made of (scripts/builds.py); what is empty is as it is by default.
PARAMETERS = LANES WARPS SLOTS CTAS HOP SHFL_FORM MATCH_BITS WAITERS COPIES ALUS BANKS BEAT FAMILIES STRUCT WATCHDOG TICK_NS COUNTERS FIFO GMEM CARRY DUT BOARD
SIM = "TEST=$(TEST)" "SEED=$(SEED)" "N=$(N)" "WAVES=$(WAVES)" "TRACE=$(TRACE)" "JUDGE=$(JUDGE)" $(foreach word,$(PARAMETERS),"$(word)=$($(word))")

verbs = help sim list waves replay check build test regress coverage functional exhaustive nightly regs fw vp fpga program board-sim lint format fusesoc formal mutants hashes soak ladder fourstate synth route stages bench silicon doctor clean
.PHONY: $(verbs)

# What stands behind make is looked at first: a word that nobody knows is a mistake in typing. A make that make calls hands on what it got.
ifeq ($(MAKELEVEL),0)
given = $(foreach name,$(.VARIABLES),$(if $(filter command,$(origin $(name))),$(name)))
ifneq ($(given)$(filter-out $(verbs) Makefile,$(MAKECMDGOALS)),)
$(sort $(verbs) $(MAKECMDGOALS)): words
.PHONY: words $(MAKECMDGOALS)
words: # without Python the verb says what it needs
	@! type -P python3 >/dev/null || scripts/words.py $(foreach goal,$(MAKECMDGOALS),'$(goal)') $(foreach name,$(given),'$(name)=$(subst ','\'',$($(name)))')
endif
endif

ifeq ($(firstword $(MAKECMDGOALS)),help)
# make help VERB: the words after help are verbs to explain, not to run.
.PHONY: $(MAKECMDGOALS)
$(filter-out help,$(MAKECMDGOALS)):
	@:
help:
	@awk -v verbs="$(filter-out help,$(MAKECMDGOALS))" -f scripts/help.awk Makefile
else

##@ Start here

sim: ## a test or a pattern, RTL against model [TEST=name|'pattern*' SEED=1 N=1e5 LANES=32 WARPS=16 SLOTS=4 CTAS=2 BOARD=hx8k DUT=gate WAVES=1 TRACE=1 JUDGE=oracle; others of the build: PARAMETERS]
	$(setup) scripts/sim.sh $(SIM)

replay: ## a warp script on RTL and model; DUT=cmodel builds in seconds [SCRIPT=f.wsv DUT=both|rtl|cmodel RECORD=out.wsv WAVES=1]
	@scripts/setup.sh $(if $(filter cmodel,$(DUT)),replay-model,replay) && scripts/replay.sh "SCRIPT=$(SCRIPT)" "DUT=$(DUT)" "RECORD=$(RECORD)" "WAVES=$(WAVES)"

check: ## errors and warnings of a warp script, without a run [SCRIPT=f.wsv]
	$(setup) scripts/replay.sh --check "SCRIPT=$(SCRIPT)"

test: ## all that CI needs; ends with "N passed, N failed" [JOBS=2; DUT=gate: the tests on the netlist of synthesis, TEST=pattern N=20000 SEED=1: these alone]
	$(setup) case "$(DUT)" in "" | both) [ -z "$(TEST)$(N)" ] || { echo "make test runs every test; make sim TEST=... N=... runs some" >&2; exit 2; }; \
	  python3 scripts/test.py --jobs "$(JOBS)" ;; gate) python3 scripts/gate_test.py "N=$(N)" "SEED=$(SEED)" "TEST=$(TEST)" ;; \
	  *) echo "DUT=$(DUT): make test knows DUT=gate, or none" >&2; exit 2 ;; esac

##@ Look closer

help: ## this list; make help VERB: the options of a verb
	@awk -f scripts/help.awk Makefile

list: ## every test, with a line on what it shows [LANES=32 BOARD=hx8k ... as make sim]
	$(setup) scripts/sim.sh --list $(SIM)

waves: ## one test, its waves in gtkwave if that is installed [TEST=name ... as make sim]
	$(setup) scripts/sim.sh --open $(SIM) WAVES=1

doctor: ## every tool: version, what is missing, who needs it
	@scripts/doctor.sh

build: ## the model, its tests, all benches
	$(setup) scripts/build.sh all

clean: ## removes build/
	@rm -rf build

##@ More simulation

regress: ## many seeds of every test in parallel, with a report: [SEEDS=20 JOBS=2 TEST=group|'pattern*' OPS=20000 MINUTES=60 LAUNCHER=local|slurm COV=1 FUNC=1 DUT=gate]
	$(setup) build/python/regress/bin/python scripts/regress.py --jobs "$(JOBS)" --launcher "$(LAUNCHER)" $(if $(TEST),--items "$(TEST)") \
	  $(if $(SEEDS),--reseed "$(SEEDS)") $(if $(MINUTES),--minutes "$(MINUTES)") $(if $(OPS),--ops "$(OPS)") $(if $(filter-out 0,$(COV)),--cov) $(if $(filter-out 0,$(FUNC)),--functional) $(if $(filter gate,$(DUT)),--on 4_gate)

coverage: ## lines, branches and toggles that the tests reach; fails below the goals [SEEDS=3 TEST=group|'pattern*' ... as make regress]
	$(setup) $(MAKE) regress COV=1 "TEST=$(or $(TEST),coverage)"
	@[ -n "$(TEST)" ] || scripts/coverage_merge --goals build/regress/latest/coverage.json

functional: ## situations that the tests reach, by family, and the names of those missed [SEEDS=3 TEST=group|'pattern*' ... as make regress]
	@$(MAKE) regress FUNC=1 "TEST=$(or $(TEST),functional)"

exhaustive: ## every run that tries a whole space, with the number of its cases [JOBS=2 ... as make regress]
	@$(MAKE) regress TEST=exhaustive

hashes: ## the same results from Icarus, Verilator with and without optimisation? [TEST=family OPS=100000 ... as make regress]
	@$(MAKE) regress TEST='$(if $(TEST),hash.$(TEST).*,hashes)'

soak: ## random operations of every family, new seeds in each call [TEST=family OPS=1e7 MINUTES=60 ... as make regress]
	@$(MAKE) regress TEST='$(if $(TEST),soak.$(TEST),soak)'

mutants: ## wrong gates, put into each unit on purpose: does a test fail? [UNIT=ws_vote_fn,... N=100 SEED=1 JOBS=2]
	$(setup) python3 scripts/mutants.py --jobs "$(JOBS)" "UNIT=$(UNIT)" "N=$(N)" "SEED=$(SEED)"

fourstate: ## does an undefined value reach an output? Under Icarus [TEST='pattern*' SEED=1 N=300]
	$(setup) python3 scripts/fourstate.py "TEST=$(TEST)" "SEED=$(SEED)" "N=$(N)"

bench: ## checked operations per second beside their goals
	$(setup) python3 scripts/bench.py

silicon: ## a GPU answers statements, written as warp scripts [ARGS='--seed=1 --cases=1000' | --compile-only | --answers=model]
	@python3 scripts/silicon/silicon.py $(ARGS)

##@ Proofs, lint, evidence

formal: ## every proof, and that each finds a planted bug
	$(setup) python3 scripts/formal.py

lint: ## Verilator, Icarus, Yosys, clang-format, rules of style
	$(setup) python3 scripts/lint.py

format: ## formats all C and C++ with clang-format
	$(setup) python3 scripts/lint.py --format

fusesoc: ## every target of warpsync.core in FuseSoC
	@scripts/fusesoc.sh

ladder: ## what of the stages V1, V2, V3 each family has reached, from what the other verbs have found
	@python3 scripts/ladder.py

nightly: ## all evidence anew, the most outdated first; can be stopped, the next call goes on [JOBS=2 MINUTES=360 TEST='proof' ARGS=--list]
	$(setup) python3 scripts/nightly.py --jobs "$(JOBS)" $(if $(MINUTES),--minutes "$(MINUTES)") $(ARGS) $(TEST)

##@ Chip, board, firmware

synth: ## LUTs, carries, flops and depth of each unit beside its goal [LANES=32]
	$(setup) python3 scripts/synth.py "LANES=$(LANES)"

route: ## the clock of single units after place and route [UNIT=ws_redux LANES=32]
	@scripts/setup.sh synth && scripts/setup.sh fpga && python3 scripts/route.py "LANES=$(LANES)" $(UNIT)

stages: ## the slow stages of a board's image, worst first [BOARD=ulx3s ARGS='--above 10 --most 60 --paths']
	@scripts/setup.sh fpga && python3 scripts/fpga.py "BOARD=$(or $(BOARD),ulx3s)" --synth-only && python3 scripts/stages.py "BOARD=$(or $(BOARD),ulx3s)" $(ARGS)

regs: ## what is generated from rtl/bus/ws_bus.rdl: C header, offsets, page of registers
	$(setup) build/python/regs/bin/python scripts/gen_regs.py

fw: ## firmware for RV32: driver, self-test, sizes, in build/fw/
	$(setup) scripts/build.sh ws_vectors ws_selftest_host && $(MAKE) -C fw/rv32

vp: ## firmware on the SystemC platform [FW=selftest BACKEND=cmodel|rtl LANES=32 ARGS=--break=0x2000:3]
	$(setup) scripts/vp.sh "FW=$(FW)" "BACKEND=$(BACKEND)" "LANES=$(LANES)" "ARGS=$(ARGS)"

fpga: ## a board's image, its clock and size beside their goals [BOARD=ulx3s|ulx3s32|hx8k|icebreaker ARGS='--seed 4']
	$(board) scripts/build.sh wsctl ecp5_refine && python3 scripts/fpga.py "BOARD=$(BOARD)" $(ARGS)

program: ## loads that image into the board at the USB [BOARD=ulx3s|ulx3s32|hx8k|icebreaker]
	@python3 scripts/program.py "BOARD=$(BOARD)"

board-sim: ## wsctl on a board's top in Verilator [BOARD=ulx3s|ulx3s32|hx8k|icebreaker CMD='selftest'|serve NETLIST=1 NOISE=2000 SEED=1 SKEW=5000 LEDS=1 TIMEOUT=5000]
	$(board) scripts/build.sh wsctl && python3 scripts/board_sim.py "BOARD=$(BOARD)" "CMD=$(CMD)" "NETLIST=$(NETLIST)" "NOISE=$(NOISE)" "SEED=$(SEED)" "SKEW=$(SKEW)" \
	  "LEDS=$(LEDS)" "TIMEOUT=$(TIMEOUT)"

# A word that is no verb: `words` has said so.
.DEFAULT:
	@exit 2
endif
