// SPDX-License-Identifier: Apache-2.0
// The compiled RTL of the block on a bus as the bench sees it (bus_dut.cpp). A step is one clock cycle: drive the inputs, let the
// combinational paths settle, sample every output, then the edge.
#ifndef WS_BUS_DUT_H
#define WS_BUS_DUT_H

#include "bus/ws_bus.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ws_bus_dut ws_bus_dut;

typedef struct ws_bus_dut_ops {
  ws_bus_config cfg; // what was built
  bool has_waves;
  bool has_coverage; // built to count what of the RTL was reached

  // A new instance, reset. `seed` fills what has no reset.
  ws_bus_dut *(*open)(uint64_t seed);
  void (*close)(ws_bus_dut *dut);

  // Applies reset for some cycles, in the middle of whatever is going on.
  void (*reset)(ws_bus_dut *dut);

  // One cycle. prot: what stands at AWPROT and ARPROT, which nobody looks at. Returns the breaches of the protocol so far.
  unsigned (*step)(ws_bus_dut *dut, const ws_bus_in *in, unsigned prot, ws_bus_out *out);

  // Dumps every signal to `file` from now on; false when built without tracing or the file cannot be written.
  bool (*waves)(ws_bus_dut *dut, const char *file);
  // Writes to `file` what all instances together have reached until they were closed; false if it cannot be written.
  bool (*coverage)(const char *file);
} ws_bus_dut_ops;

#ifdef __cplusplus
}
#endif
#endif
