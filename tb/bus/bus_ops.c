// SPDX-License-Identifier: Apache-2.0
// What software does with the registers: see bus_bench.h.
#include "bus_bench.h"
#include "families.h"

enum { POLLS = 4000 };

void bus_until(bus_bench *b, uint32_t status, uint32_t value) {
  for (unsigned k = 0; k < POLLS; k++)
    if ((bus_read(b, WS_REG_STATUS) & status) == value)
      return;
  bus_fail(b, "STATUS & 0x%x does not become 0x%x", (unsigned)status, (unsigned)value);
}

void bus_launch(bus_bench *b, unsigned warp, uint32_t lanes) {
  bus_write(b, WS_REG_LAUNCH_LANES, lanes);
  bus_write(b, WS_REG_LAUNCH, warp);
}

void bus_exit(bus_bench *b, unsigned warp, uint32_t lanes) {
  bus_write(b, WS_REG_EXIT_LANES, lanes);
  bus_write(b, WS_REG_EXIT, warp);
}

void bus_submit(bus_bench *b, uint32_t op, unsigned warp, uint32_t tag) {
  bus_until(b, WS_STATUS_BUSY_BM, 0);
  bus_write(b, WS_REG_SUBMIT, op | warp << WS_SUBMIT_WARP_BP | tag << WS_SUBMIT_TAG_BP);
  b->ops_done++;
}

void bus_pop(bus_bench *b, bus_completion_seen *c) {
  bus_until(b, WS_STATUS_CPL_VALID_BM, WS_STATUS_CPL_VALID_BM);
  const uint32_t info = bus_read(b, WS_REG_CPL_INFO);
  bus_expect(b, "CPL_INFO.valid", info & WS_CPL_INFO_VALID_BM, WS_CPL_INFO_VALID_BM);
  *c = (bus_completion_seen){.op = info & WS_CPL_INFO_OP_BM,
                             .warp = (info & WS_CPL_INFO_WARP_BM) >> WS_CPL_INFO_WARP_BP,
                             .tag = info >> WS_CPL_INFO_TAG_BP,
                             .lanes = bus_read(b, WS_REG_CPL_LANES),
                             .status = bus_read(b, WS_REG_CPL_STATUS),
                             .pred = bus_read(b, WS_REG_CPL_PRED)};
  for (unsigned i = 0; i < b->cfg.core.lanes; i++) {
    c->d[i] = bus_read(b, WS_REG_RESULT_D(i));
    c->d_hi[i] = bus_read(b, WS_REG_RESULT_D_HI(i));
    if (!(c->lanes >> i & 1)) {
      bus_expect(b, "d of a lane that is not answered", c->d[i], 0);
      bus_expect(b, "its upper half", c->d_hi[i], 0);
    }
  }
  bus_write(b, WS_REG_CPL_POP, 1);
}

void bus_operand(bus_bench *b, unsigned lane, uint64_t addr, uint64_t a, uint32_t bb, uint32_t c) {
  bus_until(b, WS_STATUS_BUSY_BM, 0);
  bus_write(b, WS_REG_LANE_ADDR_LO(lane), (uint32_t)addr);
  bus_write(b, WS_REG_LANE_ADDR_HI(lane), (uint32_t)(addr >> 32));
  bus_write(b, WS_REG_LANE_A_LO(lane), (uint32_t)a);
  bus_write(b, WS_REG_LANE_A_HI(lane), (uint32_t)(a >> 32));
  bus_write(b, WS_REG_LANE_B(lane), bb);
  bus_write(b, WS_REG_LANE_C(lane), c);
}

void bus_lanes(bus_bench *b, uint32_t set) {
  bus_until(b, WS_STATUS_BUSY_BM, 0);
  bus_write(b, WS_REG_REQ_LANES, set);
}

void bus_until_idle(bus_bench *b) { bus_until(b, WS_STATUS_IDLE_BM, WS_STATUS_IDLE_BM); }

// One lane's answer, popped.
bus_completion_seen bus_answer(bus_bench *b, uint32_t op, uint32_t status) {
  bus_completion_seen c;
  bus_pop(b, &c);
  bus_expect(b, "operation", c.op, op);
  bus_expect(b, "status", c.status, status);
  return c;
}

uint64_t bus_counted(bus_bench *b, uint32_t lo) {
  const uint64_t low = bus_read(b, lo);
  return ((uint64_t)bus_read(b, lo + 4) << 32 | low) - b->cfg.cnt_start;
}

const char *bus_lacks(const bus_test *t, const ws_bus_config *c) {
  static char names[64];
  ws_family_names(t->families & ~c->core.families, names);
  return *names                          ? names
         : t->counters && c->no_counters ? "counters"
         : t->watchdog && c->no_watchdog ? "the watchdog"
                                         : NULL;
}
