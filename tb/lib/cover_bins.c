// SPDX-License-Identifier: Apache-2.0
// Functional coverage (cover_bins.h).
#include "cover_bins.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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
  int n = snprintf(text, size, "%s, %s: %s", c->name[c->family[g]], c->group[g]->name,
                   value_name(c->group[g]->axis[0], at[0]));
  for (unsigned x = 1; x < WS_COVER_AXES && c->group[g]->axis[x] && (size_t)n < size; x++)
    n += snprintf(text + n, size - (size_t)n, " x %s", value_name(c->group[g]->axis[x], at[x]));
}

static unsigned bin_of(const ws_cover *c, unsigned family, unsigned group, unsigned i, unsigned j, unsigned k) {
  unsigned g = c->base[family] + group;
  const ws_cover_group *d = c->group[g];
  return c->first[g] + (i * size_of(d, 1) + j) * size_of(d, 2) + k;
}

void ws_cover_hit(ws_cover *c, unsigned family, unsigned group, unsigned i, unsigned j, unsigned k) {
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

void ws_cover_cross(ws_cover *c, unsigned family, unsigned group, unsigned i, unsigned js, unsigned ks) {
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

uint64_t ws_cover_hits(const ws_cover *c, unsigned family, unsigned group, unsigned i, unsigned j, unsigned k) {
  return c->hits[bin_of(c, family, group, i, j, k)];
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

void ws_bins_open(ws_cover *c, const ws_config *core) {
  memset(c, 0, sizeof *c);
  c->core = *core;
}

void ws_bins_add(ws_cover *c, const char *family, const ws_cover_group *group, unsigned groups, size_t size) {
  const unsigned f = c->families++;
  if (f < WS_COVER_MOST) {
    c->name[f] = family;
    c->base[f] = c->groups;
    c->size[f] = groups;
    c->bytes[f] = size;
  }
  for (unsigned k = 0; k < groups; k++, c->groups++) {
    if (f >= WS_COVER_MOST || c->groups >= WS_COVER_GROUPS)
      continue;
    c->group[c->groups] = &group[k];
    c->family[c->groups] = f;
    c->first[c->groups] = c->bins;
    c->bins += size_of(&group[k], 0) * size_of(&group[k], 1) * size_of(&group[k], 2);
    c->first[c->groups + 1] = c->bins;
  }
}

bool ws_bins_ready(ws_cover *c) {
  if (c->families > WS_COVER_MOST || c->groups > WS_COVER_GROUPS) {
    fprintf(stderr, "error: %u families and %u groups of coverage, room is for %d and %d\n", c->families, c->groups,
            WS_COVER_MOST, WS_COVER_GROUPS);
    return false;
  }
  c->hits = calloc(c->bins, sizeof *c->hits);
  c->never = calloc(c->bins, sizeof *c->never);
  c->beyond = calloc(c->bins, sizeof *c->beyond);
  c->empty = calloc(c->bins, sizeof *c->empty);
  c->place = calloc(c->bins, sizeof *c->place);
  bool good = c->hits && c->never && c->beyond && c->empty && c->place;
  for (unsigned f = 0; f < c->families; f++)
    good &= (c->state[f] = calloc(1, c->bytes[f] + 1)) != NULL;
  if (!good) {
    fprintf(stderr, "error: out of memory for coverage\n");
    return false;
  }
  for (unsigned g = 0; g < c->groups; g++)
    judge_bins(c, g);
  return true;
}

void ws_bins_forget(ws_cover *c) {
  for (unsigned f = 0; f < c->families; f++)
    memset(c->state[f], 0, c->bytes[f]);
}

void ws_bins_close(ws_cover *c) {
  free(c->hits);
  free(c->never);
  free(c->beyond);
  free(c->empty);
  free(c->place);
  for (unsigned f = 0; f < WS_COVER_MOST; f++)
    free(c->state[f]);
  memset(c, 0, sizeof *c);
}

void ws_cover_demand(ws_cover *c, unsigned asked, bool model) {
  c->empties = c->demanded = 0;
  c->asked = asked;
  for (unsigned g = 0; g < c->groups; g++)
    for (unsigned bin = c->first[g]; bin < c->first[g + 1]; bin++) {
      bool want = (asked >> c->family[g] & 1) && !c->never[bin] && !c->beyond[bin] && (model || !c->group[g]->model);
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

void ws_cover_count(const ws_cover *c, unsigned family, int group, unsigned *bins, unsigned *hit) {
  *bins = *hit = 0;
  for (unsigned g = c->base[family]; g < c->base[family] + c->size[family]; g++)
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
  w.family = c->family[g];
  w.group = g - c->base[w.family];
  memcpy(w.place, at, sizeof w.place);
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
  fprintf(f, "  {\"family\": \"%s\", \"name\": \"%s\", \"model\": %s,\n   \"axes\": [", c->name[c->family[g]], d->name,
          d->model ? "true" : "false");
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
          k->lanes, k->warps, k->slots ? k->slots : 1, k->ctas ? k->ctas : 1, k->shfl_form);
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
