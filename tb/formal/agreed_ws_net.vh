// SPDX-License-Identifier: Apache-2.0
// What is always so inside ws_net, of four CTAs with HOP 4 and messages of 49 bits, none of which goes back to its source, and
// what both sides agree on. Nobody looks at whether a destination itself is above the last source, nor at some bits of an operation.
wire [11:0] turns = {
  dest_3_above_q[2:0], dest_2_above_q[3], dest_2_above_q[1:0], dest_1_above_q[3:2], dest_1_above_q[0], dest_0_above_q[3:1]
};
wire [7:0] writes = {source_3_write_q, source_2_write_q, source_1_write_q, source_0_write_q};
wire [7:0] reads = {source_3_read_q, source_2_read_q, source_1_read_q, source_0_read_q};
wire [11:0] counts = {source_3_count_q, source_2_count_q, source_1_count_q, source_0_count_q};
wire [11:0] ripes = {source_3_ripe_q, source_2_ripe_q, source_1_ripe_q, source_0_ripe_q};
wire [11:0] ages = {source_3_later_age_q, source_2_later_age_q, source_1_later_age_q, source_0_later_age_q};

reg [831:0] kept;           // what is looked at of each word
reg [15:0] away, fine;      // each message of a queue goes to another CTA; bit 1 of an arrive is 0
reg [3:0] full, ring, sum;  // a queue has at most four; as many as between its ends; ripe and not ripe
reg [1:0] place;
reg [2:0] to;
integer at, k;

always @(*)
  for (at = 0; at < 4; at = at + 1) begin
    full[at] = counts[at*3+:3] <= 3'd4;
    ring[at] = writes[at*2+:2] == reads[at*2+:2] + counts[at*3+:2];
    sum[at] = {1'b0, counts[at*3+:3]} ==
        {1'b0, ripes[at*3+:3]} + {3'd0, ages[at*3]} + {3'd0, ages[at*3+1]} + {3'd0, ages[at*3+2]};
    for (k = 0; k < 4; k = k + 1) begin
      place = k[1:0] - reads[at*2+:2];
      to = words[(at*4+k)*52+49+:3];
      kept[(at*4+k)*52+:52] = words[(at*4+k)*52+:52] & {15'h7fff, 1'b0, 2'd3, words[(at*4+k)*52+34], 33'h1ffffffff};
      fine[at*4+k] = words[(at*4+k)*52+33+:2] != 2'd3;
      away[at*4+k] = {1'b0, place} >= counts[at*3+:3] || (to < 3'd4 && to[1:0] != at[1:0]);
    end
  end

wire [43:0] states = {away, fine, full, ring, sum};
