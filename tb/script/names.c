// SPDX-License-Identifier: Apache-2.0
// Front end: the table of names, and the scopes that `{` and `}` make. A declaration inside hides the same name outside;
// a register without declaration belongs to the whole script.
#include <string.h>

#include "front.h"

unsigned where(const parser *p) { return p->cta * p->s->machine.warps + p->warp; }

static sym **bucket_of(parser *p, const char *name) {
  uint32_t h = 2166136261u;
  for (const char *c = name; *c; c++)
    h = (h ^ (uint8_t)*c) * 16777619u;
  return &p->bucket[h % SYM_BUCKETS];
}

sym *sym_find(parser *p, const char *name) {
  for (sym *y = *bucket_of(p, name); y; y = y->next)
    if (!strcmp(y->name, name))
      return y;
  return NULL;
}

static sym *sym_new(parser *p, const char *name, scope *in) {
  sym **b = bucket_of(p, name);
  sym *y = pool_get(p->s, sizeof *y);
  y->name = name;
  y->next = *b;
  *b = y;
  y->in = in;
  if (in) {
    y->sibling = in->names;
    in->names = y;
  }
  return y;
}

ws_reg *reg_new(parser *p, sym *y, unsigned line) {
  ws_script *s = p->s;
  size_t places = (size_t)s->machine.warps * s->machine.ctas;
  ws_reg *r = pool_get(s, sizeof *r);
  r->name = y->name;
  r->id = s->nregs;
  r->line = line;
  s->reg = pool_grow(s, s->reg, s->nregs, &p->cap_reg, sizeof(ws_reg *));
  s->reg[s->nregs++] = r;
  y->reg = r;
  y->bits = pool_get(s, places);
  y->written = pool_get(s, places * sizeof(bool));
  return r;
}

sym *sym_reg(parser *p, const char *name, unsigned line) {
  sym *y = sym_find(p, name);
  if (!y) {
    y = sym_new(p, name, NULL);
    reg_new(p, y, line);
  }
  return y->reg ? y : NULL;
}

sym *sym_declare(parser *p, const tok *at, const char *name) {
  sym *y = sym_find(p, name);
  if (!y || y->in != p->scope)
    return sym_new(p, name, p->scope);
  unsigned line = y->reg ? y->reg->line : y->var->line;
  if (y->reg && !y->reg->declared)
    error_at(p, at, "'%s' was used undeclared in line %u; declare it before its first use", name, line);
  else
    error_at(p, at, "'%s' is already declared in line %u", name, line);
  return NULL;
}

void scope_open(parser *p, const tok *at) {
  scope *in = pool_get(p->s, sizeof *in);
  in->open = at;
  in->outer = p->scope;
  p->scope = in;
}

void scope_close(parser *p) {
  for (sym *y = p->scope->names; y; y = y->sibling) {
    sym **link = bucket_of(p, y->name);
    while (*link != y)
      link = &(*link)->next;
    *link = y->next;
    if (y->reg)
      y->reg->from = p->scope->open->begin, y->reg->to = peek(p)->begin;
  }
  p->scope = p->scope->outer;
}
