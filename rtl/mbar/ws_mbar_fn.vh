// SPDX-License-Identifier: Apache-2.0
// Short statuses of mbarrier. Include inside a module, behind ws_ops.vh.

// Of the codes of ws_mbar_lane.vh: an error, nothing else that the lane asks for counts.
function is_early(input [2:0] code);
  is_early = !code[2] && code != 3'd0;
endfunction

// What a piece with this code and owner is: {pass, remote, copy, tries, defers}
//   pass    touches no memory of this CTA         remote  of another CTA's object
//   copy    goes to the copies                    tries   may have to wait          defers  may hand arrives to the copies
function [4:0] piece_is(input [7:0] fn, input [2:0] code, input [3:0] owner);
  reg fine, remote, copy;
  begin
    fine = !is_early(code);
    copy = mbar_is_copy(fn) && fine;
    remote = owner != 4'd0 && fine && !mbar_is_copy(fn) && !mbar_is_pending_count(fn);
    piece_is = {!fine || remote || copy || mbar_is_pending_count(fn), remote, copy, mbar_is_try_wait(fn) && fine, mbar_is_cp_arrive(fn) && fine};
  end
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
// Of the flaws of ws_mbar_next: the status of the first, shortened; 0 if there is none.
function [4:0] flaw_short(input [5:0] flaws);
  if (flaws[0]) flaw_short = WS_ST_MB_PENDING_UNDERFLOW[4:0];
  else if (flaws[1]) flaw_short = WS_ST_MB_PENDING_OVERFLOW[4:0];
  else if (flaws[2]) flaw_short = WS_ST_MB_EXPECT_UNDERFLOW[4:0];
  else if (flaws[3]) flaw_short = WS_ST_MB_TX_OVERFLOW[4:0];
  else if (flaws[4]) flaw_short = WS_ST_MB_TX_UNDERFLOW[4:0];
  else if (flaws[5]) flaw_short = WS_ST_MB_NOCOMPLETE_VIOLATION[4:0];
  else flaw_short = 5'd0;
endfunction
// What a job does, one bit each: {counts, begins, pass, init, inval, waits, check, off, try, tx, inc, drop, nc, arrive}.
//   counts  is none of the six from pass on   begins  is init in range
//   pass  touches no memory        check  looks whether there is an object, no more       off   its count is out of range
//   try   waits, with a limit above 0        tx   counts transactions alone               inc   raises what is pending
//   nc    must not complete the phase        arrive   an arrive-on
// What comes of the lanes of a job, from ws_mbar_sum: {suspend, p, write, arrive, error, short[4:0], apart, flaws[5:0], flip, vld, still[63:0]}.
