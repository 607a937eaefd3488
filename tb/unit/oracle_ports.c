// SPDX-License-Identifier: Apache-2.0
// What takes place in a cycle, see oracle_ports.h.
#include "oracle_ports.h"

static const char *exits(oracle_ports *p, const ws_out *out, unsigned warps, oracle_events *e) {
  const char *wrong = out->exit_done & (out->exit_done - 1) ? "exits of two warps in one cycle" : NULL;
  for (unsigned w = 0; w < warps; w++) {
    if (!(out->exit_done >> w & 1))
      continue;
    if (!p->leaving[w])
      wrong = "an exit that nobody asked for";
    else if (p->judged < p->behind[w])
      wrong = "an exit before a request that came first was judged";
    e->exit = (ws_lanes){.valid = true, .warp = w, .lanes = p->leaving[w]};
    p->leaving[w] = 0;
  }
  return wrong;
}

oracle_events oracle_ports_cycle(oracle_ports *p, const ws_config *cfg, const ws_in *in, const ws_out *out) {
  oracle_events e = {.launch = p->launch[0], .launch_warps = p->launch_warps[0]};
  e.launch.warp &= cfg->warps - 1;
  e.wrong = exits(p, out, cfg->warps, &e);
  if (out->req_judged) {
    if (p->judged == p->given)
      e.wrong = "a request is judged that nobody gave";
    e.req = &p->queue[p->judged++ % ORACLE_UNDER_WAY];
    if (p->leaving[e.req->warp] && p->behind[e.req->warp] < p->judged)
      e.wrong = "a request is judged before an exit that came first";
  }
  if (in->exit.valid) {
    const unsigned w = in->exit.warp & (cfg->warps - 1);
    uint32_t live = out->live[w]; // that of the next cycle
    if (e.exit.valid && e.exit.warp == w)
      live &= ~(e.exit.lanes & ~out->wait[w]);
    if (e.launch.valid && e.launch.warp == w && !live)
      live = e.launch.lanes;
    for (unsigned n = 1; n < ORACLE_LAUNCH; n++) // given before it, and to take place before it
      live |= p->launch[n].valid && (p->launch[n].warp & (cfg->warps - 1)) == w ? p->launch[n].lanes : 0;
    const uint32_t lanes = in->exit.lanes & live & (UINT32_MAX >> (32 - cfg->lanes));
    if (lanes & ~p->leaving[w])
      p->behind[w] = p->given;
    p->leaving[w] |= lanes;
    e.behind = p->judged < p->given;
    e.with_request = in->req.valid && out->req_ready && (in->req.warp & (cfg->warps - 1)) == w;
  }
  if (in->req.valid && out->req_ready) {
    if (p->given - p->judged == ORACLE_UNDER_WAY)
      e.wrong = "too many requests under way";
    p->queue[p->given % ORACLE_UNDER_WAY] = in->req;
    p->queue[p->given++ % ORACLE_UNDER_WAY].warp &= cfg->warps - 1;
  }
  for (unsigned n = 0; n + 1 < ORACLE_LAUNCH; n++) {
    p->launch[n] = p->launch[n + 1];
    p->launch_warps[n] = p->launch_warps[n + 1];
  }
  p->launch[ORACLE_LAUNCH - 1] = in->launch;
  p->launch_warps[ORACLE_LAUNCH - 1] = in->launch_warps;
  return e;
}

uint32_t oracle_beat(const ws_config *cfg, uint32_t lanes) {
  const unsigned beat = oracle_beat_width(cfg);
  unsigned first = 0;
  while (first + beat < cfg->lanes && !(lanes >> first & UINT32_MAX >> (32 - beat)))
    first += beat;
  return UINT32_MAX >> (32 - beat) << first;
}

ws_msg oracle_message(const ws_config *cfg, const ws_msg *m) {
  const unsigned beat = oracle_beat_width(cfg), beats = cfg->lanes / beat;
  ws_msg whole = *m;
  whole.warp = m->warp / beats;
  whole.lanes = m->lanes << m->warp % beats * beat;
  return whole;
}

bool oracle_ports_busy(const oracle_ports *p) {
  bool leaving = false;
  for (unsigned w = 0; w < WS_WARPS_MAX; w++)
    leaving = leaving || p->leaving[w];
  for (unsigned n = 0; n < ORACLE_LAUNCH; n++)
    leaving = leaving || p->launch[n].valid;
  return leaving || p->given != p->judged;
}
