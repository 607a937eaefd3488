#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# make sim, list, waves: scripts/sim.sh [--list|--open] TEST=name [SEED= N= LANES= WARPS= SLOTS= CTAS= SHFL_FORM= FAMILIES= STRUCT=1 TICK_NS= CARRY=1 DUT=gate WAVES= TRACE=]
# Builds the bench for the one set of parameters asked for and runs it; its exit status is passed on.
# --open shows the waves in gtkwave where it is installed.
set -eu
cd "$(dirname "$0")/.."

wrong() {
  echo "$1" >&2
  exit 2
}
number() { # $1: name, $2: value, may be empty
  [[ $2 =~ ^([0-9]+|0x[0-9a-fA-F]+)?$ ]] || wrong "$1=$2: it is a number"
}

list=0 open=0 TEST="" SEED="" N="" LANES=32 WARPS=4 SLOTS=1 CTAS=1 SHFL_FORM=0 FAMILIES=255 STRUCT=0 TICK_NS=10 CARRY="" DUT="" WAVES="" TRACE=""
for word in "$@"; do
  case $word in
    --list) list=1 ;;
    --open) open=1 ;;
    TEST=* | SEED=* | N=* | LANES=* | WARPS=* | SLOTS=* | CTAS=* | SHFL_FORM=* | FAMILIES=* | STRUCT=* | TICK_NS=* | CARRY=* | DUT=* | WAVES=* | TRACE=*)
      printf -v "${word%%=*}" '%s' "${word#*=}"
      ;;
    *) wrong "$word: what is that? TEST= SEED= N= LANES= WARPS= SLOTS= CTAS= SHFL_FORM= FAMILIES= STRUCT= TICK_NS= CARRY= DUT= WAVES= TRACE= are known" ;;
  esac
done
case ${LANES:=32} in 4 | 8 | 16 | 32) ;; *) wrong "LANES=$LANES: it is 4, 8, 16 or 32" ;; esac
case ${WARPS:=4} in 4 | 32) ;; *) wrong "WARPS=$WARPS: it is 4 or 32" ;; esac
case ${SLOTS:=1} in 1 | 2) ;; *) wrong "SLOTS=$SLOTS: it is 1 or 2" ;; esac
case ${CTAS:=1} in [1-8]) ;; *) wrong "CTAS=$CTAS: a cluster has 1 to 8" ;; esac
case ${SHFL_FORM:=0} in 0 | 1) ;; *) wrong "SHFL_FORM=$SHFL_FORM: it is 0 (crossbar) or 1 (butterfly)" ;; esac
case ${FAMILIES:=255} in 2 | 3 | 6 | 10 | 11 | 15 | 50 | 194 | 255) ;; *) wrong "FAMILIES=$FAMILIES: it is 2 (vote alone), 3 (with shfl), 6 (match), 10 (redux), 50 (barriers), 194 (mbarriers), 11 (shfl, vote, redux), 15 (with match) or 255 (all)" ;; esac
case ${STRUCT:=0} in 0 | 1) ;; *) wrong "STRUCT=$STRUCT: it is 1 (the structure that is synthesized) or 0 (simulates fast)" ;; esac
case ${TICK_NS:=10} in 10 | 1000) ;; *) wrong "TICK_NS=$TICK_NS: it is 10 or 1000" ;; esac
case $DUT in both) DUT= ;; "" | gate) ;; *) wrong "DUT=$DUT: it is gate (the netlist of synthesis), or left away" ;; esac
case $CARRY in "" | 0 | 1) ;; *) wrong "CARRY=$CARRY: it is 1 (counters on the bus begin short of a carry into their last bit), or left away" ;; esac
case $WAVES in "" | 0 | 1) ;; *) wrong "WAVES=$WAVES: it is 1, or left away" ;; esac
case $TRACE in "" | 0 | 1) ;; *) wrong "TRACE=$TRACE: it is 1, or left away" ;; esac
number SEED "$SEED"
number N "$N"

# Each of these is built with the others as they are by default, but for WARPS with SLOTS.
bench=ws_sim_$LANES
few=$WARPS,$SLOTS
if [ "$CTAS" != 1 ]; then
  [ $few,$SHFL_FORM = 4,1,0 ] || wrong "CTAS=$CTAS: clusters are built with WARPS=4, SLOTS=1 and SHFL_FORM=0"
  bench+=_c$CTAS
fi
if [ "$SHFL_FORM" = 1 ]; then
  [ $few = 4,1 ] || wrong "SHFL_FORM=1: the butterfly is built with WARPS=4 and SLOTS=1"
  bench+=_bfly
