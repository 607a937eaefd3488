// SPDX-License-Identifier: Apache-2.0
// A board's top, compiled by Verilator, with its serial line on a pseudo-terminal, whose name is the first line that is printed.
//   ws_board_sim --clock=HZ --baud=N [--noise=N --seed=1] [--skew=PPM] [--leds]
// Runs until it is told to stop (SIGTERM, SIGINT) or the program that started it ends. --noise: one byte in N, in each direction,
// gets lost or has a bit turned over. --skew: this end of the line is slower by so much. --leds: prints the lights when they change.
// SIGUSR1 presses the button for a while.
//
// While bytes are on the line, and for 150 ms of the board's time after, it runs as fast as it can; then it sleeps between slices of
// clocks, so that a board that nobody talks to needs little of a processor. The name is printed when the reset is over.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/prctl.h>

#include "instance.h"
#include "lights.h"
#include "terminal.h"
#include "uart.h"

namespace {

const unsigned SLICE = 256;         // clocks between two looks at the terminal
const unsigned START = 2048;        // clocks, in which the reset ends
const int SLEEP_MS = 10;            // between two slices when the line is quiet
const unsigned PRESSED = 64;        // slices that the button is down
volatile sig_atomic_t stop, button; // set by signals

struct options {
  unsigned long clock = 0, baud = 0, noise = 0, seed = 1, leds = 0;
  long skew = 0;
};

bool number(const char *arg, const char *name, unsigned long &value) {
  size_t n = strlen(name);
  char *end;
  if (strncmp(arg, name, n) || arg[n] < '0' || arg[n] > '9')
    return false;
  value = strtoul(arg + n, &end, 10);
  return !*end;
}

bool parse(int argc, char **argv, options &o) {
  unsigned long slower = 0, faster = 0;
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], "--leds"))
      o.leds = 1;
    else if (!number(argv[i], "--clock=", o.clock) && !number(argv[i], "--baud=", o.baud) &&
             !number(argv[i], "--noise=", o.noise) && !number(argv[i], "--seed=", o.seed) &&
             !number(argv[i], "--skew=", slower) && !number(argv[i], "--skew=-", faster))
      return false;
  o.skew = long(slower) - long(faster);
  return o.clock && o.baud && o.clock / o.baud >= 4;
}

struct board {
  ws_instance<WS_PREFIX> dut;
  uart_sender to;
  uart_receiver from;
  noise in, out;
  uint64_t clocks = 0, received = 0, sent = 0;
  unsigned low = 0; // looks at the line before the reset was over that found it low
  unsigned lit = ~0u;

  board(const options &o, double bit)
      : dut(o.seed, true), to(bit), from(bit), in(unsigned(o.noise), o.seed), out(unsigned(o.noise), o.seed + 1) {}

  void clock() {
    WS_PREFIX &top = *dut.top;
    top.clk_osc_i = 0;
    dut.eval();
    top.clk_osc_i = 1;
    dut.eval();
    clocks++;
  }

  // The line to it is high meanwhile, and that from it has to be, from before the first clock on.
  void start() {
    press(*dut.top, false);
    dut.top->rx_i = 1;
    dut.top->clk_osc_i = 0;
    dut.eval();
    low = !dut.top->tx_o;
    for (unsigned i = 0; i < START; i++) {
      clock();
      low += !dut.top->tx_o;
    }
  }

  // One clock; a byte from the board goes to the terminal.
  void step(terminal &line) {
    uint8_t byte;
    dut.top->rx_i = to.step();
    clock();
    if (from.step(dut.top->tx_o, byte) && out.through(byte)) {
      sent++;
      line.put(byte);
    }
  }

  // What the other end has written, onto the wire.
  bool take(terminal &line) {
    uint8_t bytes[64];
    size_t n = to.waiting() < sizeof bytes ? line.take(bytes, sizeof bytes) : 0;
    received += n;
    for (size_t i = 0; i < n; i++)
      if (in.through(bytes[i]))
        to.queue(bytes[i]);
    return n > 0;
  }

  void show(const options &o) {
    unsigned now = lights(*dut.top);
    if (now == lit)
      return;
    std::string names;
    for (unsigned i = 0; i < LIGHTS; i++)
      names += std::string(" ") + (now >> i & 1 ? LIGHT_NAMES[i] : "-");
    fprintf(stderr, "%12.6f s  lights%s\n", double(clocks) / double(o.clock), names.c_str()); // a line at once
    lit = now;
  }
};

void run(board &b, terminal &line, const options &o) {
  const unsigned long after = o.clock / 20 * 3 / SLICE; // slices
  unsigned long quiet = 0;
  unsigned down = 0;
  while (!stop) {
    if (button) {
      button = 0;
      down = PRESSED;
    }
    press(*b.dut.top, down > 0);
    down -= down > 0;
    for (unsigned i = 0; i < SLICE; i++)
      b.step(line);
    quiet = b.take(line) || !b.to.idle() || !b.from.idle() ? 0 : quiet + 1;
    if (o.leds)
      b.show(o);
    if (quiet > after)
      line.wait(SLEEP_MS);
  }
}

} // namespace

int main(int argc, char **argv) {
  options o;
  if (!parse(argc, argv, o)) {
    fprintf(stderr, "usage: ws_board_sim --clock=HZ --baud=N [--noise=N --seed=1] [--skew=[-]PPM] [--leds]; at least 4 "
                    "clocks a bit\n");
    return 2;
  }
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  signal(SIGTERM, [](int) { stop = 1; });
  signal(SIGINT, [](int) { stop = 1; });
  signal(SIGUSR1, [](int) { button = 1; });
  terminal line;
  if (!line.good()) {
    fprintf(stderr, "no pseudo-terminal: %s\n", strerror(errno));
    return 1;
  }
  board b(o, double(o.clock) / double(o.baud) * (1 + double(o.skew) * 1e-6));
  b.start();
  printf("%s\n", line.name().c_str());
  fflush(stdout);
  run(b, line, o);
  printf("%.3f s of the board, %llu clocks; %llu bytes to it, %llu from it", double(b.clocks) / double(o.clock),
         (unsigned long long)b.clocks, (unsigned long long)b.received, (unsigned long long)b.sent);
  if (o.noise)
    printf("; %u lost, %u with a bit turned over", b.in.lost + b.out.lost, b.in.turned + b.out.turned);
  if (b.low)
    printf("; the line was low before the reset was over, which a host takes for a break");
  printf("%s\n", b.from.broken ? "; frames without a stop bit came from it" : "");
  return 0;
}
