// SPDX-License-Identifier: Apache-2.0
// Functional coverage (cover.h).
#include "cover.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cover_lanes.h"

extern const ws_cover_family ws_cover_shfl, ws_cover_vote, ws_cover_match, ws_cover_redux, ws_cover_sync, ws_cover_mbar,
    ws_cover_bar, ws_cover_block;
static const ws_cover_family *const families[WS_COVER_FAMILIES] = {
    [WS_COVER_SHFL] = &ws_cover_shfl,   [WS_COVER_VOTE] = &ws_cover_vote,   [WS_COVER_MATCH] = &ws_cover_match,
    [WS_COVER_REDUX] = &ws_cover_redux, [WS_COVER_SYNC] = &ws_cover_sync,   [WS_COVER_MBAR] = &ws_cover_mbar,
    [WS_COVER_BAR] = &ws_cover_bar,     [WS_COVER_BLOCK] = &ws_cover_block,
};

// ------------------------------------------------------------------------------------------------------------- bins

static unsigned size_of(const ws_cover_group *g, unsigned axis) { return g->axis[axis] ? g->axis[axis]->size : 1; }

static void places(const ws_cover *c, unsigned group, unsigned bin, unsigned at[WS_COVER_AXES]) {
  unsigned rest = bin - c->first[group];
  for (unsigned x = WS_COVER_AXES; x-- > 0;) {
    at[x] = rest % size_of(c->group[group], x);
    rest /= size_of(c->group[group], x);
  }
}

static unsigned group_of(const ws_cover *c, unsigned bin) {
  unsigned g = 0;
  while (c->first[g + 1] <= bin)
    g++;
  return g;
}

static const char *value_name(const ws_cover_axis *x, unsigned k) {
  if (x->text)
    return x->text[k];
  const char *name = x->kind == WS_AX_STATUS ? ws_status_name(x->code[k]) : ws_op_name(x->code[k]);
  return name ? name : "a code that no operation has";
}

void ws_cover_name(const ws_cover *c, unsigned bin, char *text, size_t size) {
  unsigned g = group_of(c, bin), at[WS_COVER_AXES];
  places(c, g, bin, at);
  int n = snprintf(text, size, "%s, %s: %s", families[c->family[g]]->name, c->group[g]->name,
                   value_name(c->group[g]->axis[0], at[0]));
  for (unsigned x = 1; x < WS_COVER_AXES && c->group[g]->axis[x] && (size_t)n < size; x++)
    n += snprintf(text + n, size - (size_t)n, " x %s", value_name(c->group[g]->axis[x], at[x]));
}

static unsigned bin_of(const ws_cover *c, ws_cover_id family, unsigned group, unsigned i, unsigned j, unsigned k) {
  unsigned g = c->base[family] + group;
  const ws_cover_group *d = c->group[g];
  return c->first[g] + (i * size_of(d, 1) + j) * size_of(d, 2) + k;
}

void ws_cover_hit(ws_cover *c, ws_cover_id family, unsigned group, unsigned i, unsigned j, unsigned k) {
  unsigned bin = bin_of(c, family, group, i, j, k);
  if (c->hits[bin]++)
    return;
  if (c->never[bin] && !*c->wrong) {
    char name[200];
    ws_cover_name(c, bin, name, sizeof name);
    snprintf(c->wrong, sizeof c->wrong, "%s: was hit and cannot be: %s", name, c->never[bin]);
  }
  unsigned at = c->place[bin];
  if (at == UINT32_MAX)
    return;
  c->empty[at] = c->empty[--c->empties];
  c->place[c->empty[at]] = at;
  c->place[bin] = UINT32_MAX;
  if (!c->empties)
    c->full_at = c->accepted;
}

void ws_cover_cross(ws_cover *c, ws_cover_id family, unsigned group, unsigned i, unsigned js, unsigned ks) {
  for (; js; js &= js - 1)
    for (unsigned left = ks; left; left &= left - 1)
      ws_cover_hit(c, family, group, i, (unsigned)__builtin_ctz(js), (unsigned)__builtin_ctz(left));
}

unsigned ws_cover_place(const ws_cover_axis *axis, uint32_t code) {
  unsigned at = 0;
  while (at < axis->size && axis->code[at] != code)
    at++;
  return at;
}

uint64_t ws_cover_hits(const ws_cover *c, ws_cover_id family, unsigned group, unsigned i, unsigned j, unsigned k) {
  return c->hits[bin_of(c, family, group, i, j, k)];
}

// ------------------------------------------------------------------------------------------------------------ watch

static void watch_before(ws_watch *w, const ws_lockstep *ls) {
  ws_cover *c = (ws_cover *)w;
  for (unsigned f = 0; f < WS_COVER_FAMILIES; f++)
    if (families[f]->before && (c->watched >> f & 1))
      families[f]->before(c, c->state[f], ls);
}

