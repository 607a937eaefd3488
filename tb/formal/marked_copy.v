// SPDX-License-Identifier: Apache-2.0
// Where one copy, the first one that is marked as it is pushed, stands, for async_copy_props.v and async_props.v: copies are asked for,
// answered and written in the order in which they were pushed, so it is its turn when those ahead of it are through. And how many
// copies wait for what.
`default_nettype none
module marked_copy #(
    parameter COPIES = 2,
    parameter N_W    = $clog2(COPIES + 1) + 1
) (
    input  wire           clk_i, rst_ni,
    input  wire           push_i, mark_i, asked_i, answered_i, written_i,
    output reg  [N_W-1:0] ask_o, rsp_o, wr_o,  // copies to be asked for, to be answered, to be written
    output reg  [    2:0] state_o,             // of the marked one: 0 not pushed, 1 to ask, 2 to be answered, 3 to write, 4 written
    output reg  [N_W-1:0] ahead_o,             // copies before it that wait for the same
    output wire           taken_o,             // it is pushed
    output wire           brought_o,           // its answer comes
    output wire           done_o               // it is written
);
  localparam BEFORE = 0, ASK = 1, ANSWER = 2, WRITE = 3, AFTER = 4;
  assign taken_o = push_i && mark_i && state_o == BEFORE;
  assign brought_o = answered_i && ahead_o == 0 && state_o == ANSWER;
  assign done_o = written_i && ahead_o == 0 && state_o == WRITE;
  always @(posedge clk_i)
    if (!rst_ni) begin
      {ask_o, rsp_o, wr_o} <= 0;
      state_o <= BEFORE;
    end else begin
      ask_o <= ask_o + push_i - asked_i;
      rsp_o <= rsp_o + asked_i - answered_i;
      wr_o <= wr_o + answered_i - written_i;
      case (state_o)
        BEFORE:
        if (taken_o) begin
          state_o <= ASK;
          ahead_o <= ask_o - asked_i;
        end
        ASK:
        if (asked_i) begin
          ahead_o <= ahead_o == 0 ? rsp_o - answered_i : ahead_o - 1;
          if (ahead_o == 0) state_o <= ANSWER;
        end
        ANSWER:
        if (answered_i) begin
          ahead_o <= ahead_o == 0 ? wr_o - written_i : ahead_o - 1;
          if (ahead_o == 0) state_o <= WRITE;
        end
        WRITE:
        if (written_i) begin
          ahead_o <= ahead_o - 1;
          if (ahead_o == 0) state_o <= AFTER;
        end
        default: ;
      endcase
    end
endmodule
`default_nettype wire
