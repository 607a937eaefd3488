// SPDX-License-Identifier: Apache-2.0
// How the oracle shows a disagreement: the sentence, the seed, the lanes of the warp, what is still expected, and the
// last events of the warp, oldest first.
#include <stdarg.h>
#include <stdio.h>

#include "oracle_bar.h"

const char *const oracle_situation_name[ORACLE_SITUATIONS] = {
    [ORACLE_GROUP_OF_ONE_REQUEST] = "group of one request",
    [ORACLE_GROUP_OF_PIECES] = "group of several requests",
    [ORACLE_GROUP_COMPLETED_BY_EXIT] = "group completed by an exit",
    [ORACLE_SEVERAL_GROUPS_OF_ONE_REQUEST] = "several groups completed by one event",
    [ORACLE_TWO_STATUSES_IN_ONE_GROUP] = "group with two statuses",
    [ORACLE_EXITED_MEMBER] = "CV_EXITED_MEMBER",
    [ORACLE_SOURCE_INACTIVE] = "SH_SRC_INACTIVE",
    [ORACLE_LEGACY_DIVERGED] = "CV_LEGACY_DIVERGED",
    [ORACLE_LEGACY_VOTE] = "deprecated vote carried out",
    [ORACLE_ACTIVEMASK_WITH_REFUSED_LANES] = "activemask or deprecated vote with refused lanes",
    [ORACLE_REFUSED_EXITED] = "refusal CV_LANE_EXITED",
    [ORACLE_REFUSED_BUSY] = "refusal CV_LANE_BUSY",
    [ORACLE_REFUSED_ILLEGAL] = "refusal DEC_ILLEGAL",
    [ORACLE_REFUSED_NOT_MEMBER] = "refusal CV_NOT_MEMBER",
    [ORACLE_REFUSED_TWO_WAYS] = "one request refused for several reasons",
    [ORACLE_EMPTY_MASK] = "lanes with M = 0",
    [ORACLE_EMPTY_REQUEST] = "request without lanes",
    [ORACLE_EXIT_WHILE_OTHERS_WAIT] = "exit while other lanes wait",
    [ORACLE_EXIT_AND_REQUEST_TOGETHER] = "exit and request of a warp in one cycle",
    [ORACLE_EXIT_REFUSED] = "exit refused, lane blocked",
    [ORACLE_LAUNCH_AGAIN] = "launch after all lanes exited",
    [ORACLE_LAUNCH_IN_CYCLE_OF_EXIT] = "launch in the cycle of the last exit",
    [ORACLE_EXIT_BEHIND_REQUEST] = "exit behind requests that are not judged",
    [ORACLE_LAUNCH_REFUSED] = "launch refused, warp not exited",
    [ORACLE_DEAD_ALL] = "deadlock of all live lanes",
    [ORACLE_DEAD_SOME] = "deadlock of some live lanes",
    [ORACLE_DEAD_SEVERAL_GROUPS] = "deadlock of three groups or more",
    [ORACLE_T_MASK_MISMATCH] = "release CV_MASK_MISMATCH",
    [ORACLE_T_QUAL_MISMATCH] = "release CV_QUAL_MISMATCH",
    [ORACLE_T_MISSING] = "release CV_MISSING",
    [ORACLE_WATCHDOG] = "release by the watchdog",
    [ORACLE_EXIT_MEETS_RELEASE] = "exit that completes a group already late",
};

static const char *name_of_op(unsigned op) {
  const char *name = ws_op_name(op);
  return name ? name : "(no operation)";
}

static const char *name_of_status(unsigned status) {
  const char *name = ws_status_name(status);
  return name ? name : "(no status)";
}

static void print_event(const oracle_event *e, unsigned lanes) {
  fprintf(stderr, "  %6llu  %-9s lanes %08x", (unsigned long long)e->cycle, e->what, e->lanes);
  if (e->has_op)
    fprintf(stderr, "  %s (%03x) tag %u", name_of_op(e->op), e->op, e->tag);
  if (e->status)
    fprintf(stderr, "  %s", name_of_status(e->status));
  uint32_t left = e->lanes;
  if (e->what[0] == 'r' && e->what[2] == 'q') // request: its masks
    for (unsigned i = 0; i < lanes; i++) {
      uint32_t same = 0;
      for (unsigned j = i; j < lanes; j++)
        if ((left >> j & 1) && e->mask[j] == e->mask[i])
          same |= UINT32_C(1) << j;
      if ((left >> i & 1) && same == e->lanes)
        fprintf(stderr, "  mask %x", e->mask[i]);
      else if (left >> i & 1)
        fprintf(stderr, "  %x: mask %x", same, e->mask[i]);
      if (left >> i & 1)
        left &= ~same;
    }
  fputc('\n', stderr);
}

static void print_response(const char *what, const ws_rsp *r) {
  fprintf(stderr, "  %s warp %u lanes %08x %s (%03x) tag %u %s p %08x d", what, r->warp, r->lanes, name_of_op(r->op),
          r->op, r->tag, name_of_status(r->status), r->p);
  for (unsigned i = 0; i < WS_LANES_MAX; i++)
    if (r->lanes >> i & 1)
      fprintf(stderr, " %x", r->d[i]);
  fputc('\n', stderr);
}

void oracle_fail(oracle *o, unsigned warp, const char *format, ...) {
  if (o->failed)
    return;
  o->failed = true;
  o->wrong_warp = warp;
  va_list args;
  va_start(args, format);
  vsnprintf(o->wrong, sizeof o->wrong, format, args);
  va_end(args);
  if (o->keeps)
    return;
  va_start(args, format);
  fprintf(stderr, "\ncore and oracle disagree in cycle %llu, warp %u: ", (unsigned long long)o->cycle, warp);
  vfprintf(stderr, format, args);
  va_end(args);
  fprintf(stderr,
          "\n  seed %llu  lanes %u  warps %u  slots %u  ctas %u  shfl_form %u  match_bits %u  legacy %d  watchdog %u\n",
          (unsigned long long)o->seed, o->cfg.lanes, o->cfg.warps, o->cfg.slots, o->cfg.ctas, o->cfg.shfl_form,
          o->cfg.match_bits, o->cfg.legacy, o->cfg.watchdog);
  fprintf(stderr, "lanes as the oracle sees them: live %08x\n", oracle_live(o, warp));
  for (unsigned i = 0; i < o->cfg.lanes; i++)
    if (o->lane[warp][i].state == LANE_WAITING)
      fprintf(stderr, "  lane %2u waits%s in %s with mask %08x, tag %u\n", i,
              o->lane[warp][i].condemned ? " (release decided)" : "", name_of_op(o->lane[warp][i].op),
              o->lane[warp][i].mask, o->lane[warp][i].tag);
  fprintf(stderr, "responses still to come for this warp:\n");
  for (unsigned n = 0; n < o->count; n++)
    if (o->expected[n].rsp.warp == warp)
      print_response("", &o->expected[n].rsp);
  if (o->bar)
    oracle_bar_print(o, warp);
  fprintf(stderr, "last events of this warp (cycle, event):\n");
  const unsigned all = o->events[warp];
  for (unsigned n = all > ORACLE_EVENTS ? all - ORACLE_EVENTS : 0; n < all; n++)
    print_event(&o->event[warp][n % ORACLE_EVENTS], o->cfg.lanes);
}
