// SPDX-License-Identifier: Apache-2.0
// The head of a result of a beat, as one of its warp (ws_beats.v). Pure.
`default_nettype none
`include "ws_layout.vh"
module ws_beats_head #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter BEAT   = 8,
    parameter IN_WARP_W = LANES == BEAT ? WARP_W : $clog2(WARPS * LANES / BEAT),  // derived, not to be set
    parameter IN_HEAD_W = `WS_HEAD_W - LANES - LANES - WARP_W + BEAT + BEAT + IN_WARP_W  // derived, not to be set
) (
    input  wire [ IN_HEAD_W-1:0] head_i,
    output wire [`WS_HEAD_W-1:0] head_o
);
  localparam BEATS = LANES / BEAT, OP_W = TAG_W + 12;

  generate
    if (BEATS == 1) begin : whole
      assign head_o = head_i;
    end else begin : apart
      wire [9:0] status;
      wire [BEAT-1:0] opnd, lanes;
      wire [OP_W-1:0] op;
      wire [IN_WARP_W-1:0] warp;
      reg [LANES-1:0] all_opnd, all_lanes;
      reg [WARP_W-1:0] warp_of;
      integer k;

      assign {status, opnd, lanes, op, warp} = head_i;
      always @(*) begin
        for (k = 0; k < BEATS; k = k + 1) begin
          all_lanes[k*BEAT+:BEAT] = lanes & {BEAT{warp[$clog2(BEATS)-1:0] == k[$clog2(BEATS)-1:0]}};
          all_opnd[k*BEAT+:BEAT] = opnd & {BEAT{warp[$clog2(BEATS)-1:0] == k[$clog2(BEATS)-1:0]}};
        end
        warp_of = {WARP_W{1'b0}};
        for (k = 0; k < WARP_W; k = k + 1) if (WARPS > 1) warp_of[k] = warp[IN_WARP_W-WARP_W+k];
      end
      assign head_o = {status, all_opnd, all_lanes, op, warp_of};
    end
  endgenerate
endmodule
`default_nettype wire
