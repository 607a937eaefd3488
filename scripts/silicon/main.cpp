// SPDX-License-Identifier: Apache-2.0
// Command line of a capture: makes cases, has them answered, writes one script a family.
#include "atom.h"
#include "sequence.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdlib>
#include <cstring>

namespace {

int usage() {
  fputs(
      "capture [--out=DIR] [--seed=N] [--cases=N] [--family=NAME,...] [--masks=NAME,...] [--without-f32]\n"
      "        [--lie=NAME,...] [--other-nan]\n"
      "  families: shfl vote match redux elect bar mbar atom cluster order remote\n"
      "  masks: full sparse tiles split exits pieces (pieces: half of the statements in two arms of a branch)\n"
      "  of these bar and cluster know exits and pieces, and have all lanes of a warp otherwise; atom,\n"
      "  order and remote know full, sparse, exits and pieces; mbar makes its own\n"
      "  --without-f32: no redux on f32, as on a GPU that is not sm_100a\n"
      "  For tests of the scripts: --lie=NAME: one wrong answer in this family; --other-nan: f64 sums that are a NaN\n"
      "  are another one, which changes no script\n",
      stderr);
  return 2;
}

int find(const char *const names[], unsigned count, const std::string &name) {
  for (unsigned i = 0; i < count; i++)
    if (name == names[i])
      return (int)i;
  fprintf(stderr, "capture: there is no '%s' here\n", name.c_str());
  return -1;
}

// Names between commas, as bits; 0 if one is wrong.
unsigned set_of(const char *const names[], unsigned count, const std::string &text) {
  unsigned set = 0;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    const int i = find(names, count, text.substr(at, end - at));
    if (i < 0)
      return 0;
    set |= 1u << i;
    at = end + 1;
  }
  return set;
}

bool number(const char *text, uint64_t least, uint64_t most, uint64_t &value) {
  char *end;
  errno = 0;
  value = strtoull(text, &end, 0);
  if (*text >= '0' && *text <= '9' && !*end && !errno && value >= least && value <= most)
    return true;
  fprintf(stderr, "capture: '%s' is no number from %" PRIu64 " to %" PRIu64 "\n", text, least, most);
  return false;
}

template <class Case> void make_wrong(const Case &, answer &answer, unsigned lane) {
  answer.d[lane] ^= 1;
  answer.p[lane] ^= 1;
}

void make_wrong(const atom_case &test, atom_answer &answer, unsigned lane) {
  answer.d[lane].lo ^= 1;
  answer.memory[test.at[lane]] ^= 1;
}

// f64 sums that are a NaN are made another one.
void other_nan(const std::vector<atom_case> &cases, std::vector<atom_answer> &answers) {
  for (size_t i = 0; i < cases.size(); i++)
    for (unsigned lane = 0; lane < LANES && atom_sums_f64(atom_statements[cases[i].name]); lane++) {
      uint64_t value;
      memcpy(&value, answers[i].memory + cases[i].at[lane], sizeof value);
      value ^= cases[i].act >> lane & 1 && atom_f64_nan(value) ? 5 : 0;
      memcpy(answers[i].memory + cases[i].at[lane], &value, sizeof value);
    }
}

template <class Case, class Answer> void other_nan(const std::vector<Case> &, std::vector<Answer> &) {}

// The first lane result that stands in the script is made wrong.
template <class Case, class Answer> void lie(const std::vector<Case> &cases, std::vector<Answer> &answers) {
  for (size_t i = 0; i < cases.size(); i++) {
    const uint32_t lanes = lanes_checked(cases[i]);
    if (!lanes)
      continue;
    make_wrong(cases[i], answers[i], (unsigned)__builtin_ctz(lanes));
    return;
  }
}

template <class Case, class Answer>
bool all_answered(family f, const std::vector<Case> &cases, const std::vector<Answer> &answers) {
  for (size_t i = 0; i < cases.size(); i++)
    for (unsigned lane = 0; lane < LANES; lane++)
      if (cases[i].act >> lane & 1 && !answers[i].done[lane]) {
        fprintf(stderr, "capture: %s, statement %zu: lane %u gave no answer\n", family_names[f], i, lane);
        return false;
      }
  return true;
}

