// SPDX-License-Identifier: Apache-2.0
// Commands of wsctl on the block as a whole: info, selftest, counters, reset, leave.
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "selftest.h"
#include "bus/ws_regs.h"
#include "wsctl.h"

static uint64_t time_ns(void *user) {
  struct timespec t;
  (void)user;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

int access_failed(const connection *c) { return connection_lost(c) ? NO_BOARD : FAILED; }

bool report_refusal(ws_dev *dev) {
  static const char *const kinds[] = {
      "an error without a kind", "no multiple of 4",
      "nothing is there",        "it is only read",
      "it is only written",      "the block is busy, what was written before is not taken",
      "a part of a word",        "there is no completion to remove"};
  ws_refused r;
  if (ws_refusal(dev, &r) != WS_OK || !r.valid)
    return false;
  fprintf(stderr, "wsctl: the board refused a %s at 0x%05" PRIx32 " %s: %s\n", r.write ? "write" : "read", r.addr,
          name_of(r.addr).text, kinds[r.kind & 7]);
  return true;
}

bool open_block(connection *c, ws_dev *dev, int *status) {
  int r = ws_open(dev, &c->port);
  *status = r == WS_E_BUS ? access_failed(c) : FAILED;
  if (r == WS_E_ID)
    fprintf(stderr, "wsctl: something answers, but it is not this block: ID does not read WSYN\n");
  else if (r == WS_E_MAP)
    fprintf(stderr,
            "wsctl: the board has register map 0x%08" PRIx32 ", this wsctl was built for 0x%08" PRIx32
            ": load the bitstream of this version, or build wsctl of the board's (version %" PRIu32 ".%" PRIu32
            ".%" PRIu32 ")\n",
            dev->caps.map, (uint32_t)WS_BUS_MAP, dev->caps.version >> 16 & 255, dev->caps.version >> 8 & 255,
            dev->caps.version & 255);
  else if (r == WS_E_CAP)
    fprintf(stderr, "wsctl: the board's capability registers contradict themselves\n");
  else if (r != WS_OK && *status == FAILED)
    fprintf(stderr, "wsctl: the board refuses to be identified: %s\n", ws_result_name(r));
  return r == WS_OK;
}

// ------------------------------------------------------------------------------------------------------------- info

static void print_families(uint32_t units, bool built) {
  bool any = false;
  printf("%-13s", built ? "built" : "not built");
  for (unsigned i = 0; ws_family_name(i); i++)
    if ((units >> i & 1) == built) {
      printf("%s%s", any ? ", " : "", ws_family_name(i));
      any = true;
    }
  printf("%s\n", any ? "" : "-");
}

static void print_caps(const ws_caps *c) {
  printf("block        version %" PRIu32 ".%" PRIu32 ".%" PRIu32 ", map 0x%08" PRIx32 ", build 0x%08" PRIx32 "\n",
         c->version >> 16 & 255, c->version >> 8 & 255, c->version & 255, c->map, c->build);
  printf("             %u lanes, %u warps, %u CTA%s, FIFO of %u, %" PRIu32 " bytes shared, %" PRIu32 " bytes global\n",
         c->lanes, c->warps, c->slots, c->slots == 1 ? "" : "s", c->fifo, c->smem_bytes, c->gmem_bytes);
  print_families(c->units, true);
  print_families(c->units, false);
  printf("             shuffle as %s, match.any %" PRIu32 " bits a clock, %s watchdog, %s counters\n",
         c->units & WS_CAP_UNITS_SHFL_FORM_BM ? "butterfly" : "crossbar",
         (c->units & WS_CAP_UNITS_MATCH_BITS_BM) >> WS_CAP_UNITS_MATCH_BITS_BP,
         c->units & WS_CAP_UNITS_WATCHDOG_BM ? "a" : "no", c->units & WS_CAP_UNITS_COUNTERS_BM ? "event" : "no");
}

static int print_state(connection *c, ws_dev *dev) {
  uint32_t status, live[32];
  ws_first_error e;
  if (ws_reg_read(dev, WS_REG_STATUS, &status) || ws_first_error_get(dev, &e) ||
      connection_read(c, WS_REG_LIVE(0), dev->caps.warps, live))
    return access_failed(c);
  unsigned warps = 0;
  for (unsigned i = 0; i < dev->caps.warps; i++)
    warps += live[i] != 0;
  printf("state        %s, %u warp%s with live lanes, %" PRIu32 " completions to read\n",
         status & WS_STATUS_IDLE_BM ? "idle" : "at work", warps, warps == 1 ? "" : "s",
         (status & WS_STATUS_FILL_BM) >> WS_STATUS_FILL_BP);
  if (e.valid)
    printf("first error  %s of %s, warp %" PRIu32 ", lanes 0x%08" PRIx32 "\n",
           ws_status_name(e.status) ? ws_status_name(e.status) : "an unknown status",
           ws_op_name(e.op) ? ws_op_name(e.op) : "an unknown operation", e.warp, e.lanes);
  return GOOD;
}

// How long an access takes on this line: of many, a turn each.
static int print_turn(connection *c) {
  enum { TURNS = 20 };
  uint64_t start = time_ns(NULL);
  for (unsigned i = 0; i < TURNS; i++) {
    uint32_t id;
    if (c->port.read(c->port.user, WS_REG_ID, &id))
      return access_failed(c);
  }
  printf("line         %s, %u baud, %s, %.2f ms an access\n", c->device,
         c->by_uartbone ? c->bone.line.baud : c->checked.line.baud, c->by_uartbone ? "uartbone" : "checked frames",
         (double)(time_ns(NULL) - start) / 1e6 / TURNS);
  return GOOD;
}

int run_info(connection *c, const options *o, char **args, int count) {
  ws_dev dev;
  int status;
  (void)o, (void)args, (void)count;
  if (!open_block(c, &dev, &status))
    return status;
  print_caps(&dev.caps);
  status = print_state(c, &dev);
  return status == GOOD ? print_turn(c) : status;
}

// --------------------------------------------------------------------------------------------------------- selftest

typedef struct log { // of the self-test; a step is a line that tells how many checks it made
  progress bar;
  char line[160];
  unsigned used;
  uint64_t steps;
} log;

static void put(void *user, char c) {
  log *l = user;
  if (l->used + 1 < sizeof l->line)
    l->line[l->used++] = c;
  if (c != '\n')
    return;
  l->line[l->used] = '\0';
  l->steps += strstr(l->line, " checks ") != NULL;
  progress_hide(&l->bar);
  fputs(l->line, stdout);
  fflush(stdout);
  progress_step(&l->bar, l->steps);
  l->used = 0;
}

int run_selftest(connection *c, const options *o, char **args, int count) {
  log l = {.used = 0};
  (void)args, (void)count;
  ws_selftest_io io = {.user = &l,
                       .put = put,
                       .time_ns = time_ns,
                       .port_name = c->device,
                       .posted = true,
                       .seed = o->seed,
                       .only = o->only,
                       .rounds = o->rounds};
  progress_begin(&l.bar, "step", o->only ? 2 : ws_selftest_steps(), o->quiet);
  int r = ws_selftest(&c->port, &io);
  progress_hide(&l.bar);
  return r ? access_failed(c) : GOOD;
}

// --------------------------------------------------------------------------------------------------------- counters

static void print_counters(const ws_counters *n, const ws_counters *before, double seconds) {
  const struct {
    const char *name;
    uint64_t now, then;
  } rows[] = {
      {"clocks", n->clocks, before->clocks},
      {"requests", n->requests, before->requests},
      {"completions", n->completions, before->completions},
      {"errors", n->errors, before->errors},
      {"clocks a request waited", n->request_wait, before->request_wait},
      {"clocks a completion waited", n->completion_wait, before->completion_wait},
  };
  for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    printf("%-28s %20" PRIu64, rows[i].name, rows[i].now);
    if (seconds > 0)
      printf(" %15.0f/s", (double)(rows[i].now - rows[i].then) / seconds);
    putchar('\n');
  }
  fflush(stdout);
}

