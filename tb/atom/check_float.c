// SPDX-License-Identifier: Apache-2.0
// The model's arithmetic of floats, ws_atom, against references that share nothing with it.
//
//   ws_atom_float_check half STEP [FROM]   f16, bf16: add, min, max of every STEP-th value, from FROM on, with all 65,536; STEP 1 is all
//                                          pairs. Of every 251st of these sums MPFR's too
//   ws_atom_float_check wide N [SEED]      f32 with and without ftz, f64: N sums each of operands.h, against host and MPFR
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

static unsigned passed, failed;

static uint64_t model(unsigned fn, bool ftz, uint64_t x, uint64_t y) {
  ws_atom_value d;
  ws_atom(fn, ftz, (ws_atom_value){x, 0}, (ws_atom_value){y, 0}, (ws_atom_value){0, 0}, &d);
  return d.lo;
}

// Prints the first few differences of a row.
static bool agree(const char *who, unsigned fn, bool ftz, const uint64_t v[2], uint64_t got, uint64_t want,
                  uint64_t *wrong) {
  if (got == want)
    return true;
  if ((*wrong)++ < 5)
    printf("%s%s: r 0x%" PRIx64 ", s 0x%" PRIx64 ": the model gives 0x%" PRIx64 ", %s 0x%" PRIx64 "\n",
           ws_op_name(WS_UNIT_ATOM << 8 | fn), ftz ? ", ftz" : "", v[0], v[1], got, who, want);
  return false;
}

static void report(unsigned fn, const char *how, uint64_t pairs, const char *against, uint64_t wrong) {
  printf("%-22s %-4s %11" PRIu64 " pairs against %-14s %s", ws_op_name(WS_UNIT_ATOM << 8 | fn), how, pairs, against,
         wrong ? "FAIL" : "PASS");
  if (wrong)
    printf(", %" PRIu64 " differ", wrong);
  printf("\n");
  fflush(stdout);
  wrong ? failed++ : passed++;
}

static void halves(unsigned format, unsigned step, unsigned from) {
  const unsigned add = formats[format].fn, min = (add & ~15u) | (WS_OP_ATOM_MIN_U32 & 15),
                 max = (add & ~15u) | (WS_OP_ATOM_MAX_U32 & 15);
  uint64_t pairs = 0, third = 0, wrong[3] = {0};
  for (unsigned x = from; x < 0x10000; x += step)
    for (unsigned y = 0; y < 0x10000; y++) {
      const uint64_t v[2] = {x, y};
      const uint16_t a = (uint16_t)x, b = (uint16_t)y;
      const uint64_t sum = model(add, false, x, y);
      agree("the host", add, false, v, sum, half_sum(format, a, b), &wrong[0]);
      agree("the host", min, false, v, model(min, false, x, y), half_least(format, false, a, b), &wrong[1]);
      agree("the host", max, false, v, model(max, false, x, y), half_least(format, true, a, b), &wrong[2]);
      if (pairs++ % 251 == 0) {
        third++;
        agree("MPFR", add, false, v, sum, exact_sum(format, false, x, y), &wrong[0]);
      }
    }
  report(add, "", pairs, "doubles", wrong[0]);
  printf("%-22s %-4s %11" PRIu64 " of them against MPFR\n", "", "", third);
  report(min, "", pairs, "doubles", wrong[1]);
  report(max, "", pairs, "doubles", wrong[2]);
}

static void wide(unsigned format, bool ftz, uint64_t n, uint64_t seed) {
  const float_format *f = &formats[format];
  random_state random = random_from(seed + format + (ftz ? 100 : 0));
  uint64_t wrong = 0;
  for (uint64_t i = 0; i < n; i++) {
    // Where there are fewer pairs than pairs of exponents, these are spread over all.
    const operands v = float_operands(f, n >> (2 * f->exp) ? i : random_next(&random), &random);
    const uint64_t both[2] = {v.x, v.y}, sum = model(f->fn, ftz, v.x, v.y);
    agree("the host", f->fn, ftz, both, sum, host_sum(format, ftz, v.x, v.y), &wrong);
    agree("MPFR", f->fn, ftz, both, sum, exact_sum(format, ftz, v.x, v.y), &wrong);
  }
  report(f->fn, ftz ? "ftz" : "", n, "host and MPFR", wrong);
}

static int usage(void) {
  fprintf(stderr, "ws_atom_float_check half STEP [FROM] | wide N [SEED]\n");
  return 2;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return usage();
  const uint64_t n = strtoull(argv[2], NULL, 0), more = argc > 3 ? strtoull(argv[3], NULL, 0) : 0;
  if (!n || (argc > 3 && more > 65535))
    return usage();
  list_halves();
  if (!strcmp(argv[1], "half")) {
    halves(FORMAT_F16, (unsigned)n, (unsigned)more);
    halves(FORMAT_BF16, (unsigned)n, (unsigned)more);
  } else if (!strcmp(argv[1], "wide")) {
    wide(FORMAT_F32, false, n, more);
    wide(FORMAT_F32, true, n, more);
    wide(FORMAT_F64, false, n, more);
  } else {
    return usage();
  }
  exact_done();
  printf("%u passed, %u failed\n", passed, failed);
  return failed != 0;
}