static void watch_after(ws_watch *w, const ws_lockstep *ls) {
  ws_cover *c = (ws_cover *)w;
  for (unsigned cta = 0; cta < ls->ctas; cta++) {
    c->accepted += ls->in[cta].req.valid && ls->out[cta].req_ready;
    ws_book_inputs(c->book, ls, cta);
    ws_answer a;
    if (ws_book_answer(c->book, ls, cta, &a))
      for (unsigned f = 0; f < WS_COVER_FAMILIES; f++)
        if (families[f]->answer && (c->watched >> f & 1))
          families[f]->answer(c, ls, &a);
  }
  for (unsigned f = 0; f < WS_COVER_FAMILIES; f++)
    if (families[f]->after && (c->watched >> f & 1))
      families[f]->after(c, c->state[f], ls);
}

static void watch_reset(ws_watch *w) {
  ws_cover *c = (ws_cover *)w;
  ws_book_reset(c->book);
  for (unsigned f = 0; f < WS_COVER_FAMILIES; f++)
    if (families[f]->size)
      memset(c->state[f], 0, families[f]->size);
}

// --------------------------------------------------------------------------------------------------------- life time

static void judge_bins(ws_cover *c, unsigned g) {
  for (unsigned bin = c->first[g]; bin < c->first[g + 1]; bin++) {
    unsigned at[WS_COVER_AXES];
    places(c, g, bin, at);
    c->never[bin] = c->group[g]->never ? c->group[g]->never(&c->core, at) : NULL;
    c->beyond[bin] = !c->never[bin] && c->group[g]->beyond ? c->group[g]->beyond(&c->core, at) : NULL;
    c->place[bin] = UINT32_MAX;
  }
}

bool ws_cover_open(ws_cover *c, const ws_config *core, unsigned watched) {
  memset(c, 0, sizeof *c);
  c->watch = (ws_watch){watch_before, watch_after, watch_reset};
  c->core = *core;
  c->watched = watched;
  for (unsigned f = 0; f < WS_COVER_FAMILIES; f++) {
    c->base[f] = c->groups;
    for (unsigned k = 0; k < families[f]->groups && c->groups < WS_COVER_GROUPS; k++) {
      const ws_cover_group *g = &families[f]->group[k];
      c->group[c->groups] = g;
      c->family[c->groups] = f;
      c->first[c->groups++] = c->bins;
      c->bins += size_of(g, 0) * size_of(g, 1) * size_of(g, 2);
    }
  }
  c->first[c->groups] = c->bins;
  c->hits = calloc(c->bins, sizeof *c->hits);
  c->never = calloc(c->bins, sizeof *c->never);
  c->beyond = calloc(c->bins, sizeof *c->beyond);
  c->empty = calloc(c->bins, sizeof *c->empty);
  c->place = calloc(c->bins, sizeof *c->place);
  c->book = ws_book_open();
  bool good = c->hits && c->never && c->beyond && c->empty && c->place && c->book;
  for (unsigned f = 0; f < WS_COVER_FAMILIES; f++)
    good &= (c->state[f] = calloc(1, families[f]->size + 1)) != NULL;
  if (!good) {
    ws_cover_close(c);
    fprintf(stderr, "error: out of memory for coverage\n");
    return false;
  }
  for (unsigned g = 0; g < c->groups; g++)
    judge_bins(c, g);
  return true;
}

void ws_cover_close(ws_cover *c) {
  free(c->hits);
  free(c->never);
  free(c->beyond);
  free(c->empty);
  free(c->place);
  ws_book_close(c->book);
  for (unsigned f = 0; f < WS_COVER_FAMILIES; f++)
    free(c->state[f]);
  memset(c, 0, sizeof *c);
}

void ws_cover_demand(ws_cover *c, unsigned asked, ws_side side) {
  c->empties = c->demanded = 0;
  c->asked = asked;
  for (unsigned g = 0; g < c->groups; g++)
    for (unsigned bin = c->first[g]; bin < c->first[g + 1]; bin++) {
      bool want = (asked >> c->family[g] & 1) && !c->never[bin] && !c->beyond[bin] &&
                  !(c->group[g]->model && side == WS_SIDE_RTL);
      c->demanded += want;
      c->place[bin] = UINT32_MAX;
      if (!want || c->hits[bin])
        continue;
      c->place[bin] = c->empties;
      c->empty[c->empties++] = bin;
    }
}

void ws_cover_add(ws_cover *c, const ws_cover *from) {
  for (unsigned bin = 0; bin < c->bins && bin < from->bins; bin++)
    c->hits[bin] += from->hits[bin];
  if (!*c->wrong)
    memcpy(c->wrong, from->wrong, sizeof c->wrong);
}

void ws_cover_count(const ws_cover *c, ws_cover_id family, int group, unsigned *bins, unsigned *hit) {
  *bins = *hit = 0;
  for (unsigned g = c->base[family]; g < c->base[family] + families[family]->groups; g++)
    for (unsigned bin = c->first[g]; bin < c->first[g + 1]; bin++) {
      if (c->never[bin] || c->beyond[bin] || (group >= 0 && g != c->base[family] + (unsigned)group))
        continue;
      *bins += 1;
      *hit += c->hits[bin] != 0;
    }
}

