// SPDX-License-Identifier: Apache-2.0
// What the rendezvous must know of an operation code. Pure.
//
// legal_o      in the table of built operations; deprecated vote (PTX 9.7.13.8) only under the legacy profile. A family that
//              FAMILIES leaves out has none: its codes are as unknown as those of a unit that does not exist
// immediate_o  never waits here: activemask, deprecated vote and the mbarrier family, whose participants are the issue
// gathers_o    has no membermask, all live lanes of the warp take part: barrier and barrier.cluster
// aligned_o    gathers, and the lanes should come in one request
// reports_o    a group reports members that have exited (CV_EXITED_MEMBER): elect and bar.warp.sync
// unit_o       one bit a unit {bar, mbar, match_any, match_all, redux, shfl, vote}
`default_nettype none
module ws_sync_decode #(
    parameter [7:0] FAMILIES = 8'hff  // as in ws_top
) (
    input  wire [11:0] op_i,
    input  wire        legacy_i,
    output reg         legal_o,
    output wire        immediate_o,
    output wire        gathers_o,
    output wire        aligned_o,
    output wire        reports_o,
    output reg  [ 6:0] unit_o
);
  `include "ws_ops.vh"

  // Unit k is built if bit k is 1.
  localparam [15:0] BUILT = {8'd0, FAMILIES[6:0], 1'b0};
  wire [3:0] unit = BUILT[op_i[11:8]] ? op_i[11:8] : 4'd0;
  wire vote_legacy = op_i[11:2] == WS_OP_VOTE_LEGACY_ALL[11:2];

  assign immediate_o = vote_legacy || op_i == WS_OP_ACTIVEMASK || unit == WS_UNIT_MBAR;
  assign gathers_o   = unit == WS_UNIT_BAR || unit == WS_UNIT_CLUSTER;
  assign aligned_o   = gathers_o && op_i[4];
  assign reports_o   = op_i == WS_OP_ELECT || op_i == WS_OP_BAR_WARP;

  // redux: {NaN, abs, type[1:0], operation[2:0]}
  wire minmax        = op_i[2:0] == 3'd1 || op_i[2:0] == 3'd2;
  wire bitwise       = op_i[2:0] == 3'd3 || op_i[2:0] == 3'd4 || op_i[2:0] == 3'd5;
  reg  redux;

  always @(*)
    case (op_i[4:3])
      2'd0: redux = op_i[7:5] == 3'd0 && (minmax || bitwise || op_i[2:0] == 3'd0);
      2'd1: redux = op_i[7:5] == 3'd0 && (minmax || op_i[2:0] == 3'd0);
      2'd2: redux = !op_i[7] && minmax;
      default: redux = 1'b0;
    endcase

  // vote, elect, activemask, bar.warp: 0 to WS_OP_BAR_WARP, 10. Gates, where a compare would be a carry chain on a long path.
  wire vote = op_i[7:4] == 4'd0 && !(op_i[3] && (op_i[2] || (op_i[1] && op_i[0])));

  // mbarrier: {0, result not wanted or limit given, wait, drop, operation[2:0]}, see scripts/ops.toml
  reg mbar;

  always @(*)
    case (op_i[7:3])
      5'd0: mbar = op_i[2:0] != 3'd7;
      5'd1, 5'd4, 5'd5: mbar = op_i[2] && op_i[2:0] != 3'd7;
      5'd2: mbar = op_i[2:0] <= 3'd4;
      5'd3: mbar = !op_i[2];
      5'd6: mbar = op_i[2:1] == 2'd1;
      default: mbar = 1'b0;
    endcase

  // barrier: {0, aligned, counted, operation[2:0]}, and an arrival without a wait names its count; barrier.cluster:
  // {0, aligned, 0, operation[1:0]}
  wire barrier = op_i[7:5] == 3'd0 && op_i[2:0] <= 3'd4 && (op_i[3] || op_i[2:0] != 3'd1);
  wire cluster = op_i[7:5] == 3'd0 && op_i[3:2] == 2'd0 && op_i[1:0] != 2'd3;

  always @(*)
    case (unit)
      WS_UNIT_SHFL: begin
        legal_o = op_i[7:2] == 6'd0;
        unit_o  = 7'b0000010;
      end
      WS_UNIT_VOTE: begin
        legal_o = vote_legacy ? legacy_i : vote;
        unit_o  = 7'b0000001;
      end
      WS_UNIT_MATCH: begin
        legal_o = op_i[7:2] == 6'd0;
        unit_o  = op_i[0] ? 7'b0001000 : 7'b0010000;
      end
      WS_UNIT_REDUX: begin
        legal_o = redux;
        unit_o  = 7'b0000100;
      end
      WS_UNIT_MBAR: begin
        legal_o = mbar;
        unit_o  = 7'b0100000;
      end
      WS_UNIT_BAR: begin
        legal_o = barrier;
        unit_o  = 7'b1000000;
      end
      WS_UNIT_CLUSTER: begin
        legal_o = cluster;
        unit_o  = 7'b1000000;
      end
      default: begin
        legal_o = 1'b0;
        unit_o  = 7'b0000001;  // for its poison
      end
    endcase
endmodule
`default_nettype wire
