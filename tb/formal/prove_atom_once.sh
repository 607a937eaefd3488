#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# Atomics at one word. Planted bugs: what was written two clocks before is read from memory, three clocks before, one clock before; a slot goes
# beside a lower one of its ALU; it gives way to a higher one; operands are combined though a lane is elsewhere; a result is written though the
# stages stand still; the next result is taken in before the last response is.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
files=$(sed -n 's,^rtl/\(common/ws_pick.v\|atom/ws_atom\(_place\|_laid\|_load\|_pick\|_fold\|_banks\|_pipe\|_result\|\)\.v\)$,\1,p' ../../rtl/files.f | tr '\n' ' ')
prove() { # NAME KIND FRAMES WHAT FILE BUG
  params="KIND=$2" ./clocked_zero.sh "$1" atom_once "$3" "$4" "port_props.v narrow_atom.v atom_once_props.v" "$files" "atom/$5" "$6" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove atom_once 0 30 "each lane is answered once, with the value that the order of operations and lanes gives it, and no update is lost; 4 lanes, 4 ALUs" ws_atom.v ''
else
  prove atom_once_a 0 30 '' ws_atom_pipe.v 's/mid\[i\]  = p4_valid_q/mid[i] = 1'"'"'b0 \&\& p4_valid_q/'
  prove atom_once_b 0 30 '' ws_atom_pipe.v 's/far\[i\]  = p5_use_q\[i\]/far[i] = 1'"'"'b0/'
  prove atom_once_c 0 30 '' ws_atom_pipe.v 's/near\[i\] = p3_valid_q/near[i] = 1'"'"'b0 \&\& p3_valid_q/'
  prove atom_once_d 0 30 '' ws_atom_pick.v 's/held = 1.b1;/held = 1'"'"'b0;/'
  prove atom_once_e 0 30 '' ws_atom.v 's/ \&\& (q_same_word_q | ~q_use_q) == {S{1.b1}};/;/'
  prove atom_once_f 0 30 '' ws_atom_pipe.v 's/p4_valid_q \&\& !stall_o ? p4_use_q/p4_valid_q ? p4_use_q/; s/else if (!stall_o) p5_use_q/else p5_use_q/'
  prove atom_once_g 0 30 '' ws_atom_result.v 's/assign ready_o = !closed_q || leaves;/assign ready_o = 1'"'"'b1;/'
fi
