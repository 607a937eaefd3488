// SPDX-License-Identifier: Apache-2.0
// Front end: which row of the table a statement is. The qualifiers are a set: each goes to a group of the row that knows
// it and is still free. If no row takes all of them, the nearest row explains. Then the order: the words of a name stand
// first and in theirs, modifiers in any, only two types, or two state spaces, keep theirs.
#include <string.h>

#include "front.h"
#include "near.h"

#define MAX_GROUPS 12

typedef struct fit_row {
  const ws_row *row;
  int alt[MAX_GROUPS];   // chosen alternative of each group, -1 none
  int token[MAX_GROUPS]; // which qualifier filled it
  unsigned unknown, missing;
  int score;
} fit_row;

static int find_alt(const ws_group *g, const char *text) {
  for (unsigned i = 0; i < g->nalt; i++)
    if (!strcmp(g->alt[i].text, text))
      return (int)i;
  return -1;
}

// Index of the free group that takes the qualifier; -1 if none; -2 - g if only group g knows it, but is taken.
static int group_for(const fit_row *f, const char *text) {
  int taken = -1;
  for (unsigned g = 0; g < f->row->ngroup; g++)
    if (find_alt(&f->row->group[g], text) >= 0) {
      if (f->alt[g] < 0)
        return (int)g;
      taken = -2 - (int)g;
    }
  return taken;
}

// The assembler takes these as often as they are written, all others once.
static bool may_repeat(const char *text) { return !strcmp(text, "sync") || !strcmp(text, "NaN"); }

static void try_row(const ws_row *row, const quals *q, fit_row *f) {
  *f = (fit_row){.row = row};
  for (unsigned g = 0; g < MAX_GROUPS; g++)
    f->alt[g] = f->token[g] = -1;
  for (unsigned i = 0; i < q->n; i++) {
    int g = group_for(f, q->q[i]->s);
    if (g < -1 && may_repeat(q->q[i]->s))
      continue;
    if (g < 0) {
      f->unknown++, f->score--;
      continue;
    }
    f->alt[g] = find_alt(&row->group[g], q->q[i]->s);
    f->token[g] = (int)i;
    ws_gkind kind = row->group[g].kind;
    // What an instruction cannot be without says most about which one is meant.
    f->score += kind == WS_G_TYPE || kind == WS_G_TYPE2 ? 1 : row->group[g].optional ? 2 : 5;
  }
  for (unsigned g = 0; g < row->ngroup; g++)
    if (f->alt[g] < 0 && !row->group[g].optional) {
      f->missing++;
      f->score -= row->group[g].kind == WS_G_TYPE || row->group[g].kind == WS_G_TYPE2 ? 0 : 2;
    }
}

static bool better(const fit_row *a, const fit_row *b) { // a explains the statement better than b
  if (!a->unknown && !a->missing)
    return b->unknown || b->missing;
  if (!b->unknown && !b->missing)
    return false;
  if (a->score != b->score)
    return a->score > b->score;
  return a->unknown + a->missing < b->unknown + b->missing;
}

static const char *choices(const ws_group *g, char *text, size_t size) {
  size_t n = 0;
  text[0] = 0;
  for (unsigned i = 0; i < g->nalt && n + 2 < size; i++) {
    int k = snprintf(text + n, size - n, "%s.%s", i ? " " : "", g->alt[i].text);
    n += k > 0 ? (size_t)k : 0;
  }
  return text;
}

// The group that a foreign qualifier probably stood for: a type for a type, otherwise any other.
static const ws_group *lacking(const fit_row *f, const char *text) {
  bool type = type_of_name(text) != WS_T_NONE;
  for (unsigned g = 0; g < f->row->ngroup; g++) {
    const ws_group *gr = &f->row->group[g];
    if (f->alt[g] < 0 && !gr->optional && (!text[0] || type == (gr->kind == WS_G_TYPE || gr->kind == WS_G_TYPE2)))
      return gr;
  }
  return NULL;
}

static bool known_to_opcode(const char *opcode, const char *text) {
  for (unsigned i = 0; i < ws_nrows; i++)
    for (unsigned g = 0; !strcmp(ws_rows[i].opcode, opcode) && g < ws_rows[i].ngroup; g++)
      if (find_alt(&ws_rows[i].group[g], text) >= 0)
        return true;
  return false;
}

// The words that the group can be, behind those that stand in text already: " .and .or".
static void add_choices(const ws_group *g, char *text, size_t size) {
  for (unsigned a = 0; a < g->nalt; a++) {
    char word[64];
    size_t n = strlen(text), length = (size_t)snprintf(word, sizeof word, " .%s", g->alt[a].text);
    const char *there = strstr(text, word);
    if (!(there && (!there[length] || there[length] == ' ')) && n + length < size)
      strcpy(text + n, word);
  }
}

