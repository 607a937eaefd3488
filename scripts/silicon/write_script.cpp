// SPDX-License-Identifier: Apache-2.0
// Writes a capture as a warp script. Knows nothing of who answered.
#include "capture.h"
#include "ops.h"

#include <cinttypes>

namespace {

const char *text_of(uint32_t op) {
#define TEXT(code, text)                                                                                               \
  case code: return text;
  switch (op) {
    SILICON_SHFL(TEXT)
    SILICON_VOTE_PRED(TEXT)
    SILICON_VOTE_BALLOT(TEXT)
    SILICON_MATCH_ANY_B32(TEXT)
    SILICON_MATCH_ANY_B64(TEXT)
    SILICON_MATCH_ALL_B32(TEXT)
    SILICON_MATCH_ALL_B64(TEXT)
    SILICON_REDUX_INT(TEXT)
    SILICON_REDUX_F32(TEXT)
    SILICON_ELECT(TEXT)
    SILICON_ACTIVEMASK(TEXT)
    SILICON_BAR_WARP(TEXT)
  default: return "?";
  }
#undef TEXT
}

// Destination and sources as the script names them: d, p results; a, q, b, c operands; m the membermask.
struct form {
  const char *operands;
  bool a, a64, bc, q, d, p, m;
};

form form_of(const test_case &test) {
  switch (test.op) {
  case WS_OP_SHFL_UP:
  case WS_OP_SHFL_DOWN:
  case WS_OP_SHFL_BFLY:
  case WS_OP_SHFL_IDX: return {"d|p, a, b, c, m", true, false, true, false, true, true, true};
  case WS_OP_VOTE_ALL:
  case WS_OP_VOTE_ANY:
  case WS_OP_VOTE_UNI: return {test.neg ? "p, !q, m" : "p, q, m", false, false, false, true, false, true, true};
  case WS_OP_VOTE_BALLOT: return {test.neg ? "d, !q, m" : "d, q, m", false, false, false, true, true, false, true};
  case WS_OP_MATCH_ANY_B32: return {"d, a, m", true, false, false, false, true, false, true};
  case WS_OP_MATCH_ANY_B64: return {"d, a, m", true, true, false, false, true, false, true};
  case WS_OP_MATCH_ALL_B32: return {"d|p, a, m", true, false, false, false, true, true, true};
  case WS_OP_MATCH_ALL_B64: return {"d|p, a, m", true, true, false, false, true, true, true};
  case WS_OP_ELECT: return {"d|p, m", false, false, false, false, true, true, true};
  case WS_OP_ACTIVEMASK: return {"d", false, false, false, false, true, false, false};
  case WS_OP_BAR_WARP: return {"m", false, false, false, false, false, false, true};
  default: return {"d, a, m", true, false, false, false, true, false, true}; // redux
  }
}

// Lanes of shfl whose source lane does not take part: PTX leaves their d undefined (9.7.9.6).
uint32_t undefined_lanes(const test_case &test) {
  uint32_t undefined = 0;

  for (unsigned lane = 0; lane < LANES; lane++) {
    if (!(test.act >> lane & 1))
      continue;
    const int keep = test.c[lane] >> 8 & 31, clamp = test.c[lane] & 31, b = test.b[lane] & 31, own = (int)lane;
    const int low = own & keep, bound = low | (clamp & ~keep);
    int from = own;
    bool in_range = false;
    switch (test.op) {
    case WS_OP_SHFL_UP: from = own - b, in_range = from >= bound; break;
    case WS_OP_SHFL_DOWN: from = own + b, in_range = from <= bound; break;
    case WS_OP_SHFL_BFLY: from = own ^ b, in_range = from <= bound; break;
    case WS_OP_SHFL_IDX: from = low | (b & ~keep), in_range = from <= bound; break;
    default: return 0;
    }
    if (in_range && !(group_of(test, lane) >> from & 1))
      undefined |= 1u << lane;
  }
  return undefined;
}

void write_value(FILE *out, uint64_t value) { fprintf(out, "0x%" PRIx64, value); }
void write_value(FILE *out, const wide &value) {
  if (value.hi)
    fprintf(out, "0x%" PRIx64 "%016" PRIx64, value.hi, value.lo);
  else
    write_value(out, value.lo);
}

template <typename T> void write_list(FILE *out, const T values[LANES], uint32_t lanes) {
  bool same = lanes == 0xffffffff;

  for (unsigned lane = 1; same && lane < LANES; lane++)
    same = values[lane] == values[0];
  if (same) {
    write_value(out, values[0]);
    fputc(';', out);
    return;
  }
  for (unsigned lane = 0; lane < LANES; lane++) {
    fputs(lane ? ", " : "{", out);
    if (lanes >> lane & 1)
      write_value(out, values[lane]);
    else
      fputs("_", out);
  }
  fputs("};", out);
}

template <typename T> void write_set(FILE *out, const char *type, const char *name, const T values[LANES]) {
  fprintf(out, ".set.%s %s, ", type, name);
  write_list(out, values, 0xffffffff);
  fputc('\n', out);
}

void write_operands(FILE *out, const test_case &test, const form &form) {
  if (form.a64) {
    write_set(out, "b64", "a", test.a);
  } else if (form.a) {
    uint32_t a[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
      a[lane] = (uint32_t)test.a[lane];
    write_set(out, "b32", "a", a);
  }
  if (form.bc) {
    write_set(out, "b32", "b", test.b);
    write_set(out, "b32", "c", test.c);
  }
  if (form.q)
    fprintf(out, ".set.pred q, 0x%x;\n", test.pred);
  if (form.m)
    write_set(out, "b32", "m", test.mask);
}

} // namespace

void write_values(FILE *out, const uint64_t values[LANES], uint32_t lanes) { write_list(out, values, lanes); }
void write_values(FILE *out, const uint32_t values[LANES], uint32_t lanes) { write_list(out, values, lanes); }
void write_values(FILE *out, const wide values[LANES], uint32_t lanes) { write_list(out, values, lanes); }

void write_head(FILE *out, family f, const plan &plan, const backend &backend, size_t statements, uint64_t results) {
  fprintf(out, "// %s: %zu statements, %" PRIu64 " lane results. Seed %" PRIu64 "%s", family_names[f], statements,
          results, plan.seed, f == MBAR ? "" : ", masks");
  for (unsigned shape = 0; shape < SHAPES; shape++)
    if (plan.shapes >> shape & 1 && f != MBAR)
      fprintf(out, " %s", shape_names[shape]);
  fprintf(out, ".\n// Answered by %s.\n", backend.who.c_str());
}

uint32_t lanes_checked(const test_case &test) {
  return test.op == WS_OP_BAR_WARP ? 0 : test.act & ~undefined_lanes(test);
}

uint64_t write_script(FILE *out, family f, const plan &plan, const backend &backend,
                      const std::vector<test_case> &cases, const std::vector<answer> &answers) {
  const uint64_t results = lane_results(cases);
  write_head(out, f, plan, backend, cases.size(), results);
  fputs(".machine lanes=32;\n", out);

  bool gone = false; // lanes have exited since the last .reset
  for (size_t i = 0; i < cases.size(); i++) {
    const test_case &test = cases[i];
    const form form = form_of(test);
    const uint32_t undefined = undefined_lanes(test);

    fprintf(out, "\n// %zu\n", i);
    if (gone)
      fputs(".reset;\n", out);
    gone = test.exit != 0;
    write_operands(out, test, form);
    if (test.exit)
      fprintf(out, ".exit 0x%x;\n", test.exit);
    if (test.first)
      fprintf(out, ".set.pred f, 0x%x;\n@f %s %s;\n", test.first, text_of(test.op), form.operands);
    fprintf(out, ".set.pred g, 0x%x;\n@g %s %s;\n", test.act & ~test.first, text_of(test.op), form.operands);
    fputs(".expect.waiting 0;\n", out);
    if (form.d) {
      fputs(".expect.b32 d, ", out);
      write_values(out, answers[i].d, test.act & ~undefined);
      fputc('\n', out);
    }
    if (form.p)
      fprintf(out, ".expect.pred p, 0x%x, 0x%x;\n", true_lanes(answers[i]) & test.act, test.act);
    if (f == SHFL && undefined)
      fprintf(out, ".expect.status SH_SRC_INACTIVE, 0x%x;\n", undefined);
    if (f == SHFL && (test.act & ~undefined))
      fprintf(out, ".expect.status OK, 0x%x;\n", test.act & ~undefined);
  }
  return results;
}
