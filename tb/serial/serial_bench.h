// SPDX-License-Identifier: Apache-2.0
// The comparator of the serial line: RTL and model of the bridge get the same bytes; the accesses that they make and the bytes that they
// answer have to be the same, in the same order. Bytes, answers and the five channels of the bus stall at random meanwhile.
//
// A test ends at the first thing that is wrong: serial_fail prints what, with cycle and the last bytes, and leaves the test.
#ifndef SERIAL_BENCH_H
#define SERIAL_BENCH_H

#include <setjmp.h>
#include <stdio.h>

#include "cover_bins.h"
#include "host.h"
#include "serial_dut.h"

// Of the stalls: bytes to the bridge and from it, the five channels of the bus.
enum { SERIAL_RX, SERIAL_TX, SERIAL_AW, SERIAL_W, SERIAL_B, SERIAL_AR, SERIAL_R, SERIAL_STALLS };
enum { SERIAL_HISTORY = 600, SERIAL_QUEUE = 1 << 15 };

typedef struct serial_access {
  bool write;
  uint32_t addr, data; // data: of a read what it gave
  unsigned resp;
} serial_access;

typedef struct serial_bench {
  const serial_dut_ops *ops;
  serial_dut *rtl;
  ws_serial model;
  memory memory;
  host host;
  ws_rng rng, noise;
  uint64_t n, cycles, frames; // n: how much a random test does
  bool no_stalls;
  unsigned stall[SERIAL_STALLS]; // percent of clocks
  serial_in in;
  serial_out out; // of the last cycle
  // what the model did, and how far the RTL is
  serial_access access[SERIAL_QUEUE];
  uint8_t sent[SERIAL_QUEUE];
  unsigned accesses, accesses_seen, sent_count, sent_seen;
  // the subordinate: what it has taken, what it answers
  bool have_aw, have_w, have_ar;
  uint32_t awaddr, wdata, araddr;
  unsigned breaches;
  uint8_t history[SERIAL_HISTORY]; // bytes that came
  uint64_t came;
  FILE *trace, *stimulus;    // stimulus: what stands at the ports (serial_ports.h); NULL: none
  const char *test, *repeat; // its name, the command that runs it again
  uint64_t seed;
  ws_cover *cover; // NULL: nobody asks
  char note[80];   // a word on what was covered
  jmp_buf leave;
} serial_bench;

// Prints what is wrong as one block (serial_report.c) and leaves the test.
_Noreturn void serial_fail(serial_bench *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

// One cycle with b->in, for which nobody answers and nothing is compared. Returns the breaches of the protocols so far.
unsigned serial_step(serial_bench *b);
typedef struct serial_port { // an output that is another one than it should be
  const char *name;
  uint32_t got, want;
} serial_port;
_Noreturn void serial_differ(serial_bench *b, const serial_port *port, unsigned ports, const char *what);

// One cycle with b->in; the bus is served, outputs are compared.
void serial_clock(serial_bench *b);

// New probabilities of stalls.
void serial_stalls(serial_bench *b);

// Both sides get these bytes; returns when the RTL has taken the last one.
void serial_come(serial_bench *b, const uint8_t bytes[], unsigned count);

// The same, and returns when the RTL has done all that the model did and rests.
void serial_send(serial_bench *b, const uint8_t bytes[], unsigned count);

// No byte for so long that what is not whole is dropped; and what the model makes of that.
void serial_gap(serial_bench *b);
void serial_drop(serial_bench *b);

// The bytes on the line of a frame with this content, of any sense, and its check; `wrong`: bits of the check that are inverted. Returns
// how many.
unsigned serial_frame(const uint8_t content[], unsigned count, uint32_t wrong, uint8_t line[]);

// Reset of both.
void serial_reset(serial_bench *b);

typedef struct serial_test {
  const char *name, *shows;
  void (*run)(serial_bench *b);
  bool covers; // counts its coverage in any case, and asks for all bins
} serial_test;

typedef struct serial_tests {
  const serial_test *test;
  size_t count;
} serial_tests;

extern const serial_tests
    *const serial_tests_files[]; // of all files serial_tests_*.c, NULL behind the last; written by CMake

// At the end of serial_tests_NAME.c, behind the array `tests`.
#define SERIAL_TESTS(name)                                                                                             \
  const serial_tests serial_tests_##name;                                                                              \
  const serial_tests serial_tests_##name = {tests, sizeof tests / sizeof tests[0]};

#endif
