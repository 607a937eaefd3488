// SPDX-License-Identifier: Apache-2.0
// What the self-tests of the checkers have in common: clock, reset, the reports of the checker under test (errors) and how many
// there have to be. Include inside the module, which ends with `failures`. FOUR_STATE: the simulator knows X. +fatal: a second
// checker on the same signals, which is in reset without it, has to end the run at the first breach.
reg clk = 1'b0, rst_n = 1'b0, fatal;
wire [31:0] errors, unused_errors;
integer failures = 0, step;

initial fatal = $test$plusargs("fatal") != 0;
always #5 clk = !clk;

task expect_errors(input [31:0] count, input [48*8-1:0] what);
  if (errors !== count) begin
    $display("FAIL %0s: %0d reports, expected %0d", what, errors, count);
    failures = failures + 1;
  end else $display("ok   %0s", what);
endtask
