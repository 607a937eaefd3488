// SPDX-License-Identifier: Apache-2.0
// Parameters of ws_bus that ws_top does not have, outside their range: elaboration stops at an instance of a module that
// does not exist and says why by its name. Include inside ws_bus.
generate
  if (FIFO_DEPTH != 2 && FIFO_DEPTH != 4 && FIFO_DEPTH != 8 && FIFO_DEPTH != 16 && FIFO_DEPTH != 32 && FIFO_DEPTH != 64) begin : bad_fifo
    ws_bus_FIFO_DEPTH_must_be_a_power_of_two_from_2_to_64 illegal ();
  end
  if (GMEM_BYTES < 256 || GMEM_BYTES > 65536 || GMEM_BYTES != 1 << $clog2(GMEM_BYTES)) begin : bad_gmem
    ws_bus_GMEM_BYTES_must_be_a_power_of_two_from_256_to_65536 illegal ();
  end
  if (TICK_DIV < 1 || TICK_DIV > 65535) begin : bad_tick_div
    ws_bus_TICK_DIV_must_be_1_to_65535 illegal ();
  end
  if (COUNTERS != 0 && COUNTERS != 1) begin : bad_counters
    ws_bus_COUNTERS_must_be_0_or_1 illegal ();
  end
endgenerate
