// SPDX-License-Identifier: Apache-2.0
// mbarrier objects and tokens (PTX 9.7.13.15.1 to .17): a written-out trace, every error at its boundary, and a second
// oracle that keeps the counts as plain integers against millions of random operations. Many equal arrivals at once
// against one by one.
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "ws.h"

#define MAX 1048575

// ------------------------------------------------------------------------------------------------- the second oracle

// An object as a bookkeeper would keep it.
typedef struct book {
  int phase, pending, tx, expected;
} book;

static book book_open(uint64_t word) {
  book b = {.phase = word >= UINT64_C(1) << 63};
  const int pending = (int)(word / (UINT64_C(1) << 43) % 1048576), expected = (int)(word / 2 % 1048576);
  const int tx = (int)(word / (UINT64_C(1) << 22) % 2097152);
  b.pending = pending ? 1048576 - pending : 0;
  b.expected = expected ? 1048576 - expected : 0;
  b.tx = tx >= 1048576 ? tx - 2097152 : tx;
  return b;
}

static uint64_t book_close(const book *b) {
  const uint64_t pending = b->pending ? (uint64_t)(1048576 - b->pending) : 0;
  const uint64_t expected = b->expected ? (uint64_t)(1048576 - b->expected) : 0;
  const uint64_t tx = (uint64_t)(b->tx < 0 ? b->tx + 2097152 : b->tx);
  return (b->phase ? UINT64_C(1) << 63 : 0) + pending * (UINT64_C(1) << 43) + tx * (UINT64_C(1) << 22) + expected * 2;
}

// Books an operation, or returns why not and leaves the book as it is.
static uint32_t book_step(book *b, const ws_mbar_step *s) {
  book n = *b;
  const int arrivals = (int)s->arr;
  bool complete = false;

  if (s->inc) {
    if (n.pending + arrivals > MAX)
      return WS_ST_MB_PENDING_OVERFLOW;
    n.pending += arrivals;
  } else {
    if (n.pending < arrivals)
      return WS_ST_MB_PENDING_UNDERFLOW;
    n.pending -= arrivals;
  }
  if (n.expected < (int)s->drop)
    return WS_ST_MB_EXPECT_UNDERFLOW;
  n.expected -= (int)s->drop;
  n.tx += s->dtx;
  if (n.tx > MAX)
    return WS_ST_MB_TX_OVERFLOW;
  if (n.tx < -MAX)
    return WS_ST_MB_TX_UNDERFLOW;
  if (!s->inc && (arrivals || s->dtx))
    complete = n.pending == 0 && n.tx == 0;
  if (complete && s->no_complete)
    return WS_ST_MB_NOCOMPLETE_VIOLATION;
  if (complete) {
    n.phase = !n.phase;
    n.pending = n.expected;
  }
  *b = n;
  return WS_ST_OK;
}

// --------------------------------------------------------------------------------------------------------- vectors

static uint64_t object(int phase, int pending, int tx, int expected) {
  const book b = {.phase = phase, .pending = pending, .tx = tx, .expected = expected};
  return book_close(&b);
}

static void expect(uint64_t word, ws_mbar_step step, uint32_t status, uint64_t after) {
  const ws_mbar_result r = ws_mbar_next(word, &step);
  assert_int_equal(r.status, status);
  assert_int_equal(r.word, after);
  assert_int_equal(r.flip, (word ^ after) >> 63);
}
static void refuse(uint64_t word, ws_mbar_step step, uint32_t status) { expect(word, step, status, word); }

