# SPDX-License-Identifier: Apache-2.0
"""results.xml: JUnit XML as CI systems read it. A suite for each build, a case for each seed; whatever is not a pass is a failure or
an error, a job that did not run too."""
from junitparser import Error, Failure, JUnitXml, TestCase, TestSuite


def clean(text):
    """Without the characters that XML cannot hold."""
    return "".join(c if c in "\t\n\r" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c >= "\U00010000" else "?" for c in text)


def write(run, path):
    suites = {}
    for result in run["results"]:
        suites.setdefault(result["build"] or result["kind"], []).append(result)
    xml = JUnitXml(f"warpsync regression {run['name']}")
    for name, results in suites.items():
        suite = TestSuite(name)
        suite.add_property("base_seed", str(run["base_seed"]))
        for result in results:
            case = TestCase(result["test"] + (f"[seed={result['seed']}]" if result["seed"] else ""), f"warpsync.{name}", result["seconds"])
            if result["state"] != "pass":
                kind = Failure if result["state"] == "fail" else Error
                why = ": ".join(word for word in (result["state"], result["why"] or " ".join(result["signature"][1:])) if word)
                outcome = kind(clean(why), result["state"])
                outcome.text = clean(f"repeat: {result['repeat']}\n\n{result['output'][-20000:]}")
                case.result = [outcome]
            suite.add_testcase(case)
        xml.add_testsuite(suite)
    xml.update_statistics()
    part = path.with_suffix(".part")
    xml.write(str(part), pretty=True)
    part.replace(path)
