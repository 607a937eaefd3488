// SPDX-License-Identifier: Apache-2.0
// The next state of a named barrier after an arrival or, without ask_valid_i, after an exit. Pure; C twin ws_bar_next. The only
// place where warps are counted.
//
// A barrier is complete when as many warps have arrived as it awaits or, if one of them named no count, when every member has. It is
// broken if it cannot become complete any more. Both make it inactive. A refused arrival (refused_o with status_o) changes nothing,
// and arr_o and acc_o do not apply to it. While act_i is 0, exp_i, arr_i and mix_i are arbitrary, and all_i and acc_i must be 0.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_bar_next #(
    parameter WPS   = 4,               // warps of the CTA
    parameter ACC_W = 8,               // bits of the reduction
    parameter SUM_W = 6,               // bits of what a warp adds to it, at most ACC_W
    parameter CNT_W = $clog2(WPS) + 1  // derived, not to be set
) (
    // barrier
    input  wire             act_i,            // warps have arrived
    input  wire             mix_i,            // its kind is not that of the arrival: sync and arrive, red.popc, red.and, red.or
    input  wire [CNT_W-1:0] exp_i,            // warps awaited
    input  wire             all_i,            // one of them named no count
    input  wire [  WPS-1:0] arr_i,            // warps that have arrived
    input  wire [ACC_W-1:0] acc_i,            // lanes counted so far
    // arrival, as ws_bar_ask says it
    input  wire             ask_valid_i,
    input  wire [  WPS-1:0] ask_warp_i,       // one-hot; 0 without ask_valid_i
    input  wire             ask_all_i,
    input  wire [CNT_W-1:0] ask_want_i,
    input  wire             ask_bad_id_i,
    input  wire             ask_bad_count_i,
    input  wire [SUM_W-1:0] ask_sum_i,
    // members: warps of the CTA that can still arrive
    input  wire [  WPS-1:0] live_i,
    // outcome
    output wire             refused_o,
    output wire             clash_o,          // so if active, whatever asks
    output reg  [      3:0] status_o,         // low bits of the code
    output wire             ends_o,           // it is complete or broken
    output wire             would_o,          // ... if what arrives is not refused
    output wire             full_o,           // it is complete, as would_o
    output wire             broken_o,
    output wire             would_break_o,    // ... if what arrives is not refused
    output wire [  WPS-1:0] arr_o,
    output reg  [ACC_W-1:0] acc_o
);
  `include "ws_ops.vh"
  `include "bar/ws_bar_fn.vh"

  function [5:0] count(input [WPS-1:0] set);
    reg [31:0] x;
    integer n;
    begin
      x = 32'd0;
      x[WPS-1:0] = set;
      count = {3'd0, count4(x[3:0])};
      for (n = 4; n < WPS; n = n + 4) count = count + {3'd0, count4(x[n+:4])};
    end
  endfunction

  function below(input [5:0] a, input [5:0] b);  // a < b, without a carry chain
    integer n;
    begin
      below = 1'b0;
      for (n = 0; n < 6; n = n + 1) below = (!a[n] && b[n]) || (a[n] == b[n] && below);
    end
  endfunction

  // 1. May it arrive?
  wire mismatch = exp_i != ask_want_i;
  wire again = |(arr_i & ask_warp_i);
  wire bad = ask_bad_id_i || ask_bad_count_i;

  always @(*)
    if (ask_bad_id_i) status_o = WS_ST_BAR_BAD_ID[3:0];
    else if (ask_bad_count_i) status_o = WS_ST_BAR_BAD_COUNT[3:0];
    else if (mismatch) status_o = WS_ST_BAR_COUNT_MISMATCH[3:0];
    else if (mix_i) status_o = WS_ST_BAR_KIND_MIX[3:0];
    else status_o = WS_ST_BAR_DUP_ARRIVE[3:0];

  assign clash_o = mismatch || mix_i || again;
  assign refused_o = ask_valid_i && (bad || (act_i && clash_o));

  // 2. Is it complete, is it broken? Never both. An arrival that is not refused awaits as many warps as those before it.
  reg [5:0] want;

  always @(*) begin
    want = 6'd0;
    want[CNT_W-1:0] = ask_valid_i ? ask_want_i : exp_i;
  end

  wire all = all_i || (ask_valid_i && ask_all_i);
  wire full = count(arr_o) == want || (all && (live_i & ~arr_o) == {WPS{1'b0}});
  wire short = !all && below(count(arr_o | live_i), want);

  assign arr_o = (act_i ? arr_i : {WPS{1'b0}}) | ask_warp_i;
  assign full_o = (act_i || ask_valid_i) && full;
  assign would_o = full_o || would_break_o;
  assign ends_o = would_o && !refused_o;
  assign would_break_o = (act_i || ask_valid_i) && short;
  assign broken_o = would_break_o && !refused_o;

  always @(*) begin
    acc_o = {ACC_W{1'b0}};
    if (ask_valid_i) acc_o[SUM_W-1:0] = ask_sum_i;
    acc_o = acc_o + acc_i;
  end
endmodule
`default_nettype wire
