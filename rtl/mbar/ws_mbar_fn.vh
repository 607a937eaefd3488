// SPDX-License-Identifier: Apache-2.0
// Classes of mbarrier operations by fn, the low byte of the operation code, and short statuses. Include inside a module.
// C twins: mbar_is_* in mbar_unit.h.

function is_init(input [7:0] fn);
  is_init = fn == 8'd0;
endfunction
function is_inval(input [7:0] fn);
  is_inval = fn == 8'd1;
endfunction
function is_tx(input [7:0] fn);  // expect_tx, complete_tx
  is_tx = (fn & 8'h16) == 8'h02;
endfunction
function is_arrive(input [7:0] fn);  // arrive, arrive_drop
  is_arrive = (fn & 8'h14) == 8'h04;
endfunction
function is_expect(input [7:0] fn);  // of the arrives: .expect_tx
  is_expect = (fn & 8'h07) == 8'h05;
endfunction
function is_nocomplete(input [7:0] fn);  // of the arrives: .noComplete
  is_nocomplete = (fn & 8'h07) == 8'h06;
endfunction
function is_wait(input [7:0] fn);  // test_wait, try_wait
  is_wait = (fn & 8'h1c) == 8'h10;
endfunction
function is_try_wait(input [7:0] fn);
  is_try_wait = (fn & 8'h1e) == 8'h12;
endfunction
function is_pending_count(input [7:0] fn);
  is_pending_count = (fn & 8'h1c) == 8'h14;
endfunction
function is_cp_arrive(input [7:0] fn);  // cp.async.mbarrier.arrive
  is_cp_arrive = (fn & 8'h1e) == 8'h18;
endfunction
function is_copy(input [7:0] fn);  // cp.async
  is_copy = (fn & 8'h1e) == 8'h1a;
endfunction
function gives_token(input [7:0] fn);  // arrives whose destination is not the sink
  gives_token = (fn & 8'h34) == 8'h04;
endfunction

// Of the codes of ws_mbar_lane.vh: an error, nothing else that the lane asks for counts.
function is_early(input [2:0] code);
  is_early = !code[2] && code != 3'd0;
endfunction

// A short status has 5 bits: 0 OK, 1 AT_MISALIGNED, 2 AT_BAD_SPACE, else the low 5 bits of an MB_* code, 0x28 to 0x3a.
function [4:0] short_status(input [9:0] status);
  short_status = status == 10'h240 ? 5'd1 : status == 10'h242 ? 5'd2 : status[4:0];
endfunction
function is_undefined(input [4:0] short);  // severity U
  is_undefined = short == 5'h0a || short == 5'h17 || short == 5'h18 || short == 5'h19 || short == 5'h1a;
endfunction
function is_error(input [4:0] short);
  is_error = short != 5'd0 && !is_undefined(short);
endfunction
function [9:0] long_status(input [4:0] short);
  case (short)
    5'd0: long_status = 10'h000;
    5'd1: long_status = 10'h240;
    5'd2: long_status = 10'h242;
    default: long_status = {is_undefined(short) ? 2'd1 : 2'd2, 3'b001, short};
  endcase
endfunction
