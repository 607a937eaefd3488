// SPDX-License-Identifier: Apache-2.0
// The untimed oracle, see oracle.h: takes events off the ports and judges what the core shows.
#include <string.h>

#include "oracle_bar.h"
#include "oracle_atom.h"
#include "oracle_mbar.h"
#include "oracle_rules.h"

// ------------------------------------------------------------------------------------------------------------- events

static void lanes_exit(oracle *o, const ws_lanes *e, uint32_t shown_waiting) {
  const uint32_t refused = e->lanes & shown_waiting, gone = e->lanes & oracle_live(o, e->warp) & ~refused;
  oracle_log(o, e->warp, "exit", e->lanes, NULL, NULL);
  for (unsigned i = 0; i < o->cfg.lanes; i++)
    if (gone >> i & 1)
      o->lane[e->warp][i].state = LANE_EXITED;
  if (refused) {
    o->reached[ORACLE_EXIT_REFUSED]++;
    oracle_note_error(o, WS_ST_CV_LANE_BUSY, e->warp, 0, refused, e->lanes, o->cycle);
  }
  if (o->mbar)
    oracle_mbar_exit(o->mbar, e, shown_waiting);
  o->reached[ORACLE_EXIT_WHILE_OTHERS_WAIT] += gone && oracle_blocked(o, e->warp);
  if (gone)
    oracle_complete_groups(o, e->warp, true);
}

static void lanes_launch(oracle *o, const ws_lanes *l, const ws_lanes *e, uint32_t warps) {
  oracle_log(o, l->warp, "launch", l->lanes, NULL, NULL);
  if (o->mbar)
    oracle_mbar_launch(o->mbar, l);
  if (oracle_live(o, l->warp)) {
    o->reached[ORACLE_LAUNCH_REFUSED]++;
    oracle_note_error(o, WS_ST_CV_LANE_BUSY, l->warp, 0, l->lanes, l->lanes, o->cycle);
    return;
  }
  if (o->bar)
    oracle_bar_launch(o, l, warps);
  for (unsigned i = 0; i < o->cfg.lanes; i++)
    if (l->lanes >> i & 1)
      o->lane[l->warp][i].state = LANE_RUNNING;
  o->reached[ORACLE_LAUNCH_AGAIN] += o->events[l->warp] > 1;
  o->reached[ORACLE_LAUNCH_IN_CYCLE_OF_EXIT] += e->valid && e->warp == l->warp && e->lanes;
}

// `blocked`: lanes that waited in an incomplete group before the exits of this cycle.
static void request_judged(oracle *o, const ws_req *r, uint32_t blocked) {
  const unsigned w = r->warp;
  const uint32_t live = oracle_live(o, w);
  oracle_lane came[WS_LANES_MAX] = {0};
  uint32_t status[32] = {0}, refused = 0, ways = 0;

  oracle_log(o, w, "request", r->lanes, r, NULL);
  o->requests++;
  o->issue = r->lanes & all_lanes(o);
  oracle_decided(o, w); // the core takes no request of a warp while it releases lanes
  o->reached[ORACLE_EMPTY_REQUEST] += r->lanes == 0;
  if (o->mbar && r->op >> 8 == WS_UNIT_MBAR) {
    oracle_mbar_request(o->mbar, r, blocked);
    return;
  }
  for (unsigned i = 0; i < o->cfg.lanes; i++) {
    if (!(r->lanes >> i & 1))
      continue;
    came[i] = (oracle_lane){.state = LANE_WAITING,
                            .op = r->op,
                            .mask = oracle_gathers(r->op) ? all_lanes(o) : r->mask[i] & all_lanes(o),
                            .key = oracle_gathers(r->op) ? oracle_bar_names(r->op, (uint32_t)r->a[i], r->b[i]) : 0,
                            .tag = r->tag,
                            .a = r->a[i],
                            .b = r->b[i],
                            .c = r->c[i],
                            .x = (r->pred >> i & 1) != r->neg,
                            .request = o->requests,
                            .since = o->ticks};
    if (!(live >> i & 1)) {
      status[i] = WS_ST_CV_LANE_EXITED;
      o->reached[ORACLE_REFUSED_EXITED]++;
    } else if (blocked >> i & 1) {
      status[i] = WS_ST_CV_LANE_BUSY;
      o->reached[ORACLE_REFUSED_BUSY]++;
    } else if (!oracle_legal(o, r->op)) {
      status[i] = WS_ST_DEC_ILLEGAL;
      o->reached[ORACLE_REFUSED_ILLEGAL]++;
    } else if (oracle_waits(r->op) && !(came[i].mask >> i & 1)) {
      status[i] = WS_ST_CV_NOT_MEMBER;
      o->reached[ORACLE_REFUSED_NOT_MEMBER]++;
      o->reached[ORACLE_EMPTY_MASK] += came[i].mask == 0;
    }
    if (status[i]) {
      refused |= bit(i);
      ways |= bit(status[i] & 15);
    }
  }
  o->reached[ORACLE_REFUSED_TWO_WAYS] += (ways & (ways - 1)) != 0;
  if (refused) { // the capture shows the union of the masks of the request
    oracle_lane shown[WS_LANES_MAX];
    uint32_t masks = 0;
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      masks |= came[i].mask; // 0 in lanes that did not issue
    memcpy(shown, came, sizeof shown);
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      shown[i].mask = masks;
    oracle_expect_each(o, w, refused, status, shown, NULL, 0);
  }
  const uint32_t act = r->lanes & ~refused;
  if (act && oracle_atom_is(r->op)) {
    for (uint32_t left = act, beat; left; left &= ~beat) {
      beat = left & oracle_beat(&o->cfg, left);
      oracle_atom_request(o, r, beat, came);
    }
  } else if (act && !oracle_waits(r->op)) {
    oracle_answer(o, w, act, came, WS_ST_OK);
    o->reached[ORACLE_LEGACY_VOTE] += oracle_legacy_vote(r->op);
    o->reached[ORACLE_ACTIVEMASK_WITH_REFUSED_LANES] += refused != 0;
  } else if (act) {
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      if (act >> i & 1)
        o->lane[w][i] = came[i];
    oracle_complete_groups(o, w, false);
  }
}

