// SPDX-License-Identifier: Apache-2.0
// Defaults and ranges of a configuration: see ws.h for what the fields mean.
#include "what/config.h"

#include "what/bits.h"

bool ws_config_complete(ws_config *cfg) {
  cfg->trywait = cfg->trywait ? cfg->trywait : 1024;
  cfg->tick_ns = cfg->tick_ns ? cfg->tick_ns : 10;
  cfg->waiters = cfg->waiters ? cfg->waiters : 8;
  cfg->copies = cfg->copies ? cfg->copies : 8;
  cfg->alus = cfg->alus ? cfg->alus : 8;
  cfg->ctas = cfg->ctas ? cfg->ctas : 1;
  cfg->hop = cfg->hop ? cfg->hop : 4;
  cfg->slots = cfg->slots ? cfg->slots : 1;
  cfg->families = cfg->families ? cfg->families : WS_FAMILY_ALL;

  const bool sizes = bits_power_of_two(cfg->lanes, 4, WS_LANES_MAX) && bits_power_of_two(cfg->warps, 1, WS_WARPS_MAX);
  const bool units = cfg->shfl_form <= 1 && bits_power_of_two(cfg->match_bits, 4, 32);
  const bool memory = cfg->tick_ns <= 1000 && cfg->waiters >= 2 && cfg->waiters <= 64 &&
                      bits_power_of_two(cfg->copies, 2, 64) && bits_power_of_two(cfg->alus, 4, 32);
  const bool ctas = cfg->ctas <= WS_CTAS_MAX && cfg->hop <= 255 && bits_power_of_two(cfg->slots, 1, WS_CTAS_MAX) &&
                    cfg->slots <= cfg->warps && (cfg->slots == 1 || cfg->ctas == 1);
  const bool families = cfg->families <= WS_FAMILY_ALL && (cfg->families & WS_FAMILY_ALWAYS) == WS_FAMILY_ALWAYS;
  return sizes && units && memory && ctas && families;
}
