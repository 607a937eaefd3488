// SPDX-License-Identifier: Apache-2.0
// Directed test of the network between the CTAs of a cluster when it is full: several CTAs send to one that takes nothing for a
// while, since bytes come in at its tx port in each clock. Messages then stand at the destination, in the queue of each source,
// and at the sources. When the bytes end they come in by turns, the next CTA above the last one first, and none is missing.
#include "tests_mbar.h"

// The destination's objects, a place without one, and the object of the bytes.
enum { OBJECT = 0x540, NONE = 0x2aa0, BUSY = 0x3ff8 };
enum { LANES = 4, PLACES = LANES * 8, REQUESTS = 2, MESSAGES = LANES * REQUESTS, ROUNDS = 60 };
enum { HOLD = 48, DRIP = 120, LIMIT = 1000 }; // clocks: until no message moves any more; in which few come in; a hang

static const uint32_t ops[REQUESTS] = {WS_OP_MBAR_ARRIVE_SINK, WS_OP_MBAR_EXPECT_TX};
static const uint32_t too_large[REQUESTS] = {WS_ST_MB_BAD_COUNT, WS_ST_MB_TX_OVERFLOW};

// Each sender has a message for each lane of each request, of which one is wrong: of no object, or with a count that is too large.
typedef struct crowd {
  unsigned dest, senders; // a bit a CTA
  unsigned last;          // whose message came in last, one that was alone; dest: nobody's
  unsigned hold, drip;    // clocks with bytes; percent of the clocks behind them
  bool large;
  unsigned wrong[WS_CTAS_MAX];
  uint32_t count[WS_CTAS_MAX][MESSAGES];
} crowd;

static uint32_t at(unsigned rank, uint32_t offset) { return (rank + 1) << 24 | offset; }

static crowd draw(ws_rng *rng, unsigned ctas) {
  crowd c = {.dest = ws_rng_below(rng, ctas), .hold = HOLD + ws_rng_below(rng, 4), .large = ws_rng_percent(rng, 50)};
  c.drip = ws_rng_percent(rng, 50) ? 0 : ws_rng_below(rng, 95);
  unsigned others = ((1u << ctas) - 1) & ~(1u << c.dest);
  c.last = ws_rng_percent(rng, 80) ? ws_rng_below(rng, ctas) : c.dest;
  while (!(c.senders & others))
    c.senders = ws_rng_percent(rng, 50) ? others : ws_rng_u32(rng) & others;
  // Mostly the same one of all, and often the first, which stands at the destination all the time.
  unsigned wrong = ws_rng_percent(rng, 30) ? 0 : ws_rng_below(rng, MESSAGES);
  for (unsigned s = 0; s < ctas; s++) {
    c.wrong[s] = ws_rng_percent(rng, 80) ? wrong : ws_rng_below(rng, MESSAGES);
    for (unsigned k = 0; k < MESSAGES; k++)
      c.count[s][k] = 1 + (ws_rng_u32(rng) >> 20);
  }
  return c;
}

// A reset, and objects at the destination. The message of `last` is the first one that comes in.
static void begin(ws_scene *t, const crowd *c) {
  t->bad = t->bad || !ws_session_reset(t->s);
  for (unsigned k = 0; k < t->run->core.ctas && !t->bad; k++) {
    ws_session_cta(t->s, k);
    t->bad = !ws_session_launch(t->s, 0, t->all);
  }
  ws_cta(t, c->dest);
  for (unsigned i = 0; i < LANES; i++)
    mb_init(t, OBJECT + PLACES * i, MB_MAX);
  mb_init(t, BUSY, 2);
  if (c->last == c->dest)
    return;
  ws_cta(t, c->last);
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, at(c->dest, BUSY), 1);
  ws_settle(t);
}

