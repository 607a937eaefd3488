// SPDX-License-Identifier: Apache-2.0
// The machine that runs a script: what the files of the executing half share. Internal to tb/script.
//
//   machine.c    the loop over statements, directives, errors and the summary
//   registers.c  one register file for each warp; operands
//   memory.c     shared and global memory, addresses
//   alu.c        arithmetic of the helpers, pure
//   helpers.c    instructions that the replayer carries out itself
//   warp_ops.c   instructions that the block carries out, and what comes back
//   expect.c     checks
//   record.c     the script written back with what came out
//   block.c      RTL and model, behind statements instead of clock cycles
#ifndef WS_SCRIPT_MACHINE_H
#define WS_SCRIPT_MACHINE_H

#include "block.h"
#include "script.h"

typedef struct value { // of any register; bits above its size are 0
  uint64_t lo, hi;
} value;

typedef struct reg_state {
  unsigned bits;    // 1, 16, 32, 64, 128; 0: never had a size
  uint32_t written; // lanes that something has written since the register has this size
  bool touched;     // an instruction has written it since the last record
  value v[WS_LANES_MAX];
} reg_state;

typedef struct warp_state { // one for each (cta, warp)
  reg_state **reg;          // [nregs], made when first used
  uint32_t issued;          // lanes of the last instruction
  uint32_t finished;        // lanes that have completed any instruction since reset
  uint32_t fresh;           // lanes that have completed one since the last record
  uint32_t status[WS_LANES_MAX];
  uint32_t pending; // lanes in an operation of the block without an answer; when settled, the blocked lanes
  const ws_stmt *at[WS_LANES_MAX]; // statement that a pending lane is in
  uint32_t waited;                 // lanes blocked as last recorded
} warp_state;

typedef struct cta_state {
  struct machine *m;
  block *block;
  uint32_t error; // first error of a helper, if the block had captured none before it
  warp_state *warp;
  uint8_t shared[WS_SHARED_BYTES];
} cta_state;

typedef struct recorder recorder;

typedef struct machine {
  const ws_script *s;
  unsigned lanes;
  uint32_t all; // mask of all lanes
  const ws_stmt *now;
  cta_state *cta; // [ctas]
  unsigned cur_cta, cur_warp;
  uint8_t global[WS_GLOBAL_BYTES];
  recorder *rec;
  size_t statements, checks, failed;
  bool check_failed; // the current statement has already counted
  bool error;        // the script was wrong: exit 2
  bool stop;         // a block no longer runs
} machine;

static inline cta_state *cta_of(machine *m) { return &m->cta[m->cur_cta]; }
static inline warp_state *warp_of(machine *m) { return &cta_of(m)->warp[m->cur_warp]; }

// --------------------------------------------------------------------------------------------------- machine.c

void *must_alloc(size_t n, size_t size); // zeroed; ends the program when memory is out
void out_of_memory(void) __attribute__((noreturn));

// FILE:LINE:COL: error: TEXT at the current statement; the script goes on behind it.
void script_error(machine *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The block reported a difference: say at which statement, and stop.
void block_failed(machine *m);

// Lanes of the current warp on which an instruction or exit with this guard is carried out. False after an error.
bool reached_lanes(machine *m, const ws_insn *in, uint32_t *lanes);

// Ends lanes, as `exit`; they are live and not blocked.
void exit_lanes(machine *m, uint32_t lanes);

// ------------------------------------------------------------------------------------------------- registers.c

value value_cut(value v, unsigned bits);

// The register, made with its declared size or without one.
reg_state *reg_of(machine *m, warp_state *w, const ws_reg *r);

// The register takes this size, as by .set or an instruction that writes it.
void reg_resize(machine *m, warp_state *w, const ws_reg *r, unsigned bits);
void reg_write(machine *m, warp_state *w, const ws_reg *r, unsigned lane, value v);
void regs_forget(machine *m, warp_state *w); // .reset

// Value of a register, number or special register in a lane of the current warp.
value operand_read(machine *m, const ws_operand *o, unsigned lane);

// Destinations in order: d or the elements of a vector, then p; registers and sinks. At most WS_VEC_MAX + 1.
unsigned insn_dests(const ws_insn *in, const ws_operand *dest[WS_VEC_MAX + 1]);
void dests_resize(machine *m, const ws_insn *in);
void dest_write(machine *m, warp_state *w, const ws_operand *o, unsigned lane, value v);

// ---------------------------------------------------------------------------------------------------- memory.c

// Where the current CTA finds `bytes` bytes at an address; naturally aligned. WS_ST_OK and *at, or the status.
uint32_t mem_find(machine *m, ws_space space, uint64_t address, unsigned bytes, uint8_t **at);
uint64_t operand_address(machine *m, const ws_operand *o, unsigned lane);

// Whose error an access to this address is: the CTA that has the memory there, else the current one.
cta_state *mem_owner(machine *m, ws_space space, uint64_t address);

value mem_load(const uint8_t *at, unsigned bytes);
void mem_store(uint8_t *at, unsigned bytes, value v);

// Back door: a checked offset in shared (of the current CTA) or global memory.
uint8_t *mem_door(machine *m, ws_space space, uint32_t offset);

// ------------------------------------------------------------------------------------------------------- alu.c

// add sub mul.lo and or xor not shl shr in the type; other helpers give a.
value alu_eval(ws_helper h, ws_type t, value a, value b);
bool alu_compare(ws_cmp cmp, ws_type t, value a, value b);

// --------------------------------------------------------------------------------------- helpers.c, warp_ops.c

void helper_run(machine *m, const ws_insn *in, uint32_t lanes);
void warp_op_run(machine *m, const ws_insn *in, uint32_t lanes);
void lane_complete(warp_state *w, unsigned lane, uint32_t status);
void on_response(void *user, const ws_rsp *rsp); // user: cta_state

// ---------------------------------------------------------------------------------------------------- expect.c

void expect_run(machine *m, const ws_stmt *st);

// Prints FILE:LINE: TEXT and counts a failed check, once for each statement. A statement that is no .expect becomes a
// check by failing.
void difference(machine *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

// ---------------------------------------------------------------------------------------------------- record.c

recorder *record_open(const ws_script *s);
void record_after(machine *m, const ws_stmt *st); // what came out of a statement that is no .expect
bool record_write(recorder *r, const char *file); // false, with a message, when it cannot be written
void record_close(recorder *r);

#endif
