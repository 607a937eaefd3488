// SPDX-License-Identifier: Apache-2.0
// rtl/bus/ws_gmem.v with 256 bytes, compiled by Verilator, as the check of it sees it. A step is one clock: drive the inputs, sample the
// outputs, edge.
#ifndef GMEM_DUT_H
#define GMEM_DUT_H

#include "bus/ws_gmem.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GMEM_WORDS = 64 };

typedef struct gmem_out {
  bool ready;
  ws_gm_rsp rsp;
  uint32_t rdata; // of a read in the clock before
} gmem_out;

typedef struct gmem_dut gmem_dut;

gmem_dut *gmem_open(uint64_t seed); // registers and memory start at random values
void gmem_close(gmem_dut *dut);
gmem_out gmem_step(gmem_dut *dut, bool reset, const ws_gmem_host *host, const ws_gm *gm, bool rsp_ready);

#ifdef __cplusplus
}
#endif

#endif
