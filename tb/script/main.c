// SPDX-License-Identifier: Apache-2.0
// ws_replay: runs a warp script. Exit 0: all held; 1: a difference; 2: the script or the call is wrong.
#include <stdio.h>
#include <string.h>

#include "script.h"

static const char usage[] =
    "usage: ws_replay [--dut=both|rtl|cmodel] [--record=OUT] [--waves=OUT] FILE\n"
    "  --dut=WHAT    run on the RTL and the C model in lockstep (both, default) or on one of them\n"
    "  --record=OUT  write the script back to OUT with what the machine answered\n"
    "  --waves=OUT   FST file of the RTL, and OUT's .gtkw; of a cluster's other CTAs OUT_cta1.fst, ...; "
    "ws_replay_waves_* alone\n"
    "  --version     print the version\n"
    "FILE may be - for the standard input.\n";

static int wrong(const char *what, const char *arg) {
  fprintf(stderr, "ws_replay: %s%s%s\n%s", what, arg ? ": " : "", arg ? arg : "", usage);
  return 2;
}

int main(int argc, char **argv) {
  ws_run_options opt = {.dut = WS_DUT_BOTH};
  bool more = true;
  const char *path = NULL;
  for (int i = 1; i < argc; i++) {
    const char *a = argv[i];
    if (!more || a[0] != '-' || !strcmp(a, "-")) {
      if (path)
        return wrong("one script at a time", a);
      path = a;
    } else if (!strcmp(a, "--")) {
      more = false;
    } else if (!strcmp(a, "--version")) {
      puts("ws_replay " WS_VERSION);
      return 0;
    } else if (!strcmp(a, "--help") || !strcmp(a, "-h")) {
      fputs(usage, stdout);
      return 0;
    } else if (!strcmp(a, "--dut=both")) {
      opt.dut = WS_DUT_BOTH;
    } else if (!strcmp(a, "--dut=rtl")) {
      opt.dut = WS_DUT_RTL;
    } else if (!strcmp(a, "--dut=cmodel")) {
      opt.dut = WS_DUT_CMODEL;
    } else if (!strncmp(a, "--dut=", 6)) {
      return wrong("--dut is both, rtl or cmodel", a);
    } else if (!strncmp(a, "--record=", 9) && a[9]) {
      opt.record = a + 9;
    } else if (!strncmp(a, "--waves=", 8) && a[8]) {
      opt.waves = a + 8;
    } else {
      return wrong("unknown option", a);
    }
  }
  if (!path)
    return wrong("no script given", NULL);
  ws_script *s = ws_script_parse(path, true);
  if (!s) {
    fprintf(stderr, "ws_replay: out of memory\n");
    return 2;
  }
  ws_script_print_diags(s, stderr);
  int rc = s->errors ? 2 : ws_machine_run(s, &opt);
  ws_script_free(s);
  return rc;
}
