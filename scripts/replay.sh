#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# make replay, make check: scripts/replay.sh [--check] SCRIPT=file [DUT=both|rtl|cmodel] [RECORD=file] [WAVES=1]
# A script with errors is told before anything but the checker is built. Then builds what the script needs, the RTL of its lane count or the
# model alone, and gives it the file; its exit status is passed on: 0 all held, 1 something differed, 2 bad script or call.
set -eu
cd "$(dirname "$0")/.."
check="" script="" dut="" record="" waves=""
for word in "$@"; do
  case $word in
    --check) check=1 ;;
    SCRIPT=*) script=${word#*=} ;;
    DUT=*) dut=${word#*=} ;;
    RECORD=*) record=${word#*=} ;;
    WAVES=*) waves=${word#*=} ;;
  esac
done
if [ -z "$script" ]; then
  echo "which script? Say SCRIPT=file.wsv" >&2
  exit 2
fi
if [ ! -r "$script" ]; then
  echo "$script: no such file" >&2
  exit 2
fi
case $dut in "" | both | rtl | cmodel) ;; *)
  echo "DUT=$dut: it is both, rtl or cmodel" >&2
  exit 2
  ;;
esac
case $waves in "" | 0) waves="" ;; 1) ;; *)
  echo "WAVES=$waves: it is 1, or left away" >&2
  exit 2
  ;;
esac
if [ -n "$waves" ] && [ "$dut" = cmodel ]; then
  echo "WAVES=1 DUT=cmodel: waves are of the RTL" >&2
  exit 2
fi

WS_BUILD_DIR=build/check WS_SOURCE_DIR=tb/script scripts/build.sh ws_check
[ -z "$check" ] || exec build/check/ws_check "$script"
lanes=""
if [ -f "$script" ]; then # a pipe can be read only once
  lanes=_$(build/check/ws_check --for-replay "$script")
fi
args=(${dut:+"--dut=$dut"} ${record:+"--record=$record"})
if [ -z "$waves" ]; then
  program=ws_replay$lanes
  [ "$dut" != cmodel ] || program=ws_replay_model
  scripts/build.sh "$program"
  exec "build/$program" "${args[@]}" "$script"
fi
program=ws_replay_waves${lanes:-_32}
scripts/build.sh "$program"
mkdir -p build/waves
file=build/waves/$(basename "${script%.wsv}").fst
rm -f "$file" "${file%.fst}.gtkw" "${file%.fst}"_cta[1-7].fst "${file%.fst}"_cta[1-7].gtkw # of an earlier run
status=0
"build/$program" "${args[@]}" "--waves=$file" "$script" || status=$?
[ ! -s "$file" ] || echo "waves: gtkwave $file ${file%.fst}.gtkw"
exit $status
