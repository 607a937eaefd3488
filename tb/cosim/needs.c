// SPDX-License-Identifier: Apache-2.0
// What tests need of the families that are built (needs.h).
#include "needs.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#define COUNT(x) (sizeof(x) / sizeof(x)[0])

// By name; a test that no row means needs none but vote, which is always built.
static const struct {
  const char *tests;
  unsigned families;
} needs[] = {
    {"shfl_*", WS_FAMILY_SHFL},
    {"match_*", WS_FAMILY_MATCH},
    {"redux_*", WS_FAMILY_REDUX},
    {"masks_per_lane", WS_FAMILY_REDUX},
    {"rendezvous_one_by_one", WS_FAMILY_REDUX},
    {"rendezvous_overdue_behind", WS_FAMILY_SHFL},
    {"rendezvous_cover", WS_FAMILY_SHFL | WS_FAMILY_MATCH | WS_FAMILY_REDUX},
    {"mbar_*", WS_FAMILY_MBAR},
    {"smem_*", WS_FAMILY_MBAR},
    {"bar_*", WS_FAMILY_BAR},
    {"bar_warp_mix", WS_FAMILY_ALL},
    {"cluster_*", WS_FAMILY_ALL},
    {"block_*", WS_FAMILY_ALL},
};

unsigned ws_test_lacks(const ws_test *t, unsigned built) {
  unsigned wanted = 0;
  for (size_t k = 0; k < COUNT(needs); k++)
    if (!fnmatch(needs[k].tests, t->name, 0))
      wanted |= needs[k].families;
  return wanted & ~built;
}

const char *ws_family_names(unsigned families, char text[64]) {
  size_t n = 0;
  text[0] = 0;
  for (unsigned k = 0; ws_family_name(k); k++)
    if (families >> k & 1)
      n += (size_t)snprintf(text + n, 64 - n, "%s%s", n ? ", " : "", ws_family_name(k));
  return text;
}

void ws_built_ops(ws_stim_cfg *cfg, const ws_config *core, uint16_t ops[WS_BUILT_OPS]) {
  unsigned count = 0;
  for (unsigned k = 0; k < cfg->op_count && count < WS_BUILT_OPS; k++)
    if (ws_family_of(cfg->ops[k]) & ws_dut_families(core))
      ops[count++] = cfg->ops[k];
  if (count == cfg->op_count)
    return;
  cfg->ops = ops;
  cfg->op_count = count;
}