// Words and tokens of a whole history, written out.
static void the_golden_trace_is_reproduced_word_for_word(void **state) {
  (void)state;
  static const struct {
    ws_mbar_step step;
    uint64_t word, token;
    uint32_t status;
  } trace[] = {
      {{.arr = 1}, 0x7fffe800001ffff8, 0x7fffe00000000001, WS_ST_OK},
      {{.arr = 2, .no_complete = true}, 0x7ffff800001ffff8, 0x7fffe80000000003, WS_ST_OK},
      {{.arr = 1, .no_complete = true}, 0x7ffff800001ffff8, 0, WS_ST_MB_NOCOMPLETE_VIOLATION},
      {{.dtx = -32}, 0x7ffffffff81ffff8, 0x7ffff80000000001, WS_ST_OK},
      {{.arr = 1}, 0x000007fff81ffff8, 0x7ffff80000000001, WS_ST_OK},
      {{.arr = 1}, 0x000007fff81ffff8, 0, WS_ST_MB_PENDING_UNDERFLOW},
      {{.dtx = 32}, 0xffffe000001ffff8, 0x0000000000000001, WS_ST_OK},
      {{.arr = 1, .dtx = 16, .drop = 1}, 0xffffe800041ffffa, 0xffffe00000000001, WS_ST_OK},
      {{.arr = 3}, 0x80000000041ffffa, 0xffffe80000000001, WS_ST_OK},
      {{.dtx = -16}, 0x7fffe800001ffffa, 0x8000000000000001, WS_ST_OK},
      {{.arr = 3, .drop = 3}, 0x8000000000000000, 0x7fffe80000000001, WS_ST_OK},
      {{.arr = 1}, 0x8000000000000000, 0, WS_ST_MB_PENDING_UNDERFLOW},
      {{.dtx = 1048575}, 0x800003ffffc00000, 0x8000000000000001, WS_ST_OK},
      {{.dtx = 1}, 0x800003ffffc00000, 0, WS_ST_MB_TX_OVERFLOW},
  };
  uint64_t word = ws_mbar_word(4);

  assert_int_equal(word, 0x7fffe000001ffff8);
  for (unsigned n = 0; n < sizeof trace / sizeof trace[0]; n++) {
    const ws_mbar_result r = ws_mbar_next(word, &trace[n].step);
    assert_int_equal(r.status, trace[n].status);
    assert_int_equal(r.word, trace[n].word);
    assert_int_equal(r.flip, (r.word ^ word) >> 63);
    if (r.status == WS_ST_OK)
      assert_int_equal(ws_mbar_token(word, trace[n].step.no_complete), trace[n].token);
    word = r.word;
  }
}

static void words_of_fresh_objects(void **state) {
  (void)state;
  assert_int_equal(ws_mbar_word(32), 0x7fff0000001fffc0); // as compiled programs write it
  assert_int_equal(ws_mbar_word(1), 0x7ffff800001ffffe);
  assert_int_equal(ws_mbar_word(MAX), 0x0000080000000002);
  for (int count = 1; count <= MAX; count += 1021)
    assert_int_equal(ws_mbar_word((uint32_t)count), object(0, count, 0, count));
}

static void tokens_keep_phase_and_pending_count_only(void **state) {
  (void)state;
  assert_int_equal(ws_mbar_token(UINT64_MAX, false), 0xfffff80000000001);
  assert_int_equal(ws_mbar_token(UINT64_MAX, true), 0xfffff80000000003);
  assert_int_equal(ws_mbar_token(0x000007ffffffffff, true), 3);
}

static void pending_count_reads_any_token(void **state) {
  (void)state;
  uint32_t status = 0;
  assert_int_equal(ws_mbar_pending_count(0x7fffe80000000003, &status), 3);
  assert_int_equal(status, WS_ST_OK);
  assert_int_equal(ws_mbar_pending_count(0xffffe80000000001, &status), 3);
  assert_int_equal(status, WS_ST_MB_TOKEN_NOT_NOCOMPLETE);
  assert_int_equal(ws_mbar_pending_count(0x7fffe80000000002, &status), 3); // never given by an arrival
  assert_int_equal(status, WS_ST_MB_BAD_TOKEN);
  assert_int_equal(ws_mbar_pending_count(0, &status), 0);
  assert_int_equal(status, WS_ST_MB_BAD_TOKEN);
  assert_int_equal(ws_mbar_pending_count(0x0000080000000003, &status), MAX);
  assert_int_equal(ws_mbar_pending_count(0x80000000fffffffb, &status), 0); // the bits between mean nothing
  assert_int_equal(status, WS_ST_OK);
}