// The first group that the row must have and that is none of a type; NULL if all are there, or if the row does not take
// the qualifiers that some row of the opcode takes. *whole: it takes them, and lacks no word.
static const ws_group *next_word(const ws_row *row, const quals *q, bool *whole) {
  fit_row f = {.row = row};
  for (unsigned g = 0; g < MAX_GROUPS; g++)
    f.alt[g] = -1;
  for (unsigned i = 0; i < q->n; i++) {
    int g = group_for(&f, q->q[i]->s);
    if (g >= 0)
      f.alt[g] = 0;
    else if (known_to_opcode(row->opcode, q->q[i]->s) && !may_repeat(q->q[i]->s))
      return NULL;
  }
  for (unsigned g = 0; g < row->ngroup; g++)
    if (f.alt[g] < 0 && !row->group[g].optional && row->group[g].kind != WS_G_TYPE && row->group[g].kind != WS_G_TYPE2)
      return &row->group[g];
  *whole = true;
  return NULL;
}

// Where several rows would do but for one word each: what that word can be.
static bool explain_word(parser *p, const quals *q) {
  const char *opcode = q->opcode->s;
  const ws_group *first = NULL;
  bool several = false, operations = true, whole = false;
  char text[512] = "";
  for (unsigned i = 0; i < ws_nrows; i++) {
    const ws_group *g = strcmp(ws_rows[i].opcode, opcode) ? NULL : next_word(&ws_rows[i], q, &whole);
    if (!g)
      continue;
    several |= first && g->alt != first->alt;
    first = g;
    operations &= !strcmp(g->name, "op");
    add_choices(g, text, sizeof text);
  }
  if (!several || whole)
    return false;
  for (unsigned i = 0; i < q->n; i++) {
    const tok *t = q->q[i];
    if (known_to_opcode(opcode, t->s) || type_of_name(t->s) != WS_T_NONE)
      continue;
    near_text close = {0};
    if (*near_qualifier(opcode, t->s, close)) {
      error_at(p, t, "'.%s' is no qualifier of %s%s", t->s, opcode, close);
      return true;
    }
    error_at(p, t,
             operations ? "'.%s' is no operation of %s, which has%s"
                        : "'.%s' does not belong to %s, which needs one of%s",
             t->s, opcode, text);
    return true;
  }
  error_at(p, q->opcode, "%s needs one of%s", opcode, text);
  return true;
}

static void explain(parser *p, const quals *q, const fit_row *f) {
  const ws_row *row = f->row;
  char text[256];
  const char *outside = outside_form(q);
  if (outside) {
    error_at(p, q->opcode, "%s is outside the block", outside);
    return;
  }
  if (f->missing && explain_word(p, q))
    return;
  fit_row again = {.row = row};
  for (unsigned g = 0; g < row->ngroup; g++)
    again.alt[g] = -1;
  bool told = false;
  for (unsigned i = 0; i < q->n; i++) {
    const tok *t = q->q[i];
    int g = group_for(&again, t->s);
    if (g < -1 && may_repeat(t->s))
      continue;
    if (g >= 0) {
      again.alt[g] = find_alt(&row->group[g], t->s);
      again.token[g] = (int)i;
      continue;
    }
    if (told && f->unknown > 2)
      continue; // another instruction altogether; the first word says it
    told = true;
    const ws_group *lack = lacking(f, t->s);
    if (g < -1) {
      const tok *first = q->q[again.token[-2 - g]];
      if (!strcmp(first->s, t->s))
        error_at(p, t, "'.%s' is given twice", t->s);
      else
        error_at(p, t, "'.%s' conflicts with '.%s'", t->s, first->s);
    } else if (*near_qualifier(q->opcode->s, t->s, text)) {
      error_at(p, t, "'.%s' is no qualifier of %s%s", t->s, q->opcode->s, text);
    } else if (lack) {
      error_at(p, t, "'.%s' does not belong to %s, which needs %s%s", t->s, row->name, lack->nalt > 1 ? "one of " : "",
               choices(lack, text, sizeof text));
    } else {
      error_at(p, t, "'.%s' does not belong to %s", t->s, row->name);
    }
  }
  const ws_group *lack = lacking(f, "");
  if (!told && lack)
    error_at(p, q->opcode, "%s needs %s%s", row->name, lack->nalt > 1 ? "one of " : "",
             choices(lack, text, sizeof text));
}

static ws_space space_of(const char *s) {
  return !strcmp(s, "global") ? WS_SP_GLOBAL : !strcmp(s, "shared::cluster") ? WS_SP_SHARED_CLUSTER : WS_SP_SHARED_CTA;
}

static int index_of(const char *const *list, unsigned n, const char *s) {
  for (unsigned i = 0; i < n; i++)
    if (!strcmp(list[i], s))
      return (int)i;
  return 0;
}