int run_counters(connection *c, const options *o, char **args, int count) {
  ws_dev dev;
  ws_counters now, before = {0};
  int status;
  (void)args, (void)count;
  if (!open_block(c, &dev, &status))
    return status;
  if (!(dev.caps.units & WS_CAP_UNITS_COUNTERS_BM)) {
    fprintf(stderr, "wsctl: this board has no counters (info says what is built)\n");
    return WRONG;
  }
  uint64_t then = 0;
  for (uint32_t i = 0;; i++) {
    if (ws_counters_get(&dev, &now))
      return access_failed(c);
    uint64_t t = time_ns(NULL);
    if (i)
      putchar('\n');
    print_counters(&now, &before, then ? (double)(t - then) / 1e9 : 0);
    if (!o->watch || i + 1 == o->times || ferror(stdout)) // run() says what is wrong with the output
      return GOOD;
    before = now;
    then = t;
    struct timespec wait = {(time_t)o->interval, (long)((o->interval - (double)(time_t)o->interval) * 1e9)};
    nanosleep(&wait, NULL);
  }
}

// ----------------------------------------------------------------------------------------------------- reset, leave

int run_reset(connection *c, const options *o, char **args, int count) {
  ws_dev dev;
  int status;
  (void)o, (void)args, (void)count;
  if (!open_block(c, &dev, &status))
    return status;
  int r = ws_reset(&dev);
  if (r) {
    fprintf(stderr, "wsctl: the reset failed: %s\n", ws_result_name(r));
    return access_failed(c);
  }
  puts("the block is reset: no lane lives, shared memory is 0, settings are those after power-on");
  return GOOD;
}

int run_leave(connection *c, const options *o, char **args, int count) {
  (void)o, (void)args, (void)count;
  if (c->by_uartbone) {
    fprintf(stderr, "wsctl: leave goes by --line=checked; with --line=uartbone the board is in open mode already\n");
    return WRONG;
  }
  if (!checked_leave(&c->checked))
    return access_failed(c);
  puts("the board takes commands of uartbone again");
  return GOOD;
}
