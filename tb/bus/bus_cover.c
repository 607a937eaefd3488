// SPDX-License-Identifier: Apache-2.0
// The bins of the bus (bus_cover.h): axes, groups, and why a bin cannot be hit on this build.
#include "bus_cover.h"

#include <string.h>

#include "register_table.h"

static const ws_bus_config *build; // there is one in a program

#define AXIS(id, label, texts)                                                                                         \
  static const ws_cover_axis id = {label, WS_AX_OTHER, sizeof texts / sizeof *texts, texts, NULL}

// -------------------------------------------------------------------------------------------------------- addresses

enum {
  REGISTERS = sizeof ws_register_table / sizeof *ws_register_table,
  P_SMEM = REGISTERS,
  P_GMEM,
  P_BETWEEN,
  P_NO_WORD,
  P_NO_LANE,
  P_NO_WARP,
  P_BEHIND_SMEM,
  P_BEHIND_GMEM,
  PLACES
};
static const char *places[PLACES] = {[P_SMEM] = "SMEM",
                                     [P_GMEM] = "GMEM",
                                     [P_BETWEEN] = "no register",
                                     [P_NO_WORD] = "the word of a lane that is no operand",
                                     [P_NO_LANE] = "a lane that is not there",
                                     [P_NO_WARP] = "a warp that is not there",
                                     [P_BEHIND_SMEM] = "behind SMEM",
                                     [P_BEHIND_GMEM] = "behind GMEM"};
AXIS(axis_place, "register", places);

static bool has_memory(void) { return build->core.families & WS_FAMILY_MBAR; }

static bool left_out(unsigned place) {
  if (place == P_SMEM || place == P_GMEM)
    return !has_memory();
  if (place >= REGISTERS)
    return false;
  const char *name = ws_register_table[place].name;
  return (!has_memory() && !strncmp(name, "TX_", 3)) || (build->no_counters && !strncmp(name, "CNT_", 4));
}

static unsigned register_at(uint32_t addr) {
  for (unsigned k = 0; k < REGISTERS; k++) {
    const ws_register *r = &ws_register_table[k];
    const uint32_t at = addr - r->addr;
    if (addr >= r->addr && (r->count == 1 ? !at : at % r->stride == 0 && at / r->stride < r->count))
      return k;
  }
  return P_BETWEEN;
}

unsigned bus_place_at(uint32_t addr) {
  const uint32_t lanes = build->core.lanes, word = addr >> 2 & 31;
  addr &= ~3u;
  if (addr >= WS_REG_GMEM)
    return addr - WS_REG_GMEM < build->gmem_bytes ? P_GMEM : P_BEHIND_GMEM;
  if (addr >= WS_REG_SMEM)
    return addr - WS_REG_SMEM < WS_REG_SMEM_BYTES ? P_SMEM : P_BEHIND_SMEM;
  if (addr >= WS_REG_LIVE(0) && addr < WS_REG_WAIT(WS_WARPS_MAX) && word >= build->core.warps)
    return P_NO_WARP;
  if (addr >= WS_REG_RESULT_D(0) && addr < WS_REG_RESULT_D_HI(WS_LANES_MAX) && word >= lanes)
    return P_NO_LANE;
  if (addr >= WS_REG_LANE_MASK(0) && addr <= WS_REG_LANE_ALL_ADDR_HI) {
    if (addr < WS_REG_LANE_ALL_MASK && (addr >> 5 & 31) >= lanes)
      return P_NO_LANE;
    if ((addr & 0x1c) == 0xc)
      return P_NO_WORD;
  }
  return register_at(addr);
}

bus_area bus_area_at(uint32_t addr) {
  const unsigned place = bus_place_at(addr);
  if (place == P_SMEM || place == P_GMEM)
    return left_out(place) ? BUS_A_NOTHING : place == P_SMEM ? BUS_A_SMEM : BUS_A_GMEM;
  if (place >= REGISTERS || left_out(place))
    return BUS_A_NOTHING;
  return addr < WS_REG_LANE_MASK(0)    ? BUS_A_REGISTER
         : addr < WS_REG_LANE_ALL_MASK ? BUS_A_LANE
         : addr < WS_REG_RESULT_D(0)   ? BUS_A_ALL
                                       : BUS_A_RESULT;
}

