// SPDX-License-Identifier: Apache-2.0
// Stands in for the RTL in a replayer that exists for its own tests: the model with one fault, chosen by the environment
// variable WS_FAULT, in what comes back of shfl.sync.bfly,
//   value  lane 3 gets another d         lost   lane 2 is left out of the answer
//   stray  the answer names warp 1       hang   no answer any more, and never idle
// or one of broken.h.
#include <stdlib.h>
#include <string.h>

#include "broken.h"
#include "dut.h"

struct ws_dut {
  ws_dut *model; // inside, the model's own instance
  bool hung;
};

static void broken_close(ws_dut *dut) {
  ws_dut_model.close(dut->model);
  free(dut);
}

static ws_dut *broken_open(const ws_config *cfg, int rank, uint64_t seed) {
  ws_dut *dut = calloc(1, sizeof *dut);
  if (!dut)
    return NULL;
  dut->model = ws_dut_model.open(cfg, rank, seed);
  if (dut->model)
    return dut;
  free(dut);
  return NULL;
}

static void broken_reset(ws_dut *dut) {
  dut->hung = false;
  ws_dut_model.reset(dut->model);
}

static void broken_step(ws_dut *dut, const ws_in in[], uint32_t new_req, ws_out out[]) {
  const char *fault = getenv("WS_FAULT");
  ws_dut_model.step(dut->model, in, new_req, out);
  if (dut->hung)
    out->rsp.valid = out->idle = false;
  if (!fault || !out->rsp.valid)
    return;
  break_answer(fault, &out->rsp);
  if (out->rsp.op != WS_OP_SHFL_BFLY)
    return;
  if (!strcmp(fault, "value"))
    out->rsp.d[3] ^= 1;
  else if (!strcmp(fault, "lost"))
    out->rsp.lanes &= ~4u;
  else if (!strcmp(fault, "stray"))
    out->rsp.warp ^= 1;
  else if (!strcmp(fault, "hang"))
    dut->hung = true, out->rsp.valid = out->idle = false;
}

static bool broken_waves(ws_dut *dut, const char *file) {
  (void)dut, (void)file;
  return false;
}

#define BROKEN(id, n)                                                                                                  \
  const ws_dut_ops id = {.name = "rtl",                                                                                \
                         .fixed = {.lanes = n, .warps = 32, .match_bits = 4},                                          \
                         .has_watchdog = true,                                                                         \
                         .open = broken_open,                                                                          \
                         .close = broken_close,                                                                        \
                         .reset = broken_reset,                                                                        \
                         .step = broken_step,                                                                          \
                         .waves = broken_waves}
extern const ws_dut_ops ws_dut_4_w32, ws_dut_8_w32, ws_dut_16_w32, ws_dut_32_w32;
BROKEN(ws_dut_4_w32, 4);
BROKEN(ws_dut_8_w32, 8);
BROKEN(ws_dut_16_w32, 16);
BROKEN(ws_dut_32_w32, 32);