// ----------------------------------------------------------------------------------------------------- what is missing

ws_wish ws_cover_pick(const ws_cover *c, ws_rng *r, bool blind) {
  ws_wish w = {0};
  for (unsigned x = 0; x < WS_AX_KINDS; x++)
    w.at[x] = WS_COVER_FREE;
  if (!c->empties)
    return w;
  unsigned bin = c->empty[ws_rng_below(r, c->empties)], at[WS_COVER_AXES];
  while (blind) {
    bin = ws_rng_below(r, c->bins);
    blind = c->never[bin] || c->beyond[bin] || !(c->asked >> c->family[group_of(c, bin)] & 1);
  }
  unsigned g = group_of(c, bin);
  places(c, g, bin, at);
  w.valid = true;
  w.family = (ws_cover_id)c->family[g];
  for (unsigned x = 0; x < WS_COVER_AXES && c->group[g]->axis[x]; x++) {
    const ws_cover_axis *axis = c->group[g]->axis[x];
    w.at[axis->kind] = (uint16_t)(axis->code ? axis->code[at[x]] : at[x]);
  }
  return w;
}

unsigned ws_cover_missing(const ws_cover *c, const char *test, FILE *err) {
  for (unsigned bin = 0; bin < c->bins; bin++) {
    char name[200];
    if (c->place[bin] == UINT32_MAX)
      continue;
    ws_cover_name(c, bin, name, sizeof name);
    fprintf(err, "%s: %s: was never hit\n", test, name);
  }
  return c->empties;
}

// ------------------------------------------------------------------------------------------------------------- JSON

// Bins by their reason: {"reason": [bin, ...], ...}; numbers count from the first bin of the group.
static void write_reasons(FILE *f, const ws_cover *c, unsigned g, const char *key, const char *const *why) {
  fprintf(f, ",\n   \"%s\": {", key);
  unsigned reasons = 0;
  for (unsigned bin = c->first[g]; bin < c->first[g + 1]; bin++) {
    bool first = why[bin] != NULL;
    for (unsigned k = c->first[g]; first && k < bin; k++)
      first = !why[k] || strcmp(why[k], why[bin]);
    if (!first)
      continue;
    fprintf(f, "%s\"%s\": [", reasons++ ? ", " : "", why[bin]);
    for (unsigned k = bin; k < c->first[g + 1]; k++)
      if (why[k] && !strcmp(why[k], why[bin]))
        fprintf(f, "%s%u", k > bin ? "," : "", k - c->first[g]);
    fprintf(f, "]");
  }
  fprintf(f, "}");
}

static void write_group(FILE *f, const ws_cover *c, unsigned g) {
  const ws_cover_group *d = c->group[g];
  fprintf(f, "  {\"family\": \"%s\", \"name\": \"%s\", \"model\": %s,\n   \"axes\": [", families[c->family[g]]->name,
          d->name, d->model ? "true" : "false");
  for (unsigned x = 0; x < WS_COVER_AXES && d->axis[x]; x++) {
    fprintf(f, "%s{\"name\": \"%s\", \"values\": [", x ? ", " : "", d->axis[x]->name);
    for (unsigned k = 0; k < d->axis[x]->size; k++)
      fprintf(f, "%s\"%s\"", k ? ", " : "", value_name(d->axis[x], k));
    fprintf(f, "]}");
  }
  fprintf(f, "],\n   \"hits\": [");
  for (unsigned bin = c->first[g]; bin < c->first[g + 1]; bin++)
    fprintf(f, "%s%" PRIu64, bin > c->first[g] ? "," : "", c->hits[bin]);
  fprintf(f, "]");
  write_reasons(f, c, g, "never", c->never);
  write_reasons(f, c, g, "beyond", c->beyond);
  fprintf(f, "}");
}

bool ws_cover_write(const ws_cover *c, const char *file) {
  char part[1000]; // so that a reader never sees half of it
  if (snprintf(part, sizeof part, "%s.part", file) >= (int)sizeof part)
    return false;
  FILE *f = fopen(part, "w");
  if (!f)
    return false;
  const ws_config *k = &c->core;
  fprintf(f, "{\"functional\": 1, \"lanes\": %u, \"warps\": %u, \"slots\": %u, \"ctas\": %u, \"shfl_form\": %u,\n",
          k->lanes, k->warps, ws_dut_slots(k), ws_dut_ctas(k), k->shfl_form);
  fprintf(f, " \"groups\": [\n");
  for (unsigned g = 0; g < c->groups; g++) {
    write_group(f, c, g);
    fprintf(f, g + 1 < c->groups ? ",\n" : "\n");
  }
  fprintf(f, " ]}\n");
  bool good = !ferror(f);
  good = !fclose(f) && good;
  return good && !rename(part, file);
}
