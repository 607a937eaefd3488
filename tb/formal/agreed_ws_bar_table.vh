// SPDX-License-Identifier: Apache-2.0
// When registers of ws_bar_table matter, of one CTA; see agreed_ws_bar.vh.
wire [15:0] not_here = ~here;  // a barrier that is looked at is not dirty afterwards
reg begun;                     // a CTA, since the last reset
always @(posedge clk_i) begun <= rst_ni && (begun || |start_i);
wire unused = b_act;
