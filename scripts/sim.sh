#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# make sim, list, waves: scripts/sim.sh [--list|--open] TEST=name [SEED= N= WAVES= TRACE= JUDGE=oracle] [LANES= WARPS= ... DUT=gate BOARD=]
# Builds the bench for the one set of parameters asked for (scripts/builds.py) and runs it; its exit status is passed on.
# --open shows the waves in gtkwave where it is installed.
set -eu
cd "$(dirname "$0")/.."

wrong() {
  echo "$1" >&2
  exit 2
}

list=0 open=0 TEST="" SEED="" N="" WAVES="" TRACE="" JUDGE="" parameters=()
for word in "$@"; do
  case $word in
    --list) list=1 ;;
    --open) open=1 ;;
    TEST=* | SEED=* | N=* | WAVES=* | TRACE=* | JUDGE=*) printf -v "${word%%=*}" '%s' "${word#*=}" ;;
    *) parameters+=("$word") ;; # of the build, or nothing that anybody knows
  esac
done
case $WAVES in "" | 0 | 1) ;; *) wrong "WAVES=$WAVES: it is 1, or left away" ;; esac
case $TRACE in "" | 0 | 1) ;; *) wrong "TRACE=$TRACE: it is 1, or left away" ;; esac
case $JUDGE in "" | model | oracle) ;; *) wrong "JUDGE=$JUDGE: it is model, or oracle (the RTL is judged by what may happen, not when)" ;; esac
[ -z "$SEED" ] || SEED=$(scripts/settings.py "SEED=$SEED") || exit 2
[ -z "$N" ] || N=$(scripts/settings.py "N=$N") || exit 2
[ -z "$TEST" ] || scripts/testnames.py "$TEST" || exit 2

# Tests of the bus, and of the serial line, have a bench of their own.
case $TEST in
  bus_*) build=$(scripts/builds.py --bus "${parameters[@]}") || exit 2 ;;
  serial_*)
    build=$(scripts/builds.py "${parameters[@]}") || exit 2
    [ "$build" = 32 ] || wrong "TEST=$TEST: the serial line has no parameters of the block"
    build=serial
    ;;
  *) build=$(scripts/builds.py "${parameters[@]}") || exit 2 ;;
esac
bench=ws_sim_$build
if [ $list = 1 ]; then
  scripts/build.sh "$bench"
  "build/$bench" --list
  case $build in 4 | 8 | 16 | 32) # one that lists every test
    scripts/build.sh "${bench}_bus" ws_sim_serial
    "build/${bench}_bus" --list
    build/ws_sim_serial --list
    ;;
  esac
  exit
fi
[ -n "$TEST" ] || wrong "which test? Say TEST=name or TEST='pattern*'; make list shows them"

args=("--test=$TEST")
[ -n "$SEED" ] && args+=("--seed=$SEED")
[ -n "$N" ] && args+=("--n=$N")
[ "$TRACE" = 1 ] && args+=(--trace)
[ -n "$JUDGE" ] && args+=("--judge=$JUDGE")
if [ "$WAVES" = 1 ]; then
  case $TEST in *[\*\?\[]*) wrong "WAVES=1 wants one test, not a pattern" ;; esac
  bench+=_waves
  mkdir -p build/waves
  waves=build/waves/$TEST.fst
  rm -f "$waves" "${waves%.fst}.gtkw" "${waves%.fst}_short.fst" "${waves%.fst}_short.gtkw" # of an earlier run
  args+=("--waves=$waves")
  case $TEST in bus_* | serial_*) ;; *) args+=("--short-waves=${waves%.fst}_short.fst") ;; esac
fi
scripts/build.sh "$bench"
[ "$WAVES" = 1 ] || exec "build/$bench" "${args[@]}"

status=0
"build/$bench" "${args[@]}" || status=$?
[ -s "$waves" ] || exit $status
echo "waves: gtkwave $waves ${waves%.fst}.gtkw"
short=${waves%.fst}_short
[ $status = 0 ] || [ ! -s "$short.fst" ] || echo "of the stream made short: gtkwave $short.fst $short.gtkw"
if [ $open = 1 ] && [ -n "$(type -P gtkwave)" ] && [ -n "${DISPLAY:-}" ]; then
  gtkwave "$waves" "${waves%.fst}.gtkw" >build/waves/gtkwave.log 2>&1 &
fi
exit $status
