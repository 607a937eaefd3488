// SPDX-License-Identifier: Apache-2.0
// rtl/atom/ws_atom_alu.v, compiled by Verilator, as the check of it sees it. A step is one clock: drive the inputs, sample the outputs, edge.
#ifndef ALU_DUT_H
#define ALU_DUT_H

#include "ws.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct alu_in {
  bool reset, valid;
  uint8_t fn;
  uint16_t tag;
  ws_atom_value r, s, t;
} alu_in;

typedef struct alu_out {
  bool ready, valid;
  uint16_t tag;
  ws_atom_value d;
} alu_out;

typedef struct alu_dut alu_dut;

alu_dut *alu_open(uint64_t seed); // registers start at random values
void alu_close(alu_dut *dut);
alu_out alu_step(alu_dut *dut, const alu_in *in);

#ifdef __cplusplus
}
#endif

#endif
