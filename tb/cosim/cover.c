// SPDX-License-Identifier: Apache-2.0
// The families of the block and what counts them (cover.h).
#include "cover.h"

#include <stdlib.h>
#include <string.h>

#include "mbar/cover_mbar_ops.h"

typedef struct watcher {
  ws_watch watch;
  ws_cover *cover;
  unsigned watched; // families, a bit each
} watcher;

static void watch_before(ws_watch *w, const ws_lockstep *ls) {
  watcher *x = (watcher *)w;
  for (unsigned f = 0; f < WS_COVER_FAMILIES; f++)
    if (ws_cover_files[f]->before && (x->watched >> f & 1))
      ws_cover_files[f]->before(x->cover, x->cover->state[f], ls);
}

static void watch_after(ws_watch *w, const ws_lockstep *ls) {
  watcher *x = (watcher *)w;
  for (unsigned cta = 0; cta < ls->ctas; cta++) {
    x->cover->accepted += ls->in[cta].req.valid && ls->out[cta].req_ready;
    ws_book_inputs(x->cover->book, ls, cta);
    ws_answer a;
    if (ws_book_answer(x->cover->book, ls, cta, &a))
      for (unsigned f = 0; f < WS_COVER_FAMILIES; f++)
        if (ws_cover_files[f]->answer && (x->watched >> f & 1))
          ws_cover_files[f]->answer(x->cover, ls, &a);
  }
  for (unsigned f = 0; f < WS_COVER_FAMILIES; f++)
    if (ws_cover_files[f]->after && (x->watched >> f & 1))
      ws_cover_files[f]->after(x->cover, x->cover->state[f], ls);
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
    ws_bins_add(c, ws_cover_files[f]->name, ws_cover_files[f]->group, ws_cover_files[f]->groups,
                ws_cover_files[f]->size);
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
