"""sm5 layout --check: structures of C and C++ headers that a shader would read wrongly are found, and only these."""
import os
import unittest

import rdef
from command import GOOD, SANITIZED, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, main

HAS_CLANG = "SM5_CLANG_PLUGIN" in os.environ

# The parts of GLM and DirectXMath that decide about layouts.
GLM = """#pragma once
namespace glm {
template <int L, typename T> struct vec;
template <typename T> struct vec<2, T> { union { T x, r, s; }; union { T y, g, t; }; };
template <typename T> struct vec<3, T> { union { T x, r, s; }; union { T y, g, t; }; union { T z, b, p; }; };
template <typename T> struct vec<4, T> { union { T x, r, s; }; union { T y, g, t; }; union { T z, b, p; }; union { T w, a, q; }; };
template <int C, int R, typename T> struct mat { typedef vec<R, T> col_type; private: col_type value[C]; };
using vec2 = vec<2, float>; using vec3 = vec<3, float>; using vec4 = vec<4, float>;
using mat3 = mat<3, 3, float>; using mat4 = mat<4, 4, float>;
}
struct XMFLOAT3 { float x, y, z; };
struct alignas(16) XMFLOAT3A : public XMFLOAT3 { XMFLOAT3A() = default; };
struct XMFLOAT4X4 {
    union {
        struct { float _11, _12, _13, _14, _21, _22, _23, _24, _31, _32, _33, _34, _41, _42, _43, _44; };
        float m[4][4];
    };
};
"""


