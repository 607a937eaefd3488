// SPDX-License-Identifier: Apache-2.0
// Operands: directed ones first, one half at most, then random ones. The same seed gives the same cases on every machine.
#include "capture.h"
#include "ops.h"
#include "random.h"

const char *const family_names[] = {"shfl", "vote", "match",   "redux", "elect", "bar",
                                    "mbar", "atom", "cluster", "order", "remote"};
const char *const shape_names[] = {"full", "sparse", "tiles", "split", "exits", "pieces", nullptr};

namespace {

#define CODE(code, text) code,
const std::vector<uint32_t> ops_of[WARP_FAMILIES] = {
    {SILICON_SHFL(CODE)},
    {SILICON_VOTE_PRED(CODE) SILICON_VOTE_BALLOT(CODE)},
    {SILICON_MATCH_ANY_B32(CODE) SILICON_MATCH_ANY_B64(CODE) SILICON_MATCH_ALL_B32(CODE) SILICON_MATCH_ALL_B64(CODE)},
    {SILICON_REDUX_INT(CODE)},
    {SILICON_ELECT(CODE) SILICON_ACTIVEMASK(CODE) SILICON_BAR_WARP(CODE)},
};
const std::vector<uint32_t> ops_f32 = {SILICON_REDUX_F32(CODE)};
#undef CODE

const uint32_t integers[] = {0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 0x7ffffffe, 0x80000001, 0x0000ffff};
const uint32_t floats[] = {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                           0x00000001, 0x80000001, 0x007fffff, 0x7f7fffff, 0xff7fffff, 0x7fc00000,
                           0xffc00000, 0x7f800001, 0xffa00000, 0x7fffffff};
const uint32_t shfl_b[] = {0, 1, 2, 15, 16, 30, 31, 32, 33, 63, 0x80000000, 0xffffffff};
const uint32_t shfl_c[] = {0x001f, 0x0000, 0x100f, 0x101f, 0x1000, 0x1c03,
                           0x1e1f, 0x1f1f, 0x0a1f, 0x151f, 0x0a05, 0xffffe0e0};

template <unsigned N> uint32_t pick(random_source &random, const uint32_t (&values)[N]) {
  return values[random.below(N)];
}

// Who takes part, with which membermasks.
void make_masks(test_case &test, random_source &random, unsigned shape) {
  const uint32_t some = random.word() & (random.below(2) ? random.word() : 0xffffffff);
  uint32_t tile = 1u << random.below(5); // lanes of a tile

  test.act = 0xffffffff;
  for (uint32_t &mask : test.mask)
    mask = 0xffffffff;
  switch (shape) {
  case SPARSE: test.act = some ? some : 1u << random.below(LANES); break;
  case EXITS:
    test.exit = some && ~some ? some : 0x80000001;
    test.act = ~test.exit;
    break;
  default: break;
  }
  for (unsigned lane = 0; lane < LANES; lane++) {
    if (shape == SPARSE)
      test.mask[lane] = test.act;
    else if (shape == TILES)
      test.mask[lane] = ((1u << tile) - 1) << (lane & ~(tile - 1));
    else if (shape == SPLIT)
      test.mask[lane] = some >> lane & 1 ? some : ~some;
  }
  if (shape == EXITS) { // some of those that are gone stand in the mask all the same
    const uint32_t mask = test.act | (test.exit & random.word());
    for (uint32_t &m : test.mask)
      m = mask;
  }
}

void make_operands(test_case &test, random_source &random, bool f32) {
  const unsigned kind = random.below(6);
  const uint64_t base = random.next();

  for (unsigned lane = 0; lane < LANES; lane++) {
    uint64_t a = random.next();
    switch (kind) {
    case 0: break;
    case 1: a = base; break;                                                        // all the same
    case 2: a = base ^ (random.below(LANES) ? 0 : 1ull << random.below(64)); break; // but for one bit here and there
    case 3: a = random.below(3) * 0x100000001ull; break;
    default: a = (uint64_t)pick(random, integers) << 32 | (f32 ? pick(random, floats) : pick(random, integers)); break;
    }
    test.a[lane] = a;
  }
  test.pred = kind == 0 ? 0 : kind == 1 ? 0xffffffff : kind == 2 ? 1u << random.below(LANES) : random.word();
  const uint32_t one_b = random.below(2) ? random.below(32) : random.word();
  const uint32_t one_c = random.below(2) ? pick(random, shfl_c) : random.word();
  const unsigned differ = random.below(4); // bit 0: b by lane, bit 1: c by lane
  for (unsigned lane = 0; lane < LANES; lane++) {
    test.b[lane] = differ & 1 ? (random.below(4) ? random.below(32) : random.word()) : one_b;
    test.c[lane] = differ & 2 ? (random.below(2) ? pick(random, shfl_c) : random.word()) : one_c;
  }
}

// Directed case number i of the whole warp; false: there are no more.
bool direct(test_case &test, family f, unsigned i, const std::vector<uint32_t> &ops) {
  const unsigned n_b = sizeof shfl_b / sizeof *shfl_b, n_c = sizeof shfl_c / sizeof *shfl_c;
  const unsigned which = i / (unsigned)ops.size();

  test.op = ops[i % ops.size()];
  for (unsigned lane = 0; lane < LANES; lane++)
    test.a[lane] = 0x01010101u * lane;
  switch (f) {
  case SHFL:
    for (unsigned lane = 0; lane < LANES; lane++) {
      test.b[lane] = shfl_b[which % n_b];
      test.c[lane] = shfl_c[which / n_b % n_c];
    }
    return which < n_b * n_c;
  case VOTE: // nobody, all, one lane, all but one; each with the complement
    test.neg = which & 1;
    test.pred = which / 2 == 0 ? 0 : which / 2 == 1 ? 0xffffffff : 1u << (which / 4 - 1) % 32;
    if (which / 2 > 1 && (which / 2 & 1))
      test.pred = ~test.pred;
    return which < 4 + 4 * 32;
  case MATCH: // all equal but for one bit of one lane
    for (unsigned lane = 0; lane < LANES; lane++)
      test.a[lane] = 0x0123456789abcdefu ^ (lane == which % 32 ? 1ull << which / 32 * 8 : 0);
    return which < 32 * 8;
  case REDUX: // one lane is unlike the others
    for (unsigned lane = 0; lane < LANES; lane++)
      test.a[lane] = lane == which % 32 ? integers[which / 32 % 8] : integers[which / 256];
    return which < 32 * 8 * 8;
  default: return false;
  }
}

} // namespace

