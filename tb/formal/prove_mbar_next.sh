#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The transition of an mbarrier object: equal to integers; its rules one by one; in parts as at once; and what must be
# possible is possible. Planted bugs, each found by the proof named with it:
#   same     a bit of the zero test of P is lost; the tx-count -2^20 passes; the order of two errors; the phase that is
#            already over is completed once more
#   rules    a dropped arrival still counts in the next phase; noComplete completes; the phase bit sticks; too many are dropped; a phase
#            ends where nothing is to be counted
#   parts    an arrival where none is pending wraps around
#   reach    no phase is ever completed
set -u
cd "$(dirname "$0")" || exit 2
mode=${1:-}
unit=mbar/ws_mbar_next.v

prove() { # KIND WHAT SED...: one run, or with --negative one for each bug
  local kind=$1 what=$2 n=0
  shift 2
  [ -n "$mode" ] || { ./frames_zero.sh "mbar_$kind" "mbar_next_$kind" 0 "$what" mbar_props.v $unit ''; return; }
  for bug in "$@"; do
    n=$((n + 1))
    ./frames_zero.sh "mbar_$kind$n" "mbar_next_$kind" 0 "$what" mbar_props.v $unit "$bug" "$mode" || return
  done
}

# Each output of mbar_next_reach is 1 for some input: Yosys finds one, or says that there is none.
reach() {
  local root=../.. work start=$SECONDS count
  work=$root/build/formal/mbar_reach$mode
  rm -rf "$work" && mkdir -p "$work" && cp $root/rtl/$unit "$work" || return 2
  if [ -n "$mode" ]; then
    sed -i "$1" "$work/ws_mbar_next.v"
    ! cmp -s "$work/ws_mbar_next.v" $root/rtl/$unit || { echo "mbar_reach: nothing was planted"; return 1; }
  fi
  count=$(sed -n '/^module mbar_next_reach/,$s/.*output wire \[\([0-9]*\):0\] reached.*/\1/p' mbar_props.v)
  {
    echo "read_verilog -I$root/rtl $work/ws_mbar_next.v" $root/rtl/mbar/ws_mbar_{bit,zero,none,far,wrong}.v "$root/rtl/common/ws_late.v mbar_props.v"
    echo "hierarchy -check -top mbar_next_reach; setattr -mod -unset keep_hierarchy *; proc; flatten; opt_clean"
    for k in $(seq 0 "$count"); do echo "sat -verify -timeout 100 -set reached[$k] 1"; done
  } > "$work/run.ys"
  yosys -q -s "$work/run.ys" > "$work/yosys.log" 2>&1
  local status=$?
  if [ -n "$mode" ]; then
    grep -q 'found no model' "$work/yosys.log" || { echo "mbar_reach: planted bug NOT found"; return 1; }
    echo "mbar_reach: planted bug found ($((SECONDS - start)) s)"
  elif [ $status != 0 ]; then
    echo "mbar_reach: a case cannot be reached, or Yosys failed; $work/yosys.log ends with:"
    tail -5 "$work/yosys.log"
    return 1
  else
    echo "PROVED mbar_reach each of $((count + 1)) cases occurs: every status, every way to complete a phase (Yosys, each case occurs, $((SECONDS - start)) s)"
  fi
}

prove same "the transition of an mbarrier object equals plain integers" \
  "s/\.b_i(arr),/.b_i({1'b0, arr[18:0]}),/" \
  's/t_far || (.*/t_far;/' \
  's/{complete \&\& nc_i, \(.*\), x_under,/{x_under, \1, complete \&\& nc_i,/' \
  's/ && !idle//' &&
prove rules "counts stay in range, no arrival is lost, a phase ends just when P and T are 0, errors change nothing" \
  's/{!phase, nx_after,/{!phase, nx,/' \
  "s/{complete \&\& nc_i,/{1'b0,/" \
  's/{!phase,/{phase,/' \
  "s/, x_under, p_over/, 1'b0, p_over/" \
  's/(on_i \&\& !inc_i)/!inc_i/' &&
prove parts "arrivals and bytes at once are as in two parts, unless the first completes a phase" \
  's/p_end = p_zero || np_sum/p_end = np_sum/' &&
reach "s/wire complete = .*/wire complete = 1'b0;/"
