// SPDX-License-Identifier: Apache-2.0
// The transition of an mbarrier object in the whole unit, with narrow counters: every phase, pending and expected count up to
// 7 and tx-count from -8 to 8, stored as plain words into live objects, against every operation that counts with every operand
// up to 8; and the same around the largest counts. RTL against model, and each word and status against integers here.
#include <inttypes.h>
#include <string.h>

#include "test.h"
#include "what/op_lists.h"

enum { OBJECTS = WS_BANKS_MAX / 2, ROW = 3 }; // at most; a row of memory, in which one access reaches all

typedef struct object {
  unsigned phase;
  int32_t pending, expected, tx;
} object;

typedef struct numbers {
  const int32_t *of;
  unsigned count;
} numbers;
#define NUMBERS(...)                                                                                                   \
  { (const int32_t[]){__VA_ARGS__}, sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t) }
#define TOP (int32_t) WS_MBAR_MAX

typedef struct space {
  numbers counts, txs, operands;
} space;
static const space spaces[] = {
    {NUMBERS(0, 1, 2, 3, 4, 5, 6, 7), NUMBERS(-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8),
     NUMBERS(0, 1, 2, 3, 4, 5, 6, 7, 8)},
    {NUMBERS(0, 1, 2, TOP - 1, TOP), NUMBERS(-TOP, 1 - TOP, -1, 0, 1, TOP - 1, TOP),
     NUMBERS(0, 1, 2, TOP - 1, TOP, TOP + 1, INT32_MAX)},
};

static const uint16_t ops[] = {WS_OPS_MBAR_TX, WS_OPS_MBAR_TOKEN};
enum { OPS = sizeof ops / sizeof ops[0] };

// The object afterwards, and the status.
static uint32_t oracle(object *o, uint32_t op, int64_t x) {
  bool tx = ws_is_mbar_tx(op) || ws_is_mbar_expect(op), arrives = ws_is_mbar_arrive(op);
  int64_t n = !arrives ? 0 : tx ? 1 : x, dtx = !tx ? 0 : op == WS_OP_MBAR_COMPLETE_TX ? -x : x;
  int64_t drop = ws_is_mbar_drop(op) ? n : 0, after = o->tx + dtx;
  if (arrives && !tx && (x < 1 || x > WS_MBAR_MAX))
    return WS_ST_MB_BAD_COUNT;
  if (tx && x > WS_MBAR_MAX)
    return op == WS_OP_MBAR_COMPLETE_TX ? WS_ST_MB_TX_UNDERFLOW : WS_ST_MB_TX_OVERFLOW;
  if (n > o->pending)
    return WS_ST_MB_PENDING_UNDERFLOW;
  if (drop > o->expected)
    return WS_ST_MB_EXPECT_UNDERFLOW;
  if (after > WS_MBAR_MAX)
    return WS_ST_MB_TX_OVERFLOW;
  if (after < -(int64_t)WS_MBAR_MAX)
    return WS_ST_MB_TX_UNDERFLOW;
  bool over = o->pending == n && after == 0 && (n || dtx);
  if (over && ws_is_mbar_nocomplete(op))
    return WS_ST_MB_NOCOMPLETE_VIOLATION;
  o->expected -= (int32_t)drop;
  o->pending = over ? o->expected : o->pending - (int32_t)n;
  o->tx = over ? 0 : (int32_t)after;
  o->phase ^= over;
  return WS_ST_OK;
}

static uint64_t word_of(const object *o) {
  return (uint64_t)o->phase << 63 | (uint64_t)((0x100000u - (uint32_t)o->pending) & 0xfffff) << 43 |
         (uint64_t)((uint32_t)o->tx & 0x1fffff) << 22 | (uint64_t)((0x100000u - (uint32_t)o->expected) & 0xfffff) << 1;
}

typedef struct sweep {
  ws_run *run;
  ws_lockstep ls;
  unsigned banks, objects; // objects: as many as the row holds
  unsigned count;
  object before[OBJECTS];
  uint32_t op[OBJECTS];
  int32_t x[OBJECTS];
  uint32_t status[OBJECTS]; // of the answer; UINT32_MAX: none yet
  uint64_t word[OBJECTS];   // as loaded
  bool loaded;
  uint64_t cases;
} sweep;

static bool step(sweep *s) {
  s->ls.in->rsp_ready = true;
  if (!ws_lockstep_step(&s->ls))
    return false;
  const ws_out *out = s->ls.out;
  unsigned lanes = s->run->core.lanes < s->objects ? s->run->core.lanes : s->objects;
  for (uint32_t left = out->rsp.valid ? out->rsp.lanes : 0; left; left &= left - 1)
    s->status[(out->rsp.tag * lanes + (unsigned)__builtin_ctz(left)) % s->objects] = out->rsp.status;
  if (out->ls_rsp.valid)
    for (unsigned k = 0; k < s->objects; k++)
      s->word[k] = out->ls_rsp.rdata[2 * k] | (uint64_t)out->ls_rsp.rdata[2 * k + 1] << 32;
  s->loaded |= out->ls_rsp.valid;
  return true;
}