static void fill(parser *p, const quals *q, const fit_row *f, ws_insn *in) {
  static const char *const sems[] = {"", "relaxed", "acquire", "release", "acq_rel", "sc"};
  static const char *const scopes[] = {"", "cta", "cluster", "gpu", "sys"};
  static const char *const cmps[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge", "equ", "neu", "ltu",
                                     "leu", "gtu", "geu", "num", "nan", "lo", "ls",  "hi",  "hs"};
  static const char *const bools[] = {"", "and", "or", "xor"};
  const ws_row *row = f->row;
  in->row = row;
  in->name = row->name;
  in->helper = row->helper;
  in->built = row->built;
  in->op = row->code;
  in->vec = 1;
  for (unsigned g = 0; g < row->ngroup; g++) {
    const ws_group *gr = &row->group[g];
    if (f->alt[g] < 0) {
      in->op += gr->absent;
      continue;
    }
    const ws_alt *a = &gr->alt[f->alt[g]];
    in->op += a->code;
    switch (gr->kind) {
    case WS_G_TYPE: in->type = type_of_name(a->text); break;
    case WS_G_TYPE2: in->type2 = type_of_name(a->text); break;
    case WS_G_SEM: in->sem = (ws_sem)index_of(sems, 6, a->text); break;
    case WS_G_SCOPE: in->scope = (ws_scope)index_of(scopes, 5, a->text); break;
    case WS_G_SPACE: in->space = space_of(a->text); break;
    case WS_G_VEC: in->vec = (unsigned)(a->text[1] - '0'); break;
    default: break;
    }
    if (!strcmp(gr->name, "cmp")) {
      int c = index_of(cmps, 18, a->text);
      in->cmp = (ws_cmp)(c > WS_CMP_NAN ? WS_CMP_LT + c - WS_CMP_NAN - 1 : c);
    } else if (!strcmp(gr->name, "boolop")) {
      in->boolop = (ws_bool)index_of(bools, 4, a->text);
    }
  }
  const char **names = pool_get(p->s, (q->n + 1) * sizeof *names);
  for (unsigned i = 0; i < q->n; i++)
    names[i] = q->q[i]->s;
  in->quals = names;
  in->nquals = q->n;
}

bool known_opcode(const char *name) {
  for (unsigned i = 0; i < ws_nrows; i++)
    if (!strcmp(ws_rows[i].opcode, name))
      return true;
  return false;
}

static bool in_order(parser *p, const quals *q, const fit_row *f) {
  const ws_row *row = f->row;
  int first = -1, second = -1, words = 0;
  for (unsigned g = 0; g < row->words; g++) {
    if (f->alt[g] < 0)
      continue;
    if (f->token[g] != words) {
      const tok *t = q->q[f->token[g]], *before = words ? q->q[words - 1] : q->opcode;
      error_at(p, t, "'.%s' is a word of the name %s and must stand directly behind '%s%s'", t->s, row->name,
               words ? "." : "", before->s);
      return false;
    }
    words++;
  }
  for (unsigned g = 0; g < row->ngroup; g++) {
    const ws_group *gr = &row->group[g];
    if (gr->kind == WS_G_TYPE2 || !strcmp(gr->name, "src"))
      second = f->token[g];
    else if (gr->kind == WS_G_TYPE || !strcmp(gr->name, "dst"))
      first = f->token[g];
  }
  if (second >= 0 && first > second) {
    error_at(p, q->q[second], "'.%s' must stand behind '.%s'", q->q[second]->s, q->q[first]->s);
    return false;
  }
  return true;
}

const ws_row *match_row(parser *p, const quals *q, ws_insn *in) {
  fit_row best = {0}, f;
  for (unsigned i = 0; i < ws_nrows; i++) {
    if (strcmp(ws_rows[i].opcode, q->opcode->s))
      continue;
    try_row(&ws_rows[i], q, &f);
    if (!best.row || better(&f, &best))
      best = f;
  }
  if (best.unknown || best.missing) {
    explain(p, q, &best);
    return NULL;
  }
  const ws_row *row = best.row;
  if (!in_order(p, q, &best))
    return NULL;
  unsigned target = p->s->machine.legacy ? 60 : 100;
  if (row->sm_max && target > row->sm_max) {
    error_at(p, q->opcode, "%s without .sync needs target sm_60; it does not exist from sm_70 on", row->name);
    return NULL;
  }
  if (row->sm > target) {
    error_at(p, q->opcode, "%s needs sm_%u or later, the target is sm_%u", row->name, row->sm, target);
    return NULL;
  }
  for (unsigned g = 0; g < row->ngroup; g++)
    if (best.alt[g] >= 0 && row->group[g].alt[best.alt[g]].sm > target) {
      const tok *t = q->q[best.token[g]];
      error_at(p, t, "'.%s' needs sm_%u or later, the target is sm_%u", t->s, row->group[g].alt[best.alt[g]].sm,
               target);
      return NULL;
    }
  fill(p, q, &best, in);
  return row;
}
