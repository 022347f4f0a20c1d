#!/bin/sh
# Make targets one after the other, also after one that failed, and say in the end how each of them went.
#     tools/phases.sh MAKE TARGET ...
make=$1
shift
said="" passed=0 failed=0
for phase; do
    begun=$(date +%s)
    if "$make" --no-print-directory "$phase"; then
        how=passed passed=$((passed + 1))
    else
        how=FAILED failed=$((failed + 1))
    fi
    said="$said$phase: $how, $(($(date +%s) - begun)) s
"
done
printf '\n%sphases: %d passed, %d failed\n' "$said" "$passed" "$failed"
[ "$failed" = 0 ]
