// SPDX-License-Identifier: Apache-2.0
// The barrier of a cluster: its phase ends when every CTA says that it is in this phase and that none of its warps is
// still to arrive, and some CTA has warps. What a CTA says takes HOP clocks. C twin: barrier_step in cmodel/when/cluster.c.
`default_nettype none
module ws_bar_cluster #(
    parameter CTAS = 2,  // 1 to 8
    parameter HOP  = 4   // 1 to 255
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire [CTAS*3-1:0] clb_i,    // of each CTA {phase, done, any}
    output wire              phase_o,
    output wire              quiet_o   // nothing more happens while the CTAs say the same
);
  wire [(HOP+1)*CTAS*3-1:0] line;
  wire [HOP-1:0] same;
  wire [CTAS-1:0] ready, any, level;
  reg phase_q;
  wire complete = &ready && |any;

  assign line[CTAS*3-1:0] = clb_i;
  assign phase_o = phase_q;
  assign quiet_o = &same && &level && !complete;

  genvar h, c;
  generate
    for (h = 0; h < HOP; h = h + 1) begin : stage
      reg [CTAS*3-1:0] word_q;
      always @(posedge clk_i) word_q <= rst_ni ? line[h*CTAS*3+:CTAS*3] : {CTAS * 3{1'b0}};
      assign line[(h+1)*CTAS*3+:CTAS*3] = word_q;
      assign same[h] = word_q == clb_i;
    end
    for (c = 0; c < CTAS; c = c + 1) begin : cta
      wire [2:0] said = line[(HOP*CTAS+c)*3+:3];
      assign ready[c] = said[2] == phase_q && said[1];
      assign any[c] = said[0];
      assign level[c] = clb_i[c*3+2] == phase_q;
    end
  endgenerate

  always @(posedge clk_i)
    if (!rst_ni) phase_q <= 1'b0;
    else phase_q <= phase_q ^ complete;
endmodule
`default_nettype wire
