// SPDX-License-Identifier: Apache-2.0
// ws_check: errors, warnings and notes of a warp script, without a run. Exit 0: no error; 2: the script or the call is wrong.
#include <stdio.h>

#include "script.h"

int main(int argc, char **argv) {
  if (argc != 2 || (argv[1][0] == '-' && argv[1][1])) {
    fprintf(stderr, "usage: ws_check FILE\n  FILE may be - for the standard input\n");
    return 2;
  }
  ws_script *s = ws_script_parse(argv[1], false);
  if (!s) {
    fprintf(stderr, "ws_check: out of memory\n");
    return 2;
  }
  ws_script_print_diags(s, stderr);
  bool wrong = s->errors;
  if (!wrong)
    printf("%zu statements, no errors, %zu warnings; nothing was run\n", s->nstmt, s->warnings);
  ws_script_free(s);
  return wrong ? 2 : 0;
}
