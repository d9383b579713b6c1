#!/bin/sh
# check-style.sh BUILD [FILE...]: clang-format, clang-tidy (.clang-tidy) and the layers of the source, over the files
# given or over all C files of the tree. BUILD has the compile commands. Exits 1 when something is found.
set -u
build=$1
shift
python3 tools/layers.py . || exit 1
[ $# -ne 0 ] || set -- $(git ls-files '*.c' '*.h')
clang-format --dry-run -Werror "$@" || exit 1
# A header is checked by the sources that include it; fuzz/ and bench/ are not in every build.
for file in "$@"; do
    case "$file" in src/*.c | tests/*.c) echo "$file" ;; esac
done | xargs -r -n 8 -P "$(nproc)" clang-tidy --quiet -p "$build" --extra-arg=-Wno-unused-command-line-argument 2>/dev/null
