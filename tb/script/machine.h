// SPDX-License-Identifier: Apache-2.0
// The machine that runs a script: what the files of the executing half share. Internal to tb/script.
//
//   machine.c    the loop over statements, directives, errors and the summary
//   clock.c      ticks; which limits are running
//   registers.c  one register file for each warp; operands
//   memory.c     addresses, shared and global memory
//   alu.c        arithmetic of the helpers, pure; alu_bits.c bit fields, alu_convert.c cvt
//   helpers.c    instructions that the replayer carries out itself
//   warp_ops.c   instructions that the block carries out, what comes back, messages between CTAs
//   token.c      whether a state token is still good for a wait
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

typedef struct token { // where the state token in a register came from
  bool known;          // an arrival gave it while the model ran, and only mov has moved it since
  uint8_t cta;
  uint16_t slot;  // of shared memory, 8 bytes each
  uint32_t life;  // which initialisation of the object there
  uint64_t phase; // that the object had completed before the arrival
} token;

typedef struct reg_state {
  unsigned bits;    // 1, 16, 32, 64, 128; 0: never had a size
  uint32_t written; // lanes that something has written since the register has this size
  bool touched;     // an instruction has written it since the last record
  value v[WS_LANES_MAX];
  token token[WS_LANES_MAX];
} reg_state;

typedef struct limit { // of a lane in mbarrier.try_wait
  uint64_t end;        // tick with which it passes
  unsigned group;      // lowest lane of the statement that waits at the same object in the same way
} limit;

typedef struct warp_state { // one for each (cta, warp)
  reg_state **reg;          // [nregs], made when first used
  uint32_t issued;          // lanes of the last instruction
  uint32_t finished;        // lanes that have completed any instruction since reset
  uint32_t fresh;           // lanes that have completed one since the last record
  uint32_t status[WS_LANES_MAX];
  uint32_t pending; // lanes in an operation of the block without an answer; when settled, the blocked lanes
  const ws_stmt *at[WS_LANES_MAX]; // statement that a pending lane is in
  uint64_t addr[WS_LANES_MAX];     // and the address of its mbarrier object
  limit limit[WS_LANES_MAX];
  uint64_t low[WS_LANES_MAX]; // of 128 bits, the half that has come
  uint32_t laying;            // lanes that lay down c of cas.b128
  uint32_t waited;            // lanes blocked as last recorded
} warp_state;

typedef struct cta_state {
  struct machine *m;
  block *block;
  uint32_t error; // first error of a helper, if the block had captured none before it
  warp_state *warp;
  uint32_t life[WS_SHARED_BYTES / 8]; // how often an mbarrier object was initialised in each slot
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
  uint64_t ticks;            // since the start
  ws_msg mail[WS_LANES_MAX]; // messages between CTAs that are under way, oldest first
  unsigned mails;
  bool phase; // of the barrier of the cluster
  recorder *rec;
  size_t statements, checks, failed;
  uint64_t instructions; // issued so far: %clock
  bool check_failed;     // the current statement has already counted
  bool error;            // the script was wrong: exit 2
  bool stop;             // a block no longer runs
} machine;

static inline cta_state *cta_of(machine *m) { return &m->cta[m->cur_cta]; }
static inline bool is_error(uint32_t status) { return status >> 8 >= 2; }
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

// ----------------------------------------------------------------------------------------------------- clock.c

// .wait: n ticks pass in every CTA.
void run_wait(machine *m, uint32_t n);

bool is_try_wait(const ws_insn *in);
uint64_t wait_ticks(machine *m, const ws_insn *in, unsigned lane); // that a lane of the current warp waits at most

// ------------------------------------------------------------------------------------------------- registers.c

value value_cut(value v, unsigned bits);
value value_part(value v, unsigned bits, unsigned n, unsigned i); // part i of n of a value of `bits` bits

// The register, made with its declared size or without one.
reg_state *reg_of(machine *m, warp_state *w, const ws_reg *r);

// The register takes this size, as by .set or an instruction that writes it.
void reg_resize(machine *m, warp_state *w, const ws_reg *r, unsigned bits);
void reg_write(machine *m, warp_state *w, const ws_reg *r, unsigned lane, value v);
void regs_forget(machine *m, warp_state *w); // .reset

// Value of a register, number or special register in a lane of the current warp.
value operand_read(machine *m, const ws_operand *o, unsigned lane);
value operand_joined(machine *m, const ws_operand *o, unsigned bits,
                     unsigned lane); // the same, or the elements of a vector beside one another

// Destinations in order: d or the elements of a vector, then p; registers and sinks. At most WS_VEC_MAX + 1.
unsigned insn_dests(const ws_insn *in, const ws_operand *dest[WS_VEC_MAX + 1]);
void dests_resize(machine *m, const ws_insn *in);
void dest_write(machine *m, warp_state *w, const ws_operand *o, unsigned lane, value v);

// ---------------------------------------------------------------------------------------------------- memory.c

typedef struct mem_place {
  cta_state *cta; // whose shared memory; NULL: global memory
  uint32_t offset;
} mem_place;

// Where the current CTA finds `bytes` bytes at an address; naturally aligned. WS_ST_OK and *at, or the status.
uint32_t mem_find(machine *m, ws_space space, uint64_t address, unsigned bytes, mem_place *at);
uint64_t operand_address(machine *m, const ws_operand *o, unsigned lane);

// Whose error an access to this address is: the CTA that has the memory there, else the current one.
cta_state *mem_owner(machine *m, ws_space space, uint64_t address);

// At most 16 bytes, at any offset. *raw: some belong to a live mbarrier object.
value mem_load(machine *m, const mem_place *at, unsigned bytes, bool *raw);
void mem_store(machine *m, const mem_place *at, unsigned bytes, value v, bool *raw);

// Back door: a checked offset in shared (of the current CTA) or global memory.
mem_place mem_door(machine *m, ws_space space, uint32_t offset);

// ------------------------------------------------------------------------------------------------------- alu.c

// What a helper instruction makes of its sources A, B, C, E; those that only move a value give A.
value alu_eval(const ws_insn *in, const value src[4]);
value alu_bits(const ws_insn *in, const value src[4]); // alu_bits.c: popc to shf
value alu_convert(const ws_insn *in, value a);         // alu_convert.c: cvt
int64_t sign_extend(uint64_t v, unsigned bits);
bool alu_compare(ws_cmp cmp, ws_type t, value a, value b);

// ----------------------------------------------------------------------------------------------------- token.c

// Remembers where the token came from that a lane of an mbarrier operation gets.
void token_answer(cta_state *cta, warp_state *w, unsigned lane, const ws_rsp *rsp);

typedef struct token_check { // lanes whose token cannot tell what a wait asks
  uint32_t of_other, old;
} token_check;

// What is wrong with the tokens of a wait, before it goes in; and the error, behind it, for the lowest lane whose wait
// was not refused for something else.
token_check token_look(machine *m, const ws_insn *in, const ws_req *req);
void token_report(machine *m, const token_check *c);

// --------------------------------------------------------------------------------------- helpers.c, warp_ops.c

void helper_run(machine *m, const ws_insn *in, uint32_t lanes);
void warp_op_run(machine *m, const ws_insn *in, uint32_t lanes);

void atom_run(machine *m, const ws_insn *in, uint32_t lanes); // atom and red
void lane_complete(warp_state *w, unsigned lane, uint32_t status);
void on_response(void *user, const ws_rsp *rsp); // user: cta_state
void on_message(void *user, const ws_msg *msg);
void on_ask(void *user, const ws_ask *ask);
void on_ans(void *user, const ws_ans *ans);

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
