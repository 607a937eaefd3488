// SPDX-License-Identifier: Apache-2.0
// Defaults and ranges of a configuration, and why one is refused: see ws.h for what the fields mean.
#include "what/config.h"

#include "what/bits.h"

const char *ws_version(void) { return WS_VERSION; }

// What a field that is 0 stands for, where 0 is no value of its own.
static void complete(ws_config *cfg) {
  cfg->trywait = cfg->trywait ? cfg->trywait : 1024;
  cfg->tick_ns = cfg->tick_ns ? cfg->tick_ns : 10;
  cfg->waiters = cfg->waiters ? cfg->waiters : 8;
  cfg->copies = cfg->copies ? cfg->copies : 8;
  cfg->alus = cfg->alus ? cfg->alus : 8;
  cfg->banks = cfg->banks ? cfg->banks : WS_BANKS_MAX;
  cfg->ctas = cfg->ctas ? cfg->ctas : 1;
  cfg->hop = cfg->hop ? cfg->hop : 4;
  cfg->slots = cfg->slots ? cfg->slots : 1;
  cfg->beat = cfg->beat ? cfg->beat : cfg->lanes;
  cfg->families = cfg->families ? cfg->families : WS_FAMILY_ALL;
}

ws_config ws_config_default(void) {
  ws_config cfg = {.lanes = 32, .warps = 4, .match_bits = 4};
  complete(&cfg);
  cfg.beat = 0; // follows `lanes`, which the caller may change
  return cfg;
}

const char *ws_config_error(const ws_config *cfg, unsigned rank) {
  if (!cfg)
    return "there is no configuration: cfg is NULL";
  ws_config full = *cfg;
  complete(&full);
  if (!bits_power_of_two(full.lanes, 4, WS_LANES_MAX))
    return "lanes must be 4, 8, 16 or 32";
  if (!bits_power_of_two(full.warps, 1, WS_WARPS_MAX))
    return "warps must be 1, 2, 4, 8, 16 or 32";
  if (full.shfl_form > 1)
    return "shfl_form must be 0 (crossbar) or 1 (butterfly)";
  if (!bits_power_of_two(full.match_bits, 4, 32))
    return "match_bits must be 4, 8, 16 or 32";
  if (full.tick_ns > 1000)
    return "tick_ns must be 1 to 1000, or 0, which stands for 10";
  if (full.waiters < 2 || full.waiters > 64)
    return "waiters must be 2 to 64, or 0, which stands for 8";
  if (!bits_power_of_two(full.copies, 2, 64))
    return "copies must be 2, 4, 8, 16, 32 or 64, or 0, which stands for 8";
  if (!bits_power_of_two(full.alus, 4, 32))
    return "alus must be 4, 8, 16 or 32, or 0, which stands for 8";
  if (!bits_power_of_two(full.banks, 4, WS_BANKS_MAX))
    return "banks must be 4, 8, 16 or 32, or 0, which stands for 32";
  if (full.banks < full.alus)
    return "banks must be at least alus: each works on banks of its own";
  if (!bits_power_of_two(full.beat, 4, WS_LANES_MAX))
    return "beat must be 4, 8, 16 or 32, or 0, which stands for lanes";
  if (full.beat > full.lanes)
    return "beat must be at most lanes: a beat is lanes of one warp";
  if (full.beat < full.lanes && full.warps * full.lanes > WS_WARPS_MAX * full.beat)
    return "beat must be at least warps * lanes / 32: to memory each beat is a warp";
  if (full.ctas > WS_CTAS_MAX)
    return "ctas must be 1 to 8, or 0, which stands for 1";
  if (full.hop > 255)
    return "hop must be 1 to 255, or 0, which stands for 4";
  if (!bits_power_of_two(full.slots, 1, WS_CTAS_MAX))
    return "slots must be 1, 2, 4 or 8, or 0, which stands for 1";
  if (full.slots > full.warps)
    return "slots must be at most warps: a CTA has a warp or more";
  if (full.slots > 1 && full.ctas > 1)
    return "slots must be 1 where ctas is above 1: a core of a cluster holds one CTA";
  if (full.families > WS_FAMILY_ALL)
    return "families has a bit that is no WS_FAMILY_*";
  if ((full.families & WS_FAMILY_ALWAYS) != WS_FAMILY_ALWAYS)
    return "families must have WS_FAMILY_VOTE, or be 0, which stands for all";
  if (rank >= full.ctas)
    return "rank must be below ctas";
  return NULL;
}

bool ws_config_complete(ws_config *cfg) {
  complete(cfg);
  return ws_config_error(cfg, 0) == NULL;
}
