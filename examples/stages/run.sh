#!/bin/sh
# run.sh SM5: a vertex shader that pulls its vertices from buffers, and a pixel shader that counts into one.
set -eu
sm5=$1
case $sm5 in
*/*) sm5=$(cd "$(dirname "$sm5")" && pwd)/$(basename "$sm5") ;;
esac
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Four corners of a quad, two triangles; the camera looks along z, w is the distance.
echo "A quad of two triangles, pulled by index:"
"$sm5" run pull.asm --count 6 --print out \
    -b t0=u32:0xbf800000/0xbf800000/0/0xff0000ff/0x3f800000/0xbf800000/0/0xff00ff00/0xbf800000/0x3f800000/0/0xffff0000/0x3f800000/0x3f800000/0/0xffffffff \
    -b t1=u32:0/1/2/2/1/3 \
    -b cb0=f32:1/0/0/0/0/1/0/0/0/0/1/0/0/0/1/0/0/0/4/0

echo
echo "Number of pixels outside the Mandelbrot set, by escape time:"
"$sm5" run count.asm --rect 0,0,256,256 --out "$work/pixels.csv" --print u1:12 \
    -b cb0=f32:-2/-1.25/0.009765625/0 -b u1=zero,size=64
python3 - "$work/pixels.csv" <<'PYTHON'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
print(sum(row["written"] == "0" for row in rows), "of", len(rows), "pixels never leave")
PYTHON
