// SPDX-License-Identifier: Apache-2.0
// The board's end of a serial line, without a board: opens a pseudo-terminal, prints its name, and answers as ws_serial does
// (rtl/serial), on the golden models of bridge and block, until the other end closes or some time passes without a byte.
//   ws_board_server [--lanes=32 --warps=4 --slots=1 --fifo=8 --families=N --counters=1] [--quiet=10] [--stay=1]
//                   [--drop=N --flip=N --insert=N] [--seed=1] [--mute=N] [--hangup=N]
// --quiet: seconds without a byte after which it ends. --stay=1: another may open the line when the one before has closed it.
// --drop, --flip, --insert: of a million bytes, in each direction, so many are lost, have a bit changed, have a random one before
// them. --mute: after N reads nothing is sent any more. --hangup: before the read after N the line is gone.
#define _XOPEN_SOURCE 600
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "line.h"
#include "line_noise.h"
#include "model_port.h"
#include "line/ws_serial.h"

// See GAP_CLKS of ws_serial.v; how often the line is looked at; clocks before it is opened.
enum { GAP_MS = 100, LOOK_MS = 10, SINCE_POWER = 100000 };

typedef struct server {
  int line;
  bool opened; // by another end; until then a pseudo-terminal says that it hung up
  bool gone;
  model_port model;
  ws_serial serial;
  line_noise to_board, to_host;
  unsigned long reads; // that were made
  unsigned long lanes, warps, slots, fifo, families, counters, quiet_s, stay, drop, flip, insert, seed, mute, hangup;
  unsigned used; // bytes in out
  uint8_t out[4096];
} server;

// Sends what stands in out. A host that takes nothing for as long as a silent one may be silent is gone.
static void send_out(server *s) {
  for (unsigned sent = 0; sent < s->used && !s->gone;) {
    struct pollfd p = {.fd = s->line, .events = POLLOUT};
    ssize_t n = poll(&p, 1, (int)s->quiet_s * 1000) > 0 ? write(s->line, s->out + sent, s->used - sent) : 0;
    s->gone = n <= 0;
    sent += n > 0 ? (unsigned)n : 0;
  }
  s->used = 0;
}

// ---------------------------------------------------------------------------------------- what the bridge is connected to

static unsigned board_read(void *user, uint32_t addr, uint32_t *data) {
  server *s = user;
  if (s->reads == s->hangup)
    s->gone = true;
  s->reads++;
  return ws_bus_read(s->model.bus, addr, data, &s->model.clocks);
}

static unsigned board_write(void *user, uint32_t addr, uint32_t data) {
  server *s = user;
  return s->gone ? 0 : ws_bus_write(s->model.bus, addr, data, 15, &s->model.clocks);
}

static void board_put(void *user, uint8_t byte) {
  server *s = user;
  uint8_t bytes[2];
  if (s->reads > s->mute)
    return;
  unsigned count = line_noise_pass(&s->to_host, byte, bytes);
  if (s->used + count > sizeof s->out)
    send_out(s);
  for (unsigned i = 0; i < count; i++)
    s->out[s->used++] = bytes[i];
}

// ------------------------------------------------------------------------------------------------------ the line

static void take(server *s, const uint8_t bytes[], size_t count) {
  const ws_serial_io io = {.user = s, .read = board_read, .write = board_write, .put = board_put};
  for (size_t i = 0; i < count && !s->gone; i++) {
    uint8_t come[2];
    unsigned n = line_noise_pass(&s->to_board, bytes[i], come);
    for (unsigned k = 0; k < n && !s->gone; k++)
      ws_serial_byte(&s->serial, &io, come[k]);
  }
  if (!s->gone)
    send_out(s);
}

// The other end is there no more, or not yet. A pseudo-terminal then says so at once, hence the pause. False: no use to wait.
static bool wait_for_other_end(server *s) {
  if (s->opened && !s->stay)
    return false;
  s->opened = false;
  usleep(LOOK_MS * 1000);
  return true;
}

