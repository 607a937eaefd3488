// SPDX-License-Identifier: Apache-2.0
// Which families of operations a test needs: on a build that leaves one of them out it is skipped.
#ifndef WS_NEEDS_H
#define WS_NEEDS_H

#include "test.h"

// WS_FAMILY_* that `t` needs and `built` does not have, 0 if it can run. A random test of several families draws from what is
// built (ws_built_ops).
unsigned ws_test_lacks(const ws_test *t, unsigned built);

enum { WS_BUILT_OPS = 64 };

// Leaves in cfg the operations that are built; they stand in ops then. cfg as it was if all are.
void ws_built_ops(ws_stim_cfg *cfg, const ws_config *core, uint16_t ops[WS_BUILT_OPS]);

#endif
