/* A JIT plugin whose code LLVM rejects: the sources of the real one, with a block without a terminator added to each module
   before it is verified (linked with --wrap=LLVMVerifyModule). */
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>

/* NOLINTBEGIN(bugprone-reserved-identifier): names of the linker */
LLVMBool __real_LLVMVerifyModule(LLVMModuleRef module, LLVMVerifierFailureAction action, char **message);
LLVMBool __wrap_LLVMVerifyModule(LLVMModuleRef module, LLVMVerifierFailureAction action, char **message);

LLVMBool __wrap_LLVMVerifyModule(LLVMModuleRef module, LLVMVerifierFailureAction action, char **message)
{
    LLVMValueRef function = LLVMGetFirstFunction(module);
    while (function && LLVMIsDeclaration(function))
        function = LLVMGetNextFunction(function);
    LLVMAppendBasicBlockInContext(LLVMGetModuleContext(module), function, "unterminated");
    return __real_LLVMVerifyModule(module, action, message);
}
/* NOLINTEND(bugprone-reserved-identifier) */