static const char *const left_out_text = "left out of this build";

static const char *never_place(unsigned place) {
  if (place == P_NO_LANE && build->core.lanes == WS_LANES_MAX)
    return "all 32 lanes are there";
  if (place == P_NO_WARP && build->core.warps == WS_WARPS_MAX)
    return "all 32 warps are there";
  return place == P_BEHIND_GMEM && build->gmem_bytes == WS_REG_GMEM_BYTES ? "global memory is as large as its window"
                                                                          : NULL;
}

// ---------------------------------------------------------------------------------------------------- one access

static const char *const directions[] = {"read", "write"};
static const char *const responses[] = {"OKAY", "SLVERR", "DECERR"};
AXIS(axis_direction, "direction", directions);
AXIS(axis_response, "response", responses);

static const char *never_register(const ws_config *core, const unsigned at[]) {
  const ws_register *r = at[0] < REGISTERS ? &ws_register_table[at[0]] : NULL;
  const bool there = at[0] < P_BETWEEN && !left_out(at[0]);
  (void)core;
  if (never_place(at[0]))
    return never_place(at[0]);
  if (at[2] == 0)
    return !there                    ? at[0] < P_BETWEEN ? left_out_text : "nothing is there"
           : r && at[1] && !r->write ? "it cannot be written"
           : r && !at[1] && !r->read ? "it cannot be read"
                                     : NULL;
  return at[2] == 2 && there ? "it is there" : NULL;
}

static const char *const areas[] = {
    "a register", "operands of a lane", "operands of all lanes", "results", "SMEM", "GMEM", "nothing"};
AXIS(axis_area, "of", areas);
AXIS(axis_written, "written", areas);
AXIS(axis_read, "read", areas);

static const char *never_area(unsigned area) {
  return (area == BUS_A_SMEM || area == BUS_A_GMEM) && !has_memory() ? left_out_text : NULL;
}

static const char *const kinds[] = {"unaligned", "unmapped", "read only", "write only", "busy", "strobes", "empty"};
AXIS(axis_kind, "refused for", kinds);

static const char *never_refusal(const ws_config *core, const unsigned at[]) {
  const unsigned kind = at[0] + 1, area = at[1];
  const bool write = at[2];
  (void)core;
  if (never_area(area))
    return never_area(area);
  if ((area == BUS_A_NOTHING) != (kind == WS_BUS_ERR_INFO_KIND_UNMAPPED) && kind != WS_BUS_ERR_INFO_KIND_UNALIGNED)
    return area == BUS_A_NOTHING ? "nothing is there, which comes first" : "it is there";
  switch (kind) {
  case WS_BUS_ERR_INFO_KIND_READ_ONLY:
    return !write ? "of writes only" : area != BUS_A_REGISTER && area != BUS_A_RESULT ? "it can be written" : NULL;
  case WS_BUS_ERR_INFO_KIND_WRITE_ONLY:
    return write ? "of reads only" : area != BUS_A_REGISTER && area != BUS_A_ALL ? "it can be read" : NULL;
  case WS_BUS_ERR_INFO_KIND_BUSY:
    if (area == BUS_A_SMEM)
      return NULL;
    return !write                 ? "only shared memory can be too busy to be read"
           : area == BUS_A_RESULT ? "it cannot be written, which comes first"
           : area == BUS_A_GMEM   ? "global memory is never busy for the bus"
                                  : NULL;
  case WS_BUS_ERR_INFO_KIND_STROBES:
  case WS_BUS_ERR_INFO_KIND_EMPTY:
    return !write                   ? "of writes only"
           : area != BUS_A_REGISTER ? kind == WS_BUS_ERR_INFO_KIND_EMPTY ? "of CPL_POP only" : "it takes single bytes"
                                    : NULL;
  default: return NULL;
  }
}

