// SPDX-License-Identifier: Apache-2.0
// ws_check: errors, warnings and notes of a warp script, without a run. Exit 0: no error; 2: the script or the call is wrong.
#include <stdio.h>
#include <string.h>

#include "script.h"

static const char usage[] =
    "usage: ws_check [--for-replay] FILE\n"
    "  --for-replay  errors of a replay, which takes no more than is built; else the script's lanes\n"
    "FILE may be - for the standard input.\n";

int main(int argc, char **argv) {
  bool replay = argc == 3 && !strcmp(argv[1], "--for-replay");
  const char *path = argv[argc - 1];
  if (argc != 2 + replay || (path[0] == '-' && path[1])) {
    fputs(usage, stderr);
    return 2;
  }
  ws_script *s = ws_script_parse(path, replay);
  if (!s) {
    fprintf(stderr, "ws_check: out of memory\n");
    return 2;
  }
  bool wrong = s->errors;
  if (wrong || !replay)
    ws_script_print_diags(s, stderr);
  if (!wrong && replay)
    printf("%u\n", s->machine.lanes);
  else if (!wrong)
    printf("%zu statements, no errors, %zu warnings; nothing was run\n", s->nstmt, s->warnings);
  ws_script_free(s);
  return wrong ? 2 : 0;
}
