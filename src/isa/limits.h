/* Limits of the Direct3D 11.3 functional specification, each with its clause. */
#ifndef SM5_LIMITS_H
#define SM5_LIMITS_H

enum {
    /* Compute. */
    LIMIT_GROUP_THREADS = 1024, /* threads of a group, 22.3.40 */
    LIMIT_GROUP_X = 1024,       /* along x and along y */
    LIMIT_GROUP_Z = 64,
    LIMIT_GROUP_THREADS_SM4 = 768, /* 18.7.2.6 */
    LIMIT_GROUPS = 65535,          /* of a dispatch, along each axis, 22.3.40 */
    LIMIT_TGSM_BYTES = 32768,      /* all g# together, 22.3.45 */
    LIMIT_TGSM_BYTES_SM4 = 16384,  /* 18.7.2.7 */

    /* Registers. */
    LIMIT_TEMPS = 4096,   /* r# and x#[] together, 7.3 */
    LIMIT_REGISTERS = 32, /* v#, o#, vicp, vocp, vpc, 9.5 */
    LIMIT_TARGETS = 8,    /* o# of a pixel shader, 17.1 */
    LIMIT_NESTING = 64,   /* blocks in blocks, 7.12 */

    /* Resources. */
    LIMIT_CBUFFER_ROWS = 4096,   /* that a shader can read, 5.3.4.3 */
    LIMIT_ICB_ROWS = 4096,       /* 7.5.1 */
    LIMIT_STRIDE = 2048,         /* bytes of a structure, 5.4.2 */
    LIMIT_TEXTURE_SIDE = 16384,  /* texels in 1D and 2D, 21.2 */
    LIMIT_TEXTURE_VOLUME = 2048, /* texels along each axis in 3D */
    LIMIT_TEXTURE_LAYERS = 2048,
    LIMIT_SAMPLES = 32,

    /* Geometry and tessellation. */
    LIMIT_GS_SCALARS = 1024, /* that an invocation emits, 22.3.5 */
    LIMIT_GS_INSTANCES = 32, /* 22.3.7 */
    LIMIT_STREAMS = 4,
    LIMIT_CONTROL_POINTS = 32,
    LIMIT_POINT_SCALARS = 3968, /* of all output control points, 10.7 */
    LIMIT_TESS_FACTOR = 64,

    /* Interfaces. */
    LIMIT_CALL_TARGETS = 4096 /* over all fcalls, 22.3.51 */
};

#endif
