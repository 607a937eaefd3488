// SPDX-License-Identifier: Apache-2.0
// The comparator of the serial line: see serial_bench.h.
#include "serial_cover.h"

#include <inttypes.h>
#include <string.h>

#include "serial_ports.h"

// REST: clocks without any output after which the bridge has nothing more to do. PATIENCE: for one byte or access to go on, under the
// heaviest stalls; a frame that came again is walked through in 64 clocks for each of its writes.
enum { REST = 80, PATIENCE = 6000 };

void serial_stalls(serial_bench *b) {
  static const unsigned some[] = {0, 0, 10, 50, 90};
  for (unsigned k = 0; k < SERIAL_STALLS; k++)
    b->stall[k] = b->no_stalls ? 0 : some[ws_rng_below(&b->noise, 5)];
}

static bool free_now(serial_bench *b, unsigned channel) {
  return !b->stall[channel] || !ws_rng_percent(&b->noise, b->stall[channel]);
}

// --------------------------------------------------------------------------------------------------------- the bus

// The access that the RTL makes is the next one of the model.
static void compare_access(serial_bench *b, bool write, uint32_t addr, uint32_t data) {
  const char *const port = write ? "awaddr" : "araddr";
  if (b->accesses_seen == b->accesses)
    serial_fail(b, "RTL %s 0x%05" PRIx32 ", the model does nothing", write ? "writes" : "reads", addr);
  const serial_access *a = &b->access[b->accesses_seen++];
  if (a->write != write)
    serial_differ(b, &(serial_port){port, addr, a->addr}, 1,
                  write ? "RTL writes, the model reads" : "RTL reads, the model writes");
  serial_port differ[2];
  unsigned n = 0;
  if (a->addr != addr)
    differ[n++] = (serial_port){port, addr, a->addr};
  if (write && a->data != data)
    differ[n++] = (serial_port){"wdata", data, a->data};
  if (n)
    serial_differ(b, differ, n, "RTL and model differ in an access");
}

static void bus_requests(serial_bench *b) {
  const serial_in *in = &b->in;
  const serial_out *out = &b->out;
  if (in->awready && out->awvalid) {
    b->have_aw = true;
    b->awaddr = out->awaddr;
  }
  if (in->wready && out->wvalid) {
    b->have_w = true;
    b->wdata = out->wdata;
    if (out->wstrb != 15)
      serial_fail(b, "WSTRB is %x", (unsigned)out->wstrb);
  }
  if (in->arready && out->arvalid) {
    b->have_ar = true;
    b->araddr = out->araddr;
  }
}

// A response is awaited from its request on until it is there, and at no other time.
static void compare_ready(serial_bench *b) {
  const serial_out *out = &b->out;
  const bool writing = out->awvalid || out->wvalid || b->have_aw || b->have_w, reading = out->arvalid || b->have_ar;
  const serial_port port[] = {{"bready", out->bready, writing}, {"rready", out->rready, reading}};
  if (out->bready != writing || out->rready != reading)
    serial_differ(b, port, 2, "BREADY or RREADY is 0 while an answer is awaited, or 1 while none is");
}

static void bus_responses(serial_bench *b) {
  serial_in *in = &b->in;
  if (in->bvalid && b->out.bready) {
    in->bvalid = b->have_aw = b->have_w = false;
    in->bresp = ws_rng_below(&b->noise, 4); // without valid it means nothing
  }
  if (in->rvalid && b->out.rready) {
    in->rvalid = b->have_ar = false;
    in->rresp = ws_rng_below(&b->noise, 4);
    in->rdata = ws_rng_u32(&b->noise);
  }
  if (b->have_aw && b->have_w && !in->bvalid && free_now(b, SERIAL_B)) {
    compare_access(b, true, b->awaddr, b->wdata);
    in->bvalid = true;
    in->bresp = b->access[b->accesses_seen - 1].resp;
  }
  if (b->have_ar && !in->rvalid && free_now(b, SERIAL_R)) {
    compare_access(b, false, b->araddr, 0);
    in->rvalid = true;
    in->rresp = b->access[b->accesses_seen - 1].resp;
    in->rdata = b->access[b->accesses_seen - 1].data;
  }
  in->awready = !b->have_aw && free_now(b, SERIAL_AW);
  in->wready = !b->have_w && free_now(b, SERIAL_W);
  in->arready = !b->have_ar && free_now(b, SERIAL_AR);
}

