// SPDX-License-Identifier: Apache-2.0
// See host.h.
#include "host.h"

#include <inttypes.h>
#include <stdio.h>

enum { TRIES = 12, WORDS = 64, FIRST_REFUSED = MEMORY_REFUSED / 4 };
typedef enum { ANSWERED, GAVE_UP } outcome;

void host_hears(host *h, uint8_t byte) {
  uint8_t bytes[2];
  unsigned count = line_noise_pass(&h->to_host, byte, bytes);
  for (unsigned i = 0; i < count && h->heard_count < sizeof h->heard; i++)
    h->heard[h->heard_count++] = bytes[i];
}

static bool wrong(host *h, const char *what, uint32_t addr, uint32_t got, uint32_t want) {
  snprintf(h->wrong, sizeof h->wrong,
           "request %" PRIu64 ": %s at 0x%05" PRIx32 ": got 0x%08" PRIx32 ", want 0x%08" PRIx32, h->requests, what,
           addr, got, want);
  return false;
}

static void send(host *h, const uint8_t line[], unsigned count, bool gap) {
  uint8_t noisy[2 * WS_SERIAL_LINE_MAX];
  const uint64_t hits = h->to_board.hits;
  unsigned n = 0;
  for (unsigned i = 0; i < count; i++)
    n += line_noise_pass(&h->to_board, line[i], noisy + n);
  h->damaged += h->to_board.hits != hits;
  h->send(h->user, noisy, n, gap);
}

// Looks at what has come, or at the first part of it. True when the answer to `seq` is there.
static bool look(host *h, uint8_t seq, unsigned reads) {
  unsigned until = ws_rng_percent(&h->rng, h->late) ? ws_rng_below(&h->rng, h->heard_count + 1) : h->heard_count, i = 0;
  bool found = false;
  while (i < until && !found) {
    if (!ws_serial_take(&h->answer, h->heard[i++]))
      continue;
    const ws_serial_answer *a = &h->answer;
    if (a->code == WS_SERIAL_BAD)
      h->bad++;
    else if (a->seq != seq)
      h->stale++;
    else
      found = a->code != WS_SERIAL_OK || a->words == reads;
  }
  for (unsigned k = i; k < h->heard_count; k++)
    h->heard[k - i] = h->heard[k];
  h->heard_count -= i;
  return found;
}

// The same bytes until there is an answer. A pause before the next try: always while the board may be in open mode.
static outcome exchange(host *h, const ws_serial_ask *ask, bool open_mode) {
  uint8_t line[WS_SERIAL_LINE_MAX];
  const unsigned count = ws_serial_request(ask, line);
  for (unsigned tries = 0; tries < TRIES; tries++) {
    send(h, line, count, open_mode || ws_rng_percent(&h->rng, 30));
    h->requests += tries == 0;
    h->resends += tries > 0;
    if (look(h, ask->seq, ask->reads))
      return ANSWERED;
  }
  h->gave_up++;
  return GAVE_UP;
}

// A session begins: what came before is thrown away, and nothing is asked before the first frame is answered. False: no answer.
static bool open_session(host *h) {
  for (unsigned tries = 0; tries < 20; tries++) {
    h->seq = ws_serial_first_seq(ws_rng_u32(&h->rng));
    h->heard_count = 0;
    h->send(h->user, NULL, 0, true);
    if (exchange(h, &(ws_serial_ask){.seq = h->seq}, true) == ANSWERED)
      return true;
  }
  return wrong(h, "no session begins", 0, 0, 0);
}

static uint32_t random_addr(host *h) {
  uint32_t kind = ws_rng_below(&h->rng, 40);
  uint32_t word = ws_rng_below(&h->rng, WORDS);
  if (kind == 0)
    return (FIRST_REFUSED + word) * 4;
  if (kind == 1)
    return MEMORY_NOTHING + word * 4;
  return kind == 2 ? WS_SERIAL_BYTES + word * 4 : word * 4;
}

