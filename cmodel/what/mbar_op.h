// SPDX-License-Identifier: Apache-2.0
// mbarrier's operations (PTX 9.7.13.15): what a lane asks for, and what the lanes of one piece of an operation
// make of an object. Pure functions; the pipe that calls them is when/mbar_unit.c. Internal to libwarpsync.
#ifndef WS_WHAT_MBAR_OP_H
#define WS_WHAT_MBAR_OP_H

#include "what/bits.h"
#include "ws.h"

// ------------------------------------------------------------------------------------------- operands (mbar_lane.c)

// What a lane asks for.
typedef struct mbar_operand {
  uint32_t x;     // count or tx-count, bit 20: out of range; time limit; pending count; copy: see mbar_copy_x
  uint16_t at;    // address / 4 in shared memory
  uint16_t early; // error that the operands alone show; then the rest is 0
  uint16_t und;   // undefined operand: MB_BAD_PARITY, MB_BAD_TOKEN, MB_TOKEN_NOT_NOCOMPLETE
  uint8_t owner;  // 0: this CTA; rank + 1 of another
  uint8_t want;   // waits: the phase bit that they wait to be over
} mbar_operand;

// Where addresses of lanes point to: they are offsets into the window of a CTA slot; those in mbar_operand are of memory.
typedef struct mbar_window {
  unsigned slot, slots; // the window, and how many memory is divided into
  unsigned rank, ctas;  // the CTA, and how many the cluster has
  uint32_t limit;       // of a try_wait that names none, in nanoseconds
} mbar_window;

// What lane i of a request asks for.
mbar_operand ws_mbar_decode(const mbar_window *m, uint32_t fn, const ws_req *req, unsigned i);

// Lanes of an operation that is no copy ask for the same if their digests are equal. The own CTA is one place, by whatever name. Digests that
// differ may still mean the same: two addresses outside. {odd, want, where: 19 bits, x: 32 bits}
uint64_t ws_mbar_digest(const mbar_window *m, uint32_t fn, const ws_req *req, unsigned i);

// Do two digests name the same place?
static inline bool mbar_same_object(uint64_t a, uint64_t b) { return !((a ^ b) >> 32 & 0x7ffff); }

// A count or tx-count as it stands in ask.x: 20 bits, and bit 20 if it is out of range.
uint32_t ws_mbar_clip(uint32_t count, bool zero_is_bad);

// ask.x of cp.async: source address in bits 15:0, bytes taken from it in 20:16, log2(bytes / 4) in 22:21.
static inline uint32_t mbar_copy_x(uint32_t src, uint32_t take, uint32_t size) { return src | take << 16 | size << 21; }

// ------------------------------------------------------------------------------------------------ outcome (mbar_put.c)

// An object as it stands in memory. The two flags stand beside its word, never in it.
typedef struct mbar_object {
  uint64_t word;
  bool vld;  // there is an object
  bool seen; // a wait was true since the last phase was completed
} mbar_object;

enum mbar_from { MBAR_LOCAL, MBAR_NET, MBAR_DEFERRED, MBAR_TX };

// A piece on its way through the pipe: lanes of one warp that ask for the same.
typedef struct mbar_job {
  enum mbar_from from;
  bool pass; // touches no memory
  bool last; // piece of its operation
  uint32_t warp, tag, fn, lanes, cta;
  mbar_operand ask;
} mbar_job;

// What is done in one clock; all 0 if nothing is.
typedef struct mbar_done {
  uint32_t lanes;  // carried out, of those that were left
  uint32_t status; // theirs
  bool p;          // of a wait
  bool suspend;    // they begin to wait instead of answering
  bool flaw;       // that is an error of the counts, which the operands do not show
  bool flip;       // the object completes its phase; after.seen is then false: who waits at the object makes it true
  bool write;
  mbar_object before, after;
} mbar_done;

// Carries out a job for the lanes that are left of it. one: for the lowest; the others meet the same if that is an error. Else for all at
// once, or for none where that would not be the outcome of one after the other. left: not empty; o: the object, not looked at if the
// job touches no memory.
mbar_done ws_mbar_carry_out(const mbar_job *j, uint32_t left, bool one, const mbar_object *o);

#endif