static const char *const sets[] = {"none", "0",    "1",    "0, 1",    "2",    "0, 2",    "1, 2",    "0, 1, 2",
                                   "3",    "0, 3", "1, 3", "0, 1, 3", "2, 3", "0, 2, 3", "1, 2, 3", "all"};
static const char *const byte_kinds[] = {"a word register",       "SCRATCH", "operands of a lane",
                                         "operands of all lanes", "SMEM",    "GMEM"};
static const char *const outcomes[] = {"done", "refused"};
AXIS(axis_bytes, "bytes", sets);
AXIS(axis_byte_kind, "of", byte_kinds);
AXIS(axis_outcome, "outcome", outcomes);

static const char *never_bytes(const ws_config *core, const unsigned at[]) {
  (void)core;
  if (at[1] >= BUS_B_SMEM && !has_memory())
    return left_out_text;
  if (at[2] && at[0] == 0)
    return "a write of no byte that is aligned is never refused";
  if (at[1] == BUS_B_WORD)
    return !at[2] && at[0] && at[0] != 15 ? "it takes whole words only" : NULL;
  if (at[2] && (at[1] == BUS_B_SCRATCH || at[1] == BUS_B_GMEM))
    return "it can always be written";
  return NULL;
}

static const char *const orders[] = {"the data 4 clocks behind the address or more", "1 to 3 clocks behind it",
                                     "in one clock", "the data 1 to 3 clocks ahead", "4 clocks ahead or more"};
static const char *const channels[] = {"AW", "W", "B", "AR", "R"};
static const char *const stalls[] = {"0", "1", "2 to 7", "8 and more"};
AXIS(axis_order, "address and data", orders);
AXIS(axis_channel, "channel", channels);
AXIS(axis_stall, "clocks that it stood", stalls);

static const char *never_order(const ws_config *core, const unsigned at[]) {
  (void)core;
  return never_area(at[1]);
}

static const char *never_stall(const ws_config *core, const unsigned at[]) {
  (void)core;
  return never_area(at[2]);
}

// -------------------------------------------------------------------------------------------------- several accesses

static const char *const together[] = {"asked for in one clock", "the read is answered while the write waits",
                                       "the write is answered while the read waits", "both answers stand",
                                       "both answers are taken in one clock"};
AXIS(axis_together, "a write and a read", together);

static const char *never_together(const ws_config *core, const unsigned at[]) {
  (void)core;
  return never_area(at[1]) ? never_area(at[1]) : never_area(at[2]);
}

static const char *const firsts[] = {"the read first", "the write first"};
static const char *const lasts[] = {"behind a read", "behind a write", "first of all behind a reset"};
AXIS(axis_first, "both wait", firsts);
AXIS(axis_last, "turn", lasts);

static const char *never_turn(const ws_config *core, const unsigned at[]) {
  (void)core;
  return at[1] == 2 ? at[0] ? NULL : "a write is first after a reset" : at[0] == at[1] ? "they take turns" : NULL;
}

// Area of a read, then of a write.
static const char *const accesses[] = {"read of a register",
                                       "read of operands of a lane",
                                       "read of operands of all lanes",
                                       "read of results",
                                       "read of SMEM",
                                       "read of GMEM",
                                       "read of nothing",
                                       "write of a register",
                                       "write of operands of a lane",
                                       "write of operands of all lanes",
                                       "write of results",
                                       "write of SMEM",
                                       "write of GMEM",
                                       "write of nothing"};
AXIS(axis_before, "access", accesses);
AXIS(axis_next, "the next, which stood there when that was answered", accesses);
AXIS(axis_then, "access", accesses);

static const char *never_behind(const ws_config *core, const unsigned at[]) {
  (void)core;
  return never_area(at[0] % BUS_AREAS) ? never_area(at[0] % BUS_AREAS) : never_area(at[1] % BUS_AREAS);
}

static const char *const afters[] = {"a reset", "a reset by software", "a refused access"};
AXIS(axis_after, "right behind", afters);

static const char *never_after(const ws_config *core, const unsigned at[]) {
  (void)core;
  return never_area(at[1] % BUS_AREAS);
}