@unittest.skipUnless(HAS_CLANG, "built without libclang")
class Headers(CommandTest):
    def check(self, members, header, *options, slot="u0", stride=None, code=None, name="h.hpp"):
        """Output of --check for a shader whose slot has the members; the header's structure is S."""
        if slot == "u0":
            self.write("s.asm", "cs_5_0\ndcl_uav_structured u0, 4\ndcl_thread_group 1, 1, 1\nret\n")
            said = self.sm5("layout", "s.asm", "--struct", f"u0={members}", expect=None).error
            found = [int(word) for word in said.split() if word.isdigit()]
            stride = stride or (found[0] if found else 4)
            declaration = f"dcl_uav_structured u0, {stride}"
        else:
            declaration = "dcl_constantbuffer cb0[64], immediateIndexed"
        self.write("s.asm", f"cs_5_0\n// sm5: struct {slot} {members}\n{declaration}\ndcl_thread_group 1, 1, 1\nret\n")
        self.write("glm.hpp", GLM)
        self.write(name, header)
        return self.sm5("layout", "s.asm", "--check", name, "--map", f"S={slot}", *options, expect=code).text

    def agree(self, *arguments, **more):
        self.assertIn("the layouts agree", self.check(*arguments, code=GOOD, **more))

    def differ(self, members, header, *says, **more):
        text = self.check(members, header, *more.pop("options", ()), code=WRONG_PROGRAM, **more)
        for line in says:
            self.assertIn(line, text)
        return text

    def test_what_sm5_declares_agrees(self):
        members = "float3 position; uint flags; double d; struct { float2 uv; row_major float2x3 m; } v[2]; float4x4 view; bool on"
        for slot in ("u0", "cb0"):
            self.check(members, "struct S { int a; };", slot=slot)
            for language, name in (("c", "h.h"), ("cpp", "h.hpp")):
                text = self.sm5("layout", "s.asm", "--language", language).text
                self.write(name, text)
                found = self.sm5("layout", "s.asm", "--check", name)
                self.assertIn("the layouts agree", found.text)

    # ---- strides ----

    def test_smaller_shader(self):
        text = self.differ("float3 velocity; float3 position", "struct S { float velocity[3], position[3]; float mass; };",
                           "element 1 and later: velocity.x is read from byte 24, the header has it at 28")
        self.assertEqual(len(text.splitlines()), 2)

    def test_declared_stride_of_another_size(self):
        self.write("bare.asm", "cs_5_0\ndcl_uav_structured u0, 24\ndcl_thread_group 1, 1, 1\nret\n")
        self.sm5("asm", "bare.asm", "-o", "bare.dxbc")
        particle = rdef.structure(("position", rdef.FLOAT3, 0), ("velocity", rdef.FLOAT3, 12), ("mass", rdef.FLOAT1, 24))
        self.write("r.dxbc", rdef.with_chunk(self.read("bare.dxbc"), rdef.reflection([("u0", "parts", particle, 28)])))
        self.write("h.h", "struct Particle { float position[3], velocity[3], mass; };")
        text = self.sm5("layout", "r.dxbc", "--check", "h.h", "--map", "Particle=parts", expect=WRONG_PROGRAM).text
        self.assertIn("the program declares a stride of 24 bytes, the members that it names take 28", text)
        self.assertIn("element 1 and later: position.x is read from byte 24, the header has it at 28", text)

    def test_stride_that_the_application_passes(self):
        header = "#define STRIDE 24\nenum { NONE };\nstruct S { float a[7]; };"
        for expression, value in (("STRIDE", 24), ("0", 0), ("NONE", 0), ("sizeof(struct S*)", 8)):
            self.differ("float a[7]", header, f"the given stride is {value} bytes; the program declares 28",
                        options=("--stride", f"u0={expression}"), name="h.h")
        self.agree("float a[7]", header, "--stride", "u0=sizeof(struct S)", name="h.h")

    def test_empty_structure(self):
        self.differ("float a", "struct S {};", "a: read from byte 0, where the header has no member",
                    "element 1 and later: a is read from byte 4, the header has it at 0", name="h.h")

    # ---- padding ----

    def test_aligned_float3(self):
        header = '#include "glm.hpp"\nstruct S { XMFLOAT3A position; float mass; };'
        self.differ("float3 position; float mass", header,
                    "mass: read from byte 12, the header has it at 16: 4 bytes of padding follow position in the header",
                    "element 1 and later: position.x is read from byte 16, the header has it at 32")
        self.agree("float3 position; float mass", header.replace("XMFLOAT3A", "XMFLOAT3"))

    def test_four_floats_for_three(self):
        self.differ("float3 position; float mass; float4 rest", "struct S { float position[4]; float mass; float rest[4]; };",
                    "mass: read from byte 12, the header has it at 16: position takes 16 bytes in the header, 12 in the shader",
                    "rest.x: read from byte 16, the header has it at 20")

    def test_alignas(self):
        self.differ("float a; float2 b", "struct S { float a; alignas(16) float b[2]; };",
                    "b.x: read from byte 4, the header has it at 16: 12 bytes of padding follow a in the header")
        self.differ("float3 a", "struct alignas(16) S { float a[3]; };", "a.x is read from byte 12, the header has it at 16")

    def test_packing(self):
        self.agree("float a; double b", "struct S { float a; double b; };")
        self.differ("float a; double b", "#pragma pack(push, 4)\nstruct S { float a; double b; };",
                    "b: read from byte 8, the header has it at 4")

    # ---- types ----

    def test_bool(self):
        for name, include in (("h.hpp", ""), ("h.h", "#include <stdbool.h>\n")):
            self.differ("bool on; float a", include + "struct S { bool on; float a; };",
                        "on: read as bool of 4 bytes from byte 0, the header has bool of 1", name=name)
            self.differ("bool on; bool off", include + "struct S { bool on, off; };",
                        "off: read from byte 4, the header has it at 1: on takes 1 bytes in the header, 4 in the shader", name=name)
        self.agree("bool on; float a", "struct S { int on; float a; };")

    def test_types(self):
        self.differ("float a", "struct S { int a; };", "a: read as float of 4 bytes from byte 0, the header has int of 4")
        self.differ("float a; float b", "struct S { double a; };", "a: read as float of 4 bytes from byte 0, the header has double of 8")
        self.differ("float2 a", "struct S { _Float16 a[4]; };", "the header has half of 2", name="h.h")
        self.differ("uint2 a", "struct S { void *a; };", "a value that is not a number")
        self.agree("uint a; int b; uint c", "enum E { X }; struct S { int a; unsigned b; enum E c; };")
        self.agree("uint colour; uint bits", "struct S { unsigned char colour[4]; unsigned low : 20, high : 12; };")

    # ---- matrices ----

    def test_matrices_with_known_orders(self):
        for matrix, order, says in (("XMFLOAT4X4", "", "the shader reads columns as adjacent values (column_major), the header has it in rows"),
                                    ("glm::mat4", "row_major ", "the shader reads columns as strided values (row_major), the header has it in columns")):
            header = f'#include "glm.hpp"\nstruct S {{ {matrix} world; }};'
            other = "" if order else "row_major "
            self.differ(f"{order}float4x4 world", header, "world: " + says)
            self.agree(f"{other}float4x4 world", header)
            self.agree(f"{order}float4x4 world", header, "--matrix", "any")

    def test_matrices_of_arrays(self):
        header = "struct S { float m[4][4]; };"
        self.agree("float4x4 m", header)
        self.agree("row_major float4x4 m", header)
        self.agree("float4x4 m", header, "--matrix", "columns")
        self.differ("float4x4 m", header, "m: the shader reads columns", options=("--matrix", "rows"))
        self.agree("float2x3 m", "struct S { float m[3][2]; };")
        self.differ("float2x3 m", "struct S { float m[2][3]; };", "m: the shader reads columns as adjacent values", options=("--matrix", "rows"))
        self.agree("float4x4 m", "struct S { float m[16]; };")

    def test_matrix_in_a_constant_buffer(self):
        header = '#include "glm.hpp"\nstruct S { glm::mat3 m; glm::vec4 rest; };'
        self.differ("float3x3 m; float4 rest", header, "m[0][1]: read from byte 16, the header has it at 12\n", slot="cb0")
        self.agree("float3x3 m", "struct S { float m[3][4]; };", slot="cb0")

    # ---- constant buffers ----

    def test_arrays_of_constant_buffers(self):
        text = self.differ("float weights[4]; float4 rest", "struct S { float weights[4]; float rest[4]; };",
                           "weights[1]: read from byte 16, the header has it at 4: items are 4 bytes apart in the header, 16 in the shader",
                           "rest.x: read from byte 64, the header has it at 16", slot="cb0")
        self.assertEqual(len(text.splitlines()), 3, text)
        self.agree("float weights[4]", "struct S { float weights[4][4]; };", slot="cb0")
        self.agree("float weights[4]", '#include "glm.hpp"\nstruct S { glm::vec4 weights[4]; };', slot="cb0")

    def test_vectors_that_cross_rows(self):
        self.differ("float2 a; float3 b; float c", "struct S { float a[2], b[3], c; };",
                    "b.x: read from byte 16, the header has it at 8", slot="cb0")
        self.agree("float2 a; float3 b; float c", "struct S { float a[2], pad[2], b[3], c; };", slot="cb0")

    def test_arrays_of_structures(self):
        members = "struct { float3 colour; float size; float range; } lights[2]; uint count"
        light = "struct Light { float colour[3]; float size, range; };"
        text = self.differ(members, light + "struct S { Light lights[2]; unsigned count; };",
                           "lights[1].colour.x: read from byte 32, the header has it at 20", slot="cb0")
        self.assertEqual(text.count("].colour.x: "), 1, text)
        padded = light.replace("struct Light", "struct alignas(16) Light")
        self.differ(members, padded + "struct S { Light lights[2]; unsigned count; };",
                    "count: read from byte 52, the header has it at 64", slot="cb0")

    def test_size_of_constant_buffers(self):
        self.assertIn("note: the size of 4 bytes is not a multiple of 16",
                      self.check("float a", "struct S { float a; };", slot="cb0", code=GOOD))

    # ---- names ----

    def test_other_names(self):
        text = self.check("float3 position; uint flags", "struct S { float pos[3]; unsigned f; };", code=GOOD)
        self.assertIn("note: position is pos[0] in the header", text)
        self.differ("float3 position; uint flags", "struct S { float mass; float position[3]; };",
                    "position.x: read from byte 0, the header has it at 4", "flags: read from byte 12, where the header has position[2] instead")
        self.differ("float a; float gone", "struct S { float a; };", "gone: read from byte 4, where the header has no member")

    def test_unnamed_elements(self):
        self.write("glm.hpp", GLM)
        self.write("v.asm", "cs_5_0\ndcl_uav_structured u0, 16\ndcl_thread_group 1, 1, 1\nret\n")
        self.sm5("asm", "v.asm", "-o", "v.dxbc")
        self.write("r.dxbc", rdef.with_chunk(self.read("v.dxbc"), rdef.reflection([("u0", "rows", rdef.FLOAT4, 16)])))
        self.write("h.hpp", '#include "glm.hpp"\nstruct Row { glm::vec4 row; }; struct Short { glm::vec3 row; }; using Unused = glm::vec2;')
        self.sm5("layout", "r.dxbc", "--check", "h.hpp", "--map", "Row=u0")
        self.sm5("layout", "r.dxbc", "--check", "h.hpp", "--map", "Short=u0", expect=WRONG_PROGRAM)
        self.refuse("layout", "v.dxbc", "--check", "h.hpp", "--map", "Unused=u0", says="incomplete type")

    def test_names_without_map(self):
        self.check("float a", "struct S { float a; };")
        self.write("own.h", "typedef struct { float a; } u0;")
        self.assertIn("u0: u0, ", self.sm5("layout", "s.asm", "--check", "own.h").text)
        self.write("own.hpp", "namespace game { namespace data { class u0 { float a; }; } }")
        self.assertIn("u0: game::data::u0, ", self.sm5("layout", "s.asm", "--check", "own.hpp").text)

    # ---- options ----

    def test_macros_and_folders(self):
        header = "#include <inner.h>\n#ifdef WIDE\nstruct S { double a; };\n#else\nstruct S { real a; };\n#endif\n"
        self.write("below/inner.h", "typedef float real;")
        self.agree("float a", header, "-I", "below", name="h.h")
        self.differ("float a", header, "double", options=("-I", "below", "-D", "WIDE"), name="h.h")

    def test_languages_and_targets(self):
        self.agree("float a", "namespace n { struct S { float a; }; }", name="h.h")
        self.agree("float a", "struct S { float a; };", "--std", "c99", name="h.hpp")
        if not SANITIZED:  # libclang leaks what it read
            self.refuse("layout", "s.asm", "--check", "h.hpp", "--map", "S=u0", "--std", "c99x", says="clang does not accept --std or --target")
        header = "struct S { long a; };"
        self.agree("int a", header, "--target", "x86_64-pc-windows-msvc")
        self.differ("int a", header, "a: read as int of 4 bytes from byte 0, the header has int of 8")

    # ---- what is refused ----

    def test_headers_that_are_not_understood(self):
        self.check("float a", "struct S { float a; };")
        for text, says in (("struct S { float a", "expected"), ('#include "gone.h"', "gone.h"), ("struct T { float a; };", "no structure 'S'"),
                           ("struct S { virtual ~S(); float a; };", "virtual functions"), ("struct S;", "no structure 'S'"),
                           ("struct A { int x; }; struct B { int y; }; struct S : A, B { float a; };", "several bases"),
                           ("struct S { int n; float a[]; };", "no known size"), ("struct S { float a[100000]; };", "more than 65536")):
            self.write("bad.hpp", text)
            self.refuse("layout", "s.asm", "--check", "bad.hpp", "--map", "S=u0", says=says)
        self.refuse("layout", "s.asm", "--check", "gone.hpp", "--map", "S=u0", says="gone.hpp")
        self.write("deep.h", "".join(f"struct S{i} {{ struct S{i - 1} m; }};\n" if i else "struct S0 { float a; };\n" for i in range(60)))
        self.refuse("layout", "s.asm", "--check", "deep.h", "--map", "S59=u0", says="32 levels")

    def test_what_is_refused(self):
        self.check("float a", "struct S { float a; };")
        check = ("layout", "s.asm", "--check", "h.hpp")
        self.refuse(*check, says="no structure of the header has the name of a resource")
        for value, says in (("S", "expected NAME=RESOURCE"), ("S=u7", "no resource 'u7'"), ("=u0", "expected NAME=RESOURCE")):
            self.refuse(*check, "--map", value, says=says)
        for value, says in (("u0", "expected RESOURCE=EXPRESSION"), ("u0=", "expected RESOURCE=EXPRESSION"), ("u7=1", "no resource 'u7'"),
                            ("u0=gone", "gone"), ("u0=)", "expected")):
            self.refuse(*check, "--map", "S=u0", "--stride", value, says=says)
        self.refuse(*check, "--language", "cpp", says="--check compares")
        self.refuse("layout", "s.asm", "--map", "S=u0", says="need --check")
        self.write("plain.asm", "cs_5_0\ndcl_uav_structured u0, 4\ndcl_thread_group 1, 1, 1\nret\n")
        self.refuse("layout", "plain.asm", "--check", "h.hpp", "--map", "S=u0", says="no known members")
        self.sm5("layout", "plain.asm", "--check", "h.hpp", "--map", "S=u0", "--struct", "u0=float a")


class Missing(CommandTest):
    def test_plugin_is_missing(self):
        self.write("s.asm", "cs_5_0\n// sm5: struct u0 float a\ndcl_uav_structured u0, 4\ndcl_thread_group 1, 1, 1\nret\n")
        self.write("h.h", "struct u0 { float a; };")
        os.environ["SM5_CLANG_PLUGIN"], kept = "/nonexistent/sm5-clang.so", os.environ.get("SM5_CLANG_PLUGIN")
        try:
            self.refuse("layout", "s.asm", "--check", "h.h", says="the parser of headers is missing", code=WRONG_COMMAND)
        finally:
            if kept is None:
                del os.environ["SM5_CLANG_PLUGIN"]
            else:
                os.environ["SM5_CLANG_PLUGIN"] = kept


if __name__ == "__main__":
    main()
