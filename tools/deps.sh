#!/bin/sh
# deps.sh PACKAGE...: installs the Debian packages that are missing, or names them when it may not.
set -eu
missing=
for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ]; then
    run=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    run=sudo
else
    echo "missing packages:$missing" >&2
    echo "install them with: apt-get install$missing" >&2
    exit 1
fi
echo "installing:$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    DEBIAN_FRONTEND=noninteractive $run apt-get install -y --no-install-recommends $missing >"$log" 2>&1
}
# An old package list is the usual reason for a failure: try once with what is there, then with a new list.
install || { $run apt-get update >/dev/null 2>&1 && install; } || { cat "$log" >&2; exit 1; }
