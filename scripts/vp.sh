#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# make vp: scripts/vp.sh FW=name|file [BACKEND=cmodel|rtl] [LANES=] [ARGS='options of ws_vp']
# Builds the virtual platform of tb/sysc and runs firmware on it; the firmware's exit status is passed on. FW: an image
# of build/fw (made by `make fw`), a test program of tb/sysc/programs, or a file.
set -eu
cd "$(dirname "$0")/.."

wrong() {
  echo "$1" >&2
  exit 2
}

# Firmware that goes by a name: that of make fw, then the programs of the tests.
names() {
  printf '%s ' $(basename -s .elf build/fw/*.elf) $(ls tb/sysc/programs | sed -n 's/\.[cS]$//p' | grep -v start)
}

FW="" BACKEND=cmodel LANES=32 ARGS=""
for word in "$@"; do
  case $word in
    FW=* | BACKEND=* | LANES=* | ARGS=*) printf -v "${word%%=*}" '%s' "${word#*=}" ;;
    *) wrong "$word: what is that? FW= BACKEND= LANES= ARGS= are known" ;;
  esac
done
case ${LANES:=32} in 4 | 8 | 16 | 32) ;; *) wrong "LANES=$LANES: it is 4, 8, 16 or 32" ;; esac
case ${BACKEND:=cmodel} in cmodel | rtl) ;; *) wrong "BACKEND=$BACKEND: it is cmodel or rtl" ;; esac
[ -n "$FW" ] || wrong "which firmware? Say FW=selftest, or FW=file with an ELF file or a flat binary"

vp=ws_vp
[ $BACKEND = cmodel ] || vp=ws_vp_$LANES
if [ -f "$FW" ]; then
  program=$FW
elif [[ $FW =~ ^[a-z_]+$ ]] && compgen -G "tb/sysc/programs/$FW.[cS]" >/dev/null; then
  program=build/vp/$FW.elf
  scripts/build.sh ws_vp_programs
elif [[ $FW =~ ^[a-z_]+$ ]]; then
  program=build/fw/$FW.elf
  log=build/fw.log
  mkdir -p build
  "${MAKE:-make}" --no-print-directory fw >$log 2>&1 || { tail -20 $log >&2; wrong "make fw failed; the whole output is in $log"; }
  [ -f "$program" ] || wrong "FW=$FW: no such file and no firmware. There is: $(names)"
else
  wrong "FW=$FW: no such file"
fi
scripts/build.sh $vp
# shellcheck disable=SC2086 # ARGS are several words
exec build/$vp --backend=$BACKEND --lanes=$LANES $ARGS "$program"
