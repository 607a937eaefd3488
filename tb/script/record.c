// SPDX-License-Identifier: Apache-2.0
// --record: the script written back, its own .expect lines taken out and what the machine answered put in. Comments and
// layout of all else stay. New lines stand behind the line of their statement, or directly behind the statement when
// something else than a comment follows on that line.
//
// After an instruction stand its destinations; after every statement also what it made complete elsewhere in the
// current warp: registers of lanes that waited, statuses other than OK, the blocked lanes if they changed. What
// happened in another warp meanwhile (limits that pass) is recorded when that warp is selected next.
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "machine.h"

typedef struct addition { // text to put in at an offset of the script
  size_t at;
  char *text;
} addition;

struct recorder {
  const ws_script *s;
  bool *cut; // [size] true where an old .expect stood
  addition *add;
  size_t n, room;
  char *text; // being made for the current statement
  size_t len;
  FILE *out;
};

// ------------------------------------------------------------------------------------------- what stays of the file

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool is_expect(const ws_stmt *st) { return st->kind >= WS_S_EXPECT && st->kind <= WS_S_EXPECT_WAITING; }

// A line on which nothing is left goes as a whole; blanks left at the end of a line go too.
static void tidy_line(recorder *r, size_t begin, size_t end) {
  bool any_cut = false;
  size_t last = begin; // end of what is left
  for (size_t i = begin; i < end; i++) {
    any_cut |= r->cut[i];
    if (!r->cut[i] && !is_blank(r->s->text[i]))
      last = i + 1;
  }
  if (!any_cut)
    return;
  bool empty = last == begin && end < r->s->size;
  for (size_t i = last; i < end + empty; i++)
    r->cut[i] = true;
}

recorder *record_open(const ws_script *s) {
  recorder *r = must_alloc(1, sizeof *r);
  r->s = s;
  r->cut = must_alloc(s->size, sizeof *r->cut);
  for (size_t i = 0; i < s->nstmt; i++)
    if (is_expect(&s->stmt[i]))
      memset(r->cut + s->stmt[i].begin, true, s->stmt[i].end - s->stmt[i].begin);
  for (size_t begin = 0, end; begin < s->size; begin = end + 1) {
    end = begin;
    while (end < s->size && (s->text[end] != '\n' || r->cut[end]))
      end++;
    tidy_line(r, begin, end);
  }
  return r;
}

// Where new lines go for a statement that ends at `at`: behind its line if only comments follow there.
static size_t place(const recorder *r, size_t at) {
  const char *t = r->s->text;
  size_t size = r->s->size;
  for (size_t i = at; i < size; i++) {
    if (r->cut[i] || is_blank(t[i]))
      continue;
    if (t[i] == '\n')
      return i + 1;
    if (t[i] != '/' || i + 1 >= size)
      return at;
    if (t[i + 1] == '/') {
      const char *newline = memchr(t + i, '\n', size - i);
      return newline ? (size_t)(newline - t) + 1 : size;
    }
    if (t[i + 1] != '*')
      return at;
    for (i += 2; i + 1 < size && t[i] != '\n' && !(t[i] == '*' && t[i + 1] == '/'); i++) {}
    if (i + 1 >= size || t[i] == '\n')
      return at; // a comment that goes on in the next line
    i++;
  }
  return size;
}

// ------------------------------------------------------------------------------------------------ what is recorded

static void put_number(FILE *f, value v, unsigned bits) {
  if (bits > 64 && v.hi)
    fprintf(f, "0x%llx%016llx", (unsigned long long)v.hi, (unsigned long long)v.lo);
  else
    fprintf(f, "0x%llx", (unsigned long long)v.lo);
}

static void put_register(machine *m, const ws_reg *reg) {
  FILE *f = m->rec->out;
  reg_state *r = reg_of(m, warp_of(m), reg);
  r->touched = false;
  if (!(r->written & m->all) || r->bits == 8)
    return;
  uint32_t bits = 0;
  bool alike = r->written == m->all;
  for (unsigned i = 0; i < m->lanes; i++) {
    bits |= (uint32_t)(r->v[i].lo & 1) << i & r->written;
    alike &= r->v[i].lo == r->v[0].lo && r->v[i].hi == r->v[0].hi;
  }
  if (r->bits == 1) {
    fprintf(f, ".expect.pred %s, 0x%x", reg->name, bits);
    if (r->written != m->all)
      fprintf(f, ", 0x%x", r->written);
    fputs(";\n", f);
    return;
  }
  fprintf(f, ".expect.b%u %s, ", r->bits, reg->name);
  for (unsigned i = 0; i < (alike ? 1 : m->lanes); i++) {
    if (!alike)
      fputs(i == 0 ? "{" : i % 8 ? ", " : ",\n    ", f);
    if (r->written >> i & 1)
      put_number(f, r->v[i], r->bits);
    else
      fputc('_', f);
  }
  fputs(alike ? ";\n" : "};\n", f);
}

