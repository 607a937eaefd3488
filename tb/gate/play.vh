// SPDX-License-Identifier: Apache-2.0
// What fourstate_bus.v and fourstate_serial.v share: a file of ports (+stimulus=FILE) is played cycle by cycle. Include in a module that
// has the clock and the reset of its RTL at clk and rst_n, and the tasks
//   undefined     X at each input that may be without meaning; all_undefined: at all of them
//   released      what passes between the end of the reset and the first cycle of the file
//   inputs        the rest of a line: inputs, and what the outputs have to be; next reads a number into `word`
//   outputs       compares them, each by check
reg clk, rst_n;
reg [8*512-1:0] name;
reg [63:0] word;
reg broken;
integer file, kind, got, cycle, line;

task next;
  begin
    got = $fscanf(file, "%h", word);
    if (got != 1) broken = 1'b1;
  end
endtask

// is, want: from the low end; an X in `is` differs from whatever is wanted.
task check;
  input [8*14-1:0] port;
  input [63:0] is, want;
  if (is !== want) begin
    $display("%0s:%0d: cycle %0d: %0s is undefined or not what the record says", name, line, cycle, port);
    $display("  is     %b\n  record %b", is, want);
    $finish_and_return(1);
  end
endtask

task clock;
  begin
    #1 clk = 1'b1;
    #1 clk = 1'b0;
  end
endtask

initial begin
  clk = 1'b0;
  broken = 1'b0;
  cycle = 0;
  line = 0;
  if (!$value$plusargs("stimulus=%s", name)) name = "";
  file = $fopen(name, "r");
  if (file == 0) begin
    $display("%0s: cannot be read; say +stimulus=FILE", name);
    $finish_and_return(1);
  end
  while (!broken && $fscanf(file, "%d", kind) == 1) begin
    line = line + 1;
    if (kind == 0) begin
      rst_n = 1'b0;
      all_undefined;
      repeat (4) clock;
      rst_n = 1'b1;
      released;
    end else begin
      if (kind != 1) broken = 1'b1;
      undefined;
      inputs;
      #1;
      if (!broken) outputs;
      clock;
      cycle = cycle + 1;
    end
  end
  if (broken || !$feof(file) || cycle == 0) begin
    $display("%0s:%0d: is no record of ports", name, line + !broken);
    $finish_and_return(1);
  end else $display("%0d cycles, nothing undefined", cycle);
  $finish;
end
