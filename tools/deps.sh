#!/bin/sh
# deps.sh PACKAGE...: installs missing Debian packages, or prints their names and fails if it lacks the permission.
set -eu
missing=
for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
# Those of another architecture: dpkg has to know it before it can install them.
foreign=$(printf '%s\n' $missing | sed -n 's/.*://p' | sort -u)
for known in $(dpkg --print-architecture) $(dpkg --print-foreign-architectures); do
    foreign=$(printf '%s\n' $foreign | grep -vx "$known" || true)
done
if [ "$(id -u)" = 0 ]; then
    run=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    run=sudo
else
    echo "missing packages:$missing" >&2
    for architecture in $foreign; do
        echo "add the architecture with: dpkg --add-architecture $architecture && apt-get update" >&2
    done
    echo "install them with: apt-get install$missing" >&2
    exit 1
fi
echo "installing:$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for architecture in $foreign; do
    $run dpkg --add-architecture "$architecture"
    $run apt-get update >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
done
install() {
    DEBIAN_FRONTEND=noninteractive $run apt-get install -y --no-install-recommends $missing >"$log" 2>&1
}
# A failure is usually due to an old package list: try with the present list, then with a new one.
install || { $run apt-get update >/dev/null 2>&1 && install; } || { cat "$log" >&2; exit 1; }