static bool same_response(const oracle *o, const oracle_expected *e, const ws_rsp *y) {
  const ws_rsp *x = &e->rsp;
  if (x->tag != y->tag || x->warp != y->warp || x->op != y->op || x->lanes != y->lanes ||
      (x->status != y->status && !(y->status >> 8 == 3 && (e->either & oracle_code(y->status)))) ||
      ((x->p ^ y->p) & x->lanes))
    return false;
  for (unsigned i = 0; i < o->cfg.lanes; i++)
    if ((x->lanes >> i & 1) &&
        (x->d[i] != y->d[i] || ((ws_op_fields(x->op) & WS_FIELD_D_HI) && x->d_hi[i] != y->d_hi[i])))
      return false;
  return true;
}

// A group that an exit completed just after its release was decided.
static bool released_instead(oracle *o, const ws_rsp *r) {
  unsigned kept = 0;
  uint64_t batch = 0;
  for (unsigned n = 0; n < o->count && !batch; n++) {
    const oracle_expected *e = &o->expected[n];
    ws_rsp poison = {.valid = true, .tag = e->rsp.tag, .warp = e->rsp.warp, .op = e->rsp.op, .lanes = e->group};
    const oracle_expected release = {.rsp = poison, .either = e->instead};
    if (e->instead && same_response(o, &release, r))
      batch = e->batch;
  }
  for (unsigned n = 0; n < o->count && batch; n++)
    if (o->expected[n].batch != batch)
      o->expected[kept++] = o->expected[n];
  if (batch)
    o->count = kept;
  return batch != 0;
}

