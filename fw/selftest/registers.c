// SPDX-License-Identifier: Apache-2.0
// Steps that look at the bus side: identification, registers, operand windows, memories, refused accesses. See step.h.
#include "step.h"

#include "random.h"
#include "bus/ws_regs.h"

void step_identify(selftest *st) {
  ws_dev again;
  check_register(st, "ID", WS_REG_ID, WS_ID_RESET);
  check_register(st, "MAP", WS_REG_MAP, WS_BUS_MAP);
  check_register(st, "VERSION", WS_REG_VERSION, st->dev.caps.version);
  check_register(st, "BUILD", WS_REG_BUILD, st->dev.caps.build);
  check_register(st, "CAP_UNITS", WS_REG_CAP_UNITS, st->dev.caps.units);
  if (check_call(st, ws_open(&again, &st->dev.port), "ws_open"))
    check_true(st, again.caps.lanes == st->dev.caps.lanes && again.caps.warps == st->dev.caps.warps,
               "CAP_SIZE changes");
}

// ----------------------------------------------------------------------------------------------------- registers

typedef struct plain { // a register that holds what is written to these bits
  const char *name;
  uint32_t addr, bits, reset;
} plain;

static bool write_read(selftest *st, const plain *r, uint32_t value) {
  return check_call(st, ws_reg_write(&st->dev, r->addr, value), r->name) &&
         check_register(st, r->name, r->addr, value & r->bits);
}

// Walking ones, walking zeros, and back.
static bool walk(selftest *st, const plain *r) {
  bool good = true;
  for (unsigned bit = 0; bit < 32 && good; bit++)
    good = write_read(st, r, 1u << bit) && write_read(st, r, ~(1u << bit));
  return good && write_read(st, r, r->reset);
}

void step_registers(selftest *st) {
  const uint32_t lanes = st->all;
  const plain regs[] = {
      {"SCRATCH", WS_REG_SCRATCH, 0xffffffff, 0},
      {"REQ_LANES", WS_REG_REQ_LANES, lanes, 0},
      {"REQ_PRED", WS_REG_REQ_PRED, lanes, 0},
      {"LAUNCH_LANES", WS_REG_LAUNCH_LANES, lanes, 0},
      {"EXIT_LANES", WS_REG_EXIT_LANES, lanes, 0},
      {"IRQ_LEVEL", WS_REG_IRQ_LEVEL, WS_IRQ_LEVEL_ENTRIES_BM, 1},
      {"IRQ_ENABLE", WS_REG_IRQ_ENABLE,
       WS_IRQ_ENABLE_CPL_BM | WS_IRQ_ENABLE_ERR_BM | WS_IRQ_ENABLE_BUS_ERR_BM | WS_IRQ_ENABLE_IDLE_BM |
           WS_IRQ_ENABLE_TAKEN_BM,
       0},
      {"TX_ADDR", WS_REG_TX_ADDR, 0xffffffff, 0}, // this and the next: of mbarriers
      {"TRYWAIT", WS_REG_TRYWAIT, WS_TRYWAIT_TICKS_BM, 1024},
  };
  const unsigned n = sizeof regs / sizeof regs[0] - (st->dev.caps.units & WS_CAP_UNITS_MBAR_BM ? 0 : 2);
  for (unsigned i = 1; i < n; i++) // SCRATCH keeps what it holds
    check_register(st, regs[i].name, regs[i].addr, regs[i].reset);
  for (unsigned i = 0; i < n; i++)
    walk(st, &regs[i]);
  for (unsigned i = 0; i < n; i++) // each holds its own
    check_call(st, ws_reg_write(&st->dev, regs[i].addr, 0x01010101u * (i + 1)), regs[i].name);
  for (unsigned i = 0; i < n; i++)
    check_register(st, regs[i].name, regs[i].addr, 0x01010101u * (i + 1) & regs[i].bits);
  check_call(st, ws_reset(&st->dev), "ws_reset");
  check_register(st, "SCRATCH after a reset", WS_REG_SCRATCH, 0x01010101u);
  for (unsigned i = 1; i < n; i++)
    check_register(st, regs[i].name, regs[i].addr, regs[i].reset);
}

// ----------------------------------------------------------------------------------------------- operand windows

typedef struct window {
  const char *name;
  uint32_t first, all;
} window;

static const window windows[] = {
    {"LANE_MASK", WS_REG_LANE_MASK(0), WS_REG_LANE_ALL_MASK},
    {"LANE_B", WS_REG_LANE_B(0), WS_REG_LANE_ALL_B},
    {"LANE_C", WS_REG_LANE_C(0), WS_REG_LANE_ALL_C},
    {"LANE_A_LO", WS_REG_LANE_A_LO(0), WS_REG_LANE_ALL_A_LO},
    {"LANE_A_HI", WS_REG_LANE_A_HI(0), WS_REG_LANE_ALL_A_HI},
    {"LANE_ADDR_LO", WS_REG_LANE_ADDR_LO(0), WS_REG_LANE_ALL_ADDR_LO},
    {"LANE_ADDR_HI", WS_REG_LANE_ADDR_HI(0), WS_REG_LANE_ALL_ADDR_HI},
};
enum { WINDOWS = sizeof windows / sizeof windows[0] };

