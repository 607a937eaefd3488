// SPDX-License-Identifier: Apache-2.0
// The block itself: identification, reset, launch and exit, settings, counters, captures, memories. See ws_driver.h.
#include "ws_driver.h"

#include <stddef.h>

#include "bus/ws_regs.h"

#define FIELD(word, name) (((word)&WS_##name##_BM) >> WS_##name##_BP)

const char *ws_result_name(int result) {
  switch (result) {
  case WS_OK: return "WS_OK";
  case WS_E_BUS: return "WS_E_BUS";
  case WS_E_ID: return "WS_E_ID";
  case WS_E_MAP: return "WS_E_MAP";
  case WS_E_CAP: return "WS_E_CAP";
  case WS_E_ARG: return "WS_E_ARG";
  case WS_E_BUSY: return "WS_E_BUSY";
  case WS_E_TIMEOUT: return "WS_E_TIMEOUT";
  case WS_E_STATUS: return "WS_E_STATUS";
  case WS_E_STRAY: return "WS_E_STRAY";
  case WS_E_RESET: return "WS_E_RESET";
  default: return "?";
  }
}

int ws_reg_read(ws_dev *dev, uint32_t addr, uint32_t *data) {
  if (!dev->port.read(dev->port.user, addr, data))
    return WS_OK;
  *data = 0;
  dev->last_addr = addr;
  dev->last_write = false;
  return WS_E_BUS;
}

int ws_reg_write(ws_dev *dev, uint32_t addr, uint32_t data) {
  if (!dev->port.write(dev->port.user, addr, data))
    return WS_OK;
  dev->last_addr = addr;
  dev->last_write = true;
  return WS_E_BUS;
}

// Reads several registers; stops at the first that fails.
static int read_words(ws_dev *dev, const uint32_t addr[], uint32_t data[], unsigned n) {
  int r = WS_OK;
  for (unsigned i = 0; i < n && r == WS_OK; i++)
    r = ws_reg_read(dev, addr[i], &data[i]);
  return r;
}

// ------------------------------------------------------------------------------------------------ identification

static bool power_of_two(uint32_t x) { return x && !(x & (x - 1)); }

// Vote is always built, mbarrier goes with memory.
static bool units_make_sense(const ws_caps *c) {
  const bool mbar = FIELD(c->units, CAP_UNITS_MBAR);
  const bool memory = c->smem_bytes >= 1024 && c->smem_bytes <= WS_REG_SMEM_BYTES && c->gmem_bytes &&
                      c->gmem_bytes <= WS_REG_GMEM_BYTES;
  return FIELD(c->units, CAP_UNITS_VOTE) && (mbar ? memory : !c->smem_bytes && !c->gmem_bytes);
}

static bool caps_make_sense(const ws_caps *c) {
  return power_of_two(c->lanes) && c->lanes >= 4 && c->lanes <= WS_JOB_LANES && power_of_two(c->warps) &&
         c->warps <= 32 && power_of_two(c->slots) && c->slots <= c->warps && c->fifo >= 1 && c->tick_ns >= 1 &&
         units_make_sense(c);
}

int ws_open(ws_dev *dev, const ws_port *port) {
  static const uint32_t addr[] = {WS_REG_VERSION,   WS_REG_MAP,     WS_REG_BUILD,   WS_REG_CAP_SIZE,
                                  WS_REG_CAP_UNITS, WS_REG_CAP_MEM, WS_REG_CAP_TICK};
  enum { VERSION, MAP, BUILD, SIZE, UNITS, MEM, TICK, WORDS };
  uint32_t id, w[WORDS];

  *dev = (ws_dev){.port = *port, .patience = WS_PATIENCE};
  int r = ws_reg_read(dev, WS_REG_ID, &id);
  if (r)
    return r;
  if (id != WS_ID_RESET)
    return WS_E_ID;
  r = read_words(dev, addr, w, WORDS);
  if (r)
    return r;
  ws_caps *c = &dev->caps;
  c->version = w[VERSION];
  c->map = w[MAP];
  c->build = w[BUILD];
  if (c->map != WS_BUS_MAP)
    return WS_E_MAP;
  c->lanes = FIELD(w[SIZE], CAP_SIZE_LANES);
  c->warps = FIELD(w[SIZE], CAP_SIZE_WARPS);
  c->slots = FIELD(w[SIZE], CAP_SIZE_SLOTS);
  c->fifo = FIELD(w[SIZE], CAP_SIZE_FIFO);
  c->units = w[UNITS];
  c->smem_bytes = FIELD(w[MEM], CAP_MEM_SMEM) * 1024;
  c->gmem_bytes = FIELD(w[MEM], CAP_MEM_GMEM) * 256;
  c->waiters = FIELD(w[MEM], CAP_MEM_WAITERS);
  c->copies = FIELD(w[MEM], CAP_MEM_COPIES);
  c->tick_ns = FIELD(w[TICK], CAP_TICK_TICK_NS);
  return caps_make_sense(c) ? WS_OK : WS_E_CAP;
}