static bool settle(sweep *s) {
  do
    if (!step(s))
      return false;
  while (!ws_lockstep_idle(&s->ls));
  return true;
}

// One access to the row: every word is written, or read.
static bool row(sweep *s, bool write) {
  ws_ls *ls = &s->ls.in->ls;
  *ls = (ws_ls){.valid = true, .en = UINT32_MAX};
  for (unsigned k = 0; k < s->banks; k++) {
    uint64_t word = word_of(&s->before[k / 2]);
    ls->row[k] = ROW;
    ls->be[k] = write ? 15 : 0;
    ls->wdata[k] = (uint32_t)(k & 1 ? word >> 32 : word);
  }
  do
    if (!step(s))
      return false;
  while (!s->ls.out->ls_ready);
  ls->valid = false;
  return settle(s);
}

// The operations, each lane at an object of its own. `init`: makes the objects.
static bool requests(sweep *s, bool init) {
  unsigned lanes = s->run->core.lanes < s->objects ? s->run->core.lanes : s->objects;
  ws_req *q = &s->ls.in->req;
  for (unsigned first = 0; first < s->objects; first += lanes) {
    *q = (ws_req){.valid = true, .tag = first / lanes, .op = init ? WS_OP_MBAR_INIT : s->op[first]};
    q->lanes = UINT32_MAX >> (32 - lanes);
    for (unsigned i = 0; i < lanes; i++) {
      q->addr[i] = ROW * 4 * s->banks + 8 * (first + i);
      q->b[i] = init ? 1 : (uint32_t)s->x[first + i];
    }
    s->ls.new_req = 1;
    do
      if (!step(s))
        return false;
    while (!s->ls.out->req_ready);
  }
  q->valid = false;
  return settle(s);
}

static bool judge(sweep *s, unsigned k) {
  object o = s->before[k];
  uint32_t want = oracle(&o, s->op[k], s->x[k]), got = s->status[k];
  if (got == WS_ST_MB_MISSING_WAIT) // performed all the same; whether somebody waited is not looked at here
    got = WS_ST_OK;
  if (got == want && s->word[k] == word_of(&o))
    return true;
  fprintf(stderr,
          "\n%s: %s %" PRId32 " at phase %u, pending %" PRId32 ", expected %" PRId32 ", tx %" PRId32
          ": status 0x%03" PRIx32 ", word 0x%016" PRIx64 "; expected status 0x%03" PRIx32 ", word 0x%016" PRIx64
          "\n  repeat       %s\n",
          s->run->name, ws_op_name(s->op[k]), s->x[k], s->before[k].phase, s->before[k].pending, s->before[k].expected,
          s->before[k].tx, s->status[k], s->word[k], want, word_of(&o), s->run->repeat);
  return false;
}

static bool flush(sweep *s) {
  for (unsigned k = s->count; k < s->objects; k++) { // the last ones once more
    s->before[k] = s->before[k - 1];
    s->op[k] = s->op[k - 1];
    s->x[k] = s->x[k - 1];
  }
  memset(s->status, 0xff, sizeof s->status);
  s->count = 0;
  if (!row(s, true) || !requests(s, false))
    return false;
  s->loaded = false;
  if (!row(s, false))
    return false;
  for (unsigned k = 0; k < s->objects && s->loaded; k++)
    if (!judge(s, k))
      return false;
  return s->loaded;
}

static bool sweep_space(sweep *s, const space *p, uint32_t op) {
  unsigned counts = p->counts.count, total = 2 * counts * counts * p->txs.count * p->operands.count;
  for (unsigned x = 0; x < total; x++) {
    unsigned rest = x;
    object *o = &s->before[s->count];
    o->phase = rest % 2, rest /= 2;
    o->pending = p->counts.of[rest % counts], rest /= counts;
    o->expected = p->counts.of[rest % counts], rest /= counts;
    o->tx = p->txs.of[rest % p->txs.count], rest /= p->txs.count;
    s->op[s->count] = op;
    s->x[s->count++] = p->operands.of[rest];
    s->cases++;
    if (s->count == s->objects && !flush(s))
      return false;
  }
  return !s->count || flush(s); // a batch has one operation
}

static bool run_mbar(ws_run *r) {
  static sweep s;
  memset(&s, 0, sizeof s);
  s.run = r;
  s.banks = ws_dut_banks(&r->core);
  s.objects = s.banks / 2;
  if (!ws_run_open(r, &s.ls))
    return false;
  bool good = ws_launch_all(&s.ls) && requests(&s, true);
  for (unsigned k = 0; k < sizeof spaces / sizeof spaces[0]; k++)
    for (unsigned op = 0; op < OPS && good; op++)
      good = sweep_space(&s, &spaces[k], ops[op]);
  snprintf(r->note, sizeof r->note, "%" PRIu64 " cases: phases x counts x tx-counts x operations x operands", s.cases);
  ws_run_close(r, &s.ls);
  return good;
}

static const ws_test tests[] = {
    {"mbar_exhaustive", "every operation that counts, on objects with counts up to 7 and around the largest ones",
     .run = run_mbar},
};
WS_TESTS(mbar_exhaustive, WS_FAMILY_MBAR)
