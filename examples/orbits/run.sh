#!/bin/sh
# run.sh SM5 [YEARS]: integrates the Solar System with orbits.asm, prints the periods that came out, and draws the
# orbits into orbits.png. Everything is computed by the three shaders; this script moves their files about.
set -eu
sm5=$1
years=${2:-260}
case $sm5 in
/*) ;;
*) sm5=$PWD/$sm5 ;;
esac
out=$PWD
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

days=2
every=10 # steps between two points of the trail
steps=$(python3 -c "print(int($years * 365.25 / $days))")
points=$(((steps + every - 1) / every * 10))

python3 pack.py bodies.csv >"$work/bodies.bin"

echo "Integrating the Sun, eight planets and Pluto over $years years in steps of $days days, in doubles."
"$sm5" run orbits.asm --groups 1 \
    -b t0="$work/bodies.bin" -b cb0="u32:0/0x40000000/$steps/$every" \
    -b u0=zero,size=10 -b u1=zero,size=$points -b u2=zero,size=10 \
    -o u1="$work/trail.bin" -o u2="$work/periods.csv" --json "$work/run.json"
python3 report.py bodies.csv "$work/periods.csv" "$work/run.json"

"$sm5" run canvas.asm --groups 32,32 -b u0=zero,size=1048576 -o u0="$work/canvas.bin"
"$sm5" run plot.asm --groups $(((points + 255) / 256)) -b cb0=u32:$points \
    -b t0="$work/trail.bin" -b u0="$work/canvas.bin" -o u0="$out/orbits.png,width=1024"
echo "Picture: $out/orbits.png"
