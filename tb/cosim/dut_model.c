// SPDX-License-Identifier: Apache-2.0
// The cycle-accurate C model as a device under test: one core, or a cluster of them.
#include "dut.h"

#include <stdlib.h>

struct ws_dut {
  ws_core *core; // one of the two; it points behind this header, in the same allocation
  ws_cluster *cluster;
  ws_config cfg;
  unsigned rank;
};

static bool start(ws_dut *dut, void *mem) {
  if (dut->cluster)
    return (dut->cluster = ws_cluster_init(mem, &dut->cfg)) != NULL;
  return (dut->core = ws_core_init_rank(mem, &dut->cfg, dut->rank)) != NULL;
}

static ws_dut *model_open(const ws_config *cfg, int rank, uint64_t seed) {
  (void)seed; // nothing in the model is without a reset value
  bool whole = rank == WS_DUT_WHOLE && ws_dut_ctas(cfg) > 1;
  size_t head = (sizeof(ws_dut) + _Alignof(max_align_t) - 1) / _Alignof(max_align_t) * _Alignof(max_align_t);
  char *mem = malloc(head + (whole ? ws_cluster_size(cfg) : ws_core_size()));
  if (!mem)
    return NULL;
  ws_dut *dut = (ws_dut *)(void *)mem;
  *dut = (ws_dut){.cfg = *cfg, .rank = rank == WS_DUT_WHOLE ? 0 : (unsigned)rank};
  if (whole)
    dut->cluster = (ws_cluster *)(void *)(mem + head);
  if (start(dut, mem + head))
    return dut;
  free(mem);
  return NULL;
}

static void model_close(ws_dut *dut) { free(dut); }

static void model_reset(ws_dut *dut) { start(dut, dut->cluster ? (void *)dut->cluster : (void *)dut->core); }

static void model_step(ws_dut *dut, const ws_in in[], uint32_t new_req, ws_out out[]) {
  (void)new_req;
  if (dut->cluster)
    ws_cluster_step(dut->cluster, in, out);
  else
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

const ws_core *ws_dut_model_core(const ws_dut *model, unsigned cta) {
  return model->cluster ? ws_cluster_core(model->cluster, cta) : model->core;
}