static void pending_underflows_only_below_zero(void **state) {
  (void)state;
  const ws_mbar_step one = {.arr = 1}, five = {.arr = 5}, most = {.arr = MAX}, more = {.arr = MAX + 1};
  expect(object(0, 5, 9, 7), five, WS_ST_OK, object(0, 0, 9, 7));
  refuse(object(0, 4, 9, 7), five, WS_ST_MB_PENDING_UNDERFLOW);
  refuse(object(1, 0, -9, 7), one, WS_ST_MB_PENDING_UNDERFLOW);
  refuse(object(0, 0, 0, 0), one, WS_ST_MB_PENDING_UNDERFLOW);
  expect(object(0, MAX, 0, MAX), most, WS_ST_OK, object(1, MAX, 0, MAX));
  refuse(object(0, MAX - 1, 0, MAX), most, WS_ST_MB_PENDING_UNDERFLOW);
  refuse(object(0, MAX, 0, MAX), more, WS_ST_MB_PENDING_UNDERFLOW);
  refuse(object(0, 1, 0, MAX), (ws_mbar_step){.arr = 0x1ffffff}, WS_ST_MB_PENDING_UNDERFLOW);
}

static void pending_overflows_only_above_its_maximum(void **state) {
  (void)state;
  const ws_mbar_step one = {.arr = 1, .inc = true}, most = {.arr = MAX, .inc = true};
  expect(object(1, MAX - 1, 3, 2), one, WS_ST_OK, object(1, MAX, 3, 2));
  refuse(object(1, MAX, 3, 2), one, WS_ST_MB_PENDING_OVERFLOW);
  expect(object(0, 0, 3, 2), most, WS_ST_OK, object(0, MAX, 3, 2));
  refuse(object(0, 1, 3, 2), most, WS_ST_MB_PENDING_OVERFLOW);
  refuse(object(0, 0, 0, 0), (ws_mbar_step){.arr = MAX + 1, .inc = true}, WS_ST_MB_PENDING_OVERFLOW);
  expect(object(0, 0, -8, 2), one, WS_ST_OK, object(0, 1, -8, 2)); // where arrivals are an underflow
}

static void drops_reduce_the_next_phase_down_to_nobody(void **state) {
  (void)state;
  expect(object(0, 3, 0, 3), (ws_mbar_step){.arr = 1, .drop = 1}, WS_ST_OK, object(0, 2, 0, 2));
  expect(object(0, 2, 0, 2), (ws_mbar_step){.arr = 2, .drop = 2}, WS_ST_OK, object(1, 0, 0, 0));
  refuse(object(0, 3, 0, 2), (ws_mbar_step){.arr = 3, .drop = 3}, WS_ST_MB_EXPECT_UNDERFLOW);
  expect(object(0, MAX, 0, MAX), (ws_mbar_step){.arr = MAX, .drop = MAX}, WS_ST_OK, object(1, 0, 0, 0));
  refuse(object(0, 1, 0, 0), (ws_mbar_step){.arr = 1, .drop = 1}, WS_ST_MB_EXPECT_UNDERFLOW);
  refuse(object(0, 1, 0, 0), (ws_mbar_step){.arr = 2, .drop = 2}, WS_ST_MB_PENDING_UNDERFLOW);
  // P is one more than X: cp.async.mbarrier.arrive made it so. The reduced count is what the next phase starts with.
  expect(object(0, 3, 0, 2), (ws_mbar_step){.arr = 1, .drop = 1}, WS_ST_OK, object(0, 2, 0, 1));
  expect(object(0, 2, 0, 1), (ws_mbar_step){.arr = 2}, WS_ST_OK, object(1, 1, 0, 1));
}

static void tx_count_has_both_ends(void **state) {
  (void)state;
  expect(object(0, 1, MAX - 1, 1), (ws_mbar_step){.dtx = 1}, WS_ST_OK, object(0, 1, MAX, 1));
  refuse(object(0, 1, MAX, 1), (ws_mbar_step){.dtx = 1}, WS_ST_MB_TX_OVERFLOW);
  expect(object(0, 1, 1 - MAX, 1), (ws_mbar_step){.dtx = -1}, WS_ST_OK, object(0, 1, -MAX, 1));
  refuse(object(0, 1, -MAX, 1), (ws_mbar_step){.dtx = -1}, WS_ST_MB_TX_UNDERFLOW);
  expect(object(0, 1, -MAX, 1), (ws_mbar_step){.dtx = 2 * MAX}, WS_ST_OK, object(0, 1, MAX, 1));
  expect(object(0, 0, MAX, 4), (ws_mbar_step){.dtx = -MAX}, WS_ST_OK, object(1, 4, 0, 4));
  refuse(object(0, 1, 0, 1), (ws_mbar_step){.dtx = 0x1ffffff}, WS_ST_MB_TX_OVERFLOW);
  refuse(object(0, 1, 0, 1), (ws_mbar_step){.dtx = -0x1ffffff}, WS_ST_MB_TX_UNDERFLOW);
  refuse(object(0, 1, MAX, 1), (ws_mbar_step){.arr = 1, .dtx = 1}, WS_ST_MB_TX_OVERFLOW); // not even the arrival
}

