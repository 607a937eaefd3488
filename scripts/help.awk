# SPDX-License-Identifier: Apache-2.0
# What make help prints: a line a verb, in the order of the Makefile, from "verb: ## text [options]". With verbs="sim test" only these,
# with their options. A word that is no verb is an error.
function show(verb, text,    at) {
    while (length(text) > 81) {  # 100 columns
        for (at = 81; at > 1 && substr(text, at, 1) != " "; at--)
            ;
        printf "  %-15s  %s\n", verb, substr(text, 1, at - 1)
        text = substr(text, at + 1)
        verb = ""
    }
    printf "  %-15s  %s\n", verb, text
}

BEGIN { n = split(verbs, list, " "); for (i = 1; i <= n; i++) wanted[list[i]] = 1 }
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
    delete wanted[verb]
    show("make " verb, text)
    if (n && options)
        show("", options)
}
END {
    for (verb in wanted) {
        printf "make: there is no verb %s; make help lists them\n", verb > "/dev/stderr"
        wrong = 1
    }
    exit wrong
}
