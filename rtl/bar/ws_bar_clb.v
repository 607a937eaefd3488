// SPDX-License-Identifier: Apache-2.0
// What a CTA knows of the barrier of its cluster: phase, warps that have arrived in it, warps that owe a wait.
//
// A CTA alone (many_i = 0) completes a phase by itself as soon as all members have arrived, each slot its own; in a
// cluster it follows the phase of the whole, clb_phase_i. comp_o: the phase ends in this clock. Warps that arrive or
// wait in the same clock are of the next phase: arrived_o is what they meet. C twins: complete_clusters, arrive_cluster.
`default_nettype none
module ws_bar_clb #(
    parameter WARPS = 4,
    parameter SLOTS = 1
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    input  wire             many_i,       // CTAs in the cluster
    // warps that have not exited or are still to come; CTAs that begin
    input  wire [WARPS-1:0] memb_i,
    input  wire [SLOTS-1:0] start_i,
    // warps
    input  wire [WARPS-1:0] arrive_i,     // this one arrives
    input  wire [WARPS-1:0] pay_i,        // this one's wait ends at once
    input  wire [WARPS-1:0] waiting_i,    // these wait for the end of the phase
    output wire [WARPS-1:0] comp_o,       // it ends for these
    output wire [WARPS-1:0] arrived_o,
    output wire [WARPS-1:0] owed_o,
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
      assign any[s] = |memb_i[s*WPS+:WPS];
      assign done[s] = !(|(memb_i[s*WPS+:WPS] & ~arrived_q[s*WPS+:WPS]));
      assign comp[s] = many_i ? clb_phase_i != phase_q[s] : done[s] && any[s];
      assign comp_o[s*WPS+:WPS] = {WPS{comp[s]}};
      assign start[s*WPS+:WPS] = {WPS{start_i[s]}};
    end
  endgenerate

  assign arrived_o = arrived_q & ~comp_o;
  assign owed_o = owed_q;
  assign quiet_o = !(|comp);
  assign clb_o = {phase_q[0], done[0], any[0]};

  always @(posedge clk_i)
    if (!rst_ni) begin
      arrived_q <= {WARPS{1'b0}};
      owed_q <= {WARPS{1'b0}};
      phase_q <= {SLOTS{1'b0}};
    end else begin
      arrived_q <= (arrived_o | arrive_i) & memb_i & ~start;
      owed_q <= ((owed_q & ~(comp_o & waiting_i) & ~pay_i) | arrive_i) & memb_i & ~start;
      phase_q <= phase_q ^ comp;
    end
endmodule
`default_nettype wire
