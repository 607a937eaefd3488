// SPDX-License-Identifier: Apache-2.0
// The golden model in place of a GPU: shows that cases and scripts are right where there is none.
#include "capture.h"
#include "../../cmodel/ws.h"

namespace {

void answer_group(family f, const test_case &test, uint32_t group, answer &answer) {
  const unsigned fn = test.op & 0xff;
  const bool wide = test.op == WS_OP_MATCH_ANY_B64 || test.op == WS_OP_MATCH_ALL_B64;
  uint32_t a[LANES], d[LANES] = {0}, p = 0, undefined = 0;

  for (unsigned lane = 0; lane < LANES; lane++)
    a[lane] = (uint32_t)test.a[lane];
  uint32_t same = 0; // one result for all
  switch (f) {
  case SHFL: ws_shfl(LANES, fn, group, a, test.b, test.c, d, &p, &undefined); break;
  case VOTE:
    ws_vote(fn, group, test.neg ? ~test.pred : test.pred, &same);
    p = same ? group : 0;
    break;
  case MATCH:
    if (test.op == WS_OP_MATCH_ANY_B32 || test.op == WS_OP_MATCH_ANY_B64)
      ws_match_any(LANES, wide ? 64 : 32, group, test.a, d);
    else
      p = ws_match_all(LANES, wide ? 64 : 32, group, test.a, &same) ? group : 0;
    break;
  case REDUX: ws_redux(LANES, fn, group, a, &same); break;
  default: same = ws_elect(group); p = 1u << same;
  }
  const bool each = f == SHFL || test.op == WS_OP_MATCH_ANY_B32 || test.op == WS_OP_MATCH_ANY_B64;
  for (unsigned lane = 0; lane < LANES; lane++) {
    if (!(group >> lane & 1))
      continue;
    answer.d[lane] = each ? d[lane] : same;
    answer.p[lane] = p >> lane & 1;
    answer.done[lane] = 1;
  }
}

} // namespace

bool backend_open(backend &backend) {
  backend.who = "the golden model, warpsync " WS_VERSION ", not by a GPU";
  backend.f32 = true;
  return true;
}

bool backend_answer(family f, const std::vector<test_case> &cases, std::vector<answer> &answers) {
  answers.assign(cases.size(), answer{});
  for (size_t i = 0; i < cases.size(); i++) {
    const test_case &test = cases[i];
    for (unsigned lane = 0; lane < LANES; lane++) {
      if (!(test.act >> lane & 1))
        continue;
      if (test.op == WS_OP_ACTIVEMASK) { // who is in the same arm
        answers[i].d[lane] = test.first >> lane & 1 ? test.first : test.act & ~test.first;
        answers[i].done[lane] = 1;
      } else if (!answers[i].done[lane]) {
        answer_group(f, test, group_of(test, lane), answers[i]);
      }
    }
  }
  return true;
}
