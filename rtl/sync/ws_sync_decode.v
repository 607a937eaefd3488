// SPDX-License-Identifier: Apache-2.0
// What the rendezvous must know of an operation code. Pure.
//
// legal_o      in the table of built operations; deprecated vote (PTX 9.7.13.8) only under the legacy profile
// immediate_o  never waits: activemask and deprecated vote, whose participants are the issue itself
// reports_o    a group reports members that have exited (CV_EXITED_MEMBER): elect and bar.warp.sync
// unit_o       one bit a unit {match_any, match_all, redux, shfl, vote}; what is not legal goes to vote, for its poison
`default_nettype none
module ws_sync_decode (
    input  wire [11:0] op_i,
    input  wire        legacy_i,
    output reg         legal_o,
    output wire        immediate_o,
    output wire        reports_o,
    output reg  [ 4:0] unit_o
);
  `include "ws_ops.vh"

  wire vote_legacy = op_i[11:2] == WS_OP_VOTE_LEGACY_ALL[11:2];

  assign immediate_o = vote_legacy || op_i == WS_OP_ACTIVEMASK;
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

  always @(*)
    case (op_i[11:8])
      WS_UNIT_SHFL: begin
        legal_o = op_i[7:2] == 6'd0;
        unit_o  = 5'b00010;
      end
      WS_UNIT_VOTE: begin
        legal_o = vote_legacy ? legacy_i : op_i[7:0] <= WS_OP_BAR_WARP[7:0];
        unit_o  = 5'b00001;
      end
      WS_UNIT_MATCH: begin
        legal_o = op_i[7:2] == 6'd0;
        unit_o  = op_i[0] ? 5'b01000 : 5'b10000;
      end
      WS_UNIT_REDUX: begin
        legal_o = redux;
        unit_o  = 5'b00100;
      end
      default: begin
        legal_o = 1'b0;
        unit_o  = 5'b00001;
      end
    endcase
endmodule
`default_nettype wire