// ----------------------------------------------------------------------------------------------------------- a clock

static void compare_byte(serial_bench *b) {
  if (!b->in.tx_ready || !b->out.tx_valid)
    return;
  if (b->sent_seen == b->sent_count)
    serial_fail(b, "RTL sends %02x, the model nothing more", b->out.tx_byte);
  if (b->out.tx_byte != b->sent[b->sent_seen])
    serial_differ(b, &(serial_port){"tx_byte", b->out.tx_byte, b->sent[b->sent_seen]}, 1,
                  "RTL and model differ in a byte of the answer");
  b->sent_seen++;
}

unsigned serial_step(serial_bench *b) {
  const unsigned breaches = b->ops->step(b->rtl, &b->in, &b->out);
  b->cycles++;
  serial_ports_step(b);
  return breaches;
}

void serial_clock(serial_bench *b) {
  const unsigned breaches = serial_step(b);
  if (breaches != b->breaches)
    serial_fail(b, "a checker of the ports found %u breaches of its protocol", breaches);
  if (b->out.uart_tx_ready && !b->out.line)
    serial_fail(b, "the line is low while the sender has nothing to send: the other end takes that for a byte");
  compare_byte(b);
  compare_ready(b);
  if (b->cover)
    serial_cover_clock(b);
  bus_requests(b);
  bus_responses(b);
  b->in.tx_ready = free_now(b, SERIAL_TX);
}

// ------------------------------------------------------------------------------------------------------- the model

static void model_access(serial_bench *b, bool write, uint32_t addr, uint32_t data, unsigned resp) {
  if (b->accesses == SERIAL_QUEUE)
    serial_fail(b, "the queue of accesses is too short for this test");
  b->access[b->accesses++] = (serial_access){write, addr, data, resp};
  if (b->cover)
    serial_cover_access(b, resp);
  if (b->trace)
    fprintf(b->trace, "  %s 0x%05" PRIx32 " 0x%08" PRIx32 " %u\n", write ? "write" : "read ", addr, data, resp);
}

static unsigned model_read(void *user, uint32_t addr, uint32_t *data) {
  serial_bench *b = user;
  const unsigned resp = memory_read(&b->memory, addr, data);
  model_access(b, false, addr, *data, resp);
  return resp;
}

static unsigned model_write(void *user, uint32_t addr, uint32_t data) {
  serial_bench *b = user;
  const unsigned resp = memory_write(&b->memory, addr, data);
  model_access(b, true, addr, data, resp);
  return resp;
}

static void model_put(void *user, uint8_t byte) {
  serial_bench *b = user;
  if (b->sent_count == SERIAL_QUEUE)
    serial_fail(b, "the queue of answers is too short for this test");
  b->sent[b->sent_count++] = byte;
  host_hears(&b->host, byte);
}

// ----------------------------------------------------------------------------------------------------------- bytes

static bool outstanding(const serial_bench *b) {
  return b->accesses_seen < b->accesses || b->sent_seen < b->sent_count || b->in.bvalid || b->in.rvalid;
}

