#!/bin/sh
# Make targets one after the other, also after one that failed, and say in the end how each of them went.
# Two in one argument are made side by side. After UNTIL, a time in seconds since 1970, none is begun any more.
#     [UNTIL=SECONDS] tools/phases.sh MAKE "TARGET TARGET" TARGET ...
make=$1
shift
said="" passed=0 failed=0
for phase; do
    begun=$(date +%s)
    if [ "$begun" -ge "${UNTIL:-$((begun + 1))}" ]; then
        said="$said$phase: LEFT OUT, too late
"
        continue
    fi
    if "$make" --no-print-directory --jobs=2 --output-sync=target $phase; then
        how=passed passed=$((passed + 1))
    else
        how=FAILED failed=$((failed + 1))
    fi
    said="$said$phase: $how, $(($(date +%s) - begun)) s
"
done
printf '\n%sphases: %d passed, %d failed\n' "$said" "$passed" "$failed"
[ "$failed" = 0 ]
