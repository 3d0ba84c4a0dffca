; The inner loop of ufuncs. NUMBER and SIZE are those of the dtype; for "field" see fastcall.py.

; Whether these strides are those of a contiguous core.
define internal i1 @contiguous(ptr %spec, ptr %strides) {
start:
  %axes = load i64, ptr %spec
  br label %loop
loop:
  %k = phi i64 [ %axes, %start ], [ %j, %same ]
  %step = phi i64 [ SIZE, %start ], [ %larger, %same ]
  %done = icmp eq i64 %k, 0
  br i1 %done, label %yes, label %axis
axis:
  %j = sub i64 %k, 1
  %n.k = add i64 %j, 2
  %n.p = getelementptr i64, ptr %spec, i64 %n.k
  %n = load i64, ptr %n.p
  %stride.p = getelementptr i64, ptr %strides, i64 %j
  %stride = load i64, ptr %stride.p
  %larger = mul i64 %step, %n
  %right = icmp eq i64 %stride, %step
  %single = icmp eq i64 %n, 1
  %well = or i1 %right, %single
  br i1 %well, label %same, label %no
same:
  br label %loop
yes:
  ret i1 true
no:
  ret i1 false
}

; Copy one core from its strides to a row, or back.
define internal void @move(ptr %core, ptr %row, ptr %spec, ptr %strides, i1 %back) {
start:
  %axes = load i64, ptr %spec
  %bytes.p = getelementptr i64, ptr %spec, i64 1
  %bytes = load i64, ptr %bytes.p
  %count = udiv i64 %bytes, SIZE
  br label %entry
entry:
  %e = phi i64 [ 0, %start ], [ %e.next, %moved ]
  %all = icmp eq i64 %e, %count
  br i1 %all, label %end, label %axis
axis:
  %k = phi i64 [ %axes, %entry ], [ %j, %one ]
  %rest = phi i64 [ %e, %entry ], [ %quotient, %one ]
  %offset = phi i64 [ 0, %entry ], [ %further, %one ]
  %there = icmp eq i64 %k, 0
  br i1 %there, label %found, label %one
one:
  %j = sub i64 %k, 1
  %n.k = add i64 %j, 2
  %n.p = getelementptr i64, ptr %spec, i64 %n.k
  %n = load i64, ptr %n.p
  %index = urem i64 %rest, %n
  %quotient = udiv i64 %rest, %n
  %stride.p = getelementptr i64, ptr %strides, i64 %j
  %stride = load i64, ptr %stride.p
  %way = mul i64 %index, %stride
  %further = add i64 %offset, %way
  br label %axis
found:
  %in.core = getelementptr i8, ptr %core, i64 %offset
  %in.row = getelementptr NUMBER, ptr %row, i64 %e
  %from = select i1 %back, ptr %in.row, ptr %in.core
  %to = select i1 %back, ptr %in.core, ptr %in.row
  %x = load NUMBER, ptr %from, align 1
  store NUMBER %x, ptr %to, align 1
  br label %moved
moved:
  %e.next = add i64 %e, 1
  br label %entry
end:
  ret void
}

; Whether a result is written over an operand: NumPy copies all that overlaps but not at its start.
define internal i1 @aliased(ptr %args, i64 %operands, i64 %arrays) {
start:
  br label %result
result:
  %r = phi i64 [ %operands, %start ], [ %r.next, %clear ]
  %all = icmp eq i64 %r, %arrays
  br i1 %all, label %no, label %look
look:
  %to.p = getelementptr ptr, ptr %args, i64 %r
  %to = load ptr, ptr %to.p
  br label %operand
operand:
  %k = phi i64 [ 0, %look ], [ %k.next, %other ]
  %done = icmp eq i64 %k, %operands
  br i1 %done, label %clear, label %one
one:
  %from.p = getelementptr ptr, ptr %args, i64 %k
  %from = load ptr, ptr %from.p
  %same = icmp eq ptr %from, %to
  br i1 %same, label %yes, label %other
other:
  %k.next = add i64 %k, 1
  br label %operand
clear:
  %r.next = add i64 %r, 1
  br label %result
yes:
  ret i1 true
no:
  ret i1 false
}

