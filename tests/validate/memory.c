/* Rules about accesses: layouts, _indexable suffixes, counters, literal offsets. */
#include "rules.h"

#define RAW         "dcl_resource_raw t0\ndcl_uav_raw u0\n"
#define RECORDS     "dcl_resource_structured t0, 16\ndcl_uav_structured_opc u0, 16\ndcl_uav_structured u1, 16\n"
#define TYPED(type) "dcl_uav_typed_buffer (" type "," type "," type "," type ") u0\n"
#define IMAGE       "dcl_resource_texture2d (float,float,float,float) t0\n"
#define SHARED      "dcl_tgsm_structured g0, 8, 4\n"

static const struct rule_case cases[] = {
    RULE("validate-layout", CS(RECORDS, "ld_structured r0.x, l(0), l(0), t0.xxxx\n"),
         CS(RECORDS, "ld_raw r0.x, l(0), t0.xxxx\n")),
    RULE("validate-layout", CS(RAW, "store_raw u0.x, l(0), l(0)\n"),
         CS(RAW, "store_structured u0.x, l(0), l(0), l(0)\n")),
    RULE("validate-layout", CS(SHARED, "store_structured g0.x, l(0), l(0), l(0)\n"),
         CS(SHARED, "store_raw g0.x, l(0), l(0)\n")),
    RULE("validate-layout", CS(TYPED("uint"), "ld_uav_typed r0.x, l(0,0,0,0), u0.xxxx\n"),
         CS(RAW, "ld_uav_typed r0.x, l(0,0,0,0), u0.xxxx\n")),
    RULE("validate-layout", CS(RECORDS, "imm_atomic_alloc r0.x, u0\n"),
         CS(RAW, "imm_atomic_alloc r0.x, u0\n")),
    RULE("validate-layout", CS(RAW, "bufinfo r0.x, t0.xxxx\n"), CS(RAW, "resinfo r0.x, l(0), t0.xxxx\n")),
    RULE("validate-layout", CS(IMAGE, "ld r0.x, l(0,0,0,0), t0.xxxx\n"),
         CS(RAW, "ld r0.x, l(0,0,0,0), t0.xxxx\n")),
    RULE("validate-indexable",
         CS(RECORDS, "ld_structured_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r0.x, "
                     "l(0), l(0), t0.xxxx\n"),
         CS(RECORDS, "ld_structured_indexable(structured_buffer, stride=12)(mixed,mixed,mixed,mixed) r0.x, "
                     "l(0), l(0), t0.xxxx\n")),
    RULE("validate-atomic-type", CS(TYPED("sint"), "atomic_iadd u0, l(0), l(1)\n"),
         CS(TYPED("float"), "atomic_iadd u0, l(0), l(1)\n")),
    RULE("validate-atomic-sign", CS(TYPED("sint"), "atomic_imax u0, l(0), l(1)\n"),
         CS(TYPED("uint"), "atomic_imax u0, l(0), l(1)\n")),
    RULE("validate-atomic-sign", CS(TYPED("uint"), "imm_atomic_umin r0.x, u0, l(0), l(1)\n"),
         CS(TYPED("sint"), "imm_atomic_umin r0.x, u0, l(0), l(1)\n")),
    RULE("validate-atomic-sign", CS("dcl_uav_raw u0\n", "atomic_imax u0, l(0), l(1)\n"),
         CS(TYPED("sint"), "atomic_umax u0, l(0), l(1)\n")),
    RULE("validate-offset-alignment", CS(RECORDS, "ld_structured r0.x, l(0), l(4), t0.xxxx\n"),
         CS(RECORDS, "ld_structured r0.x, l(0), l(6), t0.xxxx\n")),
    RULE("validate-offset-alignment", CS(RAW, "store_raw u0.x, l(8), l(1)\n"),
         CS(RAW, "store_raw u0.x, l(9), l(1)\n")),
    RULE("validate-offset-stride", CS(RECORDS, "ld_structured r0.xy, l(0), l(8), t0.xyxx\n"),
         CS(RECORDS, "ld_structured r0.xy, l(0), l(8), t0.xzxx\n")),
    RULE("validate-offset-stride", CS(RECORDS, "store_structured u0.xy, l(0), l(8), l(1,2,3,4)\n"),
         CS(RECORDS, "store_structured u0.xyz, l(0), l(8), l(1,2,3,4)\n")),
    RULE("validate-sampler-mode",
         CS(IMAGE "dcl_sampler s0, mode_comparison\n", "sample_c_lz r0.x, l(0,0,0,0), t0.xxxx, s0, l(0)\n"),
         CS(IMAGE "dcl_sampler s0, mode_default\n", "sample_c_lz r0.x, l(0,0,0,0), t0.xxxx, s0, l(0)\n")),
    RULE("validate-sampler-mode",
         CS(IMAGE "dcl_sampler s0, mode_default\n", "sample_l r0.x, l(0,0,0,0), t0.xxxx, s0, l(0)\n"),
         CS(IMAGE "dcl_sampler s0, mode_comparison\n", "sample_l r0.x, l(0,0,0,0), t0.xxxx, s0, l(0)\n")),
    RULE("validate-layout",
         CS(IMAGE "dcl_sampler s0, mode_default\n", "gather4 r0.x, l(0,0,0,0), t0.xxxx, s0.x\n"),
         CS("dcl_resource_texture3d (float,float,float,float) t0\ndcl_sampler s0, mode_default\n",
            "gather4 r0.x, l(0,0,0,0), t0.xxxx, s0.x\n")),
    RULE("validate-sampled-type",
         CS("dcl_resource_texture2d (uint,uint,uint,uint) t0\n", "ld r0.x, l(0,0,0,0), t0.xxxx\n"),
         CS("dcl_resource_texture2d (uint,uint,uint,uint) t0\ndcl_sampler s0, mode_default\n",
            "sample_l r0.x, l(0,0,0,0), t0.xxxx, s0, l(0)\n")),
    RULE("validate-counter", CS(RECORDS, "imm_atomic_alloc r0.x, u0\nimm_atomic_consume r0.x, u1\n"),
         CS(RECORDS, "imm_atomic_alloc r0.x, u0\nimm_atomic_consume r0.x, u0\n")),
};

int main(void)
{
    return RUN_RULES(cases);
}
