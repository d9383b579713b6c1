// one thread in two appends what it reads
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_buffer (float,float,float,float) t0
dcl_uav_structured_opc u0, 4
dcl_uav_typed_buffer (uint,uint,uint,uint) u1
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 0x20, 1, 1
and r0.x, vThreadID.x, l(1)
if_nz r0.x
	imm_atomic_alloc r0.y, u0
	ld_indexable(buffer)(float,float,float,float) r0.z, vThreadID.xxxx, t0.yzxw
	store_structured u0.x, r0.y, l(0), r0.z
	store_uav_typed u1.xyzw, vThreadID.xxxx, r0.yyyy
endif
bufinfo_indexable(buffer)(float,float,float,float) r0.x, t0.x
ret
