"""pack.py BODIES.csv: the bodies as orbits.asm reads them, 8 doubles each, to standard output."""
import struct
import sys

GAUSS = 0.01720209895  # sqrt of GM of the Sun in AU^3/day^2 (IAU 1976)


def read(path):
    rows = (line.strip().split(",") for line in open(path) if not line.startswith("#"))
    return {row[0]: [float(value) for value in row[1:]] for row in rows}


def merge_moon(bodies):
    """The Earth's row becomes the barycentre of Earth and Moon, with the mass of both."""
    earth, moon = bodies["Earth"], bodies.pop("Moon")
    masses = 1 / earth[6], 1 / moon[6]
    total = sum(masses)
    for i in range(6):
        earth[i] = (masses[0] * earth[i] + masses[1] * moon[i]) / total
    earth[6] = 1 / total


def main():
    bodies = read(sys.argv[1])
    merge_moon(bodies)
    for x, y, z, vx, vy, vz, ratio, _ in bodies.values():
        sys.stdout.buffer.write(struct.pack("<8d", x, y, z, GAUSS ** 2 / ratio, vx, vy, vz, 0))


main()