int ws_reset(ws_dev *dev) {
  uint32_t ctrl = WS_CTRL_RESET_BM;
  int r = ws_reg_write(dev, WS_REG_CTRL, ctrl);
  for (uint32_t i = 0; r == WS_OK && (ctrl & WS_CTRL_RESET_BM); i++)
    r = i < dev->patience ? ws_reg_read(dev, WS_REG_CTRL, &ctrl) : WS_E_TIMEOUT;
  if (r)
    return r;
  for (ws_job *job = dev->flight; job; job = job->next) {
    job->flying = false;
    job->dropped = true;
  }
  dev->flight = NULL;
  dev->in_flight = 0;
  dev->irq_on = dev->torn = false;
  return WS_OK;
}

// ------------------------------------------------------------------------------------------------------ warps

static bool lanes_exist(const ws_dev *dev, uint32_t lanes) {
  return dev->caps.lanes == WS_JOB_LANES || !(lanes >> dev->caps.lanes);
}

int ws_launch(ws_dev *dev, unsigned warp, uint32_t lanes, unsigned warps) {
  if (warp >= dev->caps.warps || warps > dev->caps.warps / dev->caps.slots || !lanes_exist(dev, lanes))
    return WS_E_ARG;
  int r = ws_reg_write(dev, WS_REG_LAUNCH_LANES, lanes);
  return r ? r : ws_reg_write(dev, WS_REG_LAUNCH, warp | warps << WS_LAUNCH_WARPS_BP);
}

int ws_exit(ws_dev *dev, unsigned warp, uint32_t lanes) {
  if (warp >= dev->caps.warps || !lanes_exist(dev, lanes))
    return WS_E_ARG;
  int r = ws_reg_write(dev, WS_REG_EXIT_LANES, lanes);
  return r ? r : ws_reg_write(dev, WS_REG_EXIT, warp);
}

int ws_warp_state(ws_dev *dev, unsigned warp, uint32_t *live, uint32_t *waiting) {
  if (warp >= dev->caps.warps)
    return WS_E_ARG;
  int r = ws_reg_read(dev, WS_REG_LIVE(warp), live);
  return r ? r : ws_reg_read(dev, WS_REG_WAIT(warp), waiting);
}

// ------------------------------------------------------------------------------------------------ settings, counters

int ws_settings_get(ws_dev *dev, ws_settings *s) {
  static const uint32_t addr[] = {WS_REG_CTRL, WS_REG_WATCHDOG, WS_REG_TRYWAIT, WS_REG_TICK_DIV};
  uint32_t w[4];
  int r = read_words(dev, addr, w, 4);
  if (r == WS_OK)
    *s = (ws_settings){FIELD(w[0], CTRL_LEGACY) != 0, w[1], w[2], w[3]};
  return r;
}

int ws_settings_put(ws_dev *dev, const ws_settings *s) {
  bool watchdog = FIELD(dev->caps.units, CAP_UNITS_WATCHDOG);
  if (s->watchdog > 32767 || (s->watchdog && !watchdog) || s->trywait > WS_TRYWAIT_TICKS_BM ||
      s->tick_div > WS_TICK_DIV_CLOCKS_BM)
    return WS_E_ARG;
  int r = ws_reg_write(dev, WS_REG_CTRL, s->legacy ? WS_CTRL_LEGACY_BM : 0);
  r = r ? r : ws_reg_write(dev, WS_REG_WATCHDOG, s->watchdog);
  r = r ? r : ws_reg_write(dev, WS_REG_TRYWAIT, s->trywait);
  return r ? r : ws_reg_write(dev, WS_REG_TICK_DIV, s->tick_div);
}

int ws_counters_get(ws_dev *dev, ws_counters *c) {
  static const uint32_t addr[] = {WS_REG_CNT_CLOCKS_LO,   WS_REG_CNT_CLOCKS_HI,   WS_REG_CNT_REQ_LO,
                                  WS_REG_CNT_REQ_HI,      WS_REG_CNT_CPL_LO,      WS_REG_CNT_CPL_HI,
                                  WS_REG_CNT_ERR_LO,      WS_REG_CNT_ERR_HI,      WS_REG_CNT_REQ_WAIT_LO,
                                  WS_REG_CNT_REQ_WAIT_HI, WS_REG_CNT_CPL_WAIT_LO, WS_REG_CNT_CPL_WAIT_HI};
  uint32_t w[12];
  uint64_t value[6];
  if (!FIELD(dev->caps.units, CAP_UNITS_COUNTERS))
    return WS_E_ARG;
  int r = ws_reg_write(dev, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM);
  r = r ? r : read_words(dev, addr, w, 12);
  if (r)
    return r;
  for (unsigned i = 0; i < 6; i++)
    value[i] = (uint64_t)w[2 * i + 1] << 32 | w[2 * i];
  *c = (ws_counters){value[0], value[1], value[2], value[3], value[4], value[5]};
  return WS_OK;
}

