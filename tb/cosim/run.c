// SPDX-License-Identifier: Apache-2.0
// How a test is run: on which configuration, with which traffic, what it counts (test.h).
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "directed.h"

// Seconds of this process: rates are per core, whatever else the machine does.
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void ws_built_ops(ws_stim_cfg *cfg, const ws_config *core, uint16_t ops[WS_BUILT_OPS]) {
  unsigned count = 0;
  for (unsigned k = 0; k < cfg->op_count && count < WS_BUILT_OPS; k++)
    if (ws_family_of(cfg->ops[k]) & ws_dut_families(core))
      ops[count++] = cfg->ops[k];
  if (count == cfg->op_count)
    return;
  cfg->ops = ops;
  cfg->op_count = count;
}

bool ws_launch_all(ws_lockstep *ls) {
  for (uint32_t w = 0; w < ls->cfg.core.warps; w++) {
    for (unsigned c = 0; c < ls->ctas; c++)
      ls->in[c].launch = (ws_lanes){true, w, UINT32_MAX >> (32 - ls->cfg.core.lanes)};
    if (!ws_lockstep_step(ls))
      return false;
  }
  for (unsigned c = 0; c < ls->ctas; c++)
    ls->in[c].launch.valid = false;
  return true;
}

bool ws_leave_all(ws_lockstep *ls) {
  enum { PATIENCE = 20000 }; // clocks, far more than what is under way can take
  const uint32_t warps = ls->cfg.core.warps;
  uint32_t live = 1;
  for (uint32_t w = 0; w < warps; w++) {
    for (unsigned c = 0; c < ls->ctas; c++)
      ls->in[c].exit = (ws_lanes){true, w, UINT32_MAX >> (32 - ls->cfg.core.lanes)};
    if (!ws_lockstep_step(ls))
      return false;
  }
  for (unsigned c = 0; c < ls->ctas; c++) {
    ls->in[c].exit.valid = false;
    ls->in[c].rsp_ready = true;
  }
  for (unsigned k = 0; k < PATIENCE && live; k++) {
    if (!ws_lockstep_step(ls))
      return false;
    live = 0;
    for (unsigned c = 0; c < ls->ctas; c++)
      for (uint32_t w = 0; w < warps; w++)
        live |= ls->out[c].live[w];
  }
  if (live)
    fprintf(stderr, "\n%s: cycle %" PRIu64 ": a lane that was to exit still lives\n  repeat       %s\n", ls->cfg.test,
            ls->cycle, ls->cfg.repeat);
  return !live;
}

bool ws_run_open(ws_run *r, ws_lockstep *ls) {
  ws_lockstep_cfg lc = {.core = r->core,
                        .rtl = r->rtl,
                        .side = r->side,
                        .oracle = r->oracle,
                        .seed = r->seed,
                        .test = r->name,
                        .repeat = r->repeat,
                        .waves = r->waves,
                        .short_waves = r->short_waves,
                        .faildir = r->faildir,
                        .trace = r->trace,
                        .stimulus = r->stimulus,
                        .hash = r->hash,
                        .watch = r->cover ? r->cover->watch : NULL};
  return ws_lockstep_open(ls, &lc);
}

void ws_run_close(ws_run *r, ws_lockstep *ls) {
  r->ops = ls->accepted;
  r->cycles = ls->cycle;
  ws_lockstep_close(ls);
}

static bool run_random(const ws_test *t, ws_run *r) {
  ws_stim_cfg cfg = *t->random;
  cfg.stalls = cfg.stalls && !r->no_stalls;
  uint16_t ops[WS_BUILT_OPS];
  ws_built_ops(&cfg, &r->core, ops);
  ws_lockstep ls;
  if (!ws_run_open(r, &ls))
    return false;
  ws_stim stim;
  ws_stim_init(&stim, &cfg, &r->core, ws_rng_make(r->seed, t->name));
  double start = now();
  bool good = ws_launch_all(&ls) && ws_stim_run(&stim, &ls, r->n);
  r->seconds = now() - start;
  ws_run_close(r, &ls);
  return good;
}

static bool run(const ws_test *t, ws_run *r) {
  if (!t->run && !t->scene)
    return run_random(t, r);
  double start = now();
  bool good = t->scene ? ws_play(r, t->scene) : t->run(r);
  r->seconds = now() - start;
  return good;
}

bool ws_run_covered(ws_run *r, bool whole) {
  return !whole || !r->cover || !ws_cover_missing(r->cover, r->name, stderr);
}

bool ws_test_run(const ws_test *t, ws_run *r) {
  r->name = t->name;
  r->test = t;
  r->core.legacy = t->legacy;
  r->core.watchdog = t->watchdog;
  r->ops = r->cycles = 0;
  r->note[0] = 0;
  ws_cover *total = r->cover, own;
  r->cover = NULL;
  if (!total && !t->covers)
    return run(t, r);
  if (!ws_cover_open(&own, &r->rtl->fixed, total ? UINT32_MAX : t->covers))
    return false;
  ws_cover_demand(&own, t->covers, r->side != WS_SIDE_RTL);
  r->cover = &own;
  bool good = run(t, r);
  if (good && *own.wrong)
    fprintf(stderr, "%s: %s\n  repeat       %s\n", t->name, own.wrong, r->repeat);
  good = good && !*own.wrong;
  if (total)
    ws_cover_add(total, &own);
  r->cover = total;
  ws_cover_close(&own);
  return good;
}
