// SPDX-License-Identifier: Apache-2.0
// The block on a bus: golden model of rtl/bus/ws_bus.v, an AXI4-Lite subordinate over ws_top. Part of libwarpsync.
//
// The registers are those of ws_regs.h (rtl/bus/registers.md). Two ways to use it, on the same state:
//   ws_bus_step                  one clock, every port of ws_bus.v, cycle-exact
//   ws_bus_read, ws_bus_write    a whole access; as many clocks pass as a bus that never stalls needs
// No function allocates memory, prints, or keeps anything between calls.
#ifndef WS_BUS_H
#define WS_BUS_H

#include "ws.h"
#include "bus/ws_regs.h"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) // the library hides what no public header declares
#endif

// Responses of AXI4-Lite.
enum { WS_BUS_OKAY = 0, WS_BUS_SLVERR = 2, WS_BUS_DECERR = 3 };

// Clocks for which an access to shared memory waits for the block, longer than a sweep; then it is refused, BUSY.
static inline unsigned ws_bus_smem_clocks(unsigned banks) { return banks == 4 ? 2047 : 1023; }

typedef struct ws_bus_config { // 0 stands for the default, in brackets
  // lanes [32], warps [4], match_bits [4], the rest as in ws.h; ctas is 1. Registers set legacy, watchdog and trywait: these
  // three fields are not looked at.
  ws_config core;
  unsigned fifo;       // entries of the completion FIFO: power of two, 2..64             (parameter FIFO_DEPTH) [8]
  unsigned gmem_bytes; // global memory that copies read: power of two, 256..65536        (parameter GMEM_BYTES) [4096]
  unsigned tick_div;   // clocks of a tick after reset, 1..65535                          (parameter TICK_DIV) [1]
  uint32_t build;      // what register BUILD reads                                       (parameter BUILD)
  uint64_t cnt_start;  // what the counters of events begin with                          (parameter CNT_START)
  bool no_counters;    // built without the counters of events                            (parameter COUNTERS = 0)
  bool no_watchdog;    // built without the watchdog on blocked lanes                     (parameter WATCHDOG = 0)
} ws_bus_config;

typedef struct ws_bus ws_bus;

// Bytes of the state; the caller owns the memory (malloc alignment).
size_t ws_bus_size(const ws_bus_config *cfg);

// Why ws_bus_init refuses a configuration, as ws_config_error of ws.h; NULL if it accepts it.
const char *ws_bus_config_error(const ws_bus_config *cfg);

// State after reset, memories 0. NULL if mem is NULL or a field of cfg is outside its range.
ws_bus *ws_bus_init(void *mem, const ws_bus_config *cfg);

typedef struct ws_bus_in { // what the manager drives in one cycle; addresses: the low 17 bits count
  bool awvalid, wvalid, bready, arvalid, rready;
  uint32_t awaddr, wdata, wstrb, araddr;
} ws_bus_in;

// What stands at the outputs in the same cycle. bresp has a meaning only with bvalid, rdata and rresp only with rvalid.
typedef struct ws_bus_out {
  bool awready, wready, bvalid, arready, rvalid, irq, busy, err;
  uint32_t bresp, rdata, rresp;
} ws_bus_out;

// One clock cycle: *out is what the ports show in this cycle; then the state advances by one edge.
void ws_bus_step(ws_bus *bus, const ws_bus_in *in, ws_bus_out *out);

// Whole transactions. Return the response; the clocks that passed are added to *clocks if that is not NULL. *data is 0 if refused.
// Not in the middle of an access that ws_bus_step has begun.
unsigned ws_bus_read(ws_bus *bus, uint32_t addr, uint32_t *data, uint64_t *clocks);
unsigned ws_bus_write(ws_bus *bus, uint32_t addr, uint32_t data, unsigned strb, uint64_t *clocks);

// Time passes, no access.
void ws_bus_run(ws_bus *bus, uint64_t clocks);

// The interrupt line.
bool ws_bus_irq(const ws_bus *bus);

// The interrupt line can change without an access: it has not followed IRQ_STATUS yet, or an interrupt is enabled and the block works
// or lanes wait. While this is false, and no access and no reset is under way, the line stays as it is.
bool ws_bus_irq_moves(const ws_bus *bus);

// What a read of this address would give now. No clock passes and nothing changes. False if the read would be refused.
bool ws_bus_peek(const ws_bus *bus, uint32_t addr, uint32_t *data);

// Writes a word into shared memory, global memory or SCRATCH without a clock passing. False at any other address. Shared memory is
// cleared after a reset and after the launch of a CTA, until STATUS.idle: a word that is written before that is lost.
bool ws_bus_poke(ws_bus *bus, uint32_t addr, uint32_t data);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
