// SPDX-License-Identifier: Apache-2.0
// What the bench sees of a device under test. Nothing here or above it knows a simulator; the back ends are
// dut_model.c (the cycle-accurate C model) and dut_verilated.cpp (one compiled library for each set of parameters).
//
// A step is one clock cycle: drive the inputs, let the combinational paths settle, sample every output, then the edge.
#ifndef WS_DUT_H
#define WS_DUT_H

#include "ws.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ws_dut ws_dut; // a running instance, owned by its back end

typedef struct ws_dut_ops {
  const char *name;  // "rtl" or "model"
  ws_config fixed;   // what the build fixes: lanes, warps, shfl_form, match_bits; 0 in `lanes` fixes nothing
  bool has_watchdog; // cfg_watchdog_i does something
  bool has_waves;    // built with tracing

  // A new instance, reset, all lanes exited. `seed` fills what has no reset. NULL when cfg is not what was built.
  ws_dut *(*open)(const ws_config *cfg, uint64_t seed);
  void (*close)(ws_dut *dut);
  void (*reset)(ws_dut *dut); // applies reset for some cycles, in the middle of whatever is going on

  // One cycle. `new_req`: the request payload differs from that of the cycle before (or is garbage while not valid);
  // without it only req.valid is looked at, so that a stalled or absent request costs nothing.
  // Of *out, payload is written only where its valid bit is set.
  void (*step)(ws_dut *dut, const ws_in *in, bool new_req, ws_out *out);

  // Dumps every signal to `file` from now on; false when built without tracing or the file cannot be written.
  bool (*waves)(ws_dut *dut, const char *file);
} ws_dut_ops;

extern const ws_dut_ops ws_dut_model;

#ifdef __cplusplus
}
#endif
#endif
