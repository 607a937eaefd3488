// SPDX-License-Identifier: Apache-2.0
// The names nearest to a word (near.h), by the number of letters that are wrong, left out, added or swapped with the next one.
#include "near.h"

#include <stdio.h>
#include <string.h>

#include "front.h"

enum { LONGEST = 40 };

typedef struct nearest { // the first name with the fewest wrong letters
  const char *typed, *name;
  unsigned wrong;
} nearest;

// What the directives of scripts are called.
static const char *const directives[] = {"machine", "reg",    "shared", "global", "version", "target", "address_size",
                                         "set",     "expect", "cta",    "warp",   "exit",    "wait",   "reset"};

static unsigned least(unsigned x, unsigned y) { return x < y ? x : y; }

static unsigned distance(const char *x, const char *y) {
  const size_t n = strlen(x), m = strlen(y);
  unsigned d[LONGEST + 1][LONGEST + 1];
  if (n > LONGEST || m > LONGEST)
    return LONGEST;
  for (size_t i = 0; i <= n; i++)
    for (size_t j = 0; j <= m; j++) {
      if (!i || !j) {
        d[i][j] = (unsigned)(i + j);
        continue;
      }
      d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (x[i - 1] != y[j - 1]));
      if (i > 1 && j > 1 && x[i - 1] == y[j - 2] && x[i - 2] == y[j - 1])
        d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[n][m];
}

static void consider(nearest *best, const char *name) {
  const unsigned wrong = distance(best->typed, name);
  if (wrong < best->wrong)
    *best = (nearest){best->typed, name, wrong};
}

// A third of the letters may be wrong.
static nearest begin(const char *typed) { return (nearest){typed, NULL, 1 + (unsigned)(strlen(typed) + 1) / 3}; }

static const char *say(const nearest *best, const char *dot, near_text text) {
  text[0] = 0;
  if (best->name && best->wrong)
    snprintf(text, WS_NEAR_TEXT, "; near it: %s%s", dot, best->name);
  return text;
}

const char *near_opcode(const char *typed, near_text text) {
  nearest best = begin(typed);
  for (unsigned i = 0; i < ws_nrows; i++)
    consider(&best, ws_rows[i].opcode);
  return say(&best, "", text);
}

const char *near_directive(const char *typed, near_text text) {
  nearest best = begin(typed);
  for (unsigned i = 0; i < sizeof directives / sizeof directives[0]; i++)
    consider(&best, directives[i]);
  return say(&best, ".", text);
}

const char *near_status(const char *typed, near_text text) {
  nearest best = begin(typed);
  for (unsigned i = 0; i < ws_nstatus; i++)
    consider(&best, ws_status_rows[i].name);
  return say(&best, "", text);
}

const char *near_qualifier(const char *opcode, const char *typed, near_text text) {
  nearest best = begin(typed);
  for (unsigned i = 0; i < ws_nrows; i++) {
    const ws_row *row = &ws_rows[i];
    for (unsigned g = 0; g < row->ngroup && !strcmp(row->opcode, opcode); g++)
      for (unsigned k = 0; k < row->group[g].nalt; k++)
        consider(&best, row->group[g].alt[k].text);
  }
  return say(&best, ".", text);
}
