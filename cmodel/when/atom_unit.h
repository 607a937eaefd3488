// SPDX-License-Identifier: Apache-2.0
// atom and red in shared memory, cycle for cycle as rtl/atom/ws_atom.v (PTX 9.7.13.5, 9.7.13.6). Internal to libwarpsync.
//
//   head ─► work: the operation ─► after, spare, next: chunks of it ─► window ─► stage: read, get, calculate, write ─► gather ─► response
//                                                                                               └─► flight: sums of floats
//
// A lane that goes is carried out at once; the stages only tell how long its word is under way. Nobody else can see memory meanwhile
// (when/smem_port.h).
#ifndef WS_WHEN_ATOM_UNIT_H
#define WS_WHEN_ATOM_UNIT_H

#include "state/smem.h"
#include "state/sync.h"
#include "what/atom_op.h"
#include "when/smem_port.h"

typedef struct atom_lane { // its operands
  atom_place place;
  bool lays; // it lays down the c of a cas.b128
  ws_atom_value b, c;
} atom_lane;

typedef struct atom_work { // the operation whose lanes go next, or a chunk of them
  uint32_t warp, tag, op;
  bool guest;    // of another CTA
  bool close;    // of a chunk: the last lanes of their operation
  unsigned set;  // whose lanes they are
  uint32_t todo; // lanes that have not gone on
  uint32_t far;  // lanes that the unit of other memories takes (when/atom_far.h), and that have not gone there
  bool valid;    // of `work` and `after`: it is there, with lanes or not
  bool near;     // of `work`: it has lanes here
  bool fresh;    // of `work`: it came a clock ago, and counts as if it had
  bool drains;   // of `work`: it has lanes for the other unit; of `after`: it waits for them
} atom_work;

typedef struct atom_window { // a chunk, or lanes of it that have gone
  bool valid, close;         // close: the last ones of their operation
  bool whole;                // nothing of it has gone
  bool first;                // of sums: it came a clock ago, and is compared with what is under way
  bool late;                 // the next lane has met a word that is
  bool guest;                // of another CTA
  uint32_t warp, tag, op;
  unsigned set;
  uint32_t todo; // lanes: still to go, or gone with this
  atom_way way;
  uint16_t status[WS_LANES_MAX]; // of lanes
  uint32_t laid;                 // lanes that lay down
  ws_atom_value old[WS_LANES_MAX];
} atom_window;

typedef struct atom_sum { // a sum that is under way to memory
  bool valid, wide;       // wide: f64, at word and the next one
  uint32_t warp;
  uint16_t word;
} atom_sum;

typedef struct atom_gather { // results of an operation
  bool closed;               // all are there
  bool plain;                // all lanes have status OK and have laid down nothing
  bool guest;                // of another CTA
  uint32_t warp, tag, op;
  uint32_t lanes; // that have a result and are not in `group`
  bool picked;    // of several statuses: `group` is to be answered next
  uint32_t group;
  bool high;      // of 128 bits: the upper halves are answered
  unsigned rows;  // ... rows of them that are not back from the RAM
  uint32_t again; // lanes whose upper half is to be answered
  uint32_t laid;
  uint16_t status[WS_LANES_MAX];
  ws_atom_value d[WS_LANES_MAX];
} atom_gather;

enum { ATOM_PLACES = 8 }; // of results in a queue
enum { ATOM_STAGES = 4 }; // read, get, calculate, write
enum { ATOM_FLIGHT = 9 }; // clocks of a sum after `calculate`
enum { ATOM_SETS = 5 };   // operations in work, after, spare, next and window

typedef struct atom_unit {
  unsigned lanes, warps, slots, rank, alus;
  atom_work work, next, after;
  atom_work spare; // what has left `after` while `next` was not free; comes there before what is in `after`
  atom_window window, stage[ATOM_STAGES];
  atom_sum flight[ATOM_FLIGHT];
  atom_lane lane[ATOM_SETS][WS_LANES_MAX];
  atom_window queue[ATOM_PLACES]; // lanes of which the results wait to be gathered, a ring
  unsigned first, queued;         // the oldest one, how many there are
  unsigned owed;                  // places that are not free: of lanes in `stage` and in the queue
  bool left;                      // a result left the queue a clock ago; its place counts until now
  atom_gather gather;
  bool want;                   // some were to use memory a clock ago, or a group entered
  bool mem_go;                 // lanes may begin to use memory
  uint32_t laid[WS_WARPS_MAX]; // lanes that have laid down the c of a cas.b128
  ws_atom_value value[WS_WARPS_MAX][WS_LANES_MAX];
  ws_atom_value guest[WS_CTAS_MAX]; // what other CTAs have laid down
} atom_unit;

typedef struct atom_plan { // what takes place at the edge
  bool leaves;             // the oldest result of the queue is gathered
  uint32_t go;             // lanes of the window that go
  bool free;               // the window takes the next chunk
  bool free_next;          // `next` is empty, or becomes so
  bool free_after;         // so does `after`
  bool ready;              // a group can enter
  bool mem_go;             // lanes may begin to use memory in the next clock
} atom_plan;

// State after reset. cfg: complete.
void ws_atom_unit_init(atom_unit *u, const ws_config *cfg, unsigned rank);

// What stands at the result port; rsp may be NULL, else it is written if something stands there.
bool ws_atom_unit_result(const atom_unit *u, ws_rsp *rsp);

// The use of memory in this cycle: at_want, at_uses, busy.
void ws_atom_unit_use(const atom_unit *u, smem_use *use);

// What will take place. taken: the collector took what stands at the result port; go: memory is free for more in the next clock; swept: it is cleared.
atom_plan ws_atom_unit_plan(const atom_unit *u, bool taken, bool go, bool swept);

// The clock edge. head: a group enters, with its lanes here and, in far, those for the unit of other memories, and the operands of its lanes
// in req; NULL if none. guest: it is of another CTA, of rank tag / 32.
void ws_atom_unit_step(atom_unit *u, smem *mem, const atom_plan *plan, bool taken, const group_head *head, uint32_t far,
                       const ws_req *req, bool guest);

// The lanes that go to the unit of other memories in this clock: the lowest two side by side of which one is left.
uint32_t ws_atom_unit_far(const atom_unit *u);

// What stands at the result port is of another CTA.
static inline bool ws_atom_unit_guest(const atom_unit *u) { return u->gather.guest && ws_atom_unit_result(u, NULL); }

// Lanes of a group of this CTA, also those that have left it, have laid down the c of a cas.b128 or used it.
void ws_atom_unit_used(atom_unit *u, const group_head *head, const ws_req *req);

// True if nothing more happens without an input.
bool ws_atom_unit_quiet(const atom_unit *u);

#endif