// -------------------------------------------------------------------------------------------------------- operations

enum { OPS_MOST = 300 };
static uint16_t ops[OPS_MOST];
static ws_cover_axis axis_op = {"operation", WS_AX_OP, 0, NULL, ops};
static const char *const answers[] = {"without an error", "with an error"};
AXIS(axis_answer, "completion", answers);
static const char *const units[] = {
    "shfl", "vote, elect, bar.warp.sync", "match", "redux", "barrier", "barrier.cluster", "mbarrier, cp.async", "atom",
    "red"};
static const char *const severities[] = {"as it should be", "a result that is not defined", "an error",
                                         "a group that never comes together"};
AXIS(axis_unit, "unit", units);
AXIS(axis_severity, "severity", severities);

static bool unit_built(unsigned unit) { // place on axis_unit
  return build->core.families & ws_family_of((unit + 1) << 8);
}

static const char *never_operation(const ws_config *core, const unsigned at[]) {
  (void)core;
  return !at[1] && !unit_built((ops[at[0]] >> 8) - 1u) ? left_out_text : NULL;
}

static const char *beyond_severity(const ws_config *core, const unsigned at[]) {
  (void)core;
  return at[1] == 3 && at[0] + 1 >= WS_UNIT_MBAR
             ? "lanes ask by themselves; the watchdog alone ends one that is held up"
             : NULL;
}

static const char *never_severity(const ws_config *core, const unsigned at[]) {
  const unsigned unit = at[0] + 1;
  (void)core;
  if (!unit_built(at[0]))
    return at[1] == 2 ? NULL : left_out_text;
  if (at[1] == 1 && unit != WS_UNIT_SHFL && unit != WS_UNIT_BAR && unit < WS_UNIT_MBAR)
    return "no operation of this unit has such a result";
  return NULL;
}

void bus_cover_list(const ws_bus_config *of) {
  build = of;
  for (unsigned k = 0; k < REGISTERS; k++)
    places[k] = ws_register_table[k].name;
  axis_op.size = 0;
  for (unsigned op = 0; op < 0x1000 && axis_op.size < OPS_MOST; op++)
    if (ws_op_built(op))
      ops[axis_op.size++] = (uint16_t)op;
}

// ------------------------------------------------------------------------------------- completions, interrupts, doorbells

static const char *const fifo_events[] = {"a completion comes",       "CPL_POP",
                                          "CPL_POP, refused",         "CPL_INFO is read",
                                          "a result is read",         "one comes in the clock of a CPL_POP",
                                          "a response waits for room"};
static const char *const fills[] = {"empty", "one completion", "some", "full"};
AXIS(axis_fifo, "event", fifo_events);
AXIS(axis_fill, "completions", fills);

static const char *never_fifo(const ws_config *core, const unsigned at[]) {
  const bool empty = at[1] == BUS_FILL_NONE, full = at[1] == BUS_FILL_ALL;
  (void)core;
  if (at[1] == BUS_FILL_SOME && build->fifo == 2)
    return "there are two places";
  switch (at[0]) {
  case BUS_F_KEPT: return full ? "there is no place" : NULL;
  case BUS_F_POP: return empty ? "there is nothing to take" : NULL;
  case BUS_F_REFUSED: return empty ? NULL : "it is taken";
  case BUS_F_BOTH: return empty ? "there is nothing to take" : full ? "the place is free only in the next clock" : NULL;
  case BUS_F_WAITS: return full ? NULL : "there is room";
  default: return NULL;
  }
}

static const char *const sources[] = {"cpl", "err", "bus_err", "idle", "taken"};
static const char *const irq_events[] = {"comes, enabled",
                                         "comes, masked",
                                         "ends",
                                         "1 is written while it stands",
                                         "1 is written in the clock in which it comes",
                                         "is enabled while it stands",
                                         "is masked while it stands"};
AXIS(axis_source, "interrupt", sources);
AXIS(axis_irq, "event", irq_events);

static const char *never_irq(const ws_config *core, const unsigned at[]) {
  (void)core;
  return at[0] == 2 && at[1] == BUS_I_ACK_NOW ? "one access at a time: it comes from another one" : NULL;
}

