// SPDX-License-Identifier: Apache-2.0
// The self-test from a host: on the golden model of the block in this process, or on a board over a serial line.
//   ws_selftest_host [--lanes=32 --warps=4 --slots=1 --fifo=8 --families=N --counters=1] [--break=r|w:ADDR:BITS[:OP[:AFTER]]] [--seed=1] [--rounds=24]
//   ws_selftest_host --serial=/dev/ttyUSB0 [--baud=1000000] [--timeout=1000] [--seed=1] [--rounds=24]
// --only=STEP runs this step alone. --break complements BITS of what is read from (r) or written to (w) ADDR, while the oldest
// completion is of operation OP ("-": always), after AFTER accesses. Exit status: 0 all passed, 1 not, 2 wrong arguments.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model_port.h"
#include "selftest.h"
#include "uartbone.h"

typedef struct options {
  unsigned long lanes, warps, slots, fifo, families, counters, seed, rounds, baud, timeout;
  const char *serial, *broken, *only;
  const char *of_model; // an option that a board has no use for
} options;

static void put(void *user, char c) {
  (void)user;
  putchar(c);
  if (c == '\n')
    fflush(stdout);
}

static uint64_t time_ns(void *user) {
  struct timespec t;
  (void)user;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static unsigned model_interrupts(void *user) { return ((const model_port *)user)->interrupts; }

static bool number(const char *arg, const char *name, unsigned long *value) {
  size_t n = strlen(name);
  char *end;
  if (strncmp(arg, name, n))
    return false;
  *value = strtoul(arg + n, &end, 0);
  return end != arg + n && !*end;
}

static bool text(const char *arg, const char *name, const char **value) {
  size_t n = strlen(name);
  if (strncmp(arg, name, n) || !arg[n])
    return false;
  *value = arg + n;
  return true;
}

static bool parse(int argc, char **argv, options *o) {
  for (int i = 1; i < argc; i++) {
    const char *a = argv[i];
    if (number(a, "--lanes=", &o->lanes) || number(a, "--warps=", &o->warps) || number(a, "--slots=", &o->slots) ||
        number(a, "--fifo=", &o->fifo) || number(a, "--families=", &o->families) ||
        number(a, "--counters=", &o->counters) || text(a, "--break=", &o->broken)) {
      o->of_model = a;
    } else if (!number(a, "--seed=", &o->seed) && !number(a, "--rounds=", &o->rounds) &&
               !number(a, "--baud=", &o->baud) && !number(a, "--timeout=", &o->timeout) &&
               !text(a, "--serial=", &o->serial) && !text(a, "--only=", &o->only)) {
      fprintf(stderr, "ws_selftest_host: what is '%s'? See the head of fw/host/selftest_host.c.\n", a);
      return false;
    }
  }
  if (o->serial && o->of_model)
    fprintf(stderr, "ws_selftest_host: %s is for the model, and --serial asks for a board\n", o->of_model);
  return !o->serial || !o->of_model;
}

static int on_serial(const options *o, ws_selftest_io *io) {
  uartbone bone;
  if (!uartbone_open(&bone, o->serial, (unsigned)o->baud, (int)o->timeout)) {
    fprintf(stderr, "%s: %s\n", o->serial, bone.hint);
    return 1;
  }
  io->port_name = o->serial;
  io->posted = true;
  ws_port port = uartbone_port(&bone);
  int status = ws_selftest(&port, io);
  if (bone.hint)
    fprintf(stderr, "%s: %s\n", o->serial, bone.hint);
  uartbone_close(&bone);
  return status;
}

static int on_model(const options *o, ws_selftest_io *io) {
  ws_bus_config cfg = {.core = {.lanes = (unsigned)o->lanes,
                                .warps = (unsigned)o->warps,
                                .slots = (unsigned)o->slots,
                                .match_bits = 4,
                                .families = (unsigned)o->families},
                       .fifo = (unsigned)o->fifo,
                       .no_counters = !o->counters};
  model_port model;
  broken_port broken = {0};
  if (o->broken && !broken_port_parse(&broken, o->broken)) {
    fprintf(stderr, "ws_selftest_host: --break=%s is not r|w:ADDR:BITS[:OP[:AFTER]]\n", o->broken);
    return 2;
  }
  if (!model_port_open(&model, &cfg))
    return 2;
  broken.to = model_port_of(&model);
  ws_port port = o->broken ? broken_port_of(&broken) : broken.to;
  io->user = &model;
  io->interrupts = model_interrupts;
  io->port_name = "golden model in this process";
  int status = ws_selftest(&port, io);
  model_port_close(&model);
  return status;
}

int main(int argc, char **argv) {
  options o = {.lanes = 32,
               .warps = 4,
               .slots = 1,
               .fifo = 8,
               .families = WS_FAMILY_ALL,
               .counters = 1,
               .seed = 1,
               .baud = 1000000,
               .timeout = 1000};
  if (!parse(argc, argv, &o))
    return 2;
  ws_selftest_io io = {
      .put = put, .time_ns = time_ns, .seed = (uint32_t)o.seed, .rounds = (unsigned)o.rounds, .only = o.only};
  int status = o.serial ? on_serial(&o, &io) : on_model(&o, &io);
  if (fflush(stdout) == 0 && !ferror(stdout))
    return status;
  perror("ws_selftest_host: the log could not be written");
  return 1;
}