define void @loop(ptr %args, ptr %dims, ptr %steps, ptr %t) {
start:
  %zeros = alloca [ARRAYS x i64]
  %rows = alloca [ARRAYS x ptr]
  %n = load i64, ptr %dims
  %f = field ptr %t, Table.functions
  %specs = field ptr %t, Table.specs
  %operands = field i64 %t, Table.operands
  %results = field i64 %t, Table.results
  %arrays = add i64 %operands, %results
  %cores = getelementptr i64, ptr %steps, i64 %arrays
  %malloc = field ptr %f, Functions.PyMem_RawMalloc
  %release = field ptr %f, Functions.PyMem_RawFree
  %one = field ptr %t, Table.one
  %many = field ptr %t, Table.many
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %look, label %end

look:
  %k = phi i64 [ 0, %start ], [ %k.next, %looked ]
  %strides = phi ptr [ %cores, %start ], [ %strides.next, %looked ]
  %bytes = phi i64 [ 64, %start ], [ %bytes.next, %looked ]
  %plain = phi i1 [ true, %start ], [ %plain.next, %looked ]
  %done = icmp eq i64 %k, %arrays
  br i1 %done, label %decide, label %looked
looked:
  %spec = getelementptr [SPEC x i64], ptr %specs, i64 %k
  %axes = load i64, ptr %spec
  %size.p = getelementptr i64, ptr %spec, i64 1
  %size = load i64, ptr %size.p
  %contiguous = call i1 @contiguous(ptr %spec, ptr %strides)
  %plain.next = and i1 %plain, %contiguous
  %bytes.next = add i64 %bytes, %size
  %strides.next = getelementptr i64, ptr %strides, i64 %axes
  %zero.p = getelementptr i64, ptr %zeros, i64 %k
  store i64 0, ptr %zero.p
  %k.next = add i64 %k, 1
  br label %look
decide:
  %aliased = call i1 @aliased(ptr %args, i64 %operands, i64 %arrays)
  %apart = xor i1 %aliased, true
  %as.it.is = and i1 %plain, %apart
  br i1 %as.it.is, label %direct, label %copies

direct:
  %lanes = field i64 %t, Table.lanes
  %enough = icmp sge i64 %n, %lanes
  br i1 %enough, label %memory, label %alone
memory:
  %workspace = field i64 %t, Table.workspace
  %more = add i64 %workspace, 64
  %block = call ptr %malloc(i64 %more)
  %short = icmp eq ptr %block, null
  br i1 %short, label %alone, label %together
together:
  %w.int = ptrtoint ptr %block to i64
  %w.up = add i64 %w.int, 63
  %w.even = and i64 %w.up, -64
  %w = inttoptr i64 %w.even to ptr
  call void %many(i64 %n, ptr %args, ptr %steps, ptr %w)
  call void %release(ptr %block)
  ret void
alone:
  call void %one(i64 %n, ptr %args, ptr %steps)
  ret void

copies:
  %buffer = call ptr %malloc(i64 %bytes)
  %none = icmp eq ptr %buffer, null
  br i1 %none, label %fail, label %sample
sample:
  %i = phi i64 [ 0, %copies ], [ %i.next, %sample.done ]
  %last = icmp eq i64 %i, %n
  br i1 %last, label %free, label %bring
bring:
  %b.row = phi ptr [ %buffer, %sample ], [ %b.row.next, %brought ]
  %b.k = phi i64 [ 0, %sample ], [ %b.k.next, %brought ]
  %b.strides = phi ptr [ %cores, %sample ], [ %b.strides.next, %brought ]
  %b.done = icmp eq i64 %b.k, %arrays
  br i1 %b.done, label %run, label %brought
brought:
  %b.spec = getelementptr [SPEC x i64], ptr %specs, i64 %b.k
  %b.core = call ptr @core(ptr %args, ptr %steps, i64 %b.k, i64 %i)
  %b.rows.p = getelementptr ptr, ptr %rows, i64 %b.k
  store ptr %b.row, ptr %b.rows.p
  call void @move(ptr %b.core, ptr %b.row, ptr %b.spec, ptr %b.strides, i1 false)
  %b.size.p = getelementptr i64, ptr %b.spec, i64 1
  %b.size = load i64, ptr %b.size.p
  %b.row.next = getelementptr i8, ptr %b.row, i64 %b.size
  %b.axes = load i64, ptr %b.spec
  %b.strides.next = getelementptr i64, ptr %b.strides, i64 %b.axes
  %b.k.next = add i64 %b.k, 1
  br label %bring
run:
  call void %one(i64 1, ptr %rows, ptr %zeros)
  br label %give
give:
  %g.k = phi i64 [ 0, %run ], [ %g.k.next, %given ]
  %g.strides = phi ptr [ %cores, %run ], [ %g.strides.next, %given ]
  %g.done = icmp eq i64 %g.k, %arrays
  br i1 %g.done, label %sample.done, label %pick
pick:
  %g.spec = getelementptr [SPEC x i64], ptr %specs, i64 %g.k
  %g.axes = load i64, ptr %g.spec
  %g.strides.next = getelementptr i64, ptr %g.strides, i64 %g.axes
  %g.k.next = add i64 %g.k, 1
  %is.result = icmp sge i64 %g.k, %operands
  br i1 %is.result, label %write, label %given
write:
  %g.core = call ptr @core(ptr %args, ptr %steps, i64 %g.k, i64 %i)
  %g.row.p = getelementptr ptr, ptr %rows, i64 %g.k
  %g.row = load ptr, ptr %g.row.p
  call void @move(ptr %g.core, ptr %g.row, ptr %g.spec, ptr %g.strides, i1 true)
  br label %given
given:
  br label %give
sample.done:
  %i.next = add i64 %i, 1
  br label %sample
free:
  call void %release(ptr %buffer)
  br label %end
fail:
  %ensure = field ptr %f, Functions.PyGILState_Ensure
  %memory.error = field ptr %f, Functions.PyErr_NoMemory
  %let.go = field ptr %f, Functions.PyGILState_Release
  %state = call i32 %ensure()
  %null = call ptr %memory.error()
  call void %let.go(i32 %state)
  br label %end
end:
  ret void
}

; Where the core of array k is in sample i.
define internal ptr @core(ptr %args, ptr %steps, i64 %k, i64 %i) {
  %base.p = getelementptr ptr, ptr %args, i64 %k
  %base = load ptr, ptr %base.p
  %step.p = getelementptr i64, ptr %steps, i64 %k
  %step = load i64, ptr %step.p
  %way = mul i64 %i, %step
  %there = getelementptr i8, ptr %base, i64 %way
  ret ptr %there
}
