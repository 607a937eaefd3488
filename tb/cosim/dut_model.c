// SPDX-License-Identifier: Apache-2.0
// The cycle-accurate C model as a device under test.
#include "dut.h"

#include <stdlib.h>

struct ws_dut {
  ws_core *core; // points behind this header, in the same allocation
  ws_config cfg;
};

static ws_dut *model_open(const ws_config *cfg, uint64_t seed) {
  (void)seed; // nothing in the model is without a reset value
  size_t head = (sizeof(ws_dut) + _Alignof(max_align_t) - 1) / _Alignof(max_align_t) * _Alignof(max_align_t);
  char *mem = malloc(head + ws_core_size());
  if (!mem)
    return NULL;
  ws_dut *dut = (ws_dut *)(void *)mem;
  dut->cfg = *cfg;
  dut->core = ws_core_init(mem + head, cfg);
  if (dut->core)
    return dut;
  free(mem);
  return NULL;
}

static void model_close(ws_dut *dut) { free(dut); }

static void model_reset(ws_dut *dut) { dut->core = ws_core_init(dut->core, &dut->cfg); }

static void model_step(ws_dut *dut, const ws_in *in, bool new_req, ws_out *out) {
  (void)new_req;
  ws_core_step(dut->core, in, out);
}

static bool model_waves(ws_dut *dut, const char *file) {
  (void)dut, (void)file;
  return false;
}

const ws_dut_ops ws_dut_model = {
    .name = "model",
    .has_watchdog = true,
    .open = model_open,
    .close = model_close,
    .reset = model_reset,
    .step = model_step,
    .waves = model_waves,
};
