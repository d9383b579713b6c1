#!/usr/bin/env python3
"""python.py BUILD: what a dispatch from Python costs beside the C call, in microseconds: medians of one group on one thread.

The C call is that of bench-dispatch, which binds nothing and has no program to run; the difference is the cost of Python's
call, of the objects that are bound, and of the result."""
import pathlib
import statistics
import subprocess
import sys
import time

BUILD = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(BUILD / "python"))

import numpy as np  # noqa: E402

import sm5  # noqa: E402

HEAD = "cs_5_0\n// sm5: struct cb0 float a; float3 b\ndcl_globalFlags refactoringAllowed\n"
CBUFFER = "dcl_constantbuffer cb0[1], immediateIndexed\n"
BUFFERS = "dcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\n"
TAIL = "dcl_thread_group 64, 1, 1\nret\n"


def median(call):
    times = []
    for _ in range(5000):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


def c_call():
    lines = subprocess.run([BUILD / "bench" / "bench-dispatch"], capture_output=True, text=True, check=True).stdout.splitlines()
    return next(float(line.split()[3]) for line in lines if line.split()[:3] == ["1", "1", "-"])


def main():
    array, other, structured = np.zeros(64, "f4"), np.zeros(64, "f4"), np.zeros(64, [("value", "f4")])
    constants = {"a": 1.0, "b": (1.0, 2.0, 3.0)}
    plain = sm5.assemble("cs_5_0\ndcl_globalFlags refactoringAllowed\n" + TAIL)
    bound = sm5.assemble(HEAD.replace("// sm5: struct cb0 float a; float3 b\n", "") + BUFFERS + TAIL)
    full = sm5.assemble(HEAD + CBUFFER + BUFFERS + TAIL)
    call = c_call()
    print(f"C call {call:.2f} us\n{'from Python':32} {'us':>8} {'over C':>8}")
    for name, run in (("nothing bound", lambda: plain.dispatch(1, threads=1)),
                      ("two arrays", lambda: bound.dispatch(1, t0=array, u0=other, threads=1)),
                      ("two arrays, one structured", lambda: bound.dispatch(1, t0=structured, u0=other, threads=1)),
                      ("two arrays, constants", lambda: full.dispatch(1, t0=array, u0=other, cb0=constants, threads=1))):
        time_of = median(run)
        print(f"{name:32} {time_of:8.2f} {time_of - call:8.2f}")


main()
