// SPDX-License-Identifier: Apache-2.0
// What the lanes of a request carry, taken together. Pure.
//
// All carry one key if the union of the keys holds no more than their intersection: two trees side by side, where a compare with the lowest
// lane's key would have to find that lane first. Keys of other lanes are 0, so that a LUT takes four of them into the union, and two with
// their lanes into the intersection. Of no lanes the union is 0 and the intersection all ones.
`default_nettype none
module ws_sync_agree #(
    parameter LANES = 32,
    parameter KEY_W = 32
) (
    input  wire [      LANES-1:0] lanes_i,   // of the request
    input  wire [LANES*KEY_W-1:0] key_i,     // from ws_sync_key, 0 of other lanes
    output reg  [      LANES-1:0] member_o,  // lanes of the request that stand in their own mask
    output reg  [      KEY_W-1:0] any_o,     // union
    output reg  [      KEY_W-1:0] all_o      // intersection
);
  integer i;

  always @(*) begin
    any_o = {KEY_W{1'b0}};
    all_o = {KEY_W{1'b1}};
    for (i = 0; i < LANES; i = i + 1) begin
      member_o[i] = key_i[i*KEY_W+i];
      any_o = any_o | key_i[i*KEY_W+:KEY_W];
      all_o = all_o & (key_i[i*KEY_W+:KEY_W] | {KEY_W{!lanes_i[i]}});
    end
  end
endmodule
`default_nettype wire