// All senders begin in one clock, with bytes from then on for long enough that no message moves any more; in some
// rounds they come in one by one then.
static void send(ws_scene *t, const crowd *c, ws_rng *rng) {
  ws_lockstep *ls = ws_session_lockstep(t->s);
  unsigned sent[WS_CTAS_MAX] = {0};
  bool left = true;
  for (unsigned k = 0; (k < c->hold + DRIP || left) && k < LIMIT && !t->bad; k++) {
    left = false;
    for (unsigned s = 0; s < ls->ctas; s++) {
      ws_req *q = &ls->in[s].req;
      ls->in[s].rsp_ready = true;
      q->valid = (c->senders >> s & 1) && sent[s] < REQUESTS;
      left = left || q->valid;
      if (!q->valid)
        continue;
      q->warp = 0, q->op = ops[sent[s]], q->lanes = (1u << LANES) - 1, q->tag = sent[s];
      for (unsigned i = 0; i < LANES; i++) {
        unsigned message = sent[s] * LANES + i;
        bool wrong = c->wrong[s] == message;
        q->addr[i] = at(c->dest, (wrong && !c->large ? NONE : OBJECT) + PLACES * i);
        q->b[i] = wrong && c->large ? MB_MAX + 1 : c->count[s][message];
      }
    }
    ws_tx *tx = &ls->in[c->dest].tx;
    bool waits = tx->valid && !ls->out[c->dest].tx_ready;
    *tx = (ws_tx){.valid = waits || k < c->hold || (k < c->hold + DRIP && ws_rng_percent(rng, c->drip)), .addr = BUSY};
    left = left || tx->valid;
    ls->new_req = UINT32_MAX;
    t->bad = !ws_lockstep_step(ls);
    for (unsigned s = 0; s < ls->ctas; s++)
      sent[s] += ls->in[s].req.valid && ls->out[s].req_ready;
  }
  if (left && !t->bad)
    ws_wrong(t, "requests that were not accepted in %d clocks", LIMIT);
  for (unsigned s = 0; s < ls->ctas; s++)
    ls->in[s].req.valid = ls->in[s].tx.valid = false;
}

// The first error is that of the sender whose wrong message comes in first; all others have arrived.
static void check(ws_scene *t, const crowd *c) {
  unsigned ctas = t->run->core.ctas, last = c->last == c->dest ? ctas - 1 : c->last, first = 0, earliest = UINT32_MAX;
  uint32_t pending[LANES], tx[LANES] = {0};
  for (unsigned i = 0; i < LANES; i++)
    pending[i] = MB_MAX;
  for (unsigned s = 0; s < ctas; s++) {
    if (!(c->senders >> s & 1))
      continue;
    unsigned place = c->wrong[s] * ctas + (s + ctas - 1 - last) % ctas;
    if (place < earliest)
      earliest = place, first = s;
    for (unsigned k = 0; k < MESSAGES; k++)
      if (k != c->wrong[s])
        *(k < LANES ? &pending[k] : &tx[k - LANES]) += k < LANES ? 0 - c->count[s][k] : c->count[s][k];
  }
  ws_cta(t, c->dest);
  unsigned request = c->wrong[first] / LANES;
  mb_capture(t, c->large ? too_large[request] : WS_ST_MB_NOT_INIT, first, 0, ops[request],
             1u << c->wrong[first] % LANES);
  for (unsigned i = 0; i < LANES; i++)
    mb_object(t, OBJECT + PLACES * i, mb_word(0, pending[i], (int32_t)tx[i], MB_MAX));
}

static void scene_remote_turns(ws_scene *t) {
  ws_rng rng = ws_rng_make(t->run->seed + t->stall, t->run->name);
  for (unsigned k = 0; k < ROUNDS && !t->bad; k++) {
    crowd c = draw(&rng, t->run->core.ctas);
    begin(t, &c);
    send(t, &c, &rng);
    check(t, &c);
  }
}

static const ws_test tests[] = {
    {"mbar_remote_turns",
     "several CTAs send to one that is busy until all queues are full: they take turns, none is lost",
     .scene = scene_remote_turns, .ctas = 2},
};
WS_TESTS(mbar_turns, WS_FAMILY_MBAR)
