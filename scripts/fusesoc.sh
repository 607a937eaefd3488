#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# make fusesoc: tries every target of warpsync.core in FuseSoC, from a folder of its own, as somebody who depends on the core does.
# Lint and simulations run; boards are set up, which reads every file and makes the Makefile of the flow. One line a target, then
# "N passed, N failed"; the logs stay in build/fusesoc. scripts/setup.sh fusesoc installs FuseSoC in build/python/fusesoc.
set -eu
cd "$(dirname "$0")/.."
root=$PWD out=$PWD/build/fusesoc
scripts/setup.sh fusesoc
rm -rf "$out"
mkdir -p "$out"
touch build/FUSESOC_IGNORE # nothing in build/ is a core
: >"$out/fusesoc.conf"     # no libraries of the user

passed=0 failed=0
verdict() { # $1: name; $2: status; $3: log
  if [ "$2" -eq 0 ]; then
    passed=$((passed + 1))
    echo "ok    $1"
  else
    failed=$((failed + 1))
    echo "FAIL  $1: see ${3#"$root/"}"
    tail -8 "$3" | sed 's/^/      | /'
  fi
}

# A target, run or (with --setup) set up only; $2: what its log has to hold.
target() {
  local name=$1 sign=$2 log=$out/$1.log status=0
  shift 2
  (cd "$out" && "$root/build/python/fusesoc/bin/fusesoc" --config fusesoc.conf --cores-root "$root" run "$@" --target="$name" --work-root "$out/$name" warpsync) \
    >"$log" 2>&1 </dev/null || status=$?
  [ $status -ne 0 ] || grep -qE "$sign" "$log" "$out/$name"/Makefile "$out/$name"/*.tcl 2>/dev/null || { status=1 && echo "there is no '$sign' in it" >>"$log"; }
  verdict "$name" $status "$log"
}

status=0
python3 scripts/gen_core.py --check >"$out/core.log" 2>&1 || status=$?
verdict "warpsync.core is that of rtl/files.f, cmodel/ws.h and rtl/fpga/boards.toml" $status "$out/core.log"
target default warpsync --setup --tool=icarus
target lint 'verilator -f'
target sim '^[1-9][0-9]* passed, 0 failed'
target sim_core '^[1-9][0-9]* passed, 0 failed'
for board in $(sed -n '/^\[\([a-z0-9_]*\)\]$/{s//\1/;h}; /^top = /{x;p}' rtl/fpga/boards.toml); do  # those with a top of their own
  target "$board" "nextpnr.* (--pcf|--lpf) .*ws_$board" --setup
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
