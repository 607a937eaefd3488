#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens a report of scripts/regress.py, of jobs of fake_bench.sh, in Chromium, from its file: what a person sees of it, that its buttons do
something, and that the browser complains of nothing. Where there is no Chromium the tests are skipped. Says "N passed, N failed"."""
import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
import traceback

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


def a_failing_report(place, browser):
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


def main():
    browser = next((path for path in map(shutil.which, BROWSERS) if path), None)
    tests = [a_failing_report]
    if not browser:
        print(f"skipped: no {', '.join(BROWSERS)} here\n0 passed, 0 failed, {len(tests)} skipped")
        return 0
    passed = 0
    for test in tests:
        with tempfile.TemporaryDirectory(prefix="ws_report_") as folder:
            try:
                test(base.Place(folder), browser)
                word, passed = "ok", passed + 1
            except Exception:  # pylint: disable=broad-except
                word = "FAIL\n" + traceback.format_exc(limit=-3)
        print(f"{test.__name__}: {word}", flush=True)
    print(f"{passed} passed, {len(tests) - passed} failed")
    return 0 if passed == len(tests) else 1


if __name__ == "__main__":
    sys.exit(main())
