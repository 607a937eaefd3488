// SPDX-License-Identifier: Apache-2.0
// What is always so inside ws_bar_cluster, of two CTAs with HOP 4, and what both sides agree on. After a reset the phase may be
// another on one side, for all CTAs at once: what they say is compared with it. See agreed_ws_bar_in_ws_cluster.vh.
reg [4:0] left;
always @(posedge clk_i) left <= !rst_ni ? 5'd16 : left - (left != 5'd0);

reg [23:0] turned;       // what is on its way, its phase beside ours, as soon as that was said after the reset
reg [3:0] full;          // and whether it would end the phase were it here
reg [1:0] behind;        // the phase of each CTA beside ours, when the CTAs have heard of it
reg [3:0] in_step, hollow;  // states: the CTAs are in one phase; nothing is full before somebody can have arrived
reg [2:0] said;
integer at, who;

always @(*) begin
  full = 4'hf;
  for (at = 0; at < 4; at = at + 1) begin
    in_step[at] = line[(at+1)*6+2] == line[(at+1)*6+5];
    for (who = 0; who < 2; who = who + 1) begin
      said = line[(at+1)*6+who*3+:3] ^ {phase_q, 2'd0};
      full[at] = full[at] && !said[2] && said[1];
      turned[at*6+who*3+:3] = left + at < 14 ? said : 3'd0;
      behind[who] = left < 5'd15 && clb_i[who*3+2] != phase_q;
    end
    full[at] = full[at] && left != 5'd16 && (line[(at+1)*6] || line[(at+1)*6+3]);
    hollow[at] = left + at < 13 || !full[at];
  end
end

wire [9:0] states = {left != 5'd16 || line[29:6] == 24'd0, clb_i[2] == clb_i[5], hollow, in_step};
