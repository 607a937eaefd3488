// SPDX-License-Identifier: Apache-2.0
// The block that describes a failure: where, which operation, operands by lane, both sides, what to type to see it again.
#ifndef WS_REPORT_H
#define WS_REPORT_H

#include "lockstep.h"

typedef enum ws_fault { WS_FAULT_DIFFERENCE, WS_FAULT_UNREST, WS_FAULT_HANG, WS_FAULT_JUDGE } ws_fault;

// Prints the block for the cycle that ls stands in and writes the failing stream (script.h). cta: of all but differences.
void ws_report(const ws_lockstep *ls, ws_fault fault, unsigned cta);

// The compare itself, of one CTA.
bool ws_lockstep_same(const ws_lockstep *ls, unsigned cta);

#endif
