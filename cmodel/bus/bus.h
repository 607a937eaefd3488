// SPDX-License-Identifier: Apache-2.0
// State of the block on a bus (ws_bus.h), register for register that of rtl/bus. Internal to libwarpsync.
#ifndef WS_BUS_BUS_H
#define WS_BUS_BUS_H

#include "bus/ws_bus.h"
#include "bus/ws_gmem.h"
#include "what/bits.h"
#include "when/core.h"

#define BUS_ADDR_MASK (WS_BUS_BYTES - 1)
#define BUS_FIFO_MAX 64

// What an address names.
typedef enum bus_region { BUS_REGS, BUS_LANE, BUS_LANE_ALL, BUS_RESULT, BUS_SMEM, BUS_GMEM } bus_region;

typedef struct bus_place {
  bus_region region;
  bool read, write,
      bytes;   // what it allows; neither read nor write: nothing is there. bytes: single bytes can be written
  bool locked; // not to be written while a request waits
} bus_place;

typedef struct bus_completion {
  uint32_t tag, warp, op, lanes, status, pred;
  uint32_t d[WS_LANES_MAX], d_hi[WS_LANES_MAX];
} bus_completion;

enum { BUS_CLOCKS, BUS_REQ, BUS_CPL, BUS_ERR, BUS_REQ_WAIT, BUS_CPL_WAIT, BUS_COUNTERS };

struct ws_bus {
  ws_bus_config cfg;
  // channels (ws_axil.v)
  bool aw_full, w_full, ar_full, bvalid, rvalid;
  uint32_t aw_addr, w_data, w_strb, ar_addr, bresp, rdata, rresp;
  bool active, write; // an access is under way, and which; which was the last one
  // the access (ws_bus_access.v)
  bool look, act, done; // its step: it is looked at, acts, is done; none: it is decoded
  unsigned kind;        // WS_BUS_ERR_INFO_KIND_*, 0: fine
  bus_region region;
  bool cpl_seen; // there was a completion when it was looked at
  unsigned lane; // LANE_ALL: lane to be written next
  bool ls_sent;  // SMEM: the block has taken it
  bool ls_came;  // ... and answered it in the clock before
  uint32_t ls_word;
  unsigned ls_clocks;
  uint32_t read; // what it has read
  // registers (ws_regs.v)
  bool soft;       // reset by software in this clock
  bool configures; // what the block is told of its configuration changes in the next clock
  uint32_t scratch, trywait, tick_div, tick, irq_enable, irq_level, launch_lanes, exit_lanes;
  uint16_t watchdog;
  bool legacy, busy, tx_busy, raw, idle, idle_was, irq, irq_idle, irq_taken;
  bool bus_err, bus_err_write;
  uint32_t bus_err_addr, bus_err_kind;
  uint64_t count[BUS_COUNTERS], snap[BUS_COUNTERS];
  bool more[BUS_COUNTERS]; // of the clock before: it is added in this one
  unsigned clear;          // operands still to be cleared after a reset, clocks
  // completions (ws_completion.v)
  bus_completion fifo[BUS_FIFO_MAX];
  unsigned head, fill, walk; // fill: responses taken; walk: lane of the next response that is stored next
  bool kept;                 // a response was taken a clock ago; it is a completion in the next clock
  ws_gmem gmem;
  uint32_t gmem_word[WS_GMEM_BYTES / 4];
  ws_in in;   // req: the operands of LANE, REQ_*, SUBMIT
  ws_out out; // of the clock before
  ws_core core;
};

// Completions: what has been taken, but for what was so a clock ago.
static inline unsigned ws_bus_fill(const ws_bus *bus) { return bus->fill - bus->kept; }

// Whether mbarriers are built, and with them shared and global memory.
static inline bool bus_has_mbar(const ws_bus *bus) { return bus->cfg.core.families & WS_FAMILY_MBAR; }

// What stands at an address.
bus_place ws_bus_place_of(const ws_bus *bus, uint32_t addr);

// Why an access is refused, 0 if it is not.
unsigned ws_bus_refusal(const ws_bus *bus, bool write, uint32_t addr, uint32_t strb);

// A register below LANE, operands and results, as they read. cpl: there is a completion.
uint32_t ws_bus_reg_read(const ws_bus *bus, uint32_t addr, bool cpl);
uint32_t ws_bus_result_read(const ws_bus *bus, uint32_t addr, bool cpl);
uint32_t ws_bus_lane_read(const ws_bus *bus, uint32_t addr);

// Writes a word of the operands of one lane. addr: of any lane.
void ws_bus_lane_write(ws_bus *bus, uint32_t addr, unsigned lane, uint32_t data);

// STATUS.idle
bool ws_bus_idle(const ws_bus *bus);

// IRQ_STATUS
uint32_t ws_bus_irq_status(const ws_bus *bus);

#endif