// Until nothing is left to do, and then until the bridge would take a byte, and some clocks more.
static void finish(serial_bench *b) {
  unsigned waited = 0, rest = 0;
  while (outstanding(b) || rest < REST) {
    const unsigned before = b->accesses_seen + b->sent_seen;
    serial_clock(b);
    rest = outstanding(b) ? 0 : rest + 1;
    waited = b->accesses_seen + b->sent_seen != before ? 0 : waited + 1;
    if (waited > PATIENCE)
      serial_fail(b, "the RTL hangs: %u of %u accesses, %u of %u bytes of the answer", b->accesses_seen, b->accesses,
                  b->sent_seen, b->sent_count);
  }
  b->accesses = b->accesses_seen = b->sent_count = b->sent_seen = 0;
  if (b->cover)
    serial_cover_agreed(b);
}

static void rtl_byte(serial_bench *b, uint8_t byte) {
  static const uint8_t nothing[] = {0x7e, 0x7e, 0x7d, 1, 0, 0xff};
  for (unsigned pause = 0; !free_now(b, SERIAL_RX) && pause < SERIAL_GAP / 2; pause++)
    serial_clock(b);
  b->in.rx_valid = true;
  b->in.rx_byte = byte;
  for (unsigned waited = 0;; waited++) {
    const unsigned before = b->accesses_seen + b->sent_seen;
    serial_clock(b);
    if (b->out.rx_ready)
      break;
    if (b->accesses_seen + b->sent_seen != before)
      waited = 0;
    if (waited > PATIENCE)
      serial_fail(b, "the RTL hangs: it takes no byte");
  }
  b->in.rx_valid = false;
  b->in.rx_byte = nothing[ws_rng_below(&b->noise, sizeof nothing)]; // what stands there now means nothing
}

void serial_come(serial_bench *b, const uint8_t bytes[], unsigned count) {
  const ws_serial_io io = {.user = b, .read = model_read, .write = model_write, .put = model_put};
  for (unsigned i = 0; i < count; i++) {
    b->history[b->came++ % SERIAL_HISTORY] = bytes[i];
    if (b->trace)
      fprintf(b->trace, "byte %02x\n", bytes[i]);
    if (b->cover)
      serial_cover_byte(b, bytes[i]);
    ws_serial_byte(&b->model, &io, bytes[i]);
    if (b->cover)
      serial_cover_done(b, bytes[i]);
  }
  for (unsigned i = 0; i < count; i++)
    rtl_byte(b, bytes[i]);
}

void serial_send(serial_bench *b, const uint8_t bytes[], unsigned count) {
  serial_come(b, bytes, count);
  finish(b);
  if (b->out.checked != b->model.checked)
    serial_differ(b, &(serial_port){"checked_o", b->out.checked, b->model.checked}, 1,
                  "RTL and model differ in the mode");
}

unsigned serial_frame(const uint8_t content[], unsigned count, uint32_t wrong, uint8_t line[]) {
  const uint32_t check = ws_serial_crc(0, content, count) ^ wrong;
  unsigned n = 0;
  line[n++] = 0x7e;
  for (unsigned i = 0; i < count + 4; i++) {
    const uint8_t byte = i < count ? content[i] : (uint8_t)(check >> 8 * (i - count));
    const bool escape = byte == 0x7e || byte == 0x7d;
    if (escape)
      line[n++] = 0x7d;
    line[n++] = escape ? byte ^ 0x20 : byte;
  }
  line[n++] = 0x7e;
  return n;
}

void serial_gap(serial_bench *b) {
  for (unsigned i = 0; i < SERIAL_GAP + 4; i++)
    serial_clock(b);
  serial_drop(b);
}

void serial_drop(serial_bench *b) {
  if (b->cover)
    serial_cover_gap(b);
  ws_serial_gap(&b->model);
}

void serial_reset(serial_bench *b) {
  if (b->cover)
    serial_cover_reset(b);
  b->ops->reset(b->rtl);
  ws_serial_init(&b->model);
  b->in = (serial_in){.line = true};
  b->have_aw = b->have_w = b->have_ar = false;
  b->accesses = b->accesses_seen = b->sent_count = b->sent_seen = b->breaches = 0;
  serial_ports_reset(b);
}
