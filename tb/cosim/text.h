// SPDX-License-Identifier: Apache-2.0
// Records as text: one form for the trace, the failure report and the failing stream, for RTL and model alike.
// The text is that of warp scripts: PTX statements and directives.
#ifndef WS_TEXT_H
#define WS_TEXT_H

#include "lockstep.h"

enum { WS_TEXT_MAX = 4096 }; // no line that these functions make is longer

// The statement that issues `req`, as PTX: "shfl.sync.bfly.b32 d|p, a, 0x1, c, 0xffffffff;". An operand that is the same
// in every lane of the request is written as a number, any other as a register: those that ws_text_reads names, addr for
// an address, m for a mask, q for a predicate. Addresses, state tokens and what PTX takes no number for are registers.
void ws_text_ptx(char text[WS_TEXT_MAX], const ws_req *req, unsigned lanes);

// ".set" directives for the registers that this statement reads, each with a trailing space; the registers are listed
// in full, one value for each lane. Also sets q to the predicate inputs where the operation has some.
void ws_text_operands(char text[WS_TEXT_MAX], const ws_req *req, unsigned lanes);

// NULL if PTX has a statement for this request; else why not ("not in the table", "copies of different sizes").
const char *ws_text_unwritable(const ws_req *req, unsigned lanes);

// Which operands an operation reads, and the registers that stand for them.
typedef struct ws_reads {
  bool addr, a, a64, b, c, pred, mask;
  const char *a_name, *b_name, *c_name;
} ws_reads;
ws_reads ws_text_reads(uint32_t op);

// Name of a status, "0x123" if it has none. The buffer is used only for the latter.
const char *ws_text_status(char buffer[16], uint32_t status);

// Name of an operation, "op 0x123 (not in the table)" if it has none.
const char *ws_text_op(char buffer[40], uint32_t op);

// A block with room for several CTAs is a cluster of them in a script. There, a place in its shared memory has this
// address in this space; and the addresses of a request are these, so that those that its CTA has not are refused.
uint32_t ws_text_place(const ws_config *cfg, uint32_t addr);
const char *ws_text_space(const ws_config *cfg);
void ws_text_localize(ws_req *req, const ws_config *cfg);

// Prints an access to shared memory as one statement a line, each for lane `lane`, which has to run. `head` comes before
// each line.
void ws_text_ls(FILE *f, const ws_config *cfg, const ws_ls *access, unsigned lane, const char *head);

// Prints what happens at the ports in this cycle to cfg.trace: a line for each arrival, completion, exit, launch, access
// to memory, message and newly captured error.
void ws_text_trace(ws_lockstep *ls);

#endif
