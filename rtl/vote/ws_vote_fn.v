// SPDX-License-Identifier: Apache-2.0
// What vote, activemask, elect and bar.warp.sync give the lanes of one group. Pure; C twins ws_vote and ws_elect.
//
// all, any, uni: p is the answer in each lane of the group. ballot: d is the mask of lanes that voted yes.
// activemask: d is the group. elect: d is the number of the lowest lane, and p is set in that lane only.
// bar.warp.sync, any other code, and poison_i: d = 0, p = 0. No lane outside the group ever has p.
// Results that a function does not have are 0. A group is never empty; if it were, p = 0 and elect's d means nothing.
// About 163 LUT4 at 32 lanes: 64 are the last gates of the bits of d and p, 42 find yes and no, the rest is elect.
`default_nettype none
module ws_vote_fn #(
    parameter LANES = 32  // 4, 8, 16 or 32
) (
    input  wire [      7:0] fn_i,
    input  wire             poison_i,
    input  wire [LANES-1:0] lanes_i,
    input  wire [LANES-1:0] pred_i,    // complement already applied
    output wire [LANES-1:0] d_o,
    output reg  [LANES-1:0] p_o
);
  `include "ws_ops.vh"
  localparam SPAN = LANES < 8 ? LANES : 8;  // lanes of a block
  localparam BLOCKS = LANES / SPAN;

  // 1. Which function. The deprecated forms are the vote.sync forms with bit 2 set. Bits 7:4 are 0 in all codes.
  wire is_vote = !poison_i && !fn_i[3];
  wire is_ballot = is_vote && fn_i[1:0] == WS_OP_VOTE_BALLOT[1:0];
  wire is_activemask = !poison_i && fn_i[3:0] == WS_OP_ACTIVEMASK[3:0];
  wire is_elect = !poison_i && fn_i[3:0] == WS_OP_ELECT[3:0];
  wire unused_fn = &{1'b0, fn_i[7:4]};

  // 2. Is there a yes, is there a no? Block by block, because elect asks too.
  wire [BLOCKS-1:0] yes;
  wire [BLOCKS-1:0] no;
  genvar k;
  generate
    for (k = 0; k < BLOCKS; k = k + 1) begin : g_block
      assign yes[k] = |(lanes_i[k*SPAN+:SPAN] & pred_i[k*SPAN+:SPAN]);
      assign no[k]  = |(lanes_i[k*SPAN+:SPAN] & ~pred_i[k*SPAN+:SPAN]);
    end
  endgenerate

  // 3. lower[k]: a lane below lane 2k is in the group; so the lowest lane stands where lower goes from 0 to 1.
  //    It is 1 throughout unless someone is to be elected, which also keeps elect out of the other results, and 1 at the
  //    end, because a group has a lowest lane. At a block it is known from the block before, since every lane of the
  //    group votes yes or no; inside a block it ripples in steps of two lanes.
  reg [LANES/2:0] lower;
  integer i;
  always @(*) begin
    lower[0] = !is_elect;
    for (i = 2; i < LANES; i = i + 2)
      if (i % SPAN == 0) lower[i/2] = lower[(i-SPAN)/2] || yes[i/SPAN-1] || no[i/SPAN-1];
      else lower[i/2] = lower[i/2-1] || lanes_i[i-2] || lanes_i[i-1];
    lower[LANES/2] = 1'b1;
  end

  // 4. The number of the lowest lane. Each bit asks in which stretches of lanes lower goes to 1.
  reg [4:0] leader;
  always @(*) begin
    leader = 5'd0;
    for (i = 0; i < LANES; i = i + 4) begin
      // odd: of these four lanes it is the second, or neither the first nor the third
      if (!lower[i/2] && !lanes_i[i] && (lanes_i[i+1] || !lanes_i[i+2]) && lower[i/2+2]) leader[0] = 1'b1;
      if (!lower[i/2+1] && lower[i/2+2]) leader[1] = 1'b1;
      if (i % 8 == 4 && !lower[i/2] && lower[i/2+2]) leader[2] = 1'b1;
      if (i % 16 == 8 && !lower[i/2] && lower[i%16==8?i/2+4 : 0]) leader[3] = 1'b1;
      if (i == 16 && !lower[i/2]) leader[4] = 1'b1;
    end
  end

  // 5. The answer of all, any, uni.
  reg answer;
  always @(*)
    case (fn_i[1:0])
      WS_OP_VOTE_ALL[1:0]: answer = !(|no);
      WS_OP_VOTE_ANY[1:0]: answer = |yes;
      WS_OP_VOTE_UNI[1:0]: answer = !(|no) || !(|yes);
      default: answer = 1'b0;
    endcase
  wire say_yes = is_vote && answer;

  // 6. Results.
  wire [31:0] leader_word = {27'd0, leader};
  assign d_o = leader_word[LANES-1:0] | (lanes_i & ({LANES{is_activemask}} | ({LANES{is_ballot}} & pred_i)));
  always @(*)
    for (i = 0; i < LANES; i = i + 2) begin
      p_o[i]   = lanes_i[i] && (say_yes || !lower[i/2]);
      p_o[i+1] = lanes_i[i+1] && (say_yes || !(lower[i/2] || lanes_i[i]));
    end

  generate
    if (LANES < 32) begin : g_sink
      wire unused_leader = &{1'b0, leader_word[31:LANES]};
    end
  endgenerate
endmodule
`default_nettype wire