static const char *const levels[] = {"0", "1", "some", "all places", "more than there are"};
static const char *const reached[] = {"below", "at it", "above"};
AXIS(axis_level, "IRQ_LEVEL", levels);
AXIS(axis_reached, "completions", reached);

static const char *never_level(const ws_config *core, const unsigned at[]) {
  (void)core;
  if (at[0] == 2 && build->fifo == 2)
    return "there are two places";
  return (at[0] == 3 && at[1] == 2) || (at[0] == 4 && at[1]) ? "there are no more places" : NULL;
}

static const char *const doorbells[] = {"SUBMIT", "LAUNCH", "EXIT", "TX_BYTES", "CPL_POP", "CTRL.reset"};
static const char *const situations[] = {"nothing is under way", "operations are under way",
                                         "a request waits",      "operands are being cleared",
                                         "completions are full", "bytes of an engine wait"};
AXIS(axis_doorbell, "doorbell", doorbells);
AXIS(axis_situation, "situation", situations);

static const char *never_doorbell(const ws_config *core, const unsigned at[]) {
  const unsigned bell = at[0], s = at[1];
  const bool refused = at[2];
  (void)core;
  if ((bell == BUS_D_TX || s == BUS_S_TX) && !has_memory())
    return left_out_text;
  switch (bell) {
  case BUS_D_SUBMIT:
    if (s == BUS_S_CLEARING)
      return "SUBMIT waits for that";
    return refused            ? s == BUS_S_IDLE || s == BUS_S_BUSY ? "no request waits" : NULL
           : s == BUS_S_WAITS ? "it is refused"
                              : NULL;
  case BUS_D_TX:
    return refused         ? s == BUS_S_IDLE || s == BUS_S_BUSY ? "no bytes wait" : NULL
           : s == BUS_S_TX ? "it is refused"
                           : NULL;
  case BUS_D_POP:
    return refused               ? s == BUS_S_FULL ? "there is a completion" : NULL
           : s == BUS_S_CLEARING ? "a reset took the completions, and none comes before"
                                 : NULL;
  default: return refused ? "it is never refused" : NULL;
  }
}

// ---------------------------------------------------------------------------------------------------- resets, memories

static const char *const short_wait =
    "a request waits for a completion to go, and is taken before an access behind that ends";

static const char *beyond_irq(const ws_config *core, const unsigned at[]) {
  (void)core;
  return at[0] == 4 && at[1] == BUS_I_ACK_NOW ? short_wait : NULL;
}

static const char *beyond_doorbell(const ws_config *core, const unsigned at[]) {
  (void)core;
  return at[0] == BUS_D_POP && at[1] == BUS_S_WAITS && at[2] ? "a request waits while the block has eight that are not "
                                                               "judged, and one is answered before an access ends"
                                                             : NULL;
}

static const char *const resets[] = {"from outside", "by software"};
static const char *const under_way[] = {"nothing",
                                        "an address without data",
                                        "data without an address",
                                        "a write",
                                        "a read",
                                        "the answer of a write",
                                        "the answer of a read",
                                        "a request that waits",
                                        "operations",
                                        "completions",
                                        "bytes of an engine that wait",
                                        "a copy reads global memory",
                                        "operands are being cleared",
                                        "an access to SMEM that waits"};
AXIS(axis_reset, "reset", resets);
AXIS(axis_under_way, "ends", under_way);

static const char *never_reset(const ws_config *core, const unsigned at[]) {
  const unsigned u = at[1];
  (void)core;
  if ((u == BUS_U_TX || u == BUS_U_COPY || u == BUS_U_SMEM) && !has_memory())
    return left_out_text;
  if (!at[0])
    return NULL;
  return u == BUS_U_B                                                ? "no write begins while a response to one stands"
         : u == BUS_U_ADDRESS || u == BUS_U_DATA || u == BUS_U_WRITE ? "the write that resets is the one there is"
         : u == BUS_U_SMEM                                           ? "one access at a time"
                                                                     : NULL;
}

