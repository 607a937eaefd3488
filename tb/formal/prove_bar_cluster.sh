#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The phase of a cluster's barrier. Planted bugs: a CTA is not waited for; what a CTA said of the phase before counts; one
# that has arrived and left holds the phase up; a CTA takes the phase over only if it is done.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
prove() { # NAME HOP FILE BUG
  params="HOP=$2" ./clocked_zero.sh "$1" cluster_phase 20 "the phase ends when all warps of all CTAs have arrived, within $(($2 + 1)) clocks; 2 CTAs of 2 warps, HOP $2" \
    "port_props.v cluster_props.v" "bar/ws_bar_cluster.v bar/ws_bar_clb.v" "bar/$3" "$4" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove bar_cluster_1 1 ws_bar_cluster.v ''
  prove bar_cluster_2 2 ws_bar_cluster.v ''
  prove bar_cluster_4 4 ws_bar_cluster.v ''
else
  prove bar_cluster_a 2 ws_bar_cluster.v 's/complete = &ready/complete = ready[0]/'
  prove bar_cluster_b 2 ws_bar_cluster.v 's/said\[2\] == phase_q && said\[1\]/said[1]/'
  prove bar_cluster_c 2 ws_bar_clb.v 's/!(|(memb_i\[WPS-1:0\] & ~arrived_q/!(|(~arrived_q/'
  prove bar_cluster_d 2 ws_bar_clb.v 's/many_i ? clb_phase_i != phase_q\[s\]/many_i ? clb_phase_i != phase_q[s] \&\& !done[s]/'
fi
