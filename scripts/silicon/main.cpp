// SPDX-License-Identifier: Apache-2.0
// Command line of a capture: makes cases, has them answered, writes one script a family.
#include "sequence.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdlib>
#include <cstring>

namespace {

int usage() {
  fputs("capture [--out=DIR] [--seed=N] [--cases=N] [--family=NAME,...] [--masks=NAME,...] [--lie=NAME]\n"
        "  families: shfl vote match redux elect bar mbar\n"
        "  masks: full sparse tiles split exits pieces (pieces: half of the statements in two arms of a branch)\n"
        "  of these bar knows exits and pieces, and has all lanes of a warp otherwise; mbar makes its own\n"
        "  --lie=NAME: one wrong answer in this family, for a test that scripts notice it\n",
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

// The first lane result that stands in the script is made wrong.
template <class Case> void lie(const std::vector<Case> &cases, std::vector<answer> &answers) {
  for (size_t i = 0; i < cases.size(); i++) {
    const uint32_t lanes = lanes_checked(cases[i]);
    if (!lanes)
      continue;
    const unsigned lane = (unsigned)__builtin_ctz(lanes);
    answers[i].d[lane] ^= 1;
    answers[i].p[lane] ^= 1;
    return;
  }
}

template <class Case> bool all_answered(family f, const std::vector<Case> &cases, const std::vector<answer> &answers) {
  for (size_t i = 0; i < cases.size(); i++)
    for (unsigned lane = 0; lane < LANES; lane++)
      if (cases[i].act >> lane & 1 && !answers[i].done[lane]) {
        fprintf(stderr, "capture: %s, statement %zu: lane %u gave no answer\n", family_names[f], i, lane);
        return false;
      }
  return true;
}

bool capture(family f, const plan &plan, const backend &backend, const std::string &folder, bool lies) {
  const bool warp = f < WARP_FAMILIES;
  const std::vector<test_case> cases = warp ? make_cases(f, plan, backend.f32) : std::vector<test_case>();
  const program program = warp ? ::program{} : f == BAR ? make_bar(plan) : make_mbar(plan);
  const std::string name = folder + "/" + family_names[f] + ".wsv";
  std::vector<answer> answers;

  if (warp ? !backend_answer(f, cases, answers) || !all_answered(f, cases, answers)
           : !backend_answer(f, program, answers) || !all_answered(f, program.steps, answers))
    return false;
  if (lies && warp)
    lie(cases, answers);
  else if (lies)
    lie(program.steps, answers);
  FILE *out = fopen(name.c_str(), "w");
  if (!out) {
    fprintf(stderr, "capture: %s: %s\n", name.c_str(), strerror(errno));
    return false;
  }
  const uint64_t results = warp       ? write_script(out, f, plan, backend, cases, answers)
                           : f == BAR ? write_bar(out, plan, backend, program, answers)
                                      : write_mbar(out, plan, backend, program, answers);
  const bool failed = ferror(out);
  if (fclose(out) || failed) {
    fprintf(stderr, "capture: %s could not be written\n", name.c_str());
    return false;
  }
  printf("%-6s %zu statements, %" PRIu64 " lane results: %s\n", family_names[f], answers.size(), results, name.c_str());
  return true;
}

} // namespace

int main(int argc, char **argv) {
  plan plan;
  backend backend;
  std::string folder = ".";
  unsigned families = (1u << FAMILIES) - 1, lies = 0;
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
    else if (key == "--lie" && (lies = set_of(family_names, FAMILIES, text)))
      ;
    else
      return usage();
  }
  if (!(plan.shapes & ~(1u << PIECES)))
    plan.shapes |= 1u << FULL;
  if (!backend_open(backend))
    return 1;
  printf("answered by %s\n", backend.who.c_str());
  for (unsigned f = 0; f < FAMILIES; f++)
    if (families >> f & 1 && !capture((family)f, plan, backend, folder, lies >> f & 1))
      return 1;
  return 0;
}
