/* The DXBC container: chunks, checksum, signatures, reflection, statistics, features. The code is opaque
   bytes here. */
#ifndef SM5_DXBC_H
#define SM5_DXBC_H

#include "program/program.h"

/* `file` starts with "DXBC". */
bool dxbc_is_container(struct bytes file);

/* Reads a container into a new program: chunk list (payloads copied into the program's arena), signatures,
   RDEF, IFCE, STAT, SFI0. *code is set to the payload of SHDR/SHEX (in the arena). A wrong checksum is a
   warning; a damaged optional chunk is a warning and the chunk stays opaque; a damaged header, or no code, is
   an error. */
enum sm5_status dxbc_read(struct bytes file, struct sm5_program *program, struct bytes *code,
                          struct sm5_diags *diags);

/* Sets the source file and line of each instruction from debug information (SPDB, SDBG). The code must have
   been decoded. A damaged chunk is a warning. */
enum sm5_status dxbc_lines_read(struct sm5_program *program, struct sm5_diags *diags);

/* Writes the container that `program` was read from with `code` as its code payload. All other chunks keep
   their bytes and places; the checksum is computed: the same code gives the same file unless its checksum was
   wrong. */
enum sm5_status dxbc_write(const struct sm5_program *program, struct bytes code, struct strbuf *out);

/* Writes a new container: ISGN OSGN [PCSG] SHDR/SHEX [SFI0] STAT, from the program's signatures, declarations
   and instructions. Missing signatures are derived from the declarations. */
enum sm5_status dxbc_make(const struct sm5_program *program, struct bytes code, struct strbuf *out);

/* Writes `base`'s container with the code, STAT and SFI0 of `program` and a new checksum; other chunks and
   their order are kept. A base without STAT or SFI0 gets SFI0 only when features are needed. `signatures`:
   PROGRAM_SIGNATURE_KINDS of them; NULL keeps base's. */
enum sm5_status dxbc_patch(const struct sm5_program *base, const struct sm5_program *program,
                           struct bytes code, const struct program_signature *const *signatures,
                           struct strbuf *out);

/* The container's checksum (MD5 rounds with DXBC's own padding) over bytes 20..end of `file`. */
void dxbc_checksum(struct bytes file, uint32_t sum[4]);

/* STAT words that follow from the instructions; docs/container.md lists the fields that are filled. */
void dxbc_make_statistics(const struct sm5_program *program, struct program_statistics *out);

/* SFI0 bits that the declarations and instructions need. */
uint64_t dxbc_make_features(const struct sm5_program *program);

#endif