static void response_taken(oracle *o, const ws_rsp *r) {
  if (r->warp >= o->cfg.warps) {
    oracle_fail(o, 0, "a response of warp %u", r->warp);
    return;
  }
  oracle_log(o, r->warp, "response", r->lanes, NULL, r);
  if (o->mbar && r->op >> 8 == WS_UNIT_MBAR) {
    oracle_mbar_response(o->mbar, r);
    return;
  }
  for (unsigned n = 0; n < o->count; n++) {
    bool first = true;
    for (unsigned k = 0; k < n; k++)
      first = first && o->expected[k].batch != o->expected[n].batch;
    if (!first || !same_response(o, &o->expected[n], r))
      continue;
    const oracle_expected e = o->expected[n];
    memmove(&o->expected[n], &o->expected[n + 1], (o->count - n - 1) * sizeof e);
    o->count--;
    if (o->adjoining && o->adjoining != e.batch)
      oracle_fail(o, r->warp, "lanes %08x came between the responses of another group", r->lanes);
    o->adjoining = 0;
    for (unsigned k = 0; k < o->count; k++)
      if (e.adjoining && o->expected[k].batch == e.batch)
        o->adjoining = e.batch;
    for (unsigned k = 0; k < o->errors; k++)
      if (o->error[k].done == UINT64_MAX && (o->error[k].status == r->status || o->error[k].status == e.rsp.status) &&
          o->error[k].warp == r->warp && o->error[k].op == r->op && o->error[k].lanes == r->lanes &&
          o->error[k].opnd == e.operand) {
        o->error[k].done = o->cycle;
        break;
      }
    return;
  }
  if (released_instead(o, r) || (o->bar && oracle_bar_response(o, r)))
    return;
  for (unsigned n = 0; n < o->count; n++)
    if (o->expected[n].rsp.warp == r->warp && o->expected[n].rsp.lanes == r->lanes &&
        o->expected[n].rsp.tag == r->tag) {
      const ws_rsp *x = &o->expected[n].rsp;
      unsigned lane = lowest(r->lanes);
      for (unsigned i = 0; i < o->cfg.lanes; i++)
        if ((r->lanes >> i & 1) && x->d[i] != r->d[i])
          lane = i;
      oracle_fail(
          o, r->warp,
          "response for lanes %08x: op %03x status %03x p %08x d[%u] %x, expected op %03x status %03x p %08x d %x",
          r->lanes, r->op, r->status, r->p & r->lanes, lane, r->d[lane], x->op, x->status, x->p, x->d[lane]);
      return;
    }
  oracle_fail(o, r->warp, "a response that nobody waits for: lanes %08x op %03x tag %u status %03x p %08x d %x",
              r->lanes, r->op, r->tag, r->status, r->p, r->d[lowest(r->lanes)]);
}

// ----------------------------------------------------------------------------------------------------- what ports show

static void look_at_wait_and_live(oracle *o, unsigned w, const ws_out *out) {
  const uint32_t waiting = oracle_waiting(o, w), shown = out->wait[w];
  uint32_t blocked = oracle_blocked(o, w), under_way = 0;
  if (out->live[w] != oracle_live(o, w))
    oracle_fail(o, w, "live shows %08x, expected %08x", out->live[w], oracle_live(o, w));
  o->shown[w] = shown;
  uint32_t came = o->slack ? 0 : all_lanes(o); // lanes that `wait` would show if they were still waiting
  for (unsigned i = 0; i < o->cfg.lanes && o->slack && waiting; i++) {
    o->lane[w][i].seen |= shown >> i & 1;
    came |= o->lane[w][i].seen ? bit(i) : 0;
  }
  if (waiting & ~shown & came)
    oracle_released(o, w, waiting & ~shown & came);
  if (o->bar)
    blocked |= oracle_bar_wait(o, w, shown);
  if (o->mbar)
    blocked |= oracle_mbar_away(o->mbar, w);
  if (!(shown & ~blocked))
    return;
  for (unsigned n = 0; n < o->count; n++)
    if (o->expected[n].rsp.warp == w)
      under_way |= o->expected[n].rsp.lanes;
  if (shown & ~blocked & ~under_way)
    oracle_fail(o, w, "wait shows %08x, but only %08x wait", shown, blocked);
}

static void look_at_idle(oracle *o, const ws_out *out) {
  if (o->mbar && !o->mbar->split) // of a cluster: when all its CTAs are idle
    oracle_mbar_rested(o->mbar);
  if (o->bar)
    oracle_bar_idle(o);
  if (oracle_ports_busy(&o->ports))
    oracle_fail(o, 0, "idle, but a request, an exit or a launch has not taken place");
  if (out->rsp.valid || o->count)
    oracle_fail(o, o->count ? o->expected[0].rsp.warp : out->rsp.warp, "idle, but responses have not been taken");
  for (unsigned w = 0; w < o->cfg.warps; w++) {
    if (out->wait[w] != oracle_blocked(o, w))
      oracle_fail(o, w, "idle with wait %08x, expected %08x", out->wait[w], oracle_blocked(o, w));
    if (o->mbar && (oracle_mbar_away(o->mbar, w) & ~out->wait[w]))
      oracle_fail(o, w, "idle with wait %08x, but lanes %08x wait for the end of a phase", out->wait[w],
                  oracle_mbar_away(o->mbar, w));
    if (o->cfg.watchdog)
      for (unsigned i = 0; i < o->cfg.lanes; i++)
        if (o->lane[w][i].state == LANE_WAITING && oracle_age(o, w, i) >= o->cfg.watchdog)
          oracle_fail(o, w, "idle, but lane %u has waited for %u ticks", i, (unsigned)oracle_age(o, w, i));
    if (!o->checked[w] && oracle_dead(o, w))
      oracle_fail(o, w, "idle, but lanes %08x are dead", oracle_dead(o, w));
    o->checked[w] = true;
    oracle_decided(o, w);
  }
}

