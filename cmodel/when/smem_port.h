// SPDX-License-Identifier: Apache-2.0
// Who uses shared memory in which clock, as rtl/smem/ws_smem.v. Internal to libwarpsync.
//
// The mbarrier pipe reads and writes objects. Plain accesses and copies, one a cycle, and atomics have memory for themselves while they
// use it: they ask, the pipe empties, they go; where somebody else waits they stop after 8 cycles and leave 4 to the others. When the first lanes of a CTA are launched, a sweep clears its window, a row a
// cycle.
#ifndef WS_WHEN_SMEM_PORT_H
#define WS_WHEN_SMEM_PORT_H

#include "state/async_copy.h"
#include "state/smem.h"

// An access of the side port on its way to its answer.
typedef struct smem_access {
  bool ls, copy;    // who; neither: nothing
  uint32_t en, raw; // banks, and those whose word belongs to an object
  uint32_t rdata[WS_BANKS_MAX];
  uint32_t warp, lane; // of a copy
  bool cg;
} smem_access;

typedef struct smem_port {
  unsigned slots;                    // windows
  unsigned banks, rows;              // rows: of a bank
  bool swept;                        // some were in the last cycle: no client begins anything
  uint32_t sweep;                    // those being cleared, or that will be when nothing uses memory
  unsigned row;                      // next to be cleared, if its window is to be
  bool calm;                         // a cycle ago no job was in the pipe, and nothing of those windows under way
  bool held;                         // an access had to wait for the pipe: no new job enters it
  bool empty;                        // nothing was in the pipe a cycle ago, and nothing entered it
  bool own, ls, copy;                // atomics, plain accesses, copies have memory for themselves
  bool last_own, last_ls;            // atomics, plain accesses had it last; neither: copies
  bool others;                       // somebody else waited for it a cycle ago
  unsigned budget;                   // cycles that its owner has left although others wait
  unsigned rest, ls_rest, copy_rest; // cycles that atomics, plain accesses, copies leave to the others
  smem_access read, answer;          // accesses taken one and two cycles ago
} smem_port;

// What the clients of memory do in one cycle, by the state before the edge.
typedef struct smem_use {
  bool jobs;        // there is a job in the pipe
  uint32_t busy;    // windows that something under way is still to use; looked at during a sweep
  bool copy;        // a copy stands at the side port:
  async_copy_wr wr; // this
  const ws_ls *ls;  // plain accesses
  bool wait;        // a job waits to enter the pipe
  bool at_want;     // atomics are to use memory
  bool at_uses;     // ... some have read and not been written, or read now
  uint32_t start;   // windows whose sweep begins
} smem_use;

// State after reset: a sweep of all windows lies ahead.
void ws_smem_port_init(smem_port *p, unsigned slots, unsigned banks);

// Ready for a copy, and for a plain access.
bool ws_smem_copy_ready(const smem_port *p);
bool ws_smem_ls_ready(const smem_port *p);

// True if atomics may read in the next cycle.
bool ws_smem_atom_go(const smem_port *p);

// The clock edge: what is ready as above is taken.
void ws_smem_port_step(smem_port *p, smem *m, const smem_use *use);

// True if no access and no sweep is under way.
bool ws_smem_port_quiet(const smem_port *p);

#endif
