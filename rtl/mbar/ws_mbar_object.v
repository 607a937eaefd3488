// SPDX-License-Identifier: Apache-2.0
// The object of the job that is in `sum` in the next clock, {vld, word}. Pure. Memory answers late, and so does what `sum` makes of an object, above all
// whether its phase ends: they are joined last.
`default_nettype none
module ws_mbar_object (
    // whose it is: as in ws_mbar_from.v
    input  wire        sum_valid_i,
    input  wire        sum_pass_i,
    input  wire        at_sum_i,
    input  wire        put_valid_i,
    input  wire        put_pass_i,
    input  wire        put_straight_i,
    input  wire        at_put_i,
    input  wire        spare_i,
    input  wire        over_i,
    input  wire        back_valid_i,
    input  wire        wrote_i,
    // what each has
    input  wire        counts_i,        // `sum` counts,
    input  wire        inc_i,           // ... but raises what is pending: so no phase ends
    input  wire [ 2:0] ends_i,          // its phase may end: as in ws_mbar_next.v
    input  wire [64:0] sum_i,           // the object if it does not
    input  wire [64:0] put_i,
    input  wire [64:0] memory_i,
    input  wire [64:0] other_i,
    output wire        anew_o,          // the job in `sum` stays, and takes what put makes of its object
    output wire [64:0] object_o
);
  wire by_sum, by_put, by_memory, by_other, by_end;

  ws_mbar_from from (
      .sum_valid_i   (sum_valid_i),
      .sum_pass_i    (sum_pass_i),
      .at_sum_i      (at_sum_i),
      .put_valid_i   (put_valid_i),
      .put_pass_i    (put_pass_i),
      .put_straight_i(put_straight_i),
      .at_put_i      (at_put_i),
      .spare_i       (spare_i),
      .over_i        (over_i),
      .back_valid_i  (back_valid_i),
      .wrote_i       (wrote_i),
      .anew_o        (anew_o),
      .sum_o         (by_sum),
      .put_o         (by_put),
      .fresh_o       (by_memory),
      .other_o       (by_other)
  );
  ws_mbar_end ends (
      .counts_i(counts_i),
      .inc_i   (inc_i),
      .by_sum_i(by_sum),
      .ends_i  (ends_i),
      .end_o   (by_end)
  );

  wire [64:0] early = ({65{by_put}} & put_i) | ({65{by_other}} & other_i);
  wire [64:0] still = early | ({65{by_memory}} & memory_i) | ({65{by_sum}} & sum_i);

  // A phase that ends turns the phase bit, P is X, and T 0; the rest is the same.
  ws_late #(
      .W(42)
  ) late (
      .late_i(by_end),
      .yes_i ({!sum_i[63], sum_i[20:1], 21'd0}),
      .no_i  (still[63:22]),
      .word_o(object_o[63:22])
  );
  assign {object_o[64], object_o[21:0]} = {still[64], still[21:0]};
endmodule
`default_nettype wire
