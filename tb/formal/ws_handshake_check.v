// SPDX-License-Identifier: Apache-2.0
// Watches one valid/ready channel and reports what breaks its rules. For any bench, also without the rest of this
// tree; plain Verilog-2005, simulates in Verilator (--timing not needed) and in Icarus.
//
// Rules, looked at on each rising edge of clk_i while rst_ni is 1:
//   DROPPED   valid may not fall before the transfer (the edge with valid and ready)
//   CHANGED   the payload holds from valid until the transfer
//   UNKNOWN   valid, and ready while valid, are 0 or 1, never X (seen by 4-state simulators only)
//   WAITED    a transfer takes at most MAX_WAIT clocks without ready; reported once per transfer
// Each breach prints "NAME: RULE ... at time T" and adds one to errors_o. ready may change as it likes.
//
// WIDTH     bits of payload, at least 1; join several fields by concatenation
// MAX_WAIT  longest wait in clocks, 0: any
// NAME      text for the messages
// FATAL     1: $stop at the first breach; the process then ends non-zero in Verilator, and in Icarus under `vvp -N`
`default_nettype none
module ws_handshake_check #(
    parameter WIDTH    = 1,
    parameter MAX_WAIT = 0,
    parameter NAME     = "handshake",
    parameter FATAL    = 0
) (
    input wire             clk_i,
    input wire             rst_ni,
    // the channel
    input wire             valid_i,
    input wire             ready_i,
    input wire [WIDTH-1:0] payload_i,
    // breaches since reset
    output reg [31:0]      errors_o
);
  reg             held_q;  // valid stood without ready at the last edge
  reg [WIDTH-1:0] payload_q;
  reg [31:0]      wait_q;  // clocks that the present transfer has waited
  reg [31:0]      found;   // breaches at this edge

  always @(posedge clk_i) begin
    found = 0;
    if (rst_ni !== 1'b1) begin
      held_q   <= 1'b0;
      wait_q   <= 0;
      errors_o <= 0;
    end else begin
      if ((valid_i ^ valid_i) !== 1'b0 || (valid_i === 1'b1 && (ready_i ^ ready_i) !== 1'b0)) begin
        $display("%0s: UNKNOWN valid=%b ready=%b at time %0t", NAME, valid_i, ready_i, $time);
        found = found + 1;
      end
      if (held_q && valid_i === 1'b0) begin
        $display("%0s: DROPPED valid fell before ready, payload was %h, at time %0t", NAME, payload_q, $time);
        found = found + 1;
      end
      if (held_q && valid_i === 1'b1 && payload_i !== payload_q) begin
        $display("%0s: CHANGED payload from %h to %h before ready at time %0t", NAME, payload_q, payload_i, $time);
        found = found + 1;
      end
      if (MAX_WAIT != 0 && valid_i === 1'b1 && ready_i !== 1'b1 && wait_q == MAX_WAIT) begin
        $display("%0s: WAITED more than %0d clocks for ready at time %0t", NAME, MAX_WAIT, $time);
        found = found + 1;
      end
      held_q    <= valid_i === 1'b1 && ready_i !== 1'b1;
      payload_q <= payload_i;
      wait_q    <= valid_i === 1'b1 && ready_i !== 1'b1 ? wait_q + 1 : 0;
      errors_o  <= errors_o + found;
      if (FATAL != 0 && found != 0) $stop;
    end
  end
endmodule
`default_nettype wire
