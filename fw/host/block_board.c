// SPDX-License-Identifier: Apache-2.0
// See block_board.h. The block settles in each call: answers are taken until the board is idle and has none left.
#include "block_board.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "bus/ws_regs.h"

enum { SETTLE_MS = 10000, TICKS = 0xffff, GLOBAL_WORDS = WS_GLOBAL_BYTES / 4 };

typedef struct flight { // an operation under way
  struct flight *next;
  ws_job job;
  uint32_t told;              // lanes whose answer the machine has
  uint64_t end[WS_LANES_MAX]; // tick with which a lane's wait reaches its limit
} flight;

struct block {
  block_cfg cfg;
  board *board;
  ws_dev *dev;
  flight *first;
  uint32_t live[WS_WARPS_MAX], wait[WS_WARPS_MAX];
  uint64_t ticks;                  // of the script
  bool watched;                    // the watchdog would have counted in this .wait
  bool global_known[GLOBAL_WORDS]; // words of the board's global memory
  uint32_t global[GLOBAL_WORDS];
};

static board *current;

void block_board_use(board *b) { current = b; }

// ------------------------------------------------------------------------------------------------------ failures

static unsigned line_now(const block *b) {
  const machine *m = ((const cta_state *)b->cfg.user)->m;
  return m->now ? m->now->line : 0;
}

static bool refuse(block *b, const char *what) {
  progress_hide(b->board->bar);
  fprintf(stderr, "%s:%u: error: not on a board: %s\n", b->cfg.name, line_now(b), what);
  b->board->refused = true;
  return false;
}

// An access or a call of the driver failed. That the line is lost is said at the end of the program.
static bool failed(block *b, int r) {
  if (connection_lost(b->board->connection))
    return false;
  progress_hide(b->board->bar);
  if (!report_refusal(b->dev))
    fprintf(stderr, "%s:%u: the board: %s\n", b->cfg.name, line_now(b), ws_result_name(r));
  return false;
}

static bool good(block *b, int r) { return r == WS_OK || failed(b, r); }

// ------------------------------------------------------------------------------------------------------- answers

static void drop(block *b, flight **at) {
  flight *f = *at;
  *at = f->next;
  ws_forget(b->dev, &f->job);
  free(f);
}

static void answer(const block *b, const flight *f, unsigned lane) {
  const ws_job *job = &f->job;
  ws_rsp rsp = {.valid = true, .tag = job->tag, .warp = job->warp, .op = job->op, .lanes = 1u << lane};
  rsp.status = job->status[lane];
  rsp.p = job->p & rsp.lanes;
  rsp.d[lane] = (uint32_t)job->d[lane];
  rsp.d_hi[lane] = (uint32_t)(job->d[lane] >> 32);
  if (job->whole & rsp.lanes) { // 128 bits: as the block says it
    rsp.p = rsp.lanes;
    b->cfg.on_rsp(b->cfg.user, &rsp);
    rsp.p = 0;
    rsp.d[lane] = (uint32_t)job->top[lane];
    rsp.d_hi[lane] = (uint32_t)(job->top[lane] >> 32);
  }
  b->cfg.on_rsp(b->cfg.user, &rsp);
}

static void tell(block *b) {
  for (flight **at = &b->first; *at;) {
    flight *f = *at;
    for (unsigned lane = 0; lane < b->cfg.lanes; lane++)
      if ((f->job.done & ~f->told) >> lane & 1)
        answer(b, f, lane);
    f->told = f->job.done;
    if (ws_done(&f->job))
      drop(b, at);
    else
      at = &f->next;
  }
}

static bool at_rest(uint32_t status) {
  return (status & (WS_STATUS_IDLE_BM | WS_STATUS_BUSY_BM | WS_STATUS_CPL_VALID_BM)) == WS_STATUS_IDLE_BM;
}