static void the_first_error_in_order_is_given(void **state) {
  (void)state;
  refuse(object(0, 1, MAX, 1), (ws_mbar_step){.arr = 2, .drop = 2, .dtx = 1}, WS_ST_MB_PENDING_UNDERFLOW);
  refuse(object(0, 2, MAX, 1), (ws_mbar_step){.arr = 2, .drop = 2, .dtx = 1}, WS_ST_MB_EXPECT_UNDERFLOW);
  refuse(object(0, 2, -MAX, 1), (ws_mbar_step){.arr = 2, .drop = 2, .dtx = -1}, WS_ST_MB_EXPECT_UNDERFLOW);
}

static void no_complete_is_refused_just_at_the_end_of_a_phase(void **state) {
  (void)state;
  const ws_mbar_step two = {.arr = 2, .no_complete = true}, drop = {.arr = 2, .drop = 2, .no_complete = true};
  expect(object(0, 3, 0, 5), two, WS_ST_OK, object(0, 1, 0, 5));
  refuse(object(0, 2, 0, 5), two, WS_ST_MB_NOCOMPLETE_VIOLATION);
  expect(object(0, 2, 1, 5), two, WS_ST_OK, object(0, 0, 1, 5)); // bytes are outstanding
  expect(object(0, 2, -1, 5), drop, WS_ST_OK, object(0, 0, -1, 3));
  refuse(object(0, 2, 0, 5), drop, WS_ST_MB_NOCOMPLETE_VIOLATION);
  refuse(object(0, 1, 0, 5), two, WS_ST_MB_PENDING_UNDERFLOW);
}

static void bytes_may_come_before_they_are_expected(void **state) {
  (void)state;
  uint64_t word = ws_mbar_word(1);
  expect(word, (ws_mbar_step){.dtx = -64}, WS_ST_OK, object(0, 1, -64, 1));
  expect(object(0, 1, -64, 1), (ws_mbar_step){.arr = 1}, WS_ST_OK, object(0, 0, -64, 1)); // not yet: tx is not 0
  refuse(object(0, 0, -64, 1), (ws_mbar_step){.arr = 1}, WS_ST_MB_PENDING_UNDERFLOW);
  expect(object(0, 0, -64, 1), (ws_mbar_step){.dtx = 32}, WS_ST_OK, object(0, 0, -32, 1));
  expect(object(0, 0, -32, 1), (ws_mbar_step){.dtx = 32}, WS_ST_OK, object(1, 1, 0, 1)); // expect_tx completes it
  expect(object(0, 1, -64, 1), (ws_mbar_step){.arr = 1, .dtx = 64}, WS_ST_OK, object(1, 1, 0, 1));
  expect(object(0, 1, 0, 1), (ws_mbar_step){.arr = 1, .dtx = 64}, WS_ST_OK, object(0, 0, 64, 1));
  expect(object(0, 0, 64, 1), (ws_mbar_step){.dtx = -64}, WS_ST_OK, object(1, 1, 0, 1));
}

static void nothing_completes_where_nothing_arrives(void **state) {
  (void)state;
  const uint64_t idle = object(1, 0, 0, 0);
  expect(idle, (ws_mbar_step){.arr = 0}, WS_ST_OK, idle);
  expect(object(0, 0, 0, 3), (ws_mbar_step){.arr = 0}, WS_ST_OK, object(0, 0, 0, 3));
  expect(object(0, 0, 0, 3), (ws_mbar_step){.no_complete = true}, WS_ST_OK, object(0, 0, 0, 3));
  expect(object(0, 0, 0, 3), (ws_mbar_step){.inc = true}, WS_ST_OK, object(0, 0, 0, 3));
  expect(object(0, 1, 0, 3), (ws_mbar_step){.arr = 1, .inc = true}, WS_ST_OK, object(0, 2, 0, 3));
  expect(object(0, 0, 5, 3), (ws_mbar_step){.dtx = -5, .inc = true}, WS_ST_OK, object(0, 0, 0, 3));
}

