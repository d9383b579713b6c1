#!/usr/bin/env python3
"""packages.py ROOT: builds the Debian packages, checks them with lintian, and tests them installed: in an overlay of the file
system, which dpkg installs them into and which is gone afterwards. Exit code 77: tools or permissions are missing.
SM5_DEBS: a folder with built packages, in place of building them."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1]).resolve()
TOOLS = ("dpkg-buildpackage", "dh", "dh_python3", "lintian", "git", "unshare", "chroot")
# In a mount namespace of its own: lower is /, changes are in memory.
INSTALL = """set -eu
top=$1 root=$2 packages=$3
mount -t tmpfs none "$top"
mkdir "$top/upper" "$top/work" "$top/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$top/upper,workdir=$top/work" "$top/root"
[ -z "$root" ] && exit 0
mount --rbind /proc "$top/root/proc"
mount --rbind /dev "$top/root/dev"
mkdir -p "$top/root/tmp/sm5-packages"
cp "$packages"/*.deb "$top/root/tmp/sm5-packages"
chroot "$top/root" sh -c 'dpkg -i /tmp/sm5-packages/*.deb' >"$top/dpkg.log" 2>&1 || { cat "$top/dpkg.log"; exit 1; }
chroot "$top/root" sh -eu "$root/tests/install/packages.sh" "$root" /tmp/sm5-packages
chroot "$top/root" sh -c 'dpkg --purge $(dpkg-query -W -f "\\${source:Package} \\${Package}\\n" | sed -n "s/^sm5 //p")' >"$top/dpkg.log" 2>&1
[ -z "$(find "$top/upper/usr" -name "*sm5*" -type f -print -quit)" ] || { echo "files are left after a purge"; exit 1; }
"""


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def in_overlay(root, packages):
    with tempfile.TemporaryDirectory(prefix="sm5-root-") as top:
        return subprocess.run(["unshare", "-m", "sh", "-c", INSTALL, "sh", top, root, packages], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)


def main():
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        skip(f"{', '.join(missing)} missing; `make deb` installs what packages need")
    if in_overlay("", "").returncode:
        skip("an overlay of the file system cannot be mounted")
    with tempfile.TemporaryDirectory(prefix="sm5-packages-") as folder:
        packages = os.environ.get("SM5_DEBS")
        if not packages:
            if subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, check=False).returncode:
                skip("not a git checkout")
            subprocess.run([ROOT / "tools" / "deb.sh", folder], check=True)
            packages = f"{folder}/deb"
        result = in_overlay(str(ROOT), packages)
        print(result.stdout)
        return 1 if result.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