static bool settle(block *b) {
  int64_t deadline = line_now_ms() + SETTLE_MS;
  uint32_t status;
  do {
    if (!good(b, ws_poll(b->dev, NULL)) || !good(b, ws_reg_read(b->dev, WS_REG_STATUS, &status)))
      return false;
    tell(b);
    if (!at_rest(status) && line_now_ms() > deadline)
      return failed(b, WS_E_TIMEOUT);
  } while (!at_rest(status));
  connection *c = b->board->connection;
  return good(b, connection_read(c, WS_REG_LIVE(0), b->cfg.warps, b->live)) &&
         good(b, connection_read(c, WS_REG_WAIT(0), b->cfg.warps, b->wait));
}

// --------------------------------------------------------------------------------------------------- open, reset

bool block_reset(block *b) {
  const ws_settings s = {.legacy = b->cfg.legacy, .trywait = TICKS, .tick_div = TICKS};
  while (b->first)
    drop(b, &b->first);
  b->ticks = 0;
  if (!good(b, ws_reset(b->dev)) || !good(b, ws_settings_put(b->dev, &s)))
    return false;
  uint32_t all = UINT32_MAX >> (32 - b->cfg.lanes);
  for (unsigned w = 0; w < b->cfg.warps; w++)
    if (!good(b, ws_launch(b->dev, w, all, b->cfg.warps)))
      return false;
  return settle(b);
}

block *block_open(const block_cfg *cfg) {
  block *b = must_alloc(1, sizeof *b);
  b->cfg = *cfg;
  b->board = current;
  b->dev = current->dev;
  if (block_reset(b))
    return b;
  block_close(b);
  return NULL;
}

void block_close(block *b) {
  if (!b)
    return;
  progress_hide(b->board->bar);
  while (b->first)
    drop(b, &b->first);
  (void)ws_reset(b->dev); // as it was found, also where the script failed
  free(b);
}

// ------------------------------------------------------------------------------------------------------ operations

// Ends of the lanes' waits in the script's ticks; on the board they are long. One of 0 stays so: it passes at once.
static void note_limits(const block *b, flight *f) {
  for (unsigned i = 0; i < b->cfg.lanes; i++) {
    uint32_t ns = f->job.c[i];
    f->end[i] =
        b->ticks + (ws_is_mbar_limit(f->job.op) ? (ns + (uint64_t)BLOCK_TICK_NS - 1) / BLOCK_TICK_NS : b->cfg.trywait);
    if (ws_is_mbar_limit(f->job.op) && ns)
      f->job.c[i] = TICKS * b->dev->caps.tick_ns;
  }
}

// The words that a copy will read go to the board, if they are not there.
static bool put_global(block *b, uint64_t from, unsigned bytes) {
  if (from >= WS_GLOBAL_BYTES)
    return true; // the block refuses it
  if (from + bytes > b->dev->caps.gmem_bytes)
    return refuse(b, "a copy or an atomic goes beyond its global memory");
  for (uint32_t word = (uint32_t)from / 4; word <= (from + bytes - 1) / 4; word++) {
    uint32_t now = 0;
    for (unsigned k = 4; k-- > 0;)
      now = now << 8 | b->cfg.global[word * 4 + k];
    if (b->global_known[word] && b->global[word] == now)
      continue;
    if (!good(b, ws_gmem_write(b->dev, word * 4, &now, 1)))
      return false;
    b->global_known[word] = true;
    b->global[word] = now;
  }
  return true;
}

// What the lanes of an atomic may change in global memory: its first byte, WS_GLOBAL_BYTES if nothing.
static uint64_t changes_global(const ws_req *req, unsigned lane) {
  const uint32_t unit = req->op >> 8;
  const bool there = req->lanes >> lane & 1 && req->addr[lane] >= WS_GLOBAL_WINDOW;
  return there && (unit == WS_UNIT_ATOM || unit == WS_UNIT_RED) ? req->addr[lane] - WS_GLOBAL_WINDOW : WS_GLOBAL_BYTES;
}

