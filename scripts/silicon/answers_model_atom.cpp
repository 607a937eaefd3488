// SPDX-License-Identifier: Apache-2.0
// The golden model in place of a GPU, for atom and red: lane after lane, in random order where none must matter.
#include "atom.h"
#include "random.h"
#include "../../cmodel/ws.h"

#include <algorithm>
#include <cstring>

namespace {

ws_atom_value operand(const wide &access, const atom_statement &statement, unsigned i) {
  const wide value = atom_element(access, statement.bits, i);
  return {value.lo, value.hi};
}

void answer_lane(const atom_case &test, unsigned lane, atom_answer &answer) {
  const atom_statement &statement = atom_statements[test.name];
  for (unsigned i = 0; i < statement.elements; i++) {
    uint8_t *const at = answer.memory + test.at[lane] + i * statement.bits / 8;
    ws_atom_value r = {0, 0};
    memcpy(&r, at, statement.bits / 8);
    atom_put(answer.d[lane], statement.bits, i, {r.lo, r.hi});
    ws_atom(statement.op, atom_is_global(test.space), r, operand(test.b[lane], statement, i),
            operand(test.c[lane], statement, i), &r);
    memcpy(at, &r, statement.bits / 8);
  }
  answer.done[lane] = 1;
}

void answer_in_order(const atom_case &test, atom_answer &answer) {
  for (const uint32_t arm : {test.first, test.act & ~test.first})
    for (unsigned lane = 0; lane < LANES; lane++)
      if (arm >> lane & 1)
        answer_lane(test, lane, answer);
}

} // namespace

bool backend_answer(family, const std::vector<atom_case> &cases, std::vector<atom_answer> &answers) {
  random_source random{1};
  unsigned lanes[LANES];

  for (unsigned i = 0; i < LANES; i++)
    lanes[i] = i;
  answers.assign(cases.size(), atom_answer{});
  for (size_t i = 0; i < cases.size(); i++) {
    memcpy(answers[i].memory, cases[i].memory, ATOM_BYTES);
    for (unsigned n = LANES; n > 1; n--)
      std::swap(lanes[n - 1], lanes[random.below(n)]);
    if (cases[i].ordered)
      answer_in_order(cases[i], answers[i]);
    else
      for (const unsigned lane : lanes)
        if (cases[i].act >> lane & 1)
          answer_lane(cases[i], lane, answers[i]);
  }
  return true;
}