static uint32_t lane_addr(const window *w, unsigned lane) {
  return w->first + lane * (WS_REG_LANE_B(1) - WS_REG_LANE_B(0));
}

// A membermask has as many bits as there are lanes.
static uint32_t window_bits(const selftest *st, unsigned k) { return k == 0 ? st->all : 0xffffffff; }

void step_operands(selftest *st) {
  const unsigned lanes = st->dev.caps.lanes;
  for (unsigned n = 0; n < 2; n++) { // a word of its own everywhere, then its complement
    for (unsigned k = 0; k < WINDOWS; k++)
      for (unsigned lane = 0; lane < lanes; lane++)
        check_call(st,
                   ws_reg_write(&st->dev, lane_addr(&windows[k], lane), (0x9e3779b1u * (8 * lane + k + 1)) ^ (0u - n)),
                   windows[k].name);
    for (unsigned k = 0; k < WINDOWS; k++)
      for (unsigned lane = 0; lane < lanes; lane++)
        check_register(st, windows[k].name, lane_addr(&windows[k], lane),
                       ((0x9e3779b1u * (8 * lane + k + 1)) ^ (0u - n)) & window_bits(st, k));
  }
  for (unsigned k = 0; k < WINDOWS; k++) {
    uint32_t word = 0x5a0ff0a5u << k;
    check_call(st, ws_reg_write(&st->dev, windows[k].all, word), windows[k].name);
    for (unsigned lane = 0; lane < lanes; lane++)
      check_register(st, windows[k].name, lane_addr(&windows[k], lane), word & window_bits(st, k));
  }
}

// ------------------------------------------------------------------------------------------------------ memories

// `step` bytes apart, a word of its own everywhere; then walking ones in one word.
static void memory(selftest *st, const char *name, uint32_t base, uint32_t bytes, uint32_t step) {
  const plain word = {name, base + bytes / 2, 0xffffffff, 0};
  bool good = true;
  for (uint32_t at = 0; at < bytes && good; at += step)
    good = check_call(st, ws_reg_write(&st->dev, base + at, 0x9e3779b1u * (at + 1)), name);
  for (uint32_t at = 0; at < bytes && good; at += step)
    good = check_register(st, name, base + at, 0x9e3779b1u * (at + 1));
  if (good)
    walk(st, &word);
  for (uint32_t at = 4; at < bytes && good; at <<= 1) // each line of the address
    good = check_call(st, ws_reg_write(&st->dev, base + at, ~at), name);
  for (uint32_t at = 4; at < bytes && good; at <<= 1)
    good = check_register(st, name, base + at, ~at);
}

void step_memory(selftest *st) {
  memory(st, "SMEM", WS_REG_SMEM, st->dev.caps.smem_bytes, 4);
  memory(st, "GMEM", WS_REG_GMEM, st->dev.caps.gmem_bytes, st->dev.caps.gmem_bytes > 4096 ? 68 : 4);
}

// ----------------------------------------------------------------------------------------------- refused accesses

typedef struct refused_access {
  const char *name;
  uint32_t addr;
  bool write;
  uint32_t kind;
} refused_access;

static void refuse(selftest *st, const refused_access *a) {
  ws_refused got;
  uint32_t data = 0;
  int r = a->write ? st->dev.port.write(st->dev.port.user, a->addr, 1)
                   : st->dev.port.read(st->dev.port.user, a->addr, &data);
  check_true(st, r != 0 || st->io->posted, a->name);
  if (!check_call(st, ws_refusal(&st->dev, &got), "ws_refusal"))
    return;
  check_word(st, "BUS_ERR_INFO.valid", WS_REG_BUS_ERR_INFO, 1, got.valid);
  check_word(st, "BUS_ERR_INFO.write", WS_REG_BUS_ERR_INFO, a->write, got.write);
  check_word(st, "BUS_ERR_INFO.kind", WS_REG_BUS_ERR_INFO, a->kind, got.kind);
  check_word(st, "BUS_ERR_ADDR", WS_REG_BUS_ERR_ADDR, a->addr, got.addr);
}

