// SPDX-License-Identifier: Apache-2.0
// Front end: memory that is freed with the script, diagnostics, type names, and the calls of script.h.
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "front.h"

typedef struct chunk {
  struct chunk *next;
  max_align_t data[];
} chunk;

void *pool_get(ws_script *s, size_t bytes) {
  chunk *c = calloc(1, sizeof(chunk) + bytes + 1);
  if (!c) {
    fprintf(stderr, "%s: out of memory\n", s->path);
    exit(2);
  }
  c->next = s->pool;
  s->pool = c;
  return c->data;
}

void *pool_grow(ws_script *s, void *old, size_t used, size_t *cap, size_t elem) {
  if (used < *cap)
    return old;
  *cap = *cap ? *cap * 2 : 16;
  void *fresh = pool_get(s, *cap * elem);
  if (used)
    memcpy(fresh, old, used * elem);
  return fresh;
}

const char *pool_str(ws_script *s, const char *text, size_t n) {
  char *copy = pool_get(s, n + 1);
  memcpy(copy, text, n);
  return copy;
}

void diag(parser *p, ws_sev sev, unsigned line, unsigned col, const char *fmt, ...) {
  ws_script *s = p->s;
  char text[512];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  s->diags = pool_grow(s, s->diags, s->ndiags, &p->cap_diag, sizeof *s->diags);
  ws_diag *d = &s->diags[s->ndiags];
  *d = (ws_diag){line, col, sev, (unsigned)s->ndiags, (char *)(uintptr_t)pool_str(s, text, strlen(text))};
  s->ndiags++;
  if (sev == WS_ERROR)
    s->errors++;
  else if (sev == WS_WARNING)
    s->warnings++;
}

static int by_place(const void *a, const void *b) {
  const ws_diag *x = a, *y = b;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  if (x->col != y->col)
    return x->col < y->col ? -1 : 1;
  return x->seq < y->seq ? -1 : 1;
}

void ws_script_print_diags(const ws_script *s, FILE *f) {
  static const char *const sev[] = {"note", "warning", "error"};
  for (size_t i = 0; i < s->ndiags; i++) {
    const ws_diag *d = &s->diags[i];
    if (d->line)
      fprintf(f, "%s:%u:%u: %s: %s\n", s->path, d->line, d->col, sev[d->sev], d->text);
    else
      fprintf(f, "%s: %s: %s\n", s->path, sev[d->sev], d->text);
  }
}

// -------------------------------------------------------------------------------------------------------- types

static const struct {
  const char *name;
  uint8_t bits;
} types[WS_T_COUNT] = {
    [WS_T_NONE] = {"none", 0},    [WS_T_PRED] = {"pred", 1},  [WS_T_B8] = {"b8", 8},          [WS_T_B16] = {"b16", 16},
    [WS_T_B32] = {"b32", 32},     [WS_T_B64] = {"b64", 64},   [WS_T_B128] = {"b128", 128},    [WS_T_U8] = {"u8", 8},
    [WS_T_U16] = {"u16", 16},     [WS_T_U32] = {"u32", 32},   [WS_T_U64] = {"u64", 64},       [WS_T_S8] = {"s8", 8},
    [WS_T_S16] = {"s16", 16},     [WS_T_S32] = {"s32", 32},   [WS_T_S64] = {"s64", 64},       [WS_T_F16] = {"f16", 16},
    [WS_T_F16X2] = {"f16x2", 32}, [WS_T_BF16] = {"bf16", 16}, [WS_T_BF16X2] = {"bf16x2", 32}, [WS_T_F32] = {"f32", 32},
    [WS_T_F64] = {"f64", 64},
};

unsigned ws_type_bits(ws_type t) { return t < WS_T_COUNT ? types[t].bits : 0; }
const char *ws_type_name(ws_type t) { return t < WS_T_COUNT ? types[t].name : "none"; }
bool ws_type_float(ws_type t) { return t >= WS_T_F16 && t <= WS_T_F64; }
bool ws_type_signed(ws_type t) { return t >= WS_T_S8 && t <= WS_T_S64; }

ws_type type_of_name(const char *name) {
  for (int t = WS_T_PRED; t < WS_T_COUNT; t++)
    if (!strcmp(types[t].name, name))
      return (ws_type)t;
  return WS_T_NONE;
}

int status_of_name(const char *name) {
  for (unsigned i = 0; i < ws_nstatus; i++)
    if (!strcmp(ws_status_rows[i].name, name))
      return ws_status_rows[i].status;
  return -1;
}

bool ws_insn_has(const ws_insn *in, const char *q) {
  for (unsigned i = 0; i < in->nquals; i++)
    if (!strcmp(in->quals[i], q))
      return true;
  return false;
}

// ---------------------------------------------------------------------------------------------------- the script

ws_script *ws_script_parse_text(const char *path, const char *text, size_t size, bool replay) {
  ws_script *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->path = pool_str(s, path, strlen(path));
  s->text = (char *)(uintptr_t)pool_str(s, text, size);
  s->size = size;
  s->machine = (ws_machine){32, 1, 1, false, 1024, 0};
  parser p = {.s = s, .replay = replay};
  lex(&p);
  parse_all(&p);
  if (s->ndiags)
    qsort(s->diags, s->ndiags, sizeof *s->diags, by_place);
  return s;
}

enum { FILE_MOST = 1 << 28 }; // bytes of a script: what has no end, as /dev/zero, is told so

ws_script *ws_script_parse(const char *path, bool replay) {
  bool standard = !strcmp(path, "-");
  FILE *f = standard ? stdin : fopen(path, "rb");
  char *text = NULL;
  size_t size = 0, cap = 0;
  bool ok = f != NULL;
  int why = errno;
  while (ok) {
    if (size == cap) {
      why = cap < FILE_MOST ? ENOMEM : EFBIG;
      char *more = cap < FILE_MOST ? realloc(text, cap = cap ? cap * 2 : 65536) : NULL;
      if (!more) {
        ok = false;
        break;
      }
      text = more;
    }
    size_t got = fread(text + size, 1, cap - size, f);
    size += got;
    if (!got)
      break;
  }
  if (f && ferror(f))
    ok = false, why = errno;
  if (f && !standard)
    fclose(f);
  ws_script *s = ws_script_parse_text(path, ok && text ? text : "", ok ? size : 0, replay);
  free(text);
  if (!ok && s) {
    parser p = {.s = s};
    s->ndiags = 0;
    s->io_error = true;
    diag(&p, WS_ERROR, 0, 0, "cannot read the file: %s", strerror(why));
  }
  return s;
}

void ws_script_free(ws_script *s) {
  if (!s)
    return;
  for (chunk *c = s->pool; c;) {
    chunk *after = c->next;
    free(c);
    c = after;
  }
  free(s);
}
