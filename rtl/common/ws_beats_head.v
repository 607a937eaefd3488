// SPDX-License-Identifier: Apache-2.0
// The head of a result of a beat, as one of its warp (ws_beats.v). Pure.
`default_nettype none
`include "ws_layout.vh"
module ws_beats_head #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter BEAT   = 8
) (
    input  wire [`WS_BEAT_HEAD_W-1:0] head_i,
    output wire [     `WS_HEAD_W-1:0] head_o
);
  localparam BEATS = LANES / BEAT;

  generate
    if (BEATS == 1) begin : whole
      assign head_o = head_i;
    end else begin : apart
      localparam NTH_W = $clog2(BEATS);
      wire [`WS_BEAT_WARP_W-1:0] warp = head_i[`WS_BEAT_HEAD_WARP];
      wire [BEAT-1:0] lanes = head_i[`WS_BEAT_HEAD_LANES], opnd = head_i[`WS_BEAT_HEAD_OPND];
      wire [LANES-1:0] all_lanes, all_opnd;
      genvar k;

      for (k = 0; k < BEATS; k = k + 1) begin : beat
        wire mine = warp[NTH_W-1:0] == k;
        assign all_lanes[k*BEAT+:BEAT] = lanes & {BEAT{mine}};
        assign all_opnd[k*BEAT+:BEAT] = opnd & {BEAT{mine}};
      end
      if (WARPS > 1) begin : warps
        assign head_o[`WS_HEAD_WARP] = warp[NTH_W+:WARP_W];
      end else begin : one
        assign head_o[`WS_HEAD_WARP] = {WARP_W{1'b0}};
      end
      assign head_o[`WS_HEAD_TAG] = head_i[`WS_BEAT_HEAD_TAG];
      assign head_o[`WS_HEAD_OP] = head_i[`WS_BEAT_HEAD_OP];
      assign head_o[`WS_HEAD_LANES] = all_lanes;
      assign head_o[`WS_HEAD_OPND] = all_opnd;
      assign head_o[`WS_HEAD_STATUS] = head_i[`WS_BEAT_HEAD_STATUS];
    end
  endgenerate
endmodule
`default_nettype wire