// What is not built: its registers and memory, and an operation of each family.
static void refuse_not_built(selftest *st) {
  static const refused_access mbar[] = {
      {"shared memory that is not built was not refused", WS_REG_SMEM, false, WS_BUS_ERR_INFO_KIND_UNMAPPED},
      {"TX_BYTES of a block without mbarriers was not refused", WS_REG_TX_BYTES, true, WS_BUS_ERR_INFO_KIND_UNMAPPED}};
  static const refused_access counters = {"CNT_CTRL of a block without counters was not refused", WS_REG_CNT_CTRL, true,
                                          WS_BUS_ERR_INFO_KIND_UNMAPPED};
  const uint32_t units = st->dev.caps.units;
  for (unsigned i = 0; i < 2 && !(units & WS_CAP_UNITS_MBAR_BM); i++)
    refuse(st, &mbar[i]);
  if (!(units & WS_CAP_UNITS_COUNTERS_BM))
    refuse(st, &counters);
  expectation e = {.p = 0};
  for (unsigned lane = 0; lane < WS_JOB_LANES; lane++)
    e.status[lane] = WS_ST_DEC_ILLEGAL;
  bool live = false;
  for (uint32_t unit = WS_UNIT_SHFL; unit <= WS_UNIT_MBAR; unit++) {
    if (units & ws_family_of(unit << 8))
      continue;
    live = live || check_call(st, ws_launch(&st->dev, 0, st->all, 0), "ws_launch");
    ws_job *job = job_new(st, 0, unit << 8, 0, st->all); // code 0 of each unit is an operation
    if (job_start(st, job) && job_wait(st, job))
      check_job(st, job, &e);
  }
}

void step_refusals(selftest *st) {
  static const refused_access access[] = {
      {"a read where nothing is was not refused", 0x4000, false, WS_BUS_ERR_INFO_KIND_UNMAPPED},
      {"a write where nothing is was not refused", 0x3c, true, WS_BUS_ERR_INFO_KIND_UNMAPPED},
      {"a write to ID was not refused", WS_REG_ID, true, WS_BUS_ERR_INFO_KIND_READ_ONLY},
      {"a write to RESULT_D was not refused", WS_REG_RESULT_D(0), true, WS_BUS_ERR_INFO_KIND_READ_ONLY},
      {"a read of SUBMIT was not refused", WS_REG_SUBMIT, false, WS_BUS_ERR_INFO_KIND_WRITE_ONLY},
      {"a read of LANE_ALL_B was not refused", WS_REG_LANE_ALL_B, false, WS_BUS_ERR_INFO_KIND_WRITE_ONLY},
      {"a pop without a completion was not refused", WS_REG_CPL_POP, true, WS_BUS_ERR_INFO_KIND_EMPTY},
  };
  for (unsigned i = 0; i < sizeof access / sizeof access[0]; i++)
    refuse(st, &access[i]);
  if (st->dev.caps.lanes < WS_JOB_LANES) {
    refuse(st, &(refused_access){"an operand of a lane that is not there was not refused",
                                 WS_REG_LANE_B(st->dev.caps.lanes), true, WS_BUS_ERR_INFO_KIND_UNMAPPED});
    refuse(st, &(refused_access){"a result of a lane that is not there was not refused",
                                 WS_REG_RESULT_D(st->dev.caps.lanes), false, WS_BUS_ERR_INFO_KIND_UNMAPPED});
  }
  if (st->dev.caps.warps < 32)
    refuse(st, &(refused_access){"a warp that is not there was not refused", WS_REG_LIVE(st->dev.caps.warps), false,
                                 WS_BUS_ERR_INFO_KIND_UNMAPPED});
  if (st->dev.caps.gmem_bytes < WS_REG_GMEM_BYTES)
    refuse(st, &(refused_access){"memory that is not there was not refused", WS_REG_GMEM + st->dev.caps.gmem_bytes,
                                 false, WS_BUS_ERR_INFO_KIND_UNMAPPED});
  refuse_not_built(st);
  check_register(st, "ID", WS_REG_ID, WS_ID_RESET);
}

// Not over a port that cannot express such an address. Who refuses it may be the block or a bus in front of it.
void step_unaligned(selftest *st) {
  static const char name[] = "an unaligned access was not refused";
  const ws_port *port = &st->dev.port;
  ws_refused got;
  uint32_t data = 0;
  for (uint32_t k = 1; k < 4; k++) {
    check_true(st, port->read(port->user, WS_REG_SCRATCH + k, &data) != 0, name);
    if (check_call(st, ws_refusal(&st->dev, &got), "ws_refusal"))
      check_true(st, !got.valid || got.kind == WS_BUS_ERR_INFO_KIND_UNALIGNED,
                 "BUS_ERR_INFO.kind (0x000f4) is not UNALIGNED");
    check_true(st, port->write(port->user, WS_REG_SCRATCH + k, 0) != 0, name);
    check_call(st, ws_refusal(&st->dev, &got), "ws_refusal");
  }
  check_register(st, "ID", WS_REG_ID, WS_ID_RESET);
}
