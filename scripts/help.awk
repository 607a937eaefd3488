# SPDX-License-Identifier: Apache-2.0
# What make help prints: a line a verb, in the order of the Makefile, from "verb: ## text [options]", and a heading from "##@ heading".
# With verbs="sim test" only these, with their options; PARAMETERS among them is the Makefile's list of that name. `words` has seen that each is a verb. No line has more than 100 characters.
function show(verb, text,    at) {
    while (length(text) > 81) {
        for (at = 81; at > 1 && substr(text, at, 1) != " "; at--)
            ;
        printf "  %-15s  %s\n", verb, substr(text, 1, at - 1)
        text = substr(text, at + 1)
        verb = ""
    }
    printf "  %-15s  %s\n", verb, text
}

BEGIN { n = split(verbs, list, " "); for (i = 1; i <= n; i++) wanted[list[i]] = 1 }
/^PARAMETERS = / { parameters = substr($0, 14) }
/^##@ / && !n { printf "%s%s\n", headings++ ? "\n" : "", substr($0, 5) }
/^[a-z-]+: ## / {
    verb = substr($0, 1, index($0, ":") - 1)
    text = substr($0, index($0, "## ") + 3)
    options = ""
    if (match(text, /:? \[/)) {
        options = substr(text, RSTART + RLENGTH)
        text = substr(text, 1, RSTART - 1)
        sub(/\]([^\]]*)$/, "", options)
    }
    if (n && !(verb in wanted))
        next
    show("make " verb, text)
    sub(/PARAMETERS/, parameters, options)
    if (n && options)
        show("", options)
}
