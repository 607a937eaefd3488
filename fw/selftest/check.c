// SPDX-License-Identifier: Apache-2.0
// Checks of the self-test, and the report of a fault: registers with their offsets, operands and results by lane. See step.h.
#include "step.h"

#include "bus/ws_regs.h"

// The head of a report; false if this step has reported enough.
static bool fault(selftest *st) {
  if (st->faults++ >= ST_FAULTS_SHOWN)
    return false;
  if (st->column)
    out_line(st);
  out_text(st, "  fault: ");
  if (st->where) {
    out_text(st, st->where);
    out_text(st, " ");
    out_number(st, st->where_number);
    out_text(st, ": ");
  }
  return true;
}

static void out_refusal(selftest *st) {
  static const char *const kind[8] = {"?",          "UNALIGNED", "UNMAPPED", "READ_ONLY",
                                      "WRITE_ONLY", "BUSY",      "STROBES",  "EMPTY"};
  ws_refused refused;
  int r = ws_refusal(&st->dev, &refused);
  if (r) {
    out_text(st, "; BUS_ERR_INFO (0x000f4) cannot be read either: is the block there, is it out of reset?");
    return;
  }
  if (!refused.valid) {
    out_text(st, "; last access that failed: ");
    out_hex(st, st->dev.last_addr, 5);
    out_text(st, ", but BUS_ERR_INFO (0x000f4) holds no error");
    return;
  }
  out_text(st, "; the bus refused a ");
  out_text(st, refused.write ? "write to " : "read of ");
  out_hex(st, refused.addr, 5);
  out_text(st, ": ");
  out_text(st, kind[refused.kind & 7]);
}

bool check_call(selftest *st, int result, const char *call) {
  st->checks++;
  if (result == WS_OK)
    return true;
  if (fault(st)) {
    out_text(st, call);
    out_text(st, " returns ");
    out_text(st, ws_result_name(result));
    if (result == WS_E_BUS)
      out_refusal(st);
    if (result == WS_E_STATUS) {
      out_text(st, ": ");
      out_status(st, st->dev.status);
    }
    out_line(st);
  }
  return false;
}

bool check_word(selftest *st, const char *name, uint32_t addr, uint32_t expected, uint32_t got) {
  st->checks++;
  if (expected == got)
    return true;
  if (fault(st)) {
    out_text(st, name);
    out_text(st, " (");
    out_hex(st, addr, 5);
    out_text(st, "): expected ");
    out_hex(st, expected, 8);
    out_text(st, " got ");
    out_hex(st, got, 8);
    out_text(st, ", bits that differ ");
    out_hex(st, expected ^ got, 8);
    out_line(st);
  }
  return false;
}

bool check_true(selftest *st, bool good, const char *what) {
  st->checks++;
  if (!good && fault(st)) {
    out_text(st, what);
    out_line(st);
  }
  return good;
}

bool check_register(selftest *st, const char *name, uint32_t addr, uint32_t expected) {
  uint32_t got;
  int r = ws_reg_read(&st->dev, addr, &got);
  return r ? check_call(st, r, name) : check_word(st, name, addr, expected, got);
}

// ---------------------------------------------------------------------------------------------------------- jobs

static bool lane_good(const ws_job *job, const expectation *e, unsigned lane) {
  bool p = e->any_p || !((job->p ^ e->p) >> lane & 1);
  return job->status[lane] == e->status[lane] && p && (!ws_op_gives_d(job->op) || job->d[lane] == e->d[lane]);
}

static unsigned digits_of(const ws_job *job, unsigned wide) { return ws_op_uses(job->op) & wide ? 16 : 8; }

static void out_operands(selftest *st, const ws_job *job, unsigned lane) {
  unsigned uses = ws_op_uses(job->op);
  if (uses & WS_USES_MASK) {
    out_text(st, "  membermask ");
    out_hex(st, job->mask[lane], 8);
  }
  if (uses & WS_USES_ADDR) {
    out_text(st, "  addr ");
    out_hex(st, job->addr[lane], 8);
  }
  if (uses & (WS_USES_A | WS_USES_A_HI)) {
    out_text(st, "  a ");
    out_hex(st, job->a[lane], digits_of(job, WS_USES_A_HI));
  }
  if (uses & WS_USES_B) {
    out_text(st, "  b ");
    out_hex(st, job->b[lane], 8);
  }
  if (uses & WS_USES_C) {
    out_text(st, "  c ");
    out_hex(st, job->c[lane], 8);
  }
  out_text(st, "  q ");
  out_number(st, job->pred >> lane & 1);
}

