// SPDX-License-Identifier: Apache-2.0
// What an arrival makes of a named barrier, or an examination after an exit, which is the same without ask_valid_i. Pure;
// C twin ws_bar_next. The only place where warps are counted.
//
// A barrier is complete (done_o) when as many warps have arrived as it awaits, or, if one of them named no count, when
// every member has; it is broken if it can become complete no more. Then it is inactive. All else of a record means
// nothing while it is inactive. With an error, status_o, the record is unchanged, and neither done_o nor broken_o is set.
`default_nettype none
module ws_bar_next #(
    parameter WPS   = 4,               // warps of the CTA
    parameter ACC_W = 11,              // bits of the reduction, 6 or more
    parameter CNT_W = $clog2(WPS) + 1  // derived, not to be set
) (
    // barrier
    input  wire             act_i,
    input  wire [      1:0] kind_i,       // 0 sync and arrive, 1 red.popc, 2 red.and, 3 red.or
    input  wire [CNT_W-1:0] exp_i,        // warps awaited
    input  wire             all_i,        // a warp named no count
    input  wire [  WPS-1:0] arr_i,        // warps that have arrived
    input  wire [ACC_W-1:0] acc_i,        // reduction so far
    // arrival, as ws_bar_ask says it
    input  wire             ask_valid_i,
    input  wire [  WPS-1:0] ask_warp_i,   // one-hot
    input  wire [      1:0] ask_kind_i,
    input  wire             ask_all_i,
    input  wire [CNT_W-1:0] ask_want_i,
    input  wire             ask_bad_id_i,
    input  wire             ask_bad_count_i,
    input  wire [ACC_W-1:0] ask_val_i,
    // members: warps of the CTA that can still arrive
    input  wire [  WPS-1:0] live_i,
    // outcome
    output reg  [      3:0] status_o,     // low bits of the code
    output wire             done_o,
    output wire             broken_o,
    output wire             act_o,
    output wire [      1:0] kind_o,
    output wire [CNT_W-1:0] exp_o,
    output wire             all_o,
    output wire [  WPS-1:0] arr_o,
    output reg  [ACC_W-1:0] acc_o
);
  `include "ws_ops.vh"

  // 1. May it arrive?
  always @(*)
    if (!ask_valid_i) status_o = 4'd0;
    else if (ask_bad_id_i) status_o = WS_ST_BAR_BAD_ID[3:0];
    else if (ask_bad_count_i) status_o = WS_ST_BAR_BAD_COUNT[3:0];
    else if (act_i && exp_i != ask_want_i) status_o = WS_ST_BAR_COUNT_MISMATCH[3:0];
    else if (act_i && kind_i != ask_kind_i) status_o = WS_ST_BAR_KIND_MIX[3:0];
    else if (act_i && |(arr_i & ask_warp_i)) status_o = WS_ST_BAR_DUP_ARRIVE[3:0];
    else status_o = 4'd0;

  wire refused = status_o != 4'd0;
  wire joins = ask_valid_i && !refused;
  wire opens = joins && !act_i;

  // 2. The barrier with it.
  wire             act = act_i || joins;
  wire [ACC_W-1:0] acc = opens ? {{ACC_W - 1{1'b0}}, ask_kind_i == 2'd2} : acc_i;

  assign kind_o = opens ? ask_kind_i : kind_i;
  assign exp_o = opens ? ask_want_i : exp_i;
  assign all_o = (all_i && !opens) || (joins && ask_all_i);
  assign arr_o = (opens ? {WPS{1'b0}} : arr_i) | (joins ? ask_warp_i : {WPS{1'b0}});

  always @(*) begin
    acc_o = acc;
    if (joins)
      case (ask_kind_i)
        2'd1: acc_o = acc + ask_val_i;
        2'd2: acc_o = acc & ask_val_i;
        2'd3: acc_o = acc | ask_val_i;
        default: acc_o = acc;
      endcase
  end

  // 3. Complete? Can it become so?
  function [CNT_W-1:0] count(input [WPS-1:0] set);
    integer n;
    begin
      count = {CNT_W{1'b0}};
      for (n = 0; n < WPS; n = n + 1) count = count + {{CNT_W - 1{1'b0}}, set[n]};
    end
  endfunction

  assign done_o = act && !refused && (count(arr_o) == exp_o || (all_o && (live_i & ~arr_o) == {WPS{1'b0}}));
  assign broken_o = act && !refused && !done_o && !all_o && count(arr_o | live_i) < exp_o;
  assign act_o = act && !done_o && !broken_o;
endmodule
`default_nettype wire