static const char *const smem_waits[] = {"taken at once", "after 1 to 7 clocks", "after 8 or more", "given up"};
AXIS(axis_smem, "an access to SMEM", smem_waits);

static const char *never_memory(const ws_config *core, const unsigned at[]) {
  (void)core;
  (void)at;
  return has_memory() ? NULL : left_out_text;
}

static const char *never_smem(const ws_config *core, const unsigned at[]) {
  const char *why = never_memory(core, at);
  return why ? why : at[0] == BUS_M_NONE ? "memory is given to the port a clock after it is asked for" : NULL;
}

static const char *const copies[] = {"no copy reads", "a copy waits for it"};
AXIS(axis_copy, "global memory", copies);

static const char *const counters[] = {"CLOCKS", "REQ", "CPL", "ERR", "REQ_WAIT", "CPL_WAIT"};
static const char *const values[] = {"lower half 0", "lower half not 0", "upper half 0", "upper half not 0"};
AXIS(axis_counter, "counter", counters);
AXIS(axis_value, "reads", values);

static const char *never_counter(const ws_config *core, const unsigned at[]) {
  (void)core;
  (void)at;
  return build->no_counters ? left_out_text : NULL;
}

static const char *beyond_counter(const ws_config *core, const unsigned at[]) {
  (void)core;
  return at[1] == 3 && !build->cnt_start ? "2^32 events; a build of its own begins short of a carry" : NULL;
}

const ws_cover_group bus_groups[BUS_GROUPS] = {
    [BUS_G_REGISTER] = {"register", {&axis_place, &axis_direction, &axis_response}, never_register, NULL, false},
    [BUS_G_REFUSAL] = {"refusal", {&axis_kind, &axis_area, &axis_direction}, never_refusal, NULL, true},
    [BUS_G_BYTES] = {"bytes", {&axis_bytes, &axis_byte_kind, &axis_outcome}, never_bytes, NULL, false},
    [BUS_G_ORDER] = {"address and data", {&axis_order, &axis_area, NULL}, never_order, NULL, false},
    [BUS_G_STALL] = {"stalls", {&axis_channel, &axis_stall, &axis_area}, never_stall, NULL, false},
    [BUS_G_TOGETHER] = {"both directions", {&axis_together, &axis_written, &axis_read}, never_together, NULL, false},
    [BUS_G_TURN] = {"turns", {&axis_first, &axis_last, NULL}, never_turn, NULL, true},
    [BUS_G_BEHIND] = {"one behind the other", {&axis_before, &axis_next, NULL}, never_behind, NULL, false},
    [BUS_G_AFTER] = {"after", {&axis_after, &axis_then, NULL}, never_after, NULL, false},
    [BUS_G_OPERATION] = {"operation", {&axis_op, &axis_answer, NULL}, never_operation, NULL, false},
    [BUS_G_SEVERITY] = {"status", {&axis_unit, &axis_severity, NULL}, never_severity, beyond_severity, false},
    [BUS_G_FIFO] = {"completions", {&axis_fifo, &axis_fill, NULL}, never_fifo, NULL, true},
    [BUS_G_IRQ] = {"interrupts", {&axis_source, &axis_irq, NULL}, never_irq, beyond_irq, true},
    [BUS_G_LEVEL] = {"level of completions", {&axis_level, &axis_reached, NULL}, never_level, NULL, true},
    [BUS_G_DOORBELL] =
        {"doorbells", {&axis_doorbell, &axis_situation, &axis_outcome}, never_doorbell, beyond_doorbell, true},
    [BUS_G_RESET] = {"resets", {&axis_reset, &axis_under_way, NULL}, never_reset, NULL, true},
    [BUS_G_SMEM] = {"shared memory", {&axis_smem, &axis_direction, NULL}, never_smem, NULL, true},
    [BUS_G_GMEM] = {"global memory", {&axis_copy, &axis_direction, NULL}, never_memory, NULL, true},
    [BUS_G_COUNTER] = {"counters", {&axis_counter, &axis_value, NULL}, never_counter, beyond_counter, false},
};
