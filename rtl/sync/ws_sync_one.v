// SPDX-License-Identifier: Apache-2.0
// All lanes carry one key: no bit is in the union and not in the intersection. So it is of no lanes too. Of a gather only the 12 bits of
// ws_sync_key count. Pure.
`default_nettype none
module ws_sync_one #(
    parameter KEY_W = 32
) (
    input  wire             gathers_i,
    input  wire [KEY_W-1:0] any_i,      // from ws_sync_agree
    input  wire [KEY_W-1:0] all_i,
    output wire             one_o
);
  localparam [KEY_W-1:0] NAMES = {KEY_W{1'b1}} >> (KEY_W < 12 ? 0 : KEY_W - 12);
  wire [KEY_W-1:0] differ = any_i & ~all_i;

  assign one_o = !(|(differ & NAMES)) && (gathers_i || !(|(differ & ~NAMES)));
endmodule
`default_nettype wire
