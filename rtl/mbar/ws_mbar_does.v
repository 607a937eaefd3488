// SPDX-License-Identifier: Apache-2.0
// What a job does, a bit each, as in ws_mbar_fn.vh, from its operation and its operand. Pure.
`default_nettype none
module ws_mbar_does #(
    parameter STRUCT = 0  // 0: nothing is decoded unless valid_i
) (
    input  wire        valid_i,
    input  wire        pass_i,
    input  wire [ 7:0] fn_i,
    input  wire        deferred_i,  // an arrive that waited for a copy
    input  wire [31:0] x_i,
    output reg  [13:0] does_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"

  wire off = x_i[20] && !mbar_is_wait(fn_i);

  always @(*) begin
    does_o = 14'd0;
    if (valid_i || STRUCT != 0)
      does_o = {
          !pass_i && !mbar_is_init(fn_i) && !mbar_is_inval(fn_i) && !mbar_is_wait(fn_i) && !mbar_is_noinc(fn_i) && !off,
          mbar_is_init(fn_i) && !pass_i && !off,
          pass_i,
          mbar_is_init(fn_i) && !pass_i,
          mbar_is_inval(fn_i) && !pass_i,
          mbar_is_wait(fn_i),
          mbar_is_noinc(fn_i),
          off,
          mbar_is_try_wait(fn_i) && x_i != 32'd0,
          mbar_is_tx(fn_i),
          mbar_is_cp_arrive(fn_i) && !deferred_i,
          mbar_is_drop(fn_i),
          mbar_is_nocomplete(fn_i),
          deferred_i || mbar_is_arrive(fn_i)
      };
  end
  wire unused = &{1'b0, valid_i};
endmodule
`default_nettype wire