static void any_word_is_an_object(void **state) {
  (void)state;
  const uint64_t spare = UINT64_C(1) << 21 | 1;
  expect(object(0, 2, 0, 2) | spare, (ws_mbar_step){.arr = 1}, WS_ST_OK, object(0, 1, 0, 2));
  expect(object(0, 2, 0, 2) | spare, (ws_mbar_step){.arr = 0}, WS_ST_OK, object(0, 2, 0, 2));
  refuse(object(0, 2, 0, 2) | spare, (ws_mbar_step){.arr = 3}, WS_ST_MB_PENDING_UNDERFLOW);
  const uint64_t low = object(0, 2, -MAX - 1, 2); // a tx-count that no operation leaves
  refuse(low, (ws_mbar_step){.arr = 1}, WS_ST_MB_TX_UNDERFLOW);
  refuse(low, (ws_mbar_step){.arr = 0}, WS_ST_MB_TX_UNDERFLOW);
  expect(low, (ws_mbar_step){.dtx = 1}, WS_ST_OK, object(0, 2, -MAX, 2));
  expect(UINT64_MAX, (ws_mbar_step){.arr = 1, .dtx = 1}, WS_ST_OK, object(0, 1, 0, 1));
}

// ---------------------------------------------------------------------------------------------------------- random

static uint64_t random_state;
static uint64_t draw(void) {
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return random_state * UINT64_C(2685821657736338717);
}
static uint32_t below(uint32_t n) { return (uint32_t)(draw() >> 33) % n; }

// A number near one of the places where something changes: 0, `there`, the ends of the range.
static uint32_t near(int there) {
  switch (below(6)) {
  case 0: return below(4);
  case 1: return (uint32_t)(there < 0 ? -there : there) + below(3);
  case 2: return MAX - 1 + below(4);
  case 3: return below(MAX + 1);
  case 4: return below(0x2000000);
  default: return there > 0 ? 1 + below((uint32_t)there) : below(64);
  }
}

static ws_mbar_step draw_step(const book *b) {
  ws_mbar_step s = {.no_complete = below(6) == 0, .inc = below(10) == 0};
  if (below(3))
    s.arr = near(b->pending) & 0x1ffffff;
  if (s.arr && below(4) == 0)
    s.drop = s.arr;
  if (below(2)) {
    const int32_t bytes = (int32_t)(near(b->tx) & 0x1ffffff);
    s.dtx = below(4) ? (b->tx > 0 ? -bytes : bytes) : (below(2) ? bytes : -bytes);
  }
  return s;
}

static void failed(uint64_t seed, uint64_t word, const ws_mbar_step *s, const ws_mbar_result *r, uint32_t status,
                   uint64_t after) {
  fail_msg("seed %" PRIu64 ", word %016" PRIx64 " arr %u dtx %d drop %u nc %d inc %d: status %03x word %016" PRIx64
           " flip %d, expected %03x %016" PRIx64,
           seed, word, s->arr, s->dtx, s->drop, s->no_complete, s->inc, r->status, r->word, r->flip, status, after);
}

static void random_histories_agree_with_plain_integers(void **state) {
  (void)state;
  enum { OBJECTS = 40000, STEPS = 100 };
  unsigned seen[64] = {0}, flips = 0;

  for (uint64_t seed = 1; seed <= OBJECTS; seed++) {
    random_state = seed * UINT64_C(0x9e3779b97f4a7c15);
    book b = {0};
    uint64_t word = seed % 4 ? ws_mbar_word(1 + near(3) % MAX) : draw(); // now and then what a raw store left
    for (unsigned n = 0; n < STEPS; n++) {
      b = book_open(word);
      const ws_mbar_step s = draw_step(&b);
      const int before = b.phase;
      const uint32_t status = book_step(&b, &s);
      const uint64_t after = status ? word : book_close(&b);
      const ws_mbar_result r = ws_mbar_next(word, &s);
      if (r.status != status || r.word != after || r.flip != (b.phase != before))
        failed(seed, word, &s, &r, status, after);
      flips += r.flip;
      seen[status & 63]++;
      word = after;
    }
  }
  printf("  %d operations, %u phases completed;", OBJECTS * STEPS, flips);
  for (unsigned code = WS_ST_MB_NOCOMPLETE_VIOLATION & 63; code <= (WS_ST_MB_EXPECT_UNDERFLOW & 63); code++) {
    printf(" %02x: %u", code, seen[code]);
    assert_true(seen[code] > 1000);
  }
  printf("\n");
  assert_true(flips > 10000);
}

