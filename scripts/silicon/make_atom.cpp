// SPDX-License-Identifier: Apache-2.0
// Cases of atom and red: pairs of directed values first, one half at most, then random ones. One outcome whatever the order
// of the lanes: each has an address of its own, or the operations commute and only the memory is looked at.
#include "atom.h"
#include "atom_values.h"

#include <algorithm>
#include <cstring>

const atom_statement atom_statements[ATOM_NAMES] = {
#define ROW(WHICH, op, n, bits, scope, text, c)                                                                        \
  {SILICON_CODE_##WHICH(op), SILICON_WHICH_##WHICH, n, bits, c, scope, text},
#define SILICON_WHICH_ATOM ATOM_RESULT
#define SILICON_WHICH_SINK ATOM_SINK
#define SILICON_WHICH_RED ATOM_RED
#define PLAIN(WHICH, op, n, bits, scope, text) ROW(WHICH, op, n, bits, scope, text, false)
#define CAS(WHICH, op, n, bits, scope, text) ROW(WHICH, op, n, bits, scope, text, true)
    SILICON_ATOMS(PLAIN, CAS, PLAIN)};

namespace {

// Those of the plan that one warp can have.
std::vector<unsigned> shapes_of(const plan &plan) {
  std::vector<unsigned> shapes;

  for (const unsigned shape : {FULL, SPARSE, EXITS})
    if (plan.shapes >> shape & 1)
      shapes.push_back(shape);
  if (shapes.empty())
    shapes.push_back(FULL);
  return shapes;
}

// Who takes part.
void make_masks(atom_case &test, random_source &random, unsigned shape, bool pieces) {
  uint32_t some = random.word();

  if (random.below(2))
    some &= random.word();
  test.act = 0xffffffff;
  if (shape == SPARSE) {
    test.act = some ? some : 1u << random.below(LANES);
  } else if (shape == EXITS) {
    test.exit = some && ~some ? some : 0x80000001;
    test.act = ~test.exit & (random.below(2) ? random.word() : 0xffffffff);
    if (!test.act)
      test.act = ~test.exit;
  }
  if (pieces && random.below(2))
    test.first = test.act & random.word();
  if (test.first == test.act)
    test.first = 0;
}

// Addresses in windows of lanes that will look at them: all different, or of a crowd in up to four windows.
void make_addresses(atom_case &test, random_source &random) {
  const atom_statement &statement = atom_statements[test.name];
  const unsigned bytes = statement.bytes(), window = statement.window();
  std::vector<uint32_t> places;

  for (unsigned lane = 0; lane < LANES; lane++)
    for (unsigned at = 0; at < window && !(test.exit >> lane & 1); at += bytes)
      places.push_back(lane * window + at);
  for (size_t i = places.size(); i > 1; i--)
    std::swap(places[i - 1], places[random.below((uint32_t)i)]);
  const size_t few = std::min<size_t>(1 + random.below(4), places.size());
  size_t next = 0;
  for (unsigned lane = 0; lane < LANES; lane++)
    if (!(test.exit >> lane & 1))
      test.at[lane] = places[test.crowd || test.ordered ? random.below((uint32_t)few) : next++];
}

// What stands in memory where lane `lane` goes.
void put_old(atom_case &test, unsigned lane, const wide &old) {
  memcpy(test.memory + test.at[lane], &old, atom_statements[test.name].bytes());
}

// directed: the number of the first pair of values, or less than 0.
void make_operands(atom_case &test, random_source &random, int64_t directed) {
  const atom_statement &statement = atom_statements[test.name];
  const uint32_t word = random.word();
  const wide bound = {word >> random.below(32), 0};

  for (uint8_t &byte : test.memory)
    byte = (uint8_t)random.word();
  for (unsigned lane = 0; lane < LANES; lane++) {
    wide old = {0, 0};
    for (unsigned i = 0; i < statement.elements; i++) {
      atom_operands values;
      if (directed < 0)
        values = atom_random(random, statement.op, statement.bits);
      else
        values = atom_directed((uint64_t)directed + lane * statement.elements + i, statement.op, statement.bits);
      atom_put(old, statement.bits, i, values.r);
      atom_put(test.b[lane], statement.bits, i, values.b);
      atom_put(test.c[lane], statement.bits, i, values.c);
    }
    if (test.ordered && atom_sums_f64(statement)) { // no NaN or infinity: PTX leaves the bits of a NaN open
      old.lo &= ~(1ull << 62);
      test.b[lane].lo &= ~(1ull << 62);
    }
    if (test.crowd && atom_commutes(statement.op) == SAME_B) { // some of them come to the bound
      test.b[lane] = bound;
      old.lo = random.below(2) ? old.lo : (bound.lo - random.below(2 * LANES)) & 0xffffffff;
    }
    if (test.act >> lane & 1)
      put_old(test, lane, old);
  }
}

// Whether lanes at one word go in the order of the GPU, and not in that of a loop over cas, which ptxas makes of most operations on
// 64 bits in shared memory.
bool hardware_orders(const atom_statement &statement, uint32_t space) {
  const uint32_t code = statement.op & 0xff;
  const bool moves = code == (WS_OP_ATOM_EXCH_B64 & 0xff) || code == (WS_OP_ATOM_CAS_B64 & 0xff);
  return statement.elements == 1 && statement.which == ATOM_RESULT &&
         (statement.bits != 64 || moves || space == IN_GLOBAL);
}

// What ptxas makes of an operation on the memory of another CTA that the GPU has no instruction for: a load, an operation and a store, and
// nothing holds them together. So lanes at one word lose what others did. For pairs of halves the operation is one on integers.
bool torn_remotely(const atom_statement &statement) {
  const uint32_t code = statement.op & 0xff;
  return statement.bits == 64 && code != (WS_OP_ATOM_ADD_U64 & 0xff) && code != (WS_OP_ATOM_ADD_F64 & 0xff) &&
         code != (WS_OP_ATOM_EXCH_B64 & 0xff) && code != (WS_OP_ATOM_CAS_B64 & 0xff);
}

bool wrong_remotely(const atom_statement &statement) {
  const uint32_t code = statement.op & 0xff;
  return code == (WS_OP_ATOM_ADD_F16X2 & 0xff) || code == (WS_OP_ATOM_ADD_BF16X2 & 0xff);
}

} // namespace

std::vector<atom_case> make_atom(const plan &plan) {
  random_source random{plan.seed * 31 + 3000};
  const std::vector<unsigned> shapes = shapes_of(plan);
  std::vector<atom_case> cases(plan.cases);
  bool directed = plan.shapes >> FULL & 1;

  for (unsigned i = 0; i < plan.cases; i++) {
    atom_case &test = cases[i];
    test = atom_case{};
    directed = directed && i < plan.cases / 2;
    test.name = directed ? i % ATOM_NAMES : random.below(ATOM_NAMES);
    const atom_statement &statement = atom_statements[test.name];
    const bool vector = statement.elements > 1;
    const unsigned round = directed ? i / ATOM_NAMES + i : random.word() >> 16;
    test.space = round % OWN_SPACES;
    if (vector)
      test.space = round % 4 ? IN_GLOBAL : TO_GLOBAL;
    if (directed) {
      make_masks(test, random, FULL, false);
    } else {
      make_masks(test, random, shapes[random.below((uint32_t)shapes.size())], plan.shapes >> PIECES & 1);
      test.crowd = !vector && atom_commutes(statement.op) && !random.below(3);
    }
    make_addresses(test, random);
    make_operands(test, random, directed ? (int64_t)i * LANES : -1);
  }
  return cases;
}

// Several lanes at one word, and each one's old value is compared.
std::vector<atom_case> make_order(const plan &plan) {
  random_source random{plan.seed * 31 + 4000};
  const std::vector<unsigned> shapes = shapes_of(plan);
  std::vector<atom_case> cases(plan.cases);

  for (atom_case &test : cases) {
    test = atom_case{};
    test.ordered = 1;
    do {
      test.name = random.below(ATOM_NAMES);
      test.space = random.below(OWN_SPACES);
    } while (!hardware_orders(atom_statements[test.name], test.space));
    make_masks(test, random, shapes[random.below((uint32_t)shapes.size())], plan.shapes >> PIECES & 1);
    make_addresses(test, random);
    make_operands(test, random, -1);
  }
  return cases;
}

// Lanes at places of their own, or a crowd, or in ascending order at one to four places, a third each where the operation allows it.
std::vector<atom_case> make_remote(const plan &plan) {
  random_source random{plan.seed * 31 + 5000};
  const std::vector<unsigned> shapes = shapes_of(plan);
  std::vector<atom_case> cases(plan.cases);

  for (atom_case &test : cases) {
    test = atom_case{};
    do
      test.name = random.below(ATOM_NAMES);
    while (atom_statements[test.name].elements > 1 || wrong_remotely(atom_statements[test.name]));
    test.space = random.below(2) ? IN_OTHER : TO_OTHER;
    const unsigned together = torn_remotely(atom_statements[test.name]) ? 0 : random.below(3);
    test.crowd = together == 1 && atom_commutes(atom_statements[test.name].op);
    test.ordered = together == 2 && hardware_orders(atom_statements[test.name], test.space);
    make_masks(test, random, shapes[random.below((uint32_t)shapes.size())], plan.shapes >> PIECES & 1);
    make_addresses(test, random);
    make_operands(test, random, -1);
  }
  return cases;
}
