// SPDX-License-Identifier: Apache-2.0
// Output of the self-test, a character at a time; no printf. See step.h.
#include "step.h"

static void put(selftest *st, char c) {
  st->io->put(st->io->user, c);
  st->column = c == '\n' ? 0 : st->column + 1;
}

void out_text(selftest *st, const char *text) {
  while (*text)
    put(st, *text++);
}

void out_number(selftest *st, uint64_t number) {
  char digits[20];
  unsigned n = 0;
  do {
    digits[n++] = (char)('0' + number % 10);
    number /= 10;
  } while (number);
  while (n)
    put(st, digits[--n]);
}

void out_hex(selftest *st, uint64_t value, unsigned digits) {
  out_text(st, "0x");
  while (digits--)
    put(st, "0123456789abcdef"[value >> 4 * digits & 15]);
}

void out_to(selftest *st, unsigned column) {
  do
    put(st, ' ');
  while (st->column < column);
}

void out_line(selftest *st) { put(st, '\n'); }

// ---------------------------------------------------------------------------------------------------------- PTX

static const char *vote_operands(const ws_job *job) {
  switch (job->op) {
  case WS_OP_ACTIVEMASK: return " d";
  case WS_OP_ELECT: return " d|p, membermask";
  case WS_OP_BAR_WARP: return " membermask";
  case WS_OP_VOTE_LEGACY_ALL:
  case WS_OP_VOTE_LEGACY_ANY:
  case WS_OP_VOTE_LEGACY_UNI:
  case WS_OP_VOTE_LEGACY_BALLOT: return job->neg ? " d, !q" : " d, q";
  default: return job->neg ? " d, !q, membermask" : " d, q, membermask";
  }
}

static const char *barrier_operands(const ws_job *job) {
  bool counted = ws_is_bar_counted(job->op);
  if (!(ws_op_fields(job->op) & WS_FIELD_PRED))
    return counted ? " a, b" : " a";
  if (job->neg)
    return counted ? " d, a, b, !q" : " d, a, !q";
  return counted ? " d, a, b, q" : " d, a, q";
}

static const char *mbarrier_operands(uint32_t op) {
  switch (op) {
  case WS_OP_MBAR_INVAL:
  case WS_OP_MBAR_CP_ASYNC_ARRIVE:
  case WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC: return " [addr]";
  case WS_OP_MBAR_INIT:
  case WS_OP_MBAR_EXPECT_TX:
  case WS_OP_MBAR_COMPLETE_TX: return " [addr], b";
  case WS_OP_MBAR_TEST_WAIT:
  case WS_OP_MBAR_TEST_WAIT_PARITY:
  case WS_OP_MBAR_TRY_WAIT:
  case WS_OP_MBAR_TRY_WAIT_PARITY: return " p, [addr], a";
  case WS_OP_MBAR_TRY_WAIT_HINT:
  case WS_OP_MBAR_TRY_WAIT_PARITY_HINT: return " p, [addr], a, c";
  case WS_OP_MBAR_PENDING_COUNT: return " d, a";
  case WS_OP_CP_ASYNC_CA:
  case WS_OP_CP_ASYNC_CG: return " [addr], [a], b, c";
  default: return ws_op_gives_token(op) ? " d, [addr], b" : " _, [addr], b";
  }
}

static const char *operands(const ws_job *job) {
  switch (job->op >> 8) {
  case WS_UNIT_SHFL: return " d|p, a, b, c, membermask";
  case WS_UNIT_VOTE: return vote_operands(job);
  case WS_UNIT_MATCH: return ws_op_fields(job->op) & WS_FIELD_P ? " d|p, a, membermask" : " d, a, membermask";
  case WS_UNIT_REDUX: return " d, a, membermask";
  case WS_UNIT_BAR: return barrier_operands(job);
  case WS_UNIT_MBAR: return mbarrier_operands(job->op);
  default: return "";
  }
}

void out_ptx(selftest *st, const ws_job *job) {
  const char *name = ws_op_name(job->op);
  if (!name) {
    out_text(st, "operation code ");
    out_hex(st, job->op, 3);
    return;
  }
  while (*name && *name != ' ') // what follows a blank in a name says which operands there are
    put(st, *name++);
  out_text(st, operands(job));
  out_text(st, ";");
}

void out_status(selftest *st, uint32_t status) {
  const char *name = ws_status_name(status);
  if (name)
    out_text(st, name);
  else
    out_hex(st, status, 3);
}
