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

    def test_matrices_with_named_elements(self):
        for prefix, first in (("m", 0), ("_m", 0), ("M", 1)):
            for by_rows in (True, False):
                names = [f"{prefix}{row + first}{column + first}" for row in range(4) for column in range(4)]
                names = names if by_rows else [names[4 * (i % 4) + i // 4] for i in range(16)]
                header = f"struct Mat {{ float {', '.join(names)}; }}; struct S {{ Mat m; }};"
                self.agree("row_major float4x4 m" if by_rows else "float4x4 m", header)
                self.differ("float4x4 m" if by_rows else "row_major float4x4 m", header, "m: the shader reads")

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
        self.write("h.hpp", '#include "glm.hpp"\nstruct Row { glm::vec4 row; }; struct Short { glm::vec3 row; }; using Only = glm::vec<4, float>;')
        self.sm5("layout", "r.dxbc", "--check", "h.hpp", "--map", "Row=u0")
        self.sm5("layout", "r.dxbc", "--check", "h.hpp", "--map", "Short=u0", expect=WRONG_PROGRAM)
        self.sm5("layout", "r.dxbc", "--check", "h.hpp", "--map", "Only=u0")

    def test_names_without_map(self):
        self.check("float a", "struct S { float a; };")
        self.write("own.h", "typedef struct { float a; } u0;")
        self.assertIn("u0: u0, ", self.sm5("layout", "s.asm", "--check", "own.h").text)
        self.write("own.hpp", "namespace game { namespace data { class u0 { float a; }; } }")
        self.assertIn("u0: game::data::u0, ", self.sm5("layout", "s.asm", "--check", "own.hpp").text)

    def test_names_with_scopes(self):
        header = ("namespace a { struct S { float x; }; }\nnamespace b { struct S { float x, y; }; inline namespace v1 { struct Q { float x; }; } }\n"
                  "namespace { struct R { float x; }; }\nstruct Outer { struct P { float x; }; using Alias = P; };")
        self.check("float x", "struct S { float x; };")
        self.write("h.hpp", header)
        for name in ("a::S", "b::Q", "R", "Outer::P", "Outer::Alias", "Alias"):
            self.assertIn("the layouts agree", self.sm5("layout", "s.asm", "--check", "h.hpp", "--map", f"{name}=u0").text)
        self.sm5("layout", "s.asm", "--check", "h.hpp", "--map", "b::S=u0", expect=WRONG_PROGRAM)
        self.refuse("layout", "s.asm", "--check", "h.hpp", "--map", "S=u0", says="S: several structures have this name; expected one with scopes")
        self.refuse("layout", "s.asm", "--check", "h.hpp", "--map", "c::S=u0", says="no structure 'c::S'")
        self.write("h.h", "struct S { float x; }; typedef struct S S;")
        self.sm5("layout", "s.asm", "--check", "h.h", "--map", "S=u0")

    # ---- headers of engines ----

    def test_inheritance_and_small_members(self):
        header = ("#include <cstdint>\nnamespace engine { template <class T> struct Vec3 { T x, y, z; };\n"
                  "struct Base { Vec3<float> position; }; struct Mid : Base { std::uint32_t flags; };\n"
                  "struct S : Mid { float life; enum class Kind : std::uint8_t { A } kind; std::uint8_t team; std::uint16_t lod; }; }")
        members = "float3 position; uint flags; float life; uint "
        self.differ(members + "kind", header, "kind: read as uint of 4 bytes from byte 20, the header has uint of 1")
        self.assertIn("note: packed is kind in the header", self.check(members + "packed", header, code=GOOD))

    def test_empty_bases_and_static_members(self):
        self.agree("float a; float b; float c", "struct Empty {}; class S : Empty { public: float a; static float s; static constexpr int K = 4;\n"
                   "void f(); private: float b; protected: float c; friend struct T; };")

    def test_templates_that_are_only_named(self):
        header = ("template <class T, int N> class Stack { T items[N]; int count; };\nstruct Item { float w; unsigned id; };\n"
                  "using S = Stack<Item, 3>;")
        self.agree("struct { float w; uint id; } items[3]; int count", header)
        self.differ("struct { float w; uint id; } items[2]; int count", header,
                    "count: read from byte 16, the header has it at 24: items[2].w precedes it in the header")
        self.refuse("layout", "s.asm", "--check", "h.hpp", "--map", "Stack=u0", says="no structure 'Stack'")
        for text in ("struct X; using S = X;", "template <class T> struct X; using S = X<int>;"):
            self.write("h.hpp", text)
            self.refuse("layout", "s.asm", "--check", "h.hpp", "--map", "S=u0", says="S: incomplete type")

    def test_integers_of_other_sizes(self):
        header = ("#include <cstdint>\nstruct S { std::uint64_t address; char name[8]; std::uint16_t uv[2]; unsigned char rgba[4];\n"
                  "std::uint64_t handles[2]; _Float16 half[4]; };")
        for members in ("uint2 address; uint name[2]; uint uv; uint rgba; uint2 handles[2]; uint2 half",
                        "uint2 address; uint2 name; int uv; uint rgba; uint4 handles; uint2 half"):
            self.agree(members, header)
        self.differ("float2 address", "struct S { unsigned long long address; };", "address.x: read as float of 4 bytes from byte 0, the header has uint of 8")
        self.differ("uint name[2]", "struct S { char name[6]; };", "name[0]: read as uint of 4 bytes from byte 0, the header has int of 1")
        self.differ("uint address; uint rest", "struct S { unsigned long long address; };", "address: read as uint of 4 bytes from byte 0, the header has uint of 8")
        self.differ("uint2 next", "struct S { S *next; };", "a value that is not a number")
        self.differ("uint name[2]", "struct S { char name[8]; };", "name[0]: read as uint of 4 bytes", slot="cb0")

    def test_bit_fields(self):
        flags = "struct S { unsigned visible : 1, shadow : 1; float a; };"
        self.assertIn("note: flags is visible in the header", self.check("uint flags; float a", flags, code=GOOD))
        self.differ("uint visible; float a", flags, "visible: read as uint of 4 bytes from byte 0, the header has uint of 1")
        self.differ("uint flags; float a", "struct S { unsigned char visible : 1, shadow : 1; float a; };", "flags: read from byte 0, where the header has visible instead")
        self.agree("uint x; uint y", "struct S { int a : 3; int : 0; int b : 30; };")

    def test_padding_of_the_shader(self):
        header = "struct S { unsigned m; unsigned long long b; };"
        self.assertIn("note: _pad0 is padding in the header", self.check("uint m; uint _pad0; uint2 b", header, code=GOOD))
        self.differ("uint m; uint more; uint2 b", header, "more: read from byte 4, where the header has no member")
        self.differ("uint m; float pad", "struct S { unsigned m; };", "pad: read from byte 4, where the header has no member")

    def test_unions(self):
        header = ("struct S { union { float f; unsigned bits; }; union { struct { float r, g, b, a; }; float v[4]; } colour; };")
        for members in ("float f; float4 colour", "uint bits; float4 colour"):
            self.agree(members, header)
        self.differ("uint f; float4 colour", header, "f: read as uint of 4 bytes from byte 0, the header has float of 4")

    def test_standard_arrays(self):
        header = "#include <array>\nstruct S { std::array<float, 3> p; std::array<std::array<float, 4>, 3> m; unsigned n; };"
        self.agree("float3 p; row_major float3x4 m; uint n", header)
        self.differ("float3 p; float3x4 m; uint n", header, "m: the shader reads columns as adjacent values (column_major), the header has it in rows")

    def test_aligned_vector_in_a_constant_buffer(self):
        header = "struct alignas(16) float3 { float x, y, z; };\nstruct S { float3 a; float3 b; float c; };"
        self.differ("float3 a; float3 b; float c", header, "c: read from byte 28, the header has it at 32: 4 bytes of padding follow b in the header", slot="cb0")
        self.agree("float3 a; float3 b; float4 c", header.replace("float c", "float c[4]"), slot="cb0")

    def test_vector_extensions(self):
        self.agree("float4 a; float4 b[2]", "typedef float f4 __attribute__((vector_size(16))); struct S { f4 a; f4 b[2]; };", name="h.h")

    def test_packed_structures(self):
        self.differ("uint tag; float3 p", "#pragma pack(push, 1)\nstruct S { unsigned char tag; float p[3]; };\n#pragma pack(pop)",
                    "tag: read as uint of 4 bytes", "p.x: read from byte 4, the header has it at 1: tag takes 1 bytes in the header, 4 in the shader")

    def test_orders_that_are_not_known(self):
        note = "note: the header does not show the order of m; --matrix rows or columns compares it"
        for header, members in (("struct S { float m[4][4]; };", "float4x4 m"), ("struct S { float m[16]; };", "row_major float4x4 m")):
            self.assertIn(note, self.check(members, header, code=GOOD))
            self.assertNotIn("note", self.check(members, header, "--matrix", "any", code=GOOD))
        self.assertNotIn("note", self.check("float2x3 m", "struct S { float m[3][2]; };", code=GOOD))

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
                           ("struct S { virtual ~S(); float a; };", "S: a class with several bases or virtual functions"), ("struct S;", "no structure 'S'"),
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
