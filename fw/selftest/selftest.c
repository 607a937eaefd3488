// SPDX-License-Identifier: Apache-2.0
// The order of the steps, a line for each, and the verdict. See selftest.h.
#include "step.h"

#include "vectors.h"
#include "bus/ws_regs.h"

enum { WHAT = 13, COUNT = 62, VERDICT = 76, PATIENCE = 400 };

typedef struct step {
  const char *name, *what;
  void (*run)(selftest *st);
  int family;     // of step_vectors, where run is NULL
  uint32_t units; // of CAP_UNITS that it needs
  unsigned warps; // of a CTA that it needs
} step;

#define VECTOR_STEP(id, name, what, units, warps) {name, what, NULL, FAMILY_##id, units, warps},
static const step steps[] = {
    {"registers", "walking ones, each holds its own, reset", step_registers, 0, 0, 1},
    {"operands", "windows LANE and LANE_ALL", step_operands, 0, 0, 1},
    {"memory", "shared and global memory, each address", step_memory, 0, WS_CAP_UNITS_MBAR_BM, 1},
    {"refusals", "accesses that the bus has to refuse", step_refusals, 0, 0, 1},
    {"port", "unaligned accesses have to be refused", step_unaligned, 0, 0,
     1}, // named so since a line cannot make them
    {"warps", "launch, exit, LIVE", step_warps, 0, 0, 1},
    {"interrupt", "IRQ_STATUS, IRQ_ENABLE, IRQ_LEVEL, the line", step_interrupt, 0, WS_CAP_UNITS_VOTE_BM, 1},
    {"pressure", "more operations than the FIFO holds, counters", step_pressure, 0, WS_CAP_UNITS_VOTE_BM, 1},
    VECTOR_STEPS(VECTOR_STEP) // those of vectors.h
    {"stress warp", "random operations in pieces, several warps", step_stress_warp, 0, WS_CAP_UNITS_VOTE_BM, 1},
    {"stress bar", "random barriers, all warps of a CTA", step_stress_barrier, 0, WS_CAP_UNITS_BAR_BM, 1},
    {"stress mbar", "random operations on mbarrier objects", step_stress_mbarrier, 0, WS_CAP_UNITS_MBAR_BM, 1},
    {"stress copy", "random copies, compared word by word", step_stress_copy, 0, WS_CAP_UNITS_MBAR_BM, 1},
    {"rates", "see the lines above", step_rates, 0, WS_CAP_UNITS_COUNTERS_BM, 1},
};
enum { STEPS = sizeof steps / sizeof steps[0] };

static void line(selftest *st, const char *name, const char *what, const char *verdict) {
  out_text(st, name);
  out_to(st, WHAT);
  out_text(st, what);
  out_to(st, COUNT);
  out_number(st, st->checks);
  out_text(st, " checks");
  out_to(st, VERDICT);
  out_text(st, verdict);
  out_line(st);
}

static void out_field(selftest *st, unsigned number, const char *text) {
  out_number(st, number);
  out_text(st, text);
}

static void out_instance(selftest *st) {
  const ws_caps *c = &st->dev.caps;
  out_text(st, "block");
  out_to(st, WHAT);
  out_text(st, "version ");
  out_field(st, c->version >> 16 & 255, ".");
  out_field(st, c->version >> 8 & 255, ".");
  out_field(st, c->version & 255, ", map ");
  out_hex(st, c->map, 8);
  out_text(st, ", build ");
  out_hex(st, c->build, 8);
  out_line(st);
  out_to(st, WHAT);
  out_field(st, c->lanes, " lanes, ");
  out_field(st, c->warps, " warps, ");
  out_field(st, c->slots, c->slots == 1 ? " CTA, FIFO of " : " CTAs, FIFO of ");
  out_field(st, c->fifo, ", ");
  out_field(st, c->smem_bytes, " bytes shared, ");
  out_field(st, c->gmem_bytes, " bytes global");
  out_line(st);
}

