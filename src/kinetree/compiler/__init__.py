"""The compiler: from traces by LLVM to kernels on NumPy arrays; it imports nothing of robots.

What happens to a trace, and in which files:

- Lower it to machine operations: `passes`, with functions as arithmetic (`trigonometric`,
  `exponential`, `precision`). `operations` has the operations in LLVM IR, C and NumPy;
  `interpreter` computes with NumPy.
- Cut it into partitions and order them: `schedule`. Give every number that crosses from one to
  another a place in memory: `workspace` for rows of products and loops, `memory_map` for the rest.
- Write LLVM IR: `ir_builder`, `routine` with `copies`, `gather_scatter` and `matrix_products`, then
  `ir_module` for a CPU (`target`), `ptx_module` for a GPU, with `warp_transfers`.
- Compile and load it: `llvm`, `elf`, `machine_code`, the disk `cache`, all by `compilation`.
- Call it: `kernel` by `vectorcall` (calls.c) or `batch`, with `threads`, `array_layout` and
  `result_memory`; `program` says what it computes. CasADi calls it by casadi.c, XLA by `xla`
  (xla.c), a GPU's arrays by `device_arrays` with `cuda`.
- Look at it, or take it along: `explain`, `kernel_files`, `object_files`.
"""
