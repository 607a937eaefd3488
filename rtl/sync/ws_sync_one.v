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
  wire [KEY_W-1:0] differ = any_i & ~all_i;

  assign one_o = !(|differ[11:0]) && (gathers_i || !(|(differ >> 12)));
endmodule
`default_nettype wire