static void out_pair(selftest *st, const char *name, uint32_t addr) {
  out_text(st, "\n           ");
  out_text(st, name);
  out_text(st, " (");
  out_hex(st, addr, 5);
  out_text(st, "): expected ");
}

static void out_lane(selftest *st, const ws_job *job, const expectation *e, unsigned lane) {
  out_text(st, "    lane ");
  out_number(st, lane);
  out_text(st, ":");
  out_operands(st, job, lane);
  if (job->status[lane] != e->status[lane]) {
    out_pair(st, "CPL_STATUS", WS_REG_CPL_STATUS);
    out_status(st, e->status[lane]);
    out_text(st, " got ");
    out_status(st, job->status[lane]);
  }
  if (!e->any_p && ((job->p ^ e->p) >> lane & 1)) {
    out_pair(st, "CPL_PRED", WS_REG_CPL_PRED);
    out_number(st, e->p >> lane & 1);
    out_text(st, " got ");
    out_number(st, job->p >> lane & 1);
  }
  if (ws_op_gives_d(job->op) && job->d[lane] != e->d[lane]) {
    unsigned digits = ws_op_gives_token(job->op) ? 16 : 8;
    out_pair(st, "RESULT_D", WS_REG_RESULT_D(lane));
    out_hex(st, e->d[lane], digits);
    out_text(st, " got ");
    out_hex(st, job->d[lane], digits);
  }
  out_line(st);
}

bool check_job(selftest *st, const ws_job *job, const expectation *e) {
  enum { LANES_SHOWN = 4 };
  uint32_t bad = 0;
  unsigned shown = 0, wrong = 0;
  st->checks++;
  for (unsigned lane = 0; lane < st->dev.caps.lanes; lane++)
    if ((job->lanes >> lane & 1) && !lane_good(job, e, lane)) {
      bad |= 1u << lane;
      wrong++;
    }
  if (!bad)
    return true;
  if (!fault(st))
    return false;
  out_ptx(st, job);
  out_text(st, " warp ");
  out_number(st, job->warp);
  out_text(st, ", lanes ");
  out_hex(st, job->lanes, 8);
  out_text(st, ", wrong in ");
  out_hex(st, bad, 8);
  out_line(st);
  for (unsigned lane = 0; lane < st->dev.caps.lanes && shown < LANES_SHOWN; lane++)
    if (bad >> lane & 1) {
      out_lane(st, job, e, lane);
      shown++;
    }
  if (wrong > shown) {
    out_text(st, "    and ");
    out_number(st, wrong - shown);
    out_text(st, " more lanes\n");
    st->column = 0;
  }
  return false;
}

bool settle(selftest *st) {
  const uint32_t look = WS_STATUS_BUSY_BM | WS_STATUS_IDLE_BM | WS_STATUS_CPL_VALID_BM;
  uint32_t status = 0;
  for (uint32_t i = 0; i < st->dev.patience; i++) {
    int r = ws_poll(&st->dev, NULL);
    r = r ? r : ws_reg_read(&st->dev, WS_REG_STATUS, &status);
    if (r)
      return check_call(st, r, "ws_poll");
    if ((status & look) == WS_STATUS_IDLE_BM)
      return true;
  }
  return check_word(st, "STATUS does not become idle", WS_REG_STATUS, WS_STATUS_IDLE_BM, status & look);
}

ws_job *job_new(selftest *st, unsigned n, uint32_t op, unsigned warp, uint32_t lanes) {
  st->job[n] = (ws_job){.op = op, .warp = warp, .lanes = lanes};
  ws_all32(st->job[n].mask, lanes);
  return &st->job[n];
}

bool job_start(selftest *st, ws_job *job) { return check_call(st, ws_start(&st->dev, job), "ws_start"); }

bool job_wait(selftest *st, ws_job *job) {
  int r = ws_wait(&st->dev, job);
  if (r == WS_OK || r == WS_E_STATUS)
    return true;
  st->checks++;
  if (fault(st)) {
    out_ptx(st, job);
    out_text(st, " warp ");
    out_number(st, job->warp);
    out_text(st, ", lanes ");
    out_hex(st, job->lanes, 8);
    out_text(st, ", answered ");
    out_hex(st, job->done, 8);
    out_text(st, ": ws_wait returns ");
    out_text(st, ws_result_name(r));
    if (r == WS_E_BUS)
      out_refusal(st);
    if (r == WS_E_TIMEOUT)
      out_text(st, "; look at LIVE and WAIT (0x00200, 0x00280 + 4 x warp), STATUS (0x00034)");
    out_line(st);
  }
  return false;
}
