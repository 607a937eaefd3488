// SPDX-License-Identifier: Apache-2.0
// Front end: special registers. registers.c says what each holds.
#include <string.h>

#include "front.h"

static const struct {
  const char *name;
  ws_type type;
} specials[WS_SR_COUNT] = {
    [WS_SR_LANEID] = {"%laneid", WS_T_U32},
    [WS_SR_LANEMASK_EQ] = {"%lanemask_eq", WS_T_U32},
    [WS_SR_LANEMASK_LT] = {"%lanemask_lt", WS_T_U32},
    [WS_SR_LANEMASK_LE] = {"%lanemask_le", WS_T_U32},
    [WS_SR_LANEMASK_GT] = {"%lanemask_gt", WS_T_U32},
    [WS_SR_LANEMASK_GE] = {"%lanemask_ge", WS_T_U32},
    [WS_SR_WARPID] = {"%warpid", WS_T_U32},
    [WS_SR_NWARPID] = {"%nwarpid", WS_T_U32},
    [WS_SR_TID_X] = {"%tid.x", WS_T_U32},
    [WS_SR_TID_Y] = {"%tid.y", WS_T_U32},
    [WS_SR_TID_Z] = {"%tid.z", WS_T_U32},
    [WS_SR_NTID_X] = {"%ntid.x", WS_T_U32},
    [WS_SR_NTID_Y] = {"%ntid.y", WS_T_U32},
    [WS_SR_NTID_Z] = {"%ntid.z", WS_T_U32},
    [WS_SR_CTAID_X] = {"%ctaid.x", WS_T_U32},
    [WS_SR_CTAID_Y] = {"%ctaid.y", WS_T_U32},
    [WS_SR_CTAID_Z] = {"%ctaid.z", WS_T_U32},
    [WS_SR_NCTAID_X] = {"%nctaid.x", WS_T_U32},
    [WS_SR_NCTAID_Y] = {"%nctaid.y", WS_T_U32},
    [WS_SR_NCTAID_Z] = {"%nctaid.z", WS_T_U32},
    [WS_SR_CLUSTERID_X] = {"%clusterid.x", WS_T_U32},
    [WS_SR_CLUSTERID_Y] = {"%clusterid.y", WS_T_U32},
    [WS_SR_CLUSTERID_Z] = {"%clusterid.z", WS_T_U32},
    [WS_SR_NCLUSTERID_X] = {"%nclusterid.x", WS_T_U32},
    [WS_SR_NCLUSTERID_Y] = {"%nclusterid.y", WS_T_U32},
    [WS_SR_NCLUSTERID_Z] = {"%nclusterid.z", WS_T_U32},
    [WS_SR_CLUSTER_CTAID_X] = {"%cluster_ctaid.x", WS_T_U32},
    [WS_SR_CLUSTER_CTAID_Y] = {"%cluster_ctaid.y", WS_T_U32},
    [WS_SR_CLUSTER_CTAID_Z] = {"%cluster_ctaid.z", WS_T_U32},
    [WS_SR_CLUSTER_NCTAID_X] = {"%cluster_nctaid.x", WS_T_U32},
    [WS_SR_CLUSTER_NCTAID_Y] = {"%cluster_nctaid.y", WS_T_U32},
    [WS_SR_CLUSTER_NCTAID_Z] = {"%cluster_nctaid.z", WS_T_U32},
    [WS_SR_CLUSTER_CTARANK] = {"%cluster_ctarank", WS_T_U32},
    [WS_SR_CLUSTER_NCTARANK] = {"%cluster_nctarank", WS_T_U32},
    [WS_SR_IS_EXPLICIT_CLUSTER] = {"%is_explicit_cluster", WS_T_PRED},
    [WS_SR_CLOCK] = {"%clock", WS_T_U32},
    [WS_SR_CLOCK_HI] = {"%clock_hi", WS_T_U32},
    [WS_SR_CLOCK64] = {"%clock64", WS_T_U64},
};

// Special registers of PTX that scripts do not have; their names are reserved all the same.
static const char *const foreign[] = {"%smid",
                                      "%nsmid",
                                      "%gridid",
                                      "%globaltimer",
                                      "%globaltimer_lo",
                                      "%globaltimer_hi",
                                      "%envreg0",
                                      "%dynamic_smem_size",
                                      "%aggr_smem_size",
                                      "%total_smem_size",
                                      "%current_graph_exec",
                                      "%pm0"};

bool is_special(const char *name) {
  for (unsigned i = 0; i < WS_SR_COUNT; i++) {
    size_t n = strcspn(specials[i].name, ".");
    if (!strncmp(specials[i].name, name, n) && !name[n])
      return true;
  }
  return is_foreign(name);
}

bool is_foreign(const char *name) {
  for (unsigned i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
    if (!strcmp(foreign[i], name))
      return true;
  return false;
}

bool special_of(const char *full, ws_sreg *r) {
  for (int i = 0; i < WS_SR_COUNT; i++)
    if (!strcmp(specials[i].name, full)) {
      *r = (ws_sreg)i;
      return true;
    }
  return false;
}

ws_type special_type(ws_sreg r) { return specials[r].type; }