static void serve(server *s) {
  int64_t heard = line_now_ms();
  while (!s->gone && line_now_ms() - heard <= (int64_t)s->quiet_s * 1000) {
    uint8_t bytes[4096];
    struct pollfd p = {.fd = s->line, .events = POLLIN};
    if (poll(&p, 1, LOOK_MS) > 0 && (p.revents & POLLIN)) {
      ssize_t n = read(s->line, bytes, sizeof bytes);
      heard = line_now_ms();
      s->opened = s->opened || n > 0;
      take(s, bytes, n > 0 ? (size_t)n : 0);
      if (n > 0)
        continue;
    }
    if ((p.revents & POLLHUP) && !wait_for_other_end(s))
      return;
    if (line_now_ms() - heard >= GAP_MS)
      ws_serial_gap(&s->serial);
  }
}

static bool open_line(server *s) {
  struct termios t;
  s->line = posix_openpt(O_RDWR | O_NOCTTY);
  if (s->line < 0 || grantpt(s->line) || unlockpt(s->line) || tcgetattr(s->line, &t)) {
    perror("pseudo-terminal");
    return false;
  }
  cfmakeraw(&t);
  tcsetattr(s->line, TCSANOW, &t);
  printf("%s\n", ptsname(s->line));
  fflush(stdout);
  return true;
}

// --------------------------------------------------------------------------------------------------------- options

static bool option(const char *arg, const char *name, unsigned long *value) {
  size_t n = strlen(name);
  char *end;
  if (strncmp(arg, name, n))
    return false;
  *value = strtoul(arg + n, &end, 0);
  return end != arg + n && !*end;
}

static bool parse(server *s, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const char *a = argv[i];
    if (!option(a, "--lanes=", &s->lanes) && !option(a, "--warps=", &s->warps) && !option(a, "--slots=", &s->slots) &&
        !option(a, "--fifo=", &s->fifo) && !option(a, "--families=", &s->families) &&
        !option(a, "--counters=", &s->counters) && !option(a, "--quiet=", &s->quiet_s) &&
        !option(a, "--stay=", &s->stay) && !option(a, "--drop=", &s->drop) && !option(a, "--flip=", &s->flip) &&
        !option(a, "--insert=", &s->insert) && !option(a, "--seed=", &s->seed) && !option(a, "--mute=", &s->mute) &&
        !option(a, "--hangup=", &s->hangup)) {
      fprintf(stderr, "ws_board_server: what is '%s'? See the head of fw/host/board_server.c.\n", a);
      return false;
    }
  }
  if (s->drop > 1000000 || s->flip > 1000000 || s->insert > 1000000) {
    fprintf(stderr, "ws_board_server: --drop, --flip, --insert are at most 1000000, of a million\n");
    return false;
  }
  return true;
}

static line_noise noise(const server *s, uint64_t stream) {
  return (line_noise){.drop = (uint32_t)s->drop,
                      .flip = (uint32_t)s->flip,
                      .insert = (uint32_t)s->insert,
                      .state = s->seed * 2 + stream};
}

int main(int argc, char **argv) {
  static server s = {.lanes = 32,
                     .warps = 4,
                     .slots = 1,
                     .fifo = 8,
                     .families = WS_FAMILY_ALL,
                     .counters = 1,
                     .quiet_s = 10,
                     .seed = 1,
                     .mute = ~0ul,
                     .hangup = ~0ul};
  if (!parse(&s, argc, argv))
    return 2;
  ws_bus_config cfg = {.core = {.lanes = (unsigned)s.lanes,
                                .warps = (unsigned)s.warps,
                                .slots = (unsigned)s.slots,
                                .match_bits = 4,
                                .families = (unsigned)s.families},
                       .fifo = (unsigned)s.fifo,
                       .no_counters = !s.counters};
  s.to_board = noise(&s, 0);
  s.to_host = noise(&s, 1);
  ws_serial_init(&s.serial);
  if (!model_port_open(&s.model, &cfg))
    return 2;
  ws_bus_run(s.model.bus, SINCE_POWER);
  if (!open_line(&s))
    return 1;
  serve(&s);
  model_port_close(&s.model);
  close(s.line);
  return 0;
}