static ws_serial_ask random_ask(host *h) {
  static const unsigned most[] = {0, 1, 2, 4, WS_SERIAL_WRITES_MAX};
  ws_serial_ask ask = {.seq = ++h->seq, .writes = ws_rng_below(&h->rng, most[ws_rng_below(&h->rng, 5)] + 1)};
  for (unsigned i = 0; i < ask.writes; i++) {
    ask.addr[i] = random_addr(h);
    ask.data[i] = ws_rng_percent(&h->rng, 20) ? 0x7e7d7e7d : ws_rng_u32(&h->rng);
  }
  if (ws_rng_percent(&h->rng, 60)) {
    ask.reads = ws_rng_below(&h->rng, ws_rng_percent(&h->rng, 5) ? WS_SERIAL_READS_MAX + 1 : 9);
    ask.from = random_addr(h);
  }
  ask.leave = ws_rng_below(&h->rng, 200) == 0;
  return ask;
}

// -------------------------------------------------------------------------------------------------- what is right

static unsigned response(uint32_t addr) { return addr >= WS_SERIAL_BYTES ? WS_SERIAL_NOTHING : memory_response(addr); }

// Writes that a frame does, and the code of the first that it does not.
static unsigned good_writes(const ws_serial_ask *ask, unsigned *code) {
  unsigned n = 0;
  *code = 0;
  while (n < ask->writes && !(*code = response(ask->addr[n])))
    n++;
  return n;
}

// An answer was taken for right: it says what happened, each write of it was done once, and each word is that of the memory.
static bool judge(host *h, const ws_serial_ask *ask) {
  const ws_serial_answer *a = &h->answer;
  unsigned code, reads = 0, good = good_writes(ask, &code);
  for (unsigned i = 0; i < good; i++)
    h->done[ask->addr[i] / 4]++;
  if (a->writes_left != ask->writes - good)
    return wrong(h, "writes not done", ask->from, a->writes_left, ask->writes - good);
  while (!code && reads < ask->reads && !(code = response(ask->from + 4 * reads)))
    reads++;
  if (a->code != code || a->words != reads)
    return wrong(h, a->words != reads ? "number of words" : "code of the answer", ask->from,
                 a->words != reads ? a->words : a->code, a->words != reads ? reads : code);
  for (unsigned i = 0; i < a->words; i++)
    if (a->data[i] != h->memory->word[ask->from / 4 + i])
      return wrong(h, "a word", ask->from + 4 * i, a->data[i], h->memory->word[ask->from / 4 + i]);
  for (unsigned i = 0; i < good; i++)
    if (h->memory->writes[ask->addr[i] / 4] != h->done[ask->addr[i] / 4])
      return wrong(h, "times a write was done", ask->addr[i], h->memory->writes[ask->addr[i] / 4],
                   h->done[ask->addr[i] / 4]);
  return true;
}

// No answer: all writes of the request were done once, or none, and nothing else.
static bool judge_silence(host *h, const ws_serial_ask *ask) {
  unsigned code, good = good_writes(ask, &code), more = 0;
  for (uint32_t w = 0; w < MEMORY_WORDS; w++)
    more += h->memory->writes[w] != h->done[w];
  for (unsigned i = 0; i < good && more; i++)
    h->done[ask->addr[i] / 4]++;
  for (uint32_t w = 0; w < MEMORY_WORDS; w++)
    if (h->memory->writes[w] != h->done[w])
      return wrong(h, "without an answer: times a write was done", w * 4, h->memory->writes[w], h->done[w]);
  return true;
}

bool host_play(host *h, uint64_t requests) {
  if (!open_session(h))
    return false;
  while (h->requests < requests) {
    const ws_serial_ask ask = random_ask(h);
    const outcome o = exchange(h, &ask, false);
    if (!(o == ANSWERED ? judge(h, &ask) : judge_silence(h, &ask)))
      return false;
    if ((o == GAVE_UP || ask.leave) && !open_session(h))
      return false;
  }
  for (uint32_t w = 0; w < MEMORY_WORDS; w++)
    if (h->memory->writes[w] != h->done[w])
      return wrong(h, "at the end: times a write was done", w * 4, h->memory->writes[w], h->done[w]);
  return true;
}
