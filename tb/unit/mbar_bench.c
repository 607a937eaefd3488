// SPDX-License-Identifier: Apache-2.0
// A core with the mbarrier oracle at its ports, see mbar_bench.h.
#include <string.h>

#include "mbar_bench.h"

// QUIET: clocks without an event after which nothing more comes by itself; 32 lanes at as many objects take up to 5 clocks each before they
// are answered.
enum { QUIET = 250, PATIENCE = 4000 };

uint64_t mbar_bench_draw64(mbar_bench *b) {
  b->x ^= b->x >> 12;
  b->x ^= b->x << 25;
  b->x ^= b->x >> 27;
  return b->x * UINT64_C(2685821657736338717);
}

static bool percent(mbar_bench *b, unsigned n) { return mbar_bench_draw(b) % 100 < n; }

void mbar_bench_start(mbar_bench *b, const ws_config *cfg, unsigned rank, void *mem) {
  b->core = ws_core_init_rank(mem, cfg, rank);
  memset(&b->in, 0, sizeof b->in);
  memset(b->want, 0, sizeof b->want);
  memset(&b->ports, 0, sizeof b->ports);
  b->asked = b->due = 0;
  oracle_mbar_init(&b->oracle, cfg, rank);
  if (!b->core)
    oracle_mbar_fail(&b->oracle, "the core refuses the configuration");
  else
    mbar_bench_settle(b);
}

static void answer_memory(mbar_bench *b) {
  if (b->due && b->asked && !b->in.gm_rsp.valid && percent(b, 50)) {
    b->in.gm_rsp.valid = true;
    for (unsigned k = 0; k < 4; k++)
      b->in.gm_rsp.data[k] = mbar_bench_draw(b);
    for (unsigned k = 0; k < b->read[0].bytes; k++) {
      uint32_t *word = &b->in.gm_rsp.data[k / 4];
      *word = (*word & ~(255u << (8 * (k % 4)))) | (uint32_t)b->gmem[b->read[0].addr + k] << (8 * (k % 4));
    }
  }
}

static void check_access(mbar_bench *b) {
  const ws_ls_rsp *want = &b->want[0], *got = &b->out.ls_rsp;
  bool good = want->valid == got->valid;
  if (want->valid && good) {
    good = want->en == got->en && want->raw == (got->raw & want->en);
    for (unsigned k = 0; k < WS_BANKS_MAX; k++)
      good = good && (!(want->en >> k & 1) || want->rdata[k] == got->rdata[k]);
  }
  if (!good)
    oracle_mbar_fail(&b->oracle, "access: valid %d banks %08x raw %08x, expected %d %08x %08x, or wrong data",
                     got->valid, got->en, got->raw, want->valid, want->en, want->raw);
  b->want[0] = b->want[1];
  b->want[1].valid = false;
}

// One cycle; what transferred goes to the oracle.
void mbar_bench_cycle(mbar_bench *b) {
  ws_in *in = &b->in;
  const ws_out *out = &b->out;
  oracle_mbar *o = &b->oracle;

  in->rsp_ready = percent(b, b->taking);
  in->net_ready = percent(b, b->sending);
  in->gm_ready = percent(b, b->sending) && b->asked < 64;
  answer_memory(b);
  ws_core_step(b->core, in, &b->out);
  b->cycles++;
  b->active = in->exit.valid || in->launch.valid || in->tick;
  oracle_mbar_outputs(o, out);
  check_access(b);
  if (out->rsp.valid && in->rsp_ready)
    oracle_mbar_response(o, &out->rsp), b->active = true;
  const oracle_events e = oracle_ports_cycle(&b->ports, &o->cfg, in, out);
  if (e.wrong)
    oracle_mbar_fail(o, "%s", e.wrong);
  if (e.exit.valid)
    oracle_mbar_exit(o, &e.exit, out->wait[e.exit.warp]);
  if (e.launch.valid)
    oracle_mbar_launch(o, &e.launch);
  if (e.req)
    oracle_mbar_request(o, e.req, out->wait[e.req->warp]);
  b->active |= e.req || e.exit.valid || e.launch.valid;
  if (in->req.valid && out->req_ready) {
    in->req.valid = false;
    b->active = true;
  }
  if (in->tick)
    oracle_mbar_tick(o);
  if (out->net.valid && in->net_ready)
    oracle_mbar_sent(o, &out->net), b->active = true;
  if (out->gm.valid && in->gm_ready) {
    oracle_mbar_asked(o, &out->gm);
    b->read[b->asked++] = out->gm;
    b->active = true;
  }
  if (in->gm_rsp.valid && out->gm_rsp_ready) {
    oracle_mbar_copied(o, in->gm_rsp.data);
    memmove(&b->read[0], &b->read[1], --b->asked * sizeof b->read[0]);
    in->gm_rsp.valid = false;
    b->due--;
    b->active = true;
  }
  if (in->tx.valid && out->tx_ready) {
    oracle_mbar_tx(o, &in->tx);
    in->tx.valid = false;
    b->active = true;
  }
  if (in->net.valid && out->net_ready) {
    oracle_mbar_message(o, &in->net);
    in->net.valid = false;
    b->active = true;
  }
  if (in->ls.valid && out->ls_ready) {
    b->want[1] = oracle_mbar_access(o, &in->ls);
    in->ls.valid = false;
    b->active = true;
  }
  in->exit.valid = in->launch.valid = in->tick = false;
  b->quiet = b->active ? 0 : b->quiet + 1;
}

void mbar_bench_settle(mbar_bench *b) {
  const oracle_mbar *o = &b->oracle;
  const ws_in *in = &b->in;
  b->quiet = 0;
  for (unsigned n = 0; !o->failed; n++) {
    mbar_bench_cycle(b);
    const bool still = !in->req.valid && !in->tx.valid && !in->net.valid && !in->ls.valid && !b->want[0].valid;
    if (b->out.idle && still && !b->active)
      break;
    const bool held = oracle_mbar_stalled(o) || (o->copies > 0 && !in->req.valid);
    if (held && b->due == 0 && b->quiet > QUIET)
      break;
    if (n > PATIENCE)
      oracle_mbar_fail(&b->oracle, "not idle %u cycles after the last input", n);
  }
  if (b->out.idle && !b->active && o->copies)
    oracle_mbar_fail(&b->oracle, "idle though copies are under way");
  oracle_mbar_settled(&b->oracle, &b->out);
}

bool mbar_bench_entangled(const mbar_bench *b) {
  const oracle_mbar *o = &b->oracle;
  for (unsigned n = 0; n < o->copies; n++)
    for (unsigned k = 0; k < o->copies; k++)
      if (o->copy[k].arrive && o->copy[n].dst / 16 == o->copy[k].slot / 2)
        return true;
  return oracle_mbar_stalled(o);
}

void mbar_bench_release(mbar_bench *b, bool one_by_one) {
  for (unsigned n = 0; b->oracle.copies && n < 300 && !b->oracle.failed; n++) {
    b->due = one_by_one || mbar_bench_entangled(b) ? 1 : b->oracle.copies;
    mbar_bench_settle(b);
  }
}