// n arrivals at once are n single ones: both succeed and end alike, or both meet an error, unless a phase is completed
// before the last one.
static void arrivals_at_once_are_single_arrivals(void **state) {
  (void)state;
  unsigned same = 0, refused = 0, crossing = 0;

  random_state = 7;
  for (unsigned k = 0; k < 300000; k++) {
    const uint32_t n = 1 + below(32), count = 1 + (below(3) ? below(3) : below(MAX / 32));
    const int32_t bytes = below(2) ? 0 : (int32_t)below(below(2) ? 4 : MAX) * (below(2) ? 1 : -1);
    const bool drop = below(3) == 0, no_complete = below(4) == 0, inc = below(5) == 0;
    const int around = (int)(n * count);
    const int at[] = {around, around - 1, around + (int)below(5), (int)below(MAX + 1), MAX - (int)below(64)};
    const int tx[] = {0, -(int)n * bytes, (int)below(9) - 4, MAX - (int)below(99), (int)below(99) - MAX};
    book b = {.phase = (int)below(2), .pending = at[below(5)], .tx = tx[below(5)], .expected = at[below(5)]};
    if (b.pending > MAX || b.expected > MAX || b.tx > MAX || b.tx < -MAX)
      continue;
    const uint64_t word = book_close(&b);
    ws_mbar_step one = {.arr = count, .dtx = bytes, .drop = drop ? count : 0, .no_complete = no_complete, .inc = inc};
    ws_mbar_step all = {.arr = n * count, .dtx = (int32_t)n * bytes, .drop = n * one.drop};
    all.no_complete = no_complete;
    all.inc = inc;
    ws_mbar_result each = {.word = word};
    bool early = false;
    for (uint32_t i = 0; i < n && !each.status && !early; i++) {
      each = ws_mbar_next(each.word, &one);
      early = i + 1 < n && (each.flip || each.status == WS_ST_MB_NOCOMPLETE_VIOLATION);
    }
    if (early) {
      crossing++;
      continue;
    }
    const ws_mbar_result once = ws_mbar_next(word, &all);
    assert_int_equal(once.status == WS_ST_OK, each.status == WS_ST_OK);
    if (each.status) {
      refused++;
      continue;
    }
    same++;
    assert_int_equal(once.word, each.word);
    assert_int_equal(once.flip, each.flip);
  }
  printf("  %u alike, %u refused both ways, %u complete a phase on the way\n", same, refused, crossing);
  assert_true(same > 10000 && refused > 10000 && crossing > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_golden_trace_is_reproduced_word_for_word),
      cmocka_unit_test(words_of_fresh_objects),
      cmocka_unit_test(tokens_keep_phase_and_pending_count_only),
      cmocka_unit_test(pending_count_reads_any_token),
      cmocka_unit_test(pending_underflows_only_below_zero),
      cmocka_unit_test(pending_overflows_only_above_its_maximum),
      cmocka_unit_test(drops_reduce_the_next_phase_down_to_nobody),
      cmocka_unit_test(tx_count_has_both_ends),
      cmocka_unit_test(the_first_error_in_order_is_given),
      cmocka_unit_test(no_complete_is_refused_just_at_the_end_of_a_phase),
      cmocka_unit_test(bytes_may_come_before_they_are_expected),
      cmocka_unit_test(nothing_completes_where_nothing_arrives),
      cmocka_unit_test(any_word_is_an_object),
      cmocka_unit_test(random_histories_agree_with_plain_integers),
      cmocka_unit_test(arrivals_at_once_are_single_arrivals),
  };
  return cmocka_run_group_tests_name("mbar", tests, NULL, NULL);
}
