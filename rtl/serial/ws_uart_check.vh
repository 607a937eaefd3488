// SPDX-License-Identifier: Apache-2.0
// Parameters of the UARTs outside their range: elaboration stops at an instance of a module that does not exist and says why
// by its name. Include behind the parameters, and DIV, the clocks of a bit.
generate
  if (DIV < 8) begin : bad_baud_high
    ws_uart_BAUD_must_be_at_most_CLK_HZ_by_8 illegal ();
  end
  if (DIV > 65535) begin : bad_baud_low
    ws_uart_BAUD_must_be_at_least_CLK_HZ_by_65535 illegal ();
  end
  if ((DIV * BAUD > CLK_HZ ? DIV * BAUD - CLK_HZ : CLK_HZ - DIV * BAUD) > CLK_HZ / 50) begin : bad_baud
    ws_uart_BAUD_must_be_within_2_percent_of_CLK_HZ_by_a_whole_number illegal ();
  end
endgenerate