static bool possible(const selftest *st, const step *s) { return s->run != step_unaligned || !st->io->posted; }

static bool fits(const selftest *st, const step *s) {
  return (st->dev.caps.units & s->units) == s->units && st->warps >= s->warps;
}

typedef struct tally { // of steps; that of the port is in it only if it failed
  unsigned passed, failed, not_built;
} tally;

// True if the next step can run.
static bool run(selftest *st, const step *s, tally *t) {
  st->checks = st->faults = 0;
  st->random = st->io->seed * 0x9e3779b1u + (uint32_t)(s - steps); // the same, whether other steps run or not
  st->where = NULL;
  if (!fits(st, s) || !possible(st, s)) {
    line(st, s->name, s->what, possible(st, s) ? "not built" : "not possible");
    t->not_built += possible(st, s);
    return true;
  }
  bool alive = check_call(st, ws_reset(&st->dev), "ws_reset");
  if (alive && s->run)
    s->run(st);
  else if (alive)
    step_vectors(st, (unsigned)s->family);
  line(st, s->name, s->what, st->faults ? "FAIL" : "PASS");
  t->failed += st->faults != 0;
  t->passed += st->faults == 0 && s->run != step_unaligned;
  if (st->faults) { // what the bus refused on the way is told; the next step begins without it
    ws_refused refused;
    alive = ws_refusal(&st->dev, &refused) == WS_OK;
  }
  return alive;
}

static bool same(const char *x, const char *y) {
  while (*x && *x == *y) {
    x++;
    y++;
  }
  return *x == *y;
}

static int verdict(selftest *st, const tally *t, bool alive) {
  bool good = alive && !t->failed;
  out_text(st, "port");
  out_to(st, WHAT);
  out_number(st, st->io->interrupts ? st->io->interrupts(st->io->user) : 0);
  out_text(st, st->io->interrupts ? " interrupts taken" : " interrupts: this port sees none");
  out_line(st);
  if (!alive)
    out_text(st, "the block does not answer any more; steps that follow were not run\n");
  st->column = 0;
  out_text(st, good ? "PASS" : "FAIL");
  out_to(st, WHAT);
  out_field(st, t->passed, " steps passed, ");
  if (t->not_built)
    out_field(st, t->not_built, " not built, ");
  out_field(st, t->failed, " failed");
  out_line(st);
  return !good;
}

unsigned ws_selftest_steps(void) { return STEPS + 1; } // and identify

int ws_selftest(const ws_port *port, const ws_selftest_io *io) {
  selftest state = {.io = io}, *st = &state;
  tally t = {0};
  bool found = false;

  out_text(st, "warpsync self-test, seed ");
  out_number(st, io->seed);
  out_line(st);
  out_text(st, "port");
  out_to(st, WHAT);
  out_text(st, io->port_name);
  out_line(st);
  int r = ws_open(&st->dev, port);
  st->dev.patience = PATIENCE;
  if (r == WS_OK) {
    st->all = 0xffffffffu >> (WS_JOB_LANES - st->dev.caps.lanes);
    st->warps = st->dev.caps.warps / st->dev.caps.slots;
    out_instance(st);
    step_identify(st);
  } else {
    check_call(st, r, "ws_open");
    if (r == WS_E_ID)
      check_register(st, "ID", WS_REG_ID, WS_ID_RESET);
    if (r == WS_E_MAP)
      check_register(st, "MAP", WS_REG_MAP, WS_BUS_MAP);
  }
  line(st, "identify", "ID, MAP, VERSION, capabilities", st->faults ? "FAIL" : "PASS");
  t.failed = st->faults != 0;
  t.passed = !t.failed;
  bool alive = !t.failed;
  for (unsigned i = 0; i < STEPS && alive; i++)
    if (!io->only || same(io->only, steps[i].name)) {
      alive = run(st, &steps[i], &t);
      found = true;
    }
  if (alive && !found) {
    out_text(st, "there is no step of the name asked for\n");
    t.failed++;
  }
  return verdict(st, &t, alive);
}