struct order { // what there is to do for a family
  family f;
  const struct plan &plan;
  const struct backend &backend;
  std::string folder;
  bool lies, other_nan;
};

// ask(answers) has the cases answered, write(file, answers) writes the script and returns how many lane results it has.
template <class Answer, class Case, class Ask, class Write>
bool carry_out(const order &order, const std::vector<Case> &cases, Ask ask, Write write) {
  const std::string name = order.folder + "/" + family_names[order.f] + ".wsv";
  std::vector<Answer> answers;

  if (!ask(answers) || !all_answered(order.f, cases, answers))
    return false;
  if (order.lies)
    lie(cases, answers);
  if (order.other_nan)
    other_nan(cases, answers);
  FILE *out = fopen(name.c_str(), "w");
  if (!out) {
    fprintf(stderr, "capture: %s: %s\n", name.c_str(), strerror(errno));
    return false;
  }
  const uint64_t results = write(out, answers);
  const bool failed = ferror(out);
  if (fclose(out) || failed) {
    fprintf(stderr, "capture: %s could not be written\n", name.c_str());
    return false;
  }
  printf("%-7s %zu statements, %" PRIu64 " lane results: %s\n", family_names[order.f], answers.size(), results,
         name.c_str());
  return true;
}

bool capture(const order &order) {
  const family f = order.f;
  const plan &plan = order.plan;
  const backend &backend = order.backend;

  if (f == ATOM || f == ORDER || f == REMOTE) {
    const std::vector<atom_case> cases = (f == ATOM ? make_atom : f == ORDER ? make_order : make_remote)(plan);
    return carry_out<atom_answer>(
        order, cases, [&](auto &answers) { return backend_answer(f, cases, answers); },
        [&](FILE *out, const auto &answers) { return write_atom(out, f, plan, backend, cases, answers); });
  }
  if (f < WARP_FAMILIES) {
    const std::vector<test_case> cases = make_cases(f, plan, backend.f32);
    return carry_out<answer>(
        order, cases, [&](auto &answers) { return backend_answer(f, cases, answers); },
        [&](FILE *out, const auto &answers) { return write_script(out, f, plan, backend, cases, answers); });
  }
  const program program = (f == BAR ? make_bar : f == MBAR ? make_mbar : make_cluster)(plan);
  return carry_out<answer>(
      order, program.steps, [&](auto &answers) { return backend_answer(f, program, answers); },
      [&](FILE *out, const auto &answers) {
        return (f == BAR ? write_bar : f == MBAR ? write_mbar : write_cluster)(out, plan, backend, program, answers);
      });
}

} // namespace

int main(int argc, char **argv) {
  plan plan;
  backend backend;
  std::string folder = ".";
  unsigned families = (1u << FAMILIES) - 1, lies = 0;
  bool without_f32 = false, with_other_nan = false;
  uint64_t value;

  plan.shapes = (1u << SHAPES) - 1;
  for (int i = 1; i < argc; i++) {
    const std::string word = argv[i];
    const size_t equals = word.find('=');
    const std::string key = word.substr(0, equals), text = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (key == "--out" && !text.empty())
      folder = text;
    else if (key == "--seed" && number(text.c_str(), 0, UINT32_MAX, value))
      plan.seed = value;
    else if (key == "--cases" && number(text.c_str(), 1, 1000000, value))
      plan.cases = (unsigned)value;
    else if (key == "--family" && (families = set_of(family_names, FAMILIES, text)))
      ;
    else if (key == "--masks" && (plan.shapes = set_of(shape_names, SHAPES, text)))
      ;
    else if (word == "--without-f32")
      without_f32 = true;
    else if (word == "--other-nan")
      with_other_nan = true;
    else if (key == "--lie" && (lies = set_of(family_names, FAMILIES, text)))
      ;
    else
      return usage();
  }
  if (!(plan.shapes & ~(1u << PIECES)))
    plan.shapes |= 1u << FULL;
  if (!backend_open(backend))
    return 1;
  backend.f32 = backend.f32 && !without_f32;
  printf("answered by %s\n", backend.who.c_str());
  for (unsigned f = 0; f < FAMILIES; f++)
    if (families >> f & 1 && !capture({(family)f, plan, backend, folder, (lies >> f & 1) != 0, with_other_nan}))
      return 1;
  return 0;
}