static unsigned bytes_of(const ws_req *req) {
  const uint32_t atom = WS_UNIT_ATOM << 8 | (req->op & 0xff);
  return ws_atom_bits(req->op & 0xff) ? ws_atom_bits(req->op & 0xff) / 8 : ws_is_atom_quad(atom) ? 16 : 8;
}

// The words that the lanes of an atomic have changed come back from the board.
static bool get_global(block *b, const ws_req *req) {
  for (unsigned i = 0; i < b->cfg.lanes; i++) {
    const uint64_t from = changes_global(req, i);
    for (uint64_t word = from / 4; from < WS_GLOBAL_BYTES && word <= (from + bytes_of(req) - 1) / 4; word++) {
      if (!good(b, ws_gmem_read(b->dev, (uint32_t)word * 4, &b->global[word], 1)))
        return false;
      for (unsigned k = 0; k < 4; k++)
        b->cfg.global[word * 4 + k] = (uint8_t)(b->global[word] >> 8 * k);
    }
  }
  return true;
}

bool block_issue(block *b, const ws_req *req) {
  flight *f = must_alloc(1, sizeof *f), **at = &b->first;
  ws_job *job = &f->job;
  *job = (ws_job){.op = req->op, .warp = req->warp, .lanes = req->lanes, .pred = req->pred, .neg = req->neg};
  memcpy(job->mask, req->mask, sizeof job->mask);
  memcpy(job->b, req->b, sizeof job->b);
  memcpy(job->c, req->c, sizeof job->c);
  memcpy(job->a, req->a, sizeof job->a);
  memcpy(job->addr, req->addr, sizeof job->addr);
  while (*at)
    at = &(*at)->next;
  *at = f;
  if (ws_is_mbar_try_wait(req->op))
    note_limits(b, f);
  bool copy = ws_is_mbar_copy(req->op);
  for (unsigned i = 0; copy && i < b->cfg.lanes; i++)
    if (req->lanes >> i & 1 && !put_global(b, req->a[i], 16))
      return false;
  for (unsigned i = 0; i < b->cfg.lanes; i++)
    if (!put_global(b, changes_global(req, i), bytes_of(req)))
      return false;
  progress_step(b->board->bar, ++b->board->begun);
  int r = ws_start(b->dev, job);
  if (r == WS_E_BUSY)
    return refuse(b, "more than 256 operations are under way");
  return good(b, r) && settle(b) && get_global(b, req);
}

bool block_exit(block *b, unsigned warp, uint32_t lanes) { return good(b, ws_exit(b->dev, warp, lanes)) && settle(b); }

// A CTA alone: no messages, and its block ends the phases of its own cluster.
bool block_deliver(block *b, const ws_msg *msg) {
  (void)msg;
  return refuse(b, "a message from another CTA");
}

bool block_ask(block *b, const ws_ask *ask) {
  (void)ask;
  return refuse(b, "an atomic from another CTA");
}

void block_answer(block *b, const ws_ans *ans) {
  (void)ans;
  refuse(b, "an answer from another CTA");
}

ws_clb block_clb(const block *b) {
  (void)b;
  return (ws_clb){0};
}

bool block_phase(block *b, bool phase) {
  (void)phase;
  return refuse(b, "the barrier of a cluster of several CTAs");
}

// ------------------------------------------------------------------------------------------------------------ time

typedef struct timed { // lanes in mbarrier.try_wait
  bool over, running;  // that have reached their limit; that have not
} timed;

static timed look(const block *b) {
  timed t = {false, false};
  for (const flight *f = b->first; f; f = f->next)
    for (unsigned i = 0; i < b->cfg.lanes && ws_is_mbar_try_wait(f->job.op); i++)
      if ((f->job.lanes & ~f->told) >> i & 1)
        *(f->end[i] <= b->ticks ? &t.over : &t.running) = true;
  return t;
}

