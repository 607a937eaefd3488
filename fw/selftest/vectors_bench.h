// SPDX-License-Identifier: Apache-2.0
// The golden model with what make_vectors needs around it: steps that run on ws_core and are written down as records.
#ifndef VECTORS_BENCH_H
#define VECTORS_BENCH_H

#include "vectors.h"
#include "bus/ws_gmem.h"
#include "ws.h"

enum { BENCH_WARPS = 4, BENCH_BYTES = 1 << 17, BENCH_NAMES = 200 };

typedef struct bench_job {
  ws_req req;
  unsigned serial; // of its request
  uint32_t done, p;
  uint32_t half; // lanes that have the lower 64 of 128 bits alone; the upper ones are not kept
  uint16_t status[WS_LANES_MAX];
  uint64_t d[WS_LANES_MAX];
} bench_job;

typedef struct bench {
  unsigned lanes;
  uint32_t all;
  unsigned gap;    // clocks that pass between steps
  uint32_t random; // of the operands
  ws_config cfg;
  void *mem;
  ws_core *core;
  ws_in in;
  ws_out out;
  ws_gmem global; // global memory, and its words
  uint32_t gmem[1024];
  bench_job job[VECTOR_JOBS];
  const char *names[BENCH_NAMES];
  unsigned scenarios, requests;
  bool covered[0x1000]; // operation codes with an answer that is no error
  bool status[0x400];
  uint8_t bytes[BENCH_BYTES];
  unsigned used, begin; // bytes; where the records of this scenario begin
} bench;

void bench_scenario(bench *b, enum vector_family family, unsigned warps, const char *name);
void bench_end(bench *b); // of the last scenario and of the table
void bench_launch(bench *b, unsigned warp, uint32_t lanes, unsigned warps);
void bench_exit(bench *b, unsigned warp, uint32_t lanes);
void bench_set(bench *b, bool legacy, uint16_t trywait, uint16_t tick_div);

// A request of these lanes, whose mask is they themselves; the rest 0.
ws_req bench_req(uint32_t op, unsigned warp, uint32_t lanes);

void bench_op(bench *b, unsigned job, const ws_req *req);
void bench_answer(bench *b, unsigned job); // waits for it
void bench_waits(bench *b, unsigned job);  // it has not been answered whole, and nothing more happens

// bench_op, bench_answer of job 0.
void bench_do(bench *b, const ws_req *req);

void bench_smem_put(bench *b, uint32_t addr, const uint32_t words[], unsigned n);
void bench_smem_get(bench *b, uint32_t addr, unsigned n);
void bench_gmem_put(bench *b, uint32_t addr, const uint32_t words[], unsigned n);
void bench_tx(bench *b, uint32_t addr, uint32_t bytes);
void bench_raw(bench *b, uint32_t addr);
void bench_error(bench *b);
void bench_warp(bench *b, unsigned warp);

// The scenarios.
#define VECTOR_FILE(name) void vectors_##name(bench *b);
VECTOR_FILES(VECTOR_FILE)

#endif
