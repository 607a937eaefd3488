// SPDX-License-Identifier: Apache-2.0
// What the bench sees of a device under test. Nothing here or above it knows a simulator; the back ends are
// dut_model.c (the cycle-accurate C model) and dut_verilated.cpp (one compiled library for each set of parameters).
//
// A step is one clock cycle: drive the inputs, let the combinational paths settle, sample every output, then the edge.
// A device is one CTA (rtl/ws_top.v), or a whole cluster of them with the network between (rtl/ws_cluster.v).
#ifndef WS_DUT_H
#define WS_DUT_H

#include "ws.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ws_dut ws_dut; // a running instance, owned by its back end

enum { WS_DUT_WHOLE = -1 };

typedef struct ws_dut_ops {
  const char *name;  // "rtl" or "model"
  ws_config fixed;   // the parameters of the build, the ports cfg_* aside; 0 in `lanes` fixes nothing
  bool has_watchdog; // cfg_watchdog_i does something
  bool has_waves;    // built with tracing
  bool has_coverage; // built to count what of the RTL was reached

  // A new instance, reset, all lanes exited. rank: WS_DUT_WHOLE for all cfg->ctas CTAs and the network between; else
  // that one CTA of a cluster of cfg->ctas, whose network the caller plays at the net ports (from builds of one CTA).
  // `seed` fills what has no reset. NULL when cfg is not what was built.
  ws_dut *(*open)(const ws_config *cfg, int rank, uint64_t seed);
  void (*close)(ws_dut *dut);
  void (*reset)(ws_dut *dut); // applies reset for some cycles, in the middle of whatever is going on

  // One cycle. in[], out[]: an element a CTA. new_req, a bit a CTA: the request payload differs from that of the cycle
  // before (or is garbage while not valid); without it only req.valid is looked at, so that a stalled or absent request
  // costs nothing. Of out[], payload is written only where its valid bit is set; net and clb only where the caller plays the cluster.
  void (*step)(ws_dut *dut, const ws_in in[], uint32_t new_req, ws_out out[]);

  // Dumps every signal to `file` from now on; false when built without tracing or the file cannot be written.
  bool (*waves)(ws_dut *dut, const char *file);

  // Digest of registers that no reset touches, those of the response port's results, as they stood before the first clock: of
  // the seed. NULL where there are none.
  uint64_t (*noise)(const ws_dut *dut);

  // Writes to `file` what all instances together have reached until they were closed; false when built without coverage,
  // when none was, or when the file cannot be written.
  bool (*coverage)(const char *file);
} ws_dut_ops;

extern const ws_dut_ops ws_dut_model;

// The core in an instance of ws_dut_model; of a whole cluster that of CTA `cta`.
const ws_core *ws_dut_model_core(const ws_dut *model, unsigned cta);

// Whether operations of its unit have addresses in memory, mbarrier operations and atomics; no other looks at addr. And atomics alone.
static inline bool ws_dut_atomic(uint32_t op) { return op >> 8 == WS_UNIT_ATOM || op >> 8 == WS_UNIT_RED; }
static inline bool ws_dut_addressed(uint32_t op) { return op >> 8 == WS_UNIT_MBAR || ws_dut_atomic(op); }

// Whether an operation gives 64 bits, so that d_hi counts.
static inline bool ws_dut_wide(uint32_t op) { return ws_op_fields(op) & WS_FIELD_D_HI; }

// CTAs of a cluster, CTAs that one block has room for, banks of shared memory, families built, and warps of each CTA: 0 in a
// configuration stands for one CTA, 32 banks, and all families.
static inline unsigned ws_dut_ctas(const ws_config *cfg) { return cfg->ctas ? cfg->ctas : 1; }
static inline unsigned ws_dut_slots(const ws_config *cfg) { return cfg->slots ? cfg->slots : 1; }
static inline unsigned ws_dut_banks(const ws_config *cfg) { return cfg->banks ? cfg->banks : WS_BANKS_MAX; }
static inline unsigned ws_dut_beat(const ws_config *cfg) { return cfg->beat ? cfg->beat : cfg->lanes; }
static inline unsigned ws_dut_families(const ws_config *cfg) { return cfg->families ? cfg->families : WS_FAMILY_ALL; }
static inline unsigned ws_dut_cta_warps(const ws_config *cfg) { return cfg->warps / ws_dut_slots(cfg); }

#ifdef __cplusplus
}
#endif
#endif
