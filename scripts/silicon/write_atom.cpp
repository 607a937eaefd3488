// SPDX-License-Identifier: Apache-2.0
// Writes atom and red as a warp script. m: a lane's window before and afterwards, w: its place; a: where the lane goes. The windows of
// another CTA are written and read by its warp.
#include "atom.h"

#include <cstring>

namespace {

const char *space_of(uint32_t space) { // as the statement names it
  static const char *const names[ATOM_SPACES] = {
      ".global", ".shared::cta", ".shared::cluster", "", "", ".shared::cluster", ""};
  return names[space];
}

// What all lanes' windows hold.
void windows(const uint8_t memory[ATOM_BYTES], unsigned bytes, wide values[LANES]) {
  for (unsigned lane = 0; lane < LANES; lane++) {
    values[lane] = {0, 0};
    memcpy(&values[lane], memory + lane * bytes, bytes);
  }
}

// .set or .expect of the registers that hold the elements: NAME, or NAME0, NAME1, ...
void write_registers(FILE *out, const char *directive, const char *name, const atom_statement &statement,
                     const wide access[LANES], uint32_t lanes) {
  for (unsigned i = 0; i < statement.elements; i++) {
    wide values[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
      values[lane] = atom_element(access[lane], statement.bits, i);
    fprintf(out, "%s.b%u %s", directive, statement.bits, name);
    fprintf(out, statement.elements > 1 ? "%u, " : ", ", i);
    write_values(out, values, lanes);
    fputc('\n', out);
  }
}

void write_operand(FILE *out, const char *name, unsigned elements) {
  if (elements == 1) {
    fputs(name, out);
    return;
  }
  for (unsigned i = 0; i < elements; i++)
    fprintf(out, "%s%s%u", i ? ", " : "{", name, i);
  fputs("}", out);
}

void write_statement(FILE *out, const atom_case &test, const char *guard, uint32_t lanes) {
  const atom_statement &statement = atom_statements[test.name];
  fprintf(out, ".set.pred %s, 0x%x;\n@%s %s%s%s%s ", guard, lanes, guard, statement.which == ATOM_RED ? "red" : "atom",
          statement.scope, space_of(test.space), statement.text);
  if (statement.which == ATOM_RESULT)
    write_operand(out, "d", statement.elements);
  fputs(statement.which == ATOM_RESULT ? ", [a], " : statement.which == ATOM_SINK ? "_, [a], " : "[a], ", out);
  write_operand(out, "b", statement.elements);
  fputs(statement.c ? ", c;\n" : ";\n", out);
}

void write_before(FILE *out, const atom_case &test, const char *space) {
  const atom_statement &statement = atom_statements[test.name];
  const unsigned bytes = statement.window();
  wide values[LANES];

  if (atom_is_remote(test.space))
    fputs(".cta 1;\n", out);
  fprintf(out, "mov.u32 w, %%laneid;\nshl.b32 w, w, %d;\n.set.b%u m, ", __builtin_ctz(bytes), 8 * bytes);
  windows(test.memory, bytes, values);
  write_values(out, values, 0xffffffff);
  fprintf(out, "\nst.%s.b%u [w], m;\n", space, 8 * bytes);
  if (atom_is_remote(test.space))
    fputs(".cta 0;\n", out);
  fprintf(out, ".set.b%d a, ", atom_is_generic(test.space) ? 64 : 32);
  write_values(out, test.at, 0xffffffff);
  fputc('\n', out);
  if (atom_is_generic(test.space))
    fprintf(out, "cvta.%s.u64 a, a;\n", space);
  if (atom_is_remote(test.space))
    fputs(test.space == IN_OTHER ? "mapa.shared::cluster.u32 a, a, 1;\n" : "mapa.u64 a, a, 1;\n", out);
  write_registers(out, ".set", "b", statement, test.b, 0xffffffff);
  if (statement.c)
    write_registers(out, ".set", "c", statement, test.c, 0xffffffff);
  if (test.exit)
    fprintf(out, ".exit 0x%x;\n", test.exit);
}

// Which NaN an f64 sum is differs on a GPU between shared and global memory, and PTX does not say. In a script it is the model's.
void one_nan(wide &value) {
  if (atom_f64_nan(value.lo))
    value.lo = 0xfff8000000000000;
}

void write_after(FILE *out, const atom_case &test, const atom_answer &answer, const char *space) {
  const atom_statement &statement = atom_statements[test.name];
  const unsigned bits = 8 * statement.window();
  wide values[LANES];

  fprintf(out, ".expect.status OK, 0x%x;\n", test.act);
  if (statement.which == ATOM_RESULT && !test.crowd)
    write_registers(out, ".expect", "d", statement, answer.d, test.act);
  if (atom_is_remote(test.space))
    fputs(".cta 1;\n", out);
  fprintf(out, "ld.%s.b%u m, [w];\n.expect.b%u m, ", space, bits, bits);
  windows(answer.memory, bits / 8, values);
  for (unsigned lane = 0; lane < LANES; lane++)
    if (test.act >> lane & 1 && atom_sums_f64(statement))
      one_nan(values[test.at[lane] / statement.window()]);
  write_values(out, values, atom_is_remote(test.space) ? 0xffffffff : ~test.exit);
  fputc('\n', out);
  if (atom_is_remote(test.space))
    fputs(".cta 0;\n", out);
}

} // namespace

uint64_t write_atom(FILE *out, family f, const plan &plan, const backend &backend, const std::vector<atom_case> &cases,
                    const std::vector<atom_answer> &answers) {
  const uint64_t results = lane_results(cases);
  write_head(out, f, plan, backend, cases.size(), results);
  fputs(f == REMOTE ? ".machine lanes=32, ctas=2;\n" : ".machine lanes=32;\n", out);

  bool gone = false; // lanes have exited since the last .reset
  for (size_t i = 0; i < cases.size(); i++) {
    const atom_case &test = cases[i];
    const char *const space = atom_is_global(test.space) ? "global" : "shared";
    fprintf(out, "\n// %zu\n", i);
    if (gone)
      fputs(".reset;\n", out);
    gone = test.exit != 0;
    write_before(out, test, space);
    if (test.first)
      write_statement(out, test, "f", test.first);
    write_statement(out, test, "g", test.act & ~test.first);
    write_after(out, test, answers[i], space);
  }
  return results;
}
