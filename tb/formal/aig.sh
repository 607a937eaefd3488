# SPDX-License-Identifier: Apache-2.0
# Sourced by frames_zero.sh, clocked_zero.sh and bound_zero.sh, which set name, top, what, properties, files (under rtl/),
# file, bug and mode. Copies rtl/ and tb/formal to $work, plants the bug of --negative there, and makes $work/all.aig and
# all.map of the module. Registers start at 0; with start=any, those but `calm` start anyhow. params, from the environment:
# "PARAMETER=VALUE..." of the module; probes: "WIRE=INSTANCE.REGISTER...", undriven wires of it that are to show a register inside.
# shellcheck shell=bash disable=SC2154
set -u
cd "$(dirname "$0")/../.." || exit 2
work=build/formal/$name$mode
rm -rf "$work" && mkdir -p "$work" && cp -r rtl tb/formal "$work" || exit 2

if [ "$mode" = --negative ]; then
  case $file in
    formal/*) target=$work/$file origin=tb/$file ;;
    *) target=$work/rtl/$file origin=rtl/$file ;;
  esac
  if ! [ -f "$origin" ]; then
    echo "$name: there is no $origin to plant a bug in"
    exit 1
  fi
  sed -i "$bug" "$target"
  if cmp -s "$target" "$origin"; then
    echo "$name: nothing was planted in $origin, the text to replace is gone"
    exit 1
  fi
elif [ -n "$mode" ]; then
  echo "$name: unknown argument '$mode'; there is --negative"
  exit 2
fi

anyhow=
[ "${start:-}" != any ] || anyhow="select -set kept w:calm %ci t:\$_DFF_P_ %i
techmap -max_iter 1 -map $work/formal/any_start.v t:\$_DFF_P_ @kept %d
opt_clean"
cat > "$work/run.ys" <<END
read_verilog -I$work/rtl $(for f in $files; do echo -n "$work/rtl/$f "; done)
read_verilog -formal -I$work/rtl $(for f in $properties; do echo -n "$work/formal/$f "; done)
$(for p in ${params:-}; do echo "chparam -set ${p%=*} ${p#*=} $top"; done)
hierarchy -check -top $top
proc
setattr -mod -unset keep_hierarchy *
flatten
$(for p in ${probes:-}; do echo "connect -nounset -set ${p%=*} ${p#*=}"; done)
opt_clean
memory -nomap
memory_map
check -assert
tee -o $work/ports.txt portlist A:top
async2sync
opt -full -nodffe -nosdff
setundef -undriven -init -zero
dffunmap
techmap
dffunmap
dfflegalize -cell \$_DFF_P_ 0
$anyhow
abc -g AND -fast
aigmap
write_aiger -zinit -symbols -map $work/all.map $work/all.aig
END
if ! yosys -q -s "$work/run.ys" > "$work/yosys.log" 2>&1; then
  echo "$name: Yosys failed, $work/yosys.log ends with:"
  tail -5 "$work/yosys.log"
  exit 2
fi

# Sets `seconds`, the processor time of all that has run. Not to be called in a subshell, whose times are others.
spent() {
  times > "$work/times"
  seconds=$(awk 'NR == 2 { for (k = 1; k <= 2; k++) { split($k, t, "[ms]"); s += 60 * t[1] + t[2] } printf "%.0f", s }' "$work/times")
}

# judge FOUND LOG: none, counterexample, or anything else if there is no answer. Goes on only if there is none to be found.
judge() {
  if [ "$1" != none ] && [ "$1" != counterexample ]; then
    echo "$name: ABC gave no answer, $2 ends with:"
    tail -5 "$2"
    exit 2
  elif [ "$mode" = --negative ]; then
    spent
    echo "$name: planted bug $([ "$1" = none ] && echo 'NOT found' || echo found) ($seconds s)"
    [ "$1" = counterexample ]
    exit
  elif [ "$1" = counterexample ]; then
    echo "$name: does NOT hold: $what; ABC's run is in $2"
    exit 1
  fi
}

# Outputs of the AIG by number: number NAME BIT. bad, then the bits of reached, if there are any.
number() { sed -n "s/^output \([0-9]*\) $2 $1 *\$/\1/p" "$work/all.map"; }
bits=$(grep -c '^output [0-9]* [0-9]* reached *$' "$work/all.map")
wide=$(sed -n 's/^output \[\([0-9]*\):0\] reached.*/\1/p' "$work/ports.txt")
if [ -z "$mode" ] && [ "$bits" != "$((${wide:--1} + 1))" ]; then
  echo "$name: $work/all.map has $bits bits of the output reached of $top, which has $((${wide:--1} + 1))"
  exit 2
fi
bad="read_aiger $work/all.aig; cone -s -O $(number bad 0); strash"

# occurs ABC_COMMAND ANSWER BOUND: each bit of reached can become 1.
occurs() {
  local k log
  for ((k = 0; k < bits; k++)); do
    log=$work/reached$k.log
    timeout 600 berkeley-abc -c "read_aiger $work/all.aig; cone -s -O $(number reached $k); strash; $1" > "$log" 2>&1
    if ! grep -q "$2" "$log"; then
      echo "$name: reached[$k] of $top cannot be shown to occur$3, see $log"
      exit 1
    fi
  done
}
