// SPDX-License-Identifier: Apache-2.0
// A CTA's part of the barrier of its cluster: the phase, warps that have arrived in it, warps that have arrived and not waited since.
//
// A CTA alone (many_i = 0) completes a phase as soon as all members have arrived, each slot its own. In a cluster it follows the
// phase of the cluster, clb_phase_i. comp_o: the phase of these warps ends in this clock; a warp sel_i that arrives or waits in the
// same clock belongs to the next phase. C twins: complete_clusters, arrive_cluster.
`default_nettype none
module ws_bar_clb #(
    parameter WARPS = 4,
    parameter SLOTS = 1
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    input  wire             many_i,       // CTAs in the cluster
    // warps that have not exited or are still to come; those of the clock before, by which a phase of a CTA alone ends; CTAs that begin
    input  wire [WARPS-1:0] memb_i,
    input  wire [WARPS-1:0] awaited_i,
    input  wire [SLOTS-1:0] start_i,
    // the warp that arrives (without effect if it has arrived in this phase) or waits, one-hot
    input  wire [WARPS-1:0] sel_i,
    input  wire             arrive_i,
    input  wire             wait_i,
    output wire             arrived_o,    // it has arrived in this phase
    output wire             owed_o,       // it has arrived and not waited since
    // warps that wait for the end of the phase
    input  wire [WARPS-1:0] waiting_i,
    output wire [WARPS-1:0] comp_o,
    output wire             quiet_o,
    // cluster
    output wire [      2:0] clb_o,        // {phase, all members have arrived, there are members}
    input  wire             clb_phase_i
);
  localparam WPS = WARPS / SLOTS;

  reg [WARPS-1:0] arrived_q, owed_q;
  reg [SLOTS-1:0] phase_q;
  wire [SLOTS-1:0] done, any, comp;
  wire [WARPS-1:0] start;

  genvar s;
  generate
    for (s = 0; s < SLOTS; s = s + 1) begin : slot
      assign any[s] = |awaited_i[s*WPS+:WPS];
      assign done[s] = !(|(awaited_i[s*WPS+:WPS] & ~arrived_q[s*WPS+:WPS]));
      assign comp[s] = many_i ? clb_phase_i != phase_q[s] : done[s] && any[s];
      assign comp_o[s*WPS+:WPS] = {WPS{comp[s]}};
      assign start[s*WPS+:WPS] = {WPS{start_i[s]}};
    end
  endgenerate

  assign arrived_o = |(sel_i & arrived_q) && !(|(sel_i & comp_o));
  assign owed_o = |(sel_i & owed_q);
  assign quiet_o = !(|comp);
  assign clb_o = {phase_q[0], !(|(memb_i[WPS-1:0] & ~arrived_q[WPS-1:0])), |memb_i[WPS-1:0]};

  wire [WARPS-1:0] newly = arrive_i && !arrived_o ? sel_i : {WARPS{1'b0}};
  wire [WARPS-1:0] paid = wait_i && !arrived_o ? sel_i : {WARPS{1'b0}};

  always @(posedge clk_i)
    if (!rst_ni) begin
      arrived_q <= {WARPS{1'b0}};
      owed_q <= {WARPS{1'b0}};
      phase_q <= {SLOTS{1'b0}};
    end else begin
      arrived_q <= ((arrived_q & ~comp_o) | (arrive_i ? sel_i : {WARPS{1'b0}})) & memb_i & ~start;
      owed_q <= ((owed_q & ~(comp_o & waiting_i) & ~paid) | newly) & memb_i & ~start;
      phase_q <= phase_q ^ comp;
    end
endmodule
`default_nettype wire
