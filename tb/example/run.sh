#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh core|soc FOLDER: compiles an instantiation example and its bench in Icarus, with the file list as any tool takes it, and
# runs it. Exit status 0 only if every check held. FOLDER is made and takes the compiled bench.
set -eu
cd "$(dirname "$0")/../.."
name=ws_example_$1
mkdir -p "$2"
iverilog -g2012 -Wall -f rtl/files.f -s "${name}_tb" -o "$2/$name.vvp" "rtl/$name.v" tb/formal/ws_axil_check.v "tb/example/${name}_tb.v"
exec vvp -n "$2/$name.vvp"