// The capture holds an error that happened, at the latest two cycles (and `slack`) after the first one happened, and never moves.
static void look_at_error(oracle *o, const ws_err *err) {
  if (o->captured.valid) {
    if (!err->valid || err->status != o->captured.status || err->warp != o->captured.warp ||
        err->op != o->captured.op || err->lanes != o->captured.lanes || err->opnd != o->captured.opnd)
      oracle_fail(o, o->captured.warp, "the error capture moved");
    return;
  }
  for (unsigned n = 0; n < o->errors; n++) {
    const oracle_error *e = &o->error[n];
    if (!err->valid && e->done != UINT64_MAX && e->done + 1 + o->slack < o->cycle)
      oracle_fail(o, e->warp, "status %03x of lanes %08x was not captured", e->status, e->lanes);
    if (err->valid && err->status == e->status && err->warp == e->warp && err->lanes == e->lanes && err->op == e->op &&
        err->opnd == e->opnd)
      o->captured = *err;
  }
  if (err->valid && !o->captured.valid && o->bar && oracle_bar_captured(o, err))
    o->captured = *err;
  if (err->valid && o->mbar && oracle_mbar_captured(o->mbar, err, o->captured.valid))
    o->captured = *err;
  if (err->valid && !o->captured.valid)
    oracle_fail(o, err->warp, "capture of an error that is not there: status %03x op %03x lanes %08x operand %08x",
                err->status, err->op, err->lanes, err->opnd);
}

void oracle_init(oracle *o, const ws_config *cfg, uint64_t seed) {
  uint64_t reached[ORACLE_SITUATIONS];
  memcpy(reached, o->reached, sizeof reached);
  memset(o, 0, sizeof *o);
  memcpy(o->reached, reached, sizeof reached);
  o->cfg = *cfg;
  o->seed = seed;
}

void oracle_cycle(oracle *o, const ws_in *in, const ws_out *out) {
  uint32_t blocked = 0;
  if (o->failed)
    return;
  for (unsigned w = 0; w < o->cfg.warps; w++)
    look_at_wait_and_live(o, w, out);
  if (o->bar)
    oracle_bar_cycle(o, out);
  look_at_error(o, &out->err);
  o->rest = out->idle ? o->rest + 1 : 0;
  if (o->rest > o->slack)
    look_at_idle(o, out);
  if (out->rsp.valid && in->rsp_ready)
    response_taken(o, &out->rsp);
  const oracle_events e = oracle_ports_cycle(&o->ports, &o->cfg, in, out);
  if (e.wrong)
    oracle_fail(o, e.req ? e.req->warp : e.exit.warp, "%s", e.wrong);
  if (e.req)
    blocked = oracle_blocked(o, e.req->warp);
  o->reached[ORACLE_EXIT_BEHIND_REQUEST] += e.behind;
  o->reached[ORACLE_EXIT_AND_REQUEST_TOGETHER] += e.with_request;
  if (e.exit.valid)
    lanes_exit(o, &e.exit, out->wait[e.exit.warp]);
  if (e.launch.valid)
    lanes_launch(o, &e.launch, &e.exit, e.launch_warps);
  if (e.req)
    request_judged(o, e.req, blocked);
  o->ticks += in->tick; // a tick in the cycle in which a lane arrives counts for it
  if (in->tick && o->mbar)
    oracle_mbar_tick(o->mbar);
  if (o->slack && (in->req.valid || in->exit.valid || in->launch.valid || in->tick || in->tx.valid || in->net.valid ||
                   in->ls.valid || in->gm_rsp.valid))
    o->rest = 0; // the answer to an input may be late
  o->cycle++;
}
