// SPDX-License-Identifier: Apache-2.0
// Random tests of the barriers (stim_bar.h) and what they reached (cover_bar.h).
#include <inttypes.h>
#include <string.h>

#include "when/core.h"
#include "cover_bar.h"
#include "stim_bar.h"
#include "test.h"

enum { FULL = 100000 }; // operations from which on everything reachable must have been reached
enum { DRAIN = 20000, REST = 400, LATE = 50, STILL = 3000 };

static bool wrong(ws_lockstep *ls, const char *what) {
  fprintf(ls->cfg.err, "\n%s: cycle %" PRIu64 ": %s\n  seed         %" PRIu64 "\n  repeat       %s\n", ls->cfg.test,
          ls->cycle, what, ls->cfg.seed, ls->cfg.repeat);
  return false;
}

static bool step(ws_bar_stim *s, ws_lockstep *ls) {
  ws_bar_stim_next(s, ls);
  return ws_lockstep_step(ls);
}

// Warps that wait have a reason to: not every warp of a CTA is at one and the same barrier, nor every warp of a cluster at
// the cluster's. NULL if it is so, as far as the model shows who waits where.
static const char *blame(const ws_lockstep *ls) {
  unsigned room = ws_dut_cta_warps(&ls->cfg.core), slots = ws_dut_slots(&ls->cfg.core);
  bool cluster = ls->model != NULL, any = false;
  for (unsigned c = 0; c < ls->ctas && ls->model; c++)
    for (unsigned k = 0; k < slots; k++) {
      const bar_unit *u = &ws_dut_model_core(ls->model, c)->bar;
      uint32_t set = (room == 32 ? UINT32_MAX : (1u << room) - 1) << k * room, members = u->members & set, at = 0;
      for (uint32_t m = members; m; m &= m - 1) {
        const bar_warp *w = &u->warp[__builtin_ctz(m)];
        at |= w->waiting ? 1u << w->place : 1u << 31;
      }
      any |= members != 0;
      cluster &= !members || at == 1u << BAR_CLUSTER;
      if (members && !(at >> BAR_CLUSTER) && !(at & (at - 1)))
        return "every warp of a CTA waits at one and the same barrier";
      if (ls->ctas == 1 && at == 1u << BAR_CLUSTER)
        return "every warp of a CTA, a cluster by itself, waits at the cluster's barrier";
    }
  return cluster && any && ls->ctas > 1 ? "every warp of the cluster waits at its barrier" : NULL;
}

static bool anybody_waits(const ws_lockstep *ls) {
  uint32_t wait = 0;
  for (unsigned c = 0; c < ls->ctas; c++)
    for (unsigned w = 0; w < ls->cfg.core.warps; w++)
      wait |= ls->out[c].wait[w];
  return wait != 0;
}

// Warps that run help those who wait, then they leave. In the end nobody is left but warps that wait for one another.
static bool drain(ws_bar_stim *s, ws_lockstep *ls) {
  s->drain = true;
  unsigned rest = 0;
  for (unsigned k = 0; k < DRAIN && rest < REST; k++) {
    if (!step(s, ls))
      return false;
    rest = ws_lockstep_idle(ls) ? rest + 1 : 0;
    s->leave |= rest > REST / 2 || (rest > LATE && !anybody_waits(ls)) || k > DRAIN / 2;
  }
  const char *what = rest < REST ? "the block does not come to rest" : blame(ls);
  return !what || wrong(ls, what);
}

// Traffic until `n` requests are accepted, or some warps wait for one another in vain.
static bool stretch(ws_bar_stim *s, ws_lockstep *ls, uint64_t n) {
  uint64_t end = ls->accepted + n, last = ls->accepted, since = ls->cycle;
  while (ls->accepted < end && !s->stuck && ls->cycle - since < STILL) {
    if (!step(s, ls))
      return false;
    const char *what = ws_lockstep_idle(ls) ? blame(ls) : NULL;
    if (what)
      return wrong(ls, what);
    if (ls->accepted != last)
      last = ls->accepted, since = ls->cycle;
  }
  return drain(s, ls);
}

static bool play(ws_run *r, const ws_bar_stim_cfg *plan, const ws_mbar_stim_cfg *others, bool measure, uint64_t piece) {
  ws_bar_stim_cfg cfg = *plan;
  static ws_bar_stim s;
  static ws_mbar_stim mbar;
  ws_lockstep ls;
  cfg.stalls = cfg.stalls && !r->no_stalls;
  r->core.trywait = 60;
  if (!ws_run_open(r, &ls))
    return false;
  ws_rng rng = ws_rng_make(r->seed, r->name);
  for (uint32_t i = 0; i < WS_GMEM_BYTES && others; i++)
    ls.gmem[i] = (uint8_t)ws_rng_u32(&rng);
  bool good = true;
  while (good && ls.accepted < r->n) {
    if (ls.accepted)
      ws_lockstep_reset(&ls);
    if (others)
      ws_mbar_stim_init(&mbar, others, &r->core, (ws_rng){ws_rng_u64(&rng)});
    ws_bar_stim_init(&s, &cfg, &r->core, (ws_rng){ws_rng_u64(&rng)}, others ? &mbar : NULL);
    uint64_t left = r->n - ls.accepted;
    if (measure && left < r->n / 2)
      s.hunt = ws_bar_cover_hunt(r->cover, &ls);
    good = ws_launch_all(&ls) && stretch(&s, &ls, left < piece ? left : piece);
    good = good && (!others || ws_compare_memory(&ls));
  }
  if (good) {
    bool full = r->n >= FULL * (ls.ctas > 2 ? ls.ctas / 2 : 1);
    if (measure)
      ws_bar_cover_text(r->cover, &ls, r->note, sizeof r->note);
    good = ws_run_covered(r, full);
  }
  ws_run_close(r, &ls);
  return good;
}