uint32_t group_of(const test_case &test, unsigned lane) {
  uint32_t group = 0;

  for (unsigned other = 0; other < LANES; other++)
    if (test.act >> other & 1 && test.mask[other] == test.mask[lane] && test.mask[lane] >> other & 1)
      group |= 1u << other;
  return group;
}

std::vector<test_case> make_cases(family f, const plan &plan, bool f32) {
  random_source random{plan.seed * WARP_FAMILIES + f};
  std::vector<uint32_t> ops = ops_of[f];
  std::vector<unsigned> shapes;
  std::vector<test_case> cases(plan.cases);
  bool directed = plan.shapes >> FULL & 1;

  if (f == REDUX && f32)
    ops.insert(ops.end(), ops_f32.begin(), ops_f32.end());
  for (unsigned shape = 0; shape < PIECES; shape++)
    if (plan.shapes >> shape & 1)
      shapes.push_back(shape);
  for (unsigned i = 0; i < plan.cases; i++) {
    test_case &test = cases[i];
    test = test_case{};
    directed = directed && i < plan.cases / 2;
    if (directed && (directed = direct(test, f, i, ops))) {
      make_masks(test, random, FULL);
      continue;
    }
    test = test_case{};
    test.op = ops[random.below((uint32_t)ops.size())];
    test.neg = f == VOTE && random.below(2);
    make_operands(test, random, test.op >= WS_OP_REDUX_MIN_F32 && f == REDUX);
    make_masks(test, random, shapes[random.below((uint32_t)shapes.size())]);
    if (plan.shapes >> PIECES & 1 && random.below(2))
      test.first = test.act & random.word();
    if (test.first == test.act)
      test.first = 0;
  }
  return cases;
}