// Does the name of the register stand for it at this byte? Its scope may have ended, or an inner one may hide it.
static bool can_be_named(const ws_script *s, const ws_reg *reg, size_t at) {
  if (reg->to && (at < reg->from || at >= reg->to))
    return false;
  for (unsigned i = 0; i < s->nregs; i++) {
    const ws_reg *other = s->reg[i];
    if (other != reg && other->to && at >= other->from && at < other->to && other->from > reg->from &&
        !strcmp(other->name, reg->name))
      return false;
  }
  return true;
}

// One line for each status other than OK that completed lanes came back with.
static void put_statuses(machine *m) {
  const warp_state *w = warp_of(m);
  uint32_t left = w->fresh;
  while (left) {
    uint32_t status = w->status[__builtin_ctz(left)], lanes = 0;
    for (unsigned i = 0; i < m->lanes; i++)
      lanes |= (uint32_t)(w->status[i] == status) << i;
    lanes &= left;
    left &= ~lanes;
    const char *name = ws_status_name(status); // NULL: a fault of the RTL that runs alone
    if (status != WS_ST_OK && name)
      fprintf(m->rec->out, ".expect.status %s, 0x%x;\n", name, lanes);
  }
}

void record_after(machine *m, const ws_stmt *st) {
  recorder *r = m->rec;
  warp_state *w = warp_of(m);
  r->out = open_memstream(&r->text, &r->len);
  if (!r->out)
    out_of_memory();
  if (st->kind == WS_S_INSN) {
    const ws_operand *dest[WS_VEC_MAX + 1];
    unsigned n = insn_dests(st->insn, dest);
    for (unsigned i = 0; i < n; i++)
      if (dest[i]->kind == WS_O_REG)
        put_register(m, dest[i]->reg);
  }
  for (unsigned i = 0; w->reg && i < m->s->nregs; i++)
    if (w->reg[i] && w->reg[i]->touched && can_be_named(m->s, m->s->reg[i], st->begin))
      put_register(m, m->s->reg[i]);
  put_statuses(m);
  uint32_t wait = block_wait(cta_of(m)->block, m->cur_warp) & m->all;
  if (wait != w->waited)
    fprintf(r->out, ".expect.waiting 0x%x;\n", wait);
  w->waited = wait;
  w->fresh = 0;
  fclose(r->out);
  r->out = NULL;
  if (!r->len) {
    free(r->text);
    return;
  }
  if (r->n == r->room) {
    r->room = r->room ? 2 * r->room : 64;
    r->add = realloc(r->add, r->room * sizeof *r->add);
    if (!r->add)
      out_of_memory();
  }
  r->add[r->n++] = (addition){place(r, st->end), r->text};
}

// ------------------------------------------------------------------------------------------------------ the file

// The old text with the additions; they are in the order of their statements, so their places only go up.
static void write_text(const recorder *r, FILE *f) {
  size_t k = 0;
  char last = '\n';   // written
  bool split = false; // what follows came from the middle of a line
  for (size_t i = 0; i <= r->s->size; i++) {
    for (; k < r->n && r->add[k].at == i; k++) {
      if (last != '\n') {
        fputc('\n', f);
        split = true;
      }
      fputs(r->add[k].text, f);
      last = '\n';
    }
    if (i == r->s->size || r->cut[i] || (split && is_blank(r->s->text[i])))
      continue;
    split = false;
    last = r->s->text[i];
    fputc(last, f);
  }
}

static bool complain(const char *file) {
  fprintf(stderr, "%s: error: cannot write: %s\n", file, strerror(errno));
  return false;
}

// Writes and closes; errno is that of the first thing that went wrong.
static bool write_and_close(const recorder *r, FILE *f) {
  write_text(r, f);
  bool good = !ferror(f) && !fflush(f);
  int first = errno;
  if (fclose(f) && good)
    return false;
  if (!good)
    errno = first;
  return good;
}

// A new file beside the old one takes its place when it is complete. What is no regular file is written to directly.
bool record_write(recorder *r, const char *file) {
  struct stat st;
  char *real = realpath(file, NULL); // a link stays a link
  const char *target = real ? real : file;
  bool good;
  if (!stat(target, &st) && !S_ISREG(st.st_mode)) {
    FILE *f = fopen(target, "w");
    good = f && write_and_close(r, f);
    if (!good)
      complain(file);
  } else {
    size_t size = strlen(target) + 32;
    char *part = must_alloc(size, 1);
    snprintf(part, size, "%s.%ld.part", target, (long)getpid());
    FILE *f = fopen(part, "w");
    good = f && write_and_close(r, f) && !rename(part, target);
    if (!good) {
      complain(file);
      if (f)
        remove(part);
    }
    free(part);
  }
  free(real);
  return good;
}

void record_close(recorder *r) {
  for (size_t i = 0; i < r->n; i++)
    free(r->add[i].text);
  free(r->add);
  free(r->cut);
  free(r);
}
