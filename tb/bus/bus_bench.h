// SPDX-License-Identifier: Apache-2.0
// The comparator of the bus: RTL and model get the same inputs in every cycle, every output has to agree in every cycle. Tests
// make whole accesses; the channels stall at random meanwhile.
//
// A test ends at the first thing that is wrong: bus_fail prints what, with cycle and the last accesses, and leaves the test.
#ifndef WS_BUS_BENCH_H
#define WS_BUS_BENCH_H

#include <setjmp.h>
#include <stdio.h>

#include "bus_watch.h"
#include "cover_bins.h"
#include "options.h"
#include "rng.h"

enum { BUS_AW, BUS_W, BUS_B, BUS_AR, BUS_R, BUS_CHANNELS, BUS_HISTORY = 12, BUS_PORTS = 11 };

typedef struct bus_access {
  bool write;
  uint32_t addr, data, strb; // data: of a read what it gave
  unsigned resp;
} bus_access;

typedef struct bus_bench {
  const ws_bus_dut_ops *ops;
  ws_bus_dut *rtl; // NULL: the model alone
  ws_bus *model;   // NULL: the RTL alone
  ws_bus_config cfg;
  ws_rng rng, noise;
  unsigned stall[BUS_CHANNELS]; // percent of clocks
  bool no_stalls;
  ws_bus_in in;
  ws_bus_out out; // of the last cycle
  unsigned prot,
      prot_held; // AWPROT and, above it, ARPROT, which nobody looks at; their bits that have to stay for a request that waits
  uint64_t n, cycles, accesses, ops_done;
  bus_access history[BUS_HISTORY];
  FILE *trace, *stimulus; // stimulus: what stands at the ports (bus_ports.h); NULL: none
  bus_watch watch;
  const char *test, *repeat; // its name, the command that runs it again
  uint64_t seed;
  ws_cover *cover; // NULL: nobody asks
  char note[80];   // a word on what was covered
  jmp_buf leave;
} bus_bench;

// Prints what is wrong as one block (bus_report.c) and leaves the test.
_Noreturn void bus_fail(bus_bench *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct bus_port { // an output, or what was read, that is another one than it should be
  const char *name;
  uint64_t got, want;
} bus_port;
_Noreturn void bus_differ(bus_bench *b, const bus_port *port, unsigned ports, const char *what);

// One cycle with b->in.
void bus_clock(bus_bench *b);

// For a test that drives b->in itself: payload that nobody may look at, ready at random; and an access that is over, for messages.
void bus_noise(bus_bench *b);
void bus_keep(bus_bench *b, const bus_access *a);

// Clocks without an access.
void bus_wait(bus_bench *b, unsigned clocks);

// Reset from outside.
void bus_reset(bus_bench *b);

// Writes all of global memory, in which anything stands after power-on.
void bus_fill(bus_bench *b);

// New probabilities of stalls.
void bus_stalls(bus_bench *b);

// A write and a read, either may be NULL: they begin together.
void bus_both(bus_bench *b, bus_access *write, bus_access *read);

// One access that has to be OKAY.
void bus_write(bus_bench *b, uint32_t addr, uint32_t data);
void bus_write_bytes(bus_bench *b, uint32_t addr, uint32_t data, uint32_t strb);
uint32_t bus_read(bus_bench *b, uint32_t addr);

// One access, whatever its response.
unsigned bus_try_write(bus_bench *b, uint32_t addr, uint32_t data, uint32_t strb);
unsigned bus_try_read(bus_bench *b, uint32_t addr, uint32_t *data);

// Fails unless got is what is wanted; what: a phrase.
void bus_expect(bus_bench *b, const char *what, uint64_t got, uint64_t want);

// Name of the register at an address, an access in one line, for messages.
const char *bus_name(uint32_t addr, char text[40]);
void bus_print_access(FILE *to, const bus_access *a);

// Whether there are mbarriers, and with them shared and global memory.
static inline bool bus_has_memory(const bus_bench *b) { return b->cfg.core.families & WS_FAMILY_MBAR; }

static inline uint32_t bus_all(const bus_bench *b) { return UINT32_MAX >> (32 - b->cfg.core.lanes); }

// ------------------------------------------------------------------------------------------- as software does (bus_ops.c)

typedef struct bus_completion_seen {
  uint32_t op, warp, tag, lanes, status, pred;
  uint32_t d[WS_LANES_MAX], d_hi[WS_LANES_MAX];
} bus_completion_seen;

void bus_launch(bus_bench *b, unsigned warp, uint32_t lanes);
void bus_exit(bus_bench *b, unsigned warp, uint32_t lanes);
void bus_until(bus_bench *b, uint32_t status, uint32_t value); // STATUS & status == value
void bus_submit(bus_bench *b, uint32_t op, unsigned warp, uint32_t tag);
void bus_pop(bus_bench *b, bus_completion_seen *c); // waits for one
bus_completion_seen bus_answer(bus_bench *b, uint32_t op,
                               uint32_t status); // waits for one, of this operation and status
void bus_operand(bus_bench *b, unsigned lane, uint64_t addr, uint64_t a, uint32_t bb, uint32_t c);
void bus_lanes(bus_bench *b, uint32_t set); // REQ_LANES
void bus_until_idle(bus_bench *b);          // waits for it

// Operations on no object, until results that nobody reads hold one in the pipe, and the next at the port: how many there are. Then what
// they answered is taken.
unsigned bus_hold(bus_bench *b);
void bus_let_go(bus_bench *b, unsigned submitted);

uint64_t bus_counted(bus_bench *b, uint32_t lo); // what a counter had counted at the last snap; lo: its lower half

// Random traffic, each channel by itself (bus_tests_random.c): so many accesses. even: weight of accesses to each area as often, 0: none.
void bus_traffic(bus_bench *b, uint64_t n, unsigned even);

// ------------------------------------------------------------------------------------------------------------ tests

typedef struct bus_test {
  const char *name, *shows;
  void (*run)(bus_bench *b);
  unsigned families;       // that it needs, WS_FAMILY_*
  bool counters, watchdog; // that it needs
  bool covers;             // counts its coverage in any case, and asks for all bins
} bus_test;

typedef struct bus_tests {
  const bus_test *test;
  size_t count;
} bus_tests;

extern const bus_tests *const bus_tests_files[]; // of all files bus_tests_*.c, NULL behind the last; written by CMake

// What a test needs and this build has not; NULL: nothing.
const char *bus_lacks(const bus_test *t, const ws_bus_config *c);

// At the end of bus_tests_NAME.c, behind the array `tests`.
#define BUS_TESTS(name)                                                                                                \
  const bus_tests bus_tests_##name;                                                                                    \
  const bus_tests bus_tests_##name = {tests, sizeof tests / sizeof tests[0]};

#endif