// Much that is wrong, and a reset in the middle of it, again and again.
static bool run_block_resets(ws_run *r) {
  static const ws_bar_stim_cfg bars = {
      .weight = {[WS_BAR_TIGHT] = 1, [WS_BAR_CLASH] = 2, [WS_BAR_WILD] = 2}, .exits = 60, .others = 80, .stalls = true};
  static const ws_mbar_stim_cfg others = {
      .weight = {[WS_MBAR_FOCUS] = 2, [WS_MBAR_LIMITS] = 2, [WS_MBAR_COPIES] = 2, [WS_MBAR_WILD] = 4},
      .remote = 60,
      .exits = 20,
      .plain = true,
      .stalls = true};
  static ws_bar_stim s;
  static ws_mbar_stim mbar;
  ws_lockstep ls;
  r->core.trywait = 60;
  if (!ws_run_open(r, &ls))
    return false;
  ws_rng rng = ws_rng_make(r->seed, r->name);
  unsigned resets = 0;
  bool good = true;
  for (; good && ls.accepted < r->n; resets++) {
    ws_mbar_stim_init(&mbar, &others, &r->core, (ws_rng){ws_rng_u64(&rng)});
    ws_bar_stim_init(&s, &bars, &r->core, (ws_rng){ws_rng_u64(&rng)}, &mbar);
    good = ws_launch_all(&ls);
    for (unsigned k = ws_rng_below(&rng, 400); k && good; k--)
      good = step(&s, &ls);
    if (good)
      ws_lockstep_reset(&ls);
  }
  snprintf(r->note, sizeof r->note, "%u resets", resets);
  ws_run_close(r, &ls);
  return good;
}

// Weights: flow, pairs, tight, sums, pieces, cluster, clash, wild.
static const ws_bar_stim_cfg mix = {.weight = {12, 14, 18, 12, 12, 12, 18, 8}, .exits = 4, .stalls = true};
static const ws_bar_stim_cfg flow = {.weight = {[WS_BAR_FLOW] = 1}, .exits = 1, .stalls = true};
static const ws_bar_stim_cfg clusters = {.weight = {5, 5, 5, 5, 8, 47, 20, 5}, .exits = 3, .stalls = true};
static const ws_bar_stim_cfg block = {
    .weight = {15, 15, 15, 15, 15, 10, 10, 5}, .exits = 3, .others = 55, .stalls = true};
// Weights: flow, focus, limits, waits, copies, wild.
static const ws_mbar_stim_cfg beside = {.weight = {30, 25, 10, 15, 12, 8}, .remote = 30, .plain = true, .stalls = true};

static bool run_random(ws_run *r) { return play(r, &mix, NULL, true, 4000); }
static bool run_flow_random(ws_run *r) { return play(r, &flow, NULL, false, 20000); }
static bool run_cluster_random(ws_run *r) { return play(r, &clusters, NULL, true, 4000); }
static bool run_block_random(ws_run *r) { return play(r, &block, &beside, false, 4000); }

static const ws_test tests[] = {
    {"bar_random",
     "all barriers at once; reaches each status, each pair of operations in neighbouring clocks, each situation",
     .run = run_random, .sized = true, .any_slots = true, .covers = 1 << WS_COVER_BAR},
    {"bar_flow_random", "barriers as kernels use them: whole CTAs, mostly without a count", .run = run_flow_random,
     .sized = true, .any_slots = true},
    {"block_random",
     "everything at once: barriers, mbarriers, copies, every warp family, exits; reaches each pair of units and of "
     "ports",
     .run = run_block_random, .sized = true, .any_slots = true, .covers = 1 << WS_COVER_BLOCK,
     .families = WS_FAMILY_ALL},
    {"block_resets",
     "much that is wrong, and a reset after some hundred cycles, again and again: nothing survives; the capture of "
     "errors is filled each time",
     .run = run_block_resets, .sized = true, .any_slots = true, .families = WS_FAMILY_ALL},
    {"cluster_random", "random traffic at the cluster's barrier and at named ones; reaches what bar_random does",
     .run = run_cluster_random, .sized = true, .ctas = 2, .covers = 1 << WS_COVER_BAR, .families = WS_FAMILY_ALL},
    {"cluster_block_random", "everything at once in a cluster, operations on objects of other CTAs too",
     .run = run_block_random, .sized = true, .ctas = 2, .families = WS_FAMILY_ALL},
    {"cluster_resets", "block_resets in a cluster", .run = run_block_resets, .sized = true, .ctas = 2,
     .families = WS_FAMILY_ALL},
};
WS_TESTS(bar_random, WS_FAMILY_BAR)