fi
[ "$WARPS" = 4 ] || bench+=_w$WARPS
[ "$SLOTS" = 1 ] || bench+=_s$SLOTS
if [ "$FAMILIES" != 255 ]; then
  case $FAMILIES,$bench,$WAVES in
    1[15],ws_sim_4,) bench+=_f$FAMILIES ;; # the structure that is synthesized
    1[15],*) wrong "FAMILIES=$FAMILIES: built with LANES=4, without waves; the other parameters are its own" ;;
    *,ws_sim_4, | *,ws_sim_32,) bench+=_only$FAMILIES ;;
    *) wrong "FAMILIES=$FAMILIES: built with LANES=4 and LANES=32, without waves, the other parameters as they are by default" ;;
  esac
fi
if [ "$TICK_NS" != 10 ]; then
  case $bench,$WAVES in ws_sim_4,) bench+=_t$TICK_NS ;; *) wrong "TICK_NS=$TICK_NS: built with LANES=4, without waves, the other parameters as they are by default" ;; esac
fi
if [ "$STRUCT" = 1 ]; then
  case $bench,$DUT in ws_sim_4, | ws_sim_32,) ;; *) wrong "STRUCT=1: built with LANES=4 and LANES=32, the other parameters as they are by default" ;; esac
  bench+=_struct
fi
if [ "$DUT" = gate ]; then
  case $bench,$WAVES in ws_sim_4, | ws_sim_4_c2,) ;; *) wrong "DUT=gate: netlists are built with LANES=4, of one CTA or with CTAS=2, the other parameters as they are by default, without waves" ;; esac
  bench+=_gate
fi
# Tests of the bus have a bench of their own.
on_bus=0
case $TEST in bus_*) on_bus=1 ;; esac
if [ $on_bus = 1 ]; then
  [ $few,$CTAS,$SHFL_FORM,$TICK_NS,$DUT = 4,1,1,0,10, ] ||
    wrong "TEST=$TEST: the bus is built with LANES=n, the other parameters as they are by default"
  bench=ws_sim_${LANES}_bus
  if [ "$STRUCT" = 1 ]; then
    case $bench,$FAMILIES,$CARRY,$WAVES in ws_sim_4_bus,255,0, | ws_sim_4_bus,255,,) bench+=_struct ;; *) wrong "STRUCT=1: the bus is built so with LANES=4, without waves, the other parameters as they are by default" ;; esac
  fi
  case $FAMILIES in
    255) ;;
    11 | 15) bench=ws_sim_4_f${FAMILIES}_bus ;;
    *) wrong "FAMILIES=$FAMILIES: on the bus it is 11 or 15, or left away" ;;
  esac
fi
if [ "$CARRY" = 1 ]; then
  case $bench,$WAVES in ws_sim_4_bus,) bench=ws_sim_4_carry_bus ;; *) wrong "CARRY=1: tests of the bus, TEST='bus_*', built with LANES=4, without waves, the other parameters as they are by default" ;; esac
fi
# So have those of the serial line, which knows no lanes.
case $TEST in serial_*)
  [ $LANES,$few,$CTAS,$SHFL_FORM,$STRUCT,$TICK_NS,$DUT = 32,4,1,1,0,0,10, ] ||
    wrong "TEST=$TEST: the serial line has no LANES, WARPS, SLOTS, CTAS, SHFL_FORM, STRUCT, TICK_NS, DUT"
  bench=ws_sim_serial
  ;;
esac
if [ $list = 1 ]; then
  scripts/build.sh $bench
  build/$bench --list
  [ $bench != "ws_sim_$LANES" ] || { scripts/build.sh ${bench}_bus && build/${bench}_bus --list; scripts/build.sh ws_sim_serial && build/ws_sim_serial --list; }
  exit
fi
[ -n "$TEST" ] || wrong "which test? Say TEST=name or TEST='pattern*'; make list shows them"

args=("--test=$TEST")
[ -n "$SEED" ] && args+=("--seed=$SEED")
[ -n "$N" ] && args+=("--n=$N")
[ "$TRACE" = 1 ] && args+=(--trace)
if [ "$WAVES" = 1 ]; then
  case $TEST in *[\*\?\[]*) wrong "WAVES=1 wants one test, not a pattern" ;; esac
  bench+=_waves
  mkdir -p build/waves
  waves=build/waves/$TEST.fst
  args+=("--waves=$waves")
fi
scripts/build.sh $bench
[ "$WAVES" = 1 ] || exec build/$bench "${args[@]}"

status=0
build/$bench "${args[@]}" || status=$?
[ -s "$waves" ] || exit $status
echo "waves: gtkwave $waves ${waves%.fst}.gtkw"
if [ $open = 1 ] && [ -n "$(type -P gtkwave)" ] && [ -n "${DISPLAY:-}" ]; then
  gtkwave "$waves" "${waves%.fst}.gtkw" >build/waves/gtkwave.log 2>&1 &
fi
exit $status
