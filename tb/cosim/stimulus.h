// SPDX-License-Identifier: Apache-2.0
// What stands at the ports of one CTA, or of the CTAs of a cluster, cycle by cycle, as a text file for a bench in Verilog
// (tb/gate/fourstate.v):
//   0 WORD            reset; WORD is what cfg_* are from now on
//   1 INS OUTS ...    a cycle of a CTA, those of a cluster by rank: single bits that go in, bits that must come out; then, for
//                     each record that is valid, in the order of the bits: of inputs their fields, of outputs their
//                     fields and the bits of these that count
// Numbers are hexadecimal; fields are packed from the low end, in the order of the ports of rtl/ws_top.v.
#ifndef WS_STIMULUS_H
#define WS_STIMULUS_H

#include "lockstep.h"

// Notes the reset, or the cycle, that `ls` has just gone through: in ls->cfg.stimulus, and in *ls->cfg.hash the outputs that
// count. req_ready counts while there is a request. What a cluster keeps inside is 0, and does not count.
void ws_stimulus_reset(const ws_lockstep *ls);
void ws_stimulus_step(const ws_lockstep *ls);

#endif