static bool pass(block *b, uint64_t n) {
  for (const flight *f = b->first; f; f = f->next)
    b->watched |= b->cfg.watchdog && !ws_is_mbar_try_wait(f->job.op);
  b->ticks += n;
  return true;
}

bool block_tick(block *b, uint64_t n) { return pass(b, n); }
bool block_pass(block *b, uint64_t n) { return pass(b, n); }

// Ticks come fast until no lane is left in try_wait.
static bool let_limits_pass(block *b) {
  int64_t deadline = line_now_ms() + SETTLE_MS;
  if (!good(b, ws_reg_write(b->dev, WS_REG_TICK_DIV, 1)))
    return false;
  while (look(b).over) {
    if (!good(b, ws_poll(b->dev, NULL)))
      return false;
    tell(b);
    if (line_now_ms() > deadline)
      return failed(b, WS_E_TIMEOUT);
  }
  return good(b, ws_reg_write(b->dev, WS_REG_TICK_DIV, TICKS)) && settle(b);
}

bool block_waited(block *b) {
  timed t = look(b);
  if (b->watched)
    return refuse(b, "the watchdog counts ticks, and they pass by themselves there");
  if (t.over && t.running)
    return refuse(b, "some waits reach their limit here and some do not, and ticks pass by themselves there");
  return !t.over || let_limits_pass(b);
}

// ----------------------------------------------------------------------------------------------------------- memory

// The words that hold bytes at an offset, before; whether one belongs to a live mbarrier object.
static bool load_words(block *b, uint32_t offset, unsigned words, uint32_t data[], bool *raw) {
  *raw = false;
  if (offset + 4 * words > b->dev->caps.smem_bytes)
    return refuse(b, "an access beyond its shared memory");
  for (unsigned i = 0; i < words; i++) {
    uint32_t status;
    if (!good(b, ws_smem_read(b->dev, offset + 4 * i, &data[i], 1)) ||
        !good(b, ws_reg_read(b->dev, WS_REG_STATUS, &status)))
      return false;
    *raw |= (status & WS_STATUS_RAW_BM) != 0;
  }
  return true;
}

bool block_load(block *b, uint32_t offset, unsigned bytes, uint64_t *got, bool *raw) {
  uint32_t data[2] = {0, 0};
  if (!load_words(b, offset & ~3u, bytes == 8 ? 2 : 1, data, raw))
    return false;
  *got = ((uint64_t)data[1] << 32 | data[0]) >> offset % 4 * 8;
  *got &= UINT64_MAX >> (64 - 8 * bytes);
  return true;
}

bool block_store(block *b, uint32_t offset, unsigned bytes, uint64_t with, bool *raw) {
  uint32_t data[2] = {0, 0}, at = offset & ~3u;
  unsigned words = bytes == 8 ? 2 : 1, shift = offset % 4 * 8;
  uint64_t mask = UINT64_MAX >> (64 - 8 * bytes) << shift;
  if (!load_words(b, at, words, data, raw))
    return false;
  uint64_t old = (uint64_t)data[1] << 32 | data[0], new = (old & ~mask) | (with << shift & mask);
  data[0] = (uint32_t) new;
  data[1] = (uint32_t)(new >> 32);
  return good(b, ws_smem_write(b->dev, at, data, words)) && settle(b);
}

// ------------------------------------------------------------------------------------------------------------ state

bool block_phases(const block *b, uint32_t offset, uint64_t *phases) {
  (void)b, (void)offset, (void)phases;
  return false;
}

uint64_t block_token_phase(const block *b, unsigned warp, unsigned lane) {
  (void)b, (void)warp, (void)lane;
  return 0;
}

uint32_t block_live(const block *b, unsigned warp) { return b->live[warp]; }

uint32_t block_wait(const block *b, unsigned warp) { return b->wait[warp]; }

uint32_t block_error(const block *b) {
  ws_first_error e = {0};
  if (ws_first_error_get(b->dev, &e) != WS_OK) // a lost line is said at the end of the program
    return 0;
  return e.valid ? e.status : 0;
}
