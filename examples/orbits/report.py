"""report.py BODIES.csv PERIODS.csv RUN.json: the periods that orbits.asm found beside the published ones."""
import csv
import json
import sys


def main():
    names = [line.strip().split(",") for line in open(sys.argv[1]) if not line.startswith("#")]
    bodies = [(row[0], float(row[-1])) for row in names if row[0] != "Moon"]
    found = list(csv.DictReader(open(sys.argv[2])))
    run = json.load(open(sys.argv[3]))
    print(f"{run['seconds']:.2f} s on the {run['engine']} engine\n")
    print(f"{'body':<9}{'revolutions':>12}{'period found':>15}{'published':>13}{'error':>11}")
    for (name, published), row in zip(bodies[1:], found[1:]):
        revolutions, period = int(row["w0"]), float(row["w1.float"])
        if revolutions == 0:
            print(f"{name:<9}{'less than one':>27}{published:>13.3f}")
            continue
        error = 100 * (period / published - 1)
        print(f"{name:<9}{revolutions:>12}{period:>13.3f} d{published:>11.3f} d{error:>+10.4f}%")
    print()


main()