int ws_counters_clear(ws_dev *dev) {
  return FIELD(dev->caps.units, CAP_UNITS_COUNTERS) ? ws_reg_write(dev, WS_REG_CNT_CTRL, WS_CNT_CTRL_CLEAR_BM)
                                                    : WS_E_ARG;
}

// ------------------------------------------------------------------------------------------------------ captures

int ws_first_error_get(ws_dev *dev, ws_first_error *e) {
  static const uint32_t addr[] = {WS_REG_ERR_INFO, WS_REG_ERR_STATUS, WS_REG_ERR_LANES, WS_REG_ERR_OPND};
  uint32_t w[4];
  int r = read_words(dev, addr, w, 4);
  if (r)
    return r;
  *e = (ws_first_error){.valid = FIELD(w[0], ERR_INFO_VALID) != 0,
                        .status = w[1],
                        .op = FIELD(w[0], ERR_INFO_OP),
                        .warp = FIELD(w[0], ERR_INFO_WARP),
                        .cta = FIELD(w[0], ERR_INFO_CTA),
                        .lanes = w[2],
                        .operand = w[3]};
  return WS_OK;
}

int ws_refusal(ws_dev *dev, ws_refused *refused) {
  static const uint32_t addr[] = {WS_REG_BUS_ERR_INFO, WS_REG_BUS_ERR_ADDR};
  uint32_t w[2];
  *refused = (ws_refused){0};
  int r = read_words(dev, addr, w, 2);
  if (r || !FIELD(w[0], BUS_ERR_INFO_VALID))
    return r;
  *refused = (ws_refused){.valid = true,
                          .write = FIELD(w[0], BUS_ERR_INFO_WRITE) != 0,
                          .addr = FIELD(w[1], BUS_ERR_ADDR_ADDR),
                          .kind = FIELD(w[0], BUS_ERR_INFO_KIND)};
  return ws_reg_write(dev, WS_REG_BUS_ERR_INFO, WS_BUS_ERR_INFO_VALID_BM);
}

// ------------------------------------------------------------------------------------------------------ memories

static int memory(ws_dev *dev, uint32_t base, uint32_t bytes, uint32_t addr, uint32_t in[], const uint32_t out[],
                  unsigned words) {
  if (addr % 4 || addr > bytes || words > (bytes - addr) / 4)
    return WS_E_ARG;
  int r = WS_OK;
  for (unsigned i = 0; i < words && r == WS_OK; i++)
    r = in ? ws_reg_read(dev, base + addr + 4 * i, &in[i]) : ws_reg_write(dev, base + addr + 4 * i, out[i]);
  return r;
}

int ws_smem_read(ws_dev *dev, uint32_t addr, uint32_t data[], unsigned words) {
  return memory(dev, WS_REG_SMEM, dev->caps.smem_bytes, addr, data, NULL, words);
}

int ws_smem_write(ws_dev *dev, uint32_t addr, const uint32_t data[], unsigned words) {
  return memory(dev, WS_REG_SMEM, dev->caps.smem_bytes, addr, NULL, data, words);
}

int ws_gmem_read(ws_dev *dev, uint32_t addr, uint32_t data[], unsigned words) {
  return memory(dev, WS_REG_GMEM, dev->caps.gmem_bytes, addr, data, NULL, words);
}

int ws_gmem_write(ws_dev *dev, uint32_t addr, const uint32_t data[], unsigned words) {
  return memory(dev, WS_REG_GMEM, dev->caps.gmem_bytes, addr, NULL, data, words);
}

int ws_engine_tx(ws_dev *dev, uint32_t addr, uint32_t bytes) {
  uint32_t status = WS_STATUS_TX_BUSY_BM;
  int r = FIELD(dev->caps.units, CAP_UNITS_MBAR) ? WS_OK : WS_E_ARG;
  for (uint32_t i = 0; r == WS_OK && (status & WS_STATUS_TX_BUSY_BM); i++)
    r = i < dev->patience ? ws_reg_read(dev, WS_REG_STATUS, &status) : WS_E_TIMEOUT;
  r = r ? r : ws_reg_write(dev, WS_REG_TX_ADDR, addr);
  return r ? r : ws_reg_write(dev, WS_REG_TX_BYTES, bytes);
}
