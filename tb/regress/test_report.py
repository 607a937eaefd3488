#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of what a person sees of a regression, of jobs of fake_bench.sh: the bar on a terminal, and the report: in its text, and opened from
its file in Chromium, where its buttons have to do something and the browser has to complain of nothing. Without a Chromium that one
is skipped. Says "N passed, N failed"."""
import html
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile

import test_regress as base

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
LIMIT_S = 120
# What a person would do and see, left in the page as JSON.
PERSON = """<script>
window.onload = () => {
  const seen = {}, rows = () => [...document.querySelectorAll("tr[data-test]")].filter(row => row.offsetHeight).map(row => row.dataset.test);
  const box = document.getElementById("filter"), only = document.getElementById("only"), type = text => { box.value = text; box.oninput(); };
  const colour = () => getComputedStyle(document.body).backgroundColor;
  seen.title = document.title;
  seen.lanes = [...document.querySelectorAll("table.lanes tr.differs")].filter(row => row.offsetHeight).map(row => row.innerText);
  seen.wrong = [...document.querySelectorAll("td.wrong")].map(cell => getComputedStyle(cell).color);
  seen.plain = getComputedStyle(document.querySelector("table.lanes td:not(.wrong)")).color;
  seen.links = [...document.querySelectorAll(".links a")].map(link => [link.innerText, link.href]);
  seen.all = rows(); type("bad"); seen.filtered = rows(); type("");
  only.checked = true; only.onchange(); seen.only = rows();
  seen.before = colour(); document.getElementById("theme").click(); seen.after = colour();
  seen.wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const left = document.createElement("pre"); left.id = "person"; left.innerText = JSON.stringify(seen); document.body.append(left);
};
</script>"""


def look(browser, run):
    """What the person saw, and what the browser said."""
    page = run / "looked_at.html"
    page.write_text((run / "index.html").read_text(encoding="utf-8").replace("</body>", PERSON + "</body>"), encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="ws_browser_") as profile:
        done = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", "--window-size=1400,1000",
                               "--enable-logging=stderr", "--virtual-time-budget=5000", "--dump-dom", page.as_uri()],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=LIMIT_S, check=False)
    found = re.search(r'<pre id="person">(.*?)</pre>', done.stdout, re.S)
    base.check(found, f"the page's own script did not end:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return json.loads(html.unescape(found.group(1))), [line for line in done.stderr.splitlines() if "CONSOLE" in line]


def a_browser_opens_the_report(place):
    browser = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if not browser:
        raise base.Skip(f"no {', '.join(BROWSERS)} here")
    _, _, run = place.regress("-i", "good", "bad", "bad_wide", "-s", 1, 2, "--max-waves", 1)
    seen, said = look(browser, run)
    base.equal(said, [], "the browser complains")
    base.said(seen["title"], "failed: warpsync regression")
    base.check(any("0x00000009" in row and "◀" in row for row in seen["lanes"]), f"a lane that differs, with its operand: {seen['lanes']}")
    base.check(seen["wrong"] and set(seen["wrong"]).isdisjoint([seen["plain"]]), "what differs has a colour of its own")
    links = dict(seen["links"])
    for text in ("whole output", "minimal warp script", "waves of the minimal script"):
        base.check(text in links and (run / links[text].rpartition(run.name + "/")[2]).exists(), f"the link {text}: {links}")
    base.equal(sorted(seen["all"]), ["bad", "bad_wide", "good"])
    base.equal(sorted(seen["filtered"]), ["bad", "bad_wide"], "shown with the filter")
    base.equal(sorted(seen["only"]), ["bad", "bad_wide"], "shown of what did not pass")
    base.check(seen["before"] != seen["after"], f"light and dark are {seen['before']} both")
    base.equal(seen["wide"], 0, "pixels beyond the window's edge")


def a_terminal_shows_a_bar(place):
    here, there = pty.openpty()
    process = subprocess.Popen(place.command("-i", "slow", "-r", 8), env=place.environment(TERM="xterm", COLUMNS="120"), stdin=subprocess.DEVNULL,
                               stdout=there, stderr=there)
    os.close(there)
    output = b""
    try:
        while part := os.read(here, 65536):
            output += part
    except OSError:  # of a terminal whose last program has gone
        pass
    os.close(here)
    base.equal(process.wait(base.LIMIT_S), 0)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", output.decode())
    moves = {int(n) for n in re.findall(r"(\d+)/8\b", plain)}
    base.check(len(moves) >= 3 and max(moves) <= 8, f"the bar moves: {sorted(moves)}")
    base.said(plain, "━", "8 passed, 0 failed")
    _, elsewhere, _ = place.regress("-i", "slow", "-r", 2)
    base.check("━" not in elsewhere and "\x1b" not in elsewhere, "elsewhere there is none")


def the_report_shows_operands_by_lane_and_links_the_script(place):
    _, _, run = place.regress("-i", "bad", "-fs", 1)
    page = (run / "index.html").read_text()
    base.said(page, "redux.sync.add.u32 d, &lt;a&gt;, 3;", "minimal warp script", "&lt;script&gt;", '<td class="wrong">0x00000001</td>')
    base.check("// & <script>" not in page, "text of jobs is escaped")
    for link in re.findall(r'href="([^"#]+)"', page):
        base.check(not link.startswith(("/", "http")) and (run / link).exists(), f"link {link}")


# What the benches of the bus and of the serial line printed with a wrong gate: bit 5 of a result, the number of writes left in an answer.

def the_report_shows_a_failure_on_the_bus(place):
    _, output, run = place.regress("-i", "on_bus", "-fs", 1, "--max-waves", 0)
    base.equal(json.loads((run / "summary.json").read_text())["buckets"], [["on_bus", "RTL and model differ", "rdata", 1]])
    base.said(output, "on_bus: RTL and model differ: rdata")
    page = (run / "index.html").read_text()
    base.said(page, '<td class="wrong">0x20189b81</td><td>0x20189ba1</td>', "cycle 1,924", "tag 0, pred 0x00000000:  shfl.sync.up.b32", "<th>addr</th>",
         '<tr class="differs"><td class="num">2 ◀</td><td>0x0000000f</td><td>0x0000000020189ba1</td>', "<pre>access       write 0x00084 REQ_PRED = 0xffffffff\n",
         "not answered read  0x02008 RESULT_D(2)</pre>")


def the_report_shows_a_failure_on_the_serial_line(place):
    _, output, run = place.regress("-i", "on_serial", "-fs", 1, "--max-waves", 0)
    differ = "RTL and model differ in a byte of the answer"
    base.equal(json.loads((run / "summary.json").read_text())["buckets"], [["on_serial", differ, "tx_byte", 1]])
    base.said(output, f"on_serial: {differ}: tx_byte")
    base.said((run / "index.html").read_text(), '<td class="wrong">0xfa</td><td>0xf2</td>', "checked mode", "e0 e6 1b fa 7e\naccess       write 0x00400 = 0x00000000  SLVERR</pre>")


def main():
    tests = [a_terminal_shows_a_bar, the_report_shows_operands_by_lane_and_links_the_script, the_report_shows_a_failure_on_the_bus,
             the_report_shows_a_failure_on_the_serial_line, a_browser_opens_the_report]
    results = [base.one(test) for test in tests]
    for name, word, detail, seconds in results:
        print(f"{name} ({seconds:.1f} s): {word}{detail}")
    words = [word for _, word, *_ in results]
    print(f"{words.count('ok')} passed, {words.count('FAIL')} failed" + (f", {words.count('skipped')} skipped" if "skipped" in words else ""))
    return 1 if "FAIL" in words else 0


if __name__ == "__main__":
    sys.exit(main())
