// SPDX-License-Identifier: Apache-2.0
// Front end: instructions of PTX that are outside the block, so that a message can tell them from a misspelt name.
#include <string.h>

#include "front.h"

static const char *const opcodes[] = {
    "addc",    "alloca",   "applypriority", "bfma",         "bra",       "brkpt",     "cnot",    "copysign",
    "cos",     "discard",  "dp2a",          "dp4a",         "ex2",       "fns",       "istypep", "ldmatrix",
    "ldu",     "lg2",      "mad24",         "madc",         "mma",       "movmatrix", "mul24",   "multimem",
    "pmevent", "prefetch", "prefetchu",     "rcp",          "rsqrt",     "sad",       "set",     "setmaxnreg",
    "sin",     "slct",     "sqrt",          "stackrestore", "stacksave", "stmatrix",  "subc",    "suld",
    "suq",     "sured",    "sust",          "szext",        "tanh",      "tcgen05",   "testp",   "tex",
    "tld4",    "trap",     "txq",           "vabsdiff",     "vadd",      "vmad",      "vmax",    "vmin",
    "vset",    "vshl",     "vshr",          "vsub",         "wgmma",     "wmma"};

// Of opcodes that the table has: two words that make a form which it does not have.
static const struct {
  const char *opcode, *word, *name;
} forms[] = {
    {"cp", "bulk", "cp.async.bulk"}, {"cp", "reduce", "cp.reduce.async.bulk"},      {"st", "async", "st.async"},
    {"st", "bulk", "st.bulk"},       {"tensormap", "replace", "tensormap.replace"},
};

bool is_outside(const char *opcode) {
  for (unsigned i = 0; i < sizeof opcodes / sizeof opcodes[0]; i++)
    if (!strcmp(opcodes[i], opcode))
      return true;
  return false;
}

const char *outside_form(const quals *q) {
  for (unsigned i = 0; i < sizeof forms / sizeof forms[0]; i++)
    for (unsigned k = 0; !strcmp(forms[i].opcode, q->opcode->s) && k < q->n; k++)
      if (!strcmp(forms[i].word, q->q[k]->s))
        return forms[i].name;
  return NULL;
}
