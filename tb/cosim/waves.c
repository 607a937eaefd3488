// SPDX-License-Identifier: Apache-2.0
// A GTKWave save file beside a wave file (waves.h).
#include "waves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned ctas; // every port but these two is so many times as wide

static void port(FILE *f, const char *name, unsigned width) {
  const char *top = ctas > 1 ? "ws_cluster" : "ws_top";
  if (strcmp(name, "clk_i") && strcmp(name, "rst_ni"))
    width *= ctas;
  if (width == 1)
    fprintf(f, "TOP.%s.%s\n", top, name);
  else
    fprintf(f, "TOP.%s.%s[%u:0]\n", top, name, width - 1);
}

static void memory_ports(FILE *f) {
  fprintf(f, "@200\n-shared memory, transactions\n@28\n");
  port(f, "ls_valid_i", 1), port(f, "ls_ready_o", 1), port(f, "ls_rsp_valid_o", 1);
  fprintf(f, "@22\n");
  port(f, "ls_en_i", 32), port(f, "ls_row_i", 32 * 7), port(f, "ls_be_i", 32 * 4), port(f, "ls_wdata_i", 32 * 32);
  port(f, "ls_rsp_en_o", 32), port(f, "ls_rsp_raw_o", 32), port(f, "ls_rsp_rdata_o", 32 * 32);
  fprintf(f, "@28\n");
  port(f, "tx_valid_i", 1), port(f, "tx_ready_o", 1);
  fprintf(f, "@22\n");
  port(f, "tx_addr_i", 32), port(f, "tx_bytes_i", 32);
  fprintf(f, "@200\n-global memory\n@28\n");
  port(f, "gm_valid_o", 1), port(f, "gm_ready_i", 1), port(f, "gm_rsp_valid_i", 1), port(f, "gm_rsp_ready_o", 1);
  fprintf(f, "@22\n");
  port(f, "gm_addr_o", 32), port(f, "gm_bytes_o", 5), port(f, "gm_more_o", WS_GM_W), port(f, "gm_tag_o", 1);
  port(f, "gm_rsp_data_i", 128), port(f, "gm_rsp_tag_i", 1);
}

bool ws_waves_save(const char *waves, const ws_config *cfg) {
  char file[600], path[4096];
  const char *dot = strrchr(waves, '.');
  int stem = dot ? (int)(dot - waves) : (int)strlen(waves);
  snprintf(file, sizeof file, "%.*s.gtkw", stem, waves);
  FILE *f = fopen(file, "w");
  if (!f)
    return false;
  ctas = cfg->ctas ? cfg->ctas : 1;
  unsigned n = cfg->lanes, warp_w = cfg->warps > 1 ? (unsigned)__builtin_ctz(cfg->warps) : 1;
  fprintf(f, "[dumpfile] \"%s\"\n[sst_expanded] 1\n@28\n", realpath(waves, path) ? path : waves);
  port(f, "clk_i", 1), port(f, "rst_ni", 1);
  fprintf(f, "@200\n-request\n@28\n");
  port(f, "req_valid_i", 1), port(f, "req_ready_o", 1);
  fprintf(f, "@22\n");
  port(f, "req_tag_i", 8), port(f, "req_warp_i", warp_w), port(f, "req_op_i", 12), port(f, "req_lanes_i", n);
  port(f, "req_mask_i", n * n), port(f, "req_addr_i", n * 64), port(f, "req_a_i", n * 64), port(f, "req_b_i", n * 32),
      port(f, "req_c_i", n * 32);
  port(f, "req_pred_i", n);
  fprintf(f, "@200\n-exit, launch\n@28\n");
  port(f, "exit_valid_i", 1), port(f, "launch_valid_i", 1);
  fprintf(f, "@22\n");
  port(f, "exit_warp_i", warp_w), port(f, "exit_lanes_i", n), port(f, "launch_warp_i", warp_w),
      port(f, "launch_lanes_i", n), port(f, "launch_warps_i", 6);
  fprintf(f, "@200\n-response\n@28\n");
  port(f, "rsp_valid_o", 1), port(f, "rsp_ready_i", 1);
  fprintf(f, "@22\n");
  port(f, "rsp_tag_o", 8), port(f, "rsp_warp_o", warp_w), port(f, "rsp_op_o", 12), port(f, "rsp_lanes_o", n);
  port(f, "rsp_status_o", 10), port(f, "rsp_d_o", n * 32), port(f, "rsp_d_hi_o", n * 32), port(f, "rsp_p_o", n);
  memory_ports(f);
  fprintf(f, "@200\n-state\n@28\n");
  port(f, "tick_i", 1), port(f, "idle_o", 1), port(f, "err_valid_o", 1);
  fprintf(f, "@22\n");
  port(f, "live_o", cfg->warps * n), port(f, "wait_o", cfg->warps * n), port(f, "err_status_o", 10);
  return fclose(f) == 0;
}
