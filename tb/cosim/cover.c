// SPDX-License-Identifier: Apache-2.0
// The families of the block and what counts them (cover.h).
#include "cover.h"

#include <stdlib.h>
#include <string.h>

#include "mbar/cover_mbar_ops.h"

extern const ws_cover_family ws_cover_shfl, ws_cover_vote, ws_cover_match, ws_cover_redux, ws_cover_sync, ws_cover_mbar,
    ws_cover_mbar_ops, ws_cover_bar, ws_cover_block;
static const ws_cover_family *const families[WS_COVER_FAMILIES] = {
    [WS_COVER_SHFL] = &ws_cover_shfl,         [WS_COVER_VOTE] = &ws_cover_vote, [WS_COVER_MATCH] = &ws_cover_match,
    [WS_COVER_REDUX] = &ws_cover_redux,       [WS_COVER_SYNC] = &ws_cover_sync, [WS_COVER_MBAR] = &ws_cover_mbar,
    [WS_COVER_MBAR_OPS] = &ws_cover_mbar_ops, [WS_COVER_BAR] = &ws_cover_bar,   [WS_COVER_BLOCK] = &ws_cover_block,
};

typedef struct watcher {
  ws_watch watch;
  ws_cover *cover;
  unsigned watched; // families, a bit each
} watcher;

static void watch_before(ws_watch *w, const ws_lockstep *ls) {
  watcher *x = (watcher *)w;
  for (unsigned f = 0; f < WS_COVER_FAMILIES; f++)
    if (families[f]->before && (x->watched >> f & 1))
      families[f]->before(x->cover, x->cover->state[f], ls);
}

static void watch_after(ws_watch *w, const ws_lockstep *ls) {
  watcher *x = (watcher *)w;
  for (unsigned cta = 0; cta < ls->ctas; cta++) {
    x->cover->accepted += ls->in[cta].req.valid && ls->out[cta].req_ready;
    ws_book_inputs(x->cover->book, ls, cta);
    ws_answer a;
    if (ws_book_answer(x->cover->book, ls, cta, &a))
      for (unsigned f = 0; f < WS_COVER_FAMILIES; f++)
        if (families[f]->answer && (x->watched >> f & 1))
          families[f]->answer(x->cover, ls, &a);
  }
  for (unsigned f = 0; f < WS_COVER_FAMILIES; f++)
    if (families[f]->after && (x->watched >> f & 1))
      families[f]->after(x->cover, x->cover->state[f], ls);
}

static void watch_reset(ws_watch *w) {
  watcher *x = (watcher *)w;
  ws_book_reset(x->cover->book);
  ws_mbar_books_reset(x->cover->mbar);
  ws_bins_forget(x->cover);
}

bool ws_cover_open(ws_cover *c, const ws_config *core, unsigned watched) {
  ws_bins_open(c, core);
  for (unsigned f = 0; f < WS_COVER_FAMILIES; f++)
    ws_bins_add(c, families[f]->name, families[f]->group, families[f]->groups, families[f]->size);
  watcher *x = calloc(1, sizeof *x);
  c->book = ws_book_open();
  c->mbar = ws_mbar_books_open();
  bool good = x && c->book && c->mbar;
  if (!good)
    fprintf(stderr, "error: out of memory for coverage\n");
  c->watch = x;
  if (!good || !ws_bins_ready(c)) {
    ws_cover_close(c);
    return false;
  }
  x->watch = (ws_watch){watch_before, watch_after, watch_reset};
  x->cover = c;
  x->watched = watched;
  return true;
}

void ws_cover_close(ws_cover *c) {
  ws_book_close(c->book);
  ws_mbar_books_close(c->mbar);
  free(c->watch);
  ws_bins_close(c);
}
