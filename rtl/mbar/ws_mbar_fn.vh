// SPDX-License-Identifier: Apache-2.0
// Short statuses of mbarrier. Include inside a module, behind ws_ops.vh.

// Of the codes of ws_mbar_lane.vh: an error, nothing else that the lane asks for counts.
function is_early(input [2:0] code);
  is_early = !code[2] && code != 3'd0;
endfunction

// A short status has 5 bits: 0 OK, 1 AT_MISALIGNED, 2 AT_BAD_SPACE, else the low 5 bits of an MB_* code, 0x28 to 0x3a.
function [4:0] short_status(input [9:0] status);
  short_status = status == WS_ST_AT_MISALIGNED ? 5'd1 : status == WS_ST_AT_BAD_SPACE ? 5'd2 : status[4:0];
endfunction
function is_undefined(input [4:0] short);  // severity U
  case (short)
    WS_ST_MB_REINIT[4:0], WS_ST_MB_BAD_PARITY[4:0], WS_ST_MB_MISSING_WAIT[4:0], WS_ST_MB_TOKEN_NOT_NOCOMPLETE[4:0],
    WS_ST_MB_BAD_TOKEN[4:0]:
    is_undefined = 1'b1;
    default: is_undefined = 1'b0;
  endcase
endfunction
function is_error(input [4:0] short);
  is_error = short != 5'd0 && !is_undefined(short);
endfunction
function [9:0] long_status(input [4:0] short);
  case (short)
    5'd0: long_status = WS_ST_OK;
    5'd1: long_status = WS_ST_AT_MISALIGNED;
    5'd2: long_status = WS_ST_AT_BAD_SPACE;
    default: long_status = {is_undefined(short) ? WS_ST_MB_REINIT[9:8] : WS_ST_MB_NOT_INIT[9:8], WS_ST_MB_NOT_INIT[7:5], short};
  endcase
endfunction
