; The builtins. A "field" is an address and a load of what a structure has there: see fastcall.py.

; Whether x is an array of the kernel's numbers with these flags.
define internal i1 @plain(ptr %t, ptr %x, i32 %flags) {
  %type = field ptr %x, TYPE
  %ndarray = field ptr %t, Table.ndarray
  %array = icmp eq ptr %type, %ndarray
  br i1 %array, label %look, label %no
look:
  %descr = field ptr %x, DESCR
  %own = field ptr %t, Table.descr
  %same = icmp eq ptr %descr, %own
  %all = field i32 %x, FLAGS
  %found = and i32 %all, %flags
  %flagged = icmp eq i32 %found, %flags
  %both = and i1 %same, %flagged
  ret i1 %both
no:
  ret i1 false
}

; How many axes of x come before those of its spec; -1 where it does not end as the spec says.
define internal i64 @before(ptr %x, ptr %spec) {
start:
  %axes32 = field i32 %x, NDIM
  %axes = sext i32 %axes32 to i64
  %core = load i64, ptr %spec
  %before = sub i64 %axes, %core
  %few = icmp slt i64 %before, 0
  br i1 %few, label %no, label %look
look:
  %dims = field ptr %x, DIMS
  %end = getelementptr i64, ptr %dims, i64 %before
  %lengths = getelementptr i64, ptr %spec, i64 2
  %same = call i1 @alike(ptr %end, ptr %lengths, i64 %core)
  br i1 %same, label %yes, label %no
yes:
  ret i64 %before
no:
  ret i64 -1
}

; Whether two runs of n integers are equal.
define internal i1 @alike(ptr %a, ptr %b, i64 %n) {
start:
  br label %loop
loop:
  %k = phi i64 [ 0, %start ], [ %next, %same ]
  %done = icmp eq i64 %k, %n
  br i1 %done, label %yes, label %one
one:
  %pa = getelementptr i64, ptr %a, i64 %k
  %pb = getelementptr i64, ptr %b, i64 %k
  %va = load i64, ptr %pa
  %vb = load i64, ptr %pb
  %equal = icmp eq i64 %va, %vb
  br i1 %equal, label %same, label %no
same:
  %next = add i64 %k, 1
  br label %loop
yes:
  ret i1 true
no:
  ret i1 false
}

; Copy n integers.
define internal void @copy(ptr %to, ptr %from, i64 %n) {
start:
  br label %loop
loop:
  %k = phi i64 [ 0, %start ], [ %next, %one ]
  %done = icmp eq i64 %k, %n
  br i1 %done, label %end, label %one
one:
  %pf = getelementptr i64, ptr %from, i64 %k
  %pt = getelementptr i64, ptr %to, i64 %k
  %v = load i64, ptr %pf
  store i64 %v, ptr %pt
  %next = add i64 %k, 1
  br label %loop
end:
  ret void
}

; The product of n integers.
define internal i64 @product(ptr %a, i64 %n) {
start:
  br label %loop
loop:
  %k = phi i64 [ 0, %start ], [ %next, %one ]
  %so.far = phi i64 [ 1, %start ], [ %more, %one ]
  %done = icmp eq i64 %k, %n
  br i1 %done, label %end, label %one
one:
  %p = getelementptr i64, ptr %a, i64 %k
  %v = load i64, ptr %p
  %more = mul i64 %so.far, %v
  %next = add i64 %k, 1
  br label %loop
end:
  ret i64 %so.far
}

; Whether out is of this shape and overlaps none of the arrays so far, operands and then results.
define internal i1 @fits(ptr %t, ptr %out, ptr %spec, i64 %n, ptr %dims, i64 %axes,
                         ptr %pointers, ptr %steps, i64 %count) {
start:
  %plain = call i1 @plain(ptr %t, ptr %out, i32 1281)  ; C_CONTIGUOUS | ALIGNED | WRITEABLE
  br i1 %plain, label %shape, label %no
shape:
  %before = call i64 @before(ptr %out, ptr %spec)
  %long = icmp eq i64 %before, %axes
  br i1 %long, label %batch, label %no
batch:
  %own = field ptr %out, DIMS
  %same = call i1 @alike(ptr %own, ptr %dims, i64 %axes)
  br i1 %same, label %extent, label %no
extent:
  %data = field i64 %out, DATA
  %bytes.p = getelementptr i64, ptr %spec, i64 1
  %bytes = load i64, ptr %bytes.p
  %length = mul i64 %bytes, %n
  %end = add i64 %data, %length
  %specs = field ptr %t, Table.specs
  br label %loop
loop:
  %k = phi i64 [ 0, %extent ], [ %next, %apart ]
  %done = icmp eq i64 %k, %count
  br i1 %done, label %yes, label %one
one:
  %their.p = getelementptr i64, ptr %pointers, i64 %k
  %their = load i64, ptr %their.p
  %step.p = getelementptr i64, ptr %steps, i64 %k
  %step = load i64, ptr %step.p
  %theirs.p = getelementptr [SPEC x i64], ptr %specs, i64 %k, i64 1
  %theirs = load i64, ptr %theirs.p
  %moving = icmp ne i64 %step, 0
  %samples = select i1 %moving, i64 %n, i64 1
  %their.length = mul i64 %theirs, %samples
  %their.end = add i64 %their, %their.length
  %a = icmp ult i64 %their, %end
  %b = icmp ult i64 %data, %their.end
  %overlap = and i1 %a, %b
  br i1 %overlap, label %no, label %apart
apart:
  %next = add i64 %k, 1
  br label %loop
yes:
  ret i1 true
no:
  ret i1 false
}

; Run n samples, without the interpreter's lock where they are many; false where memory is short.
define internal i1 @launch(ptr %t, i64 %n, ptr %pointers, ptr %steps, ptr %code, i1 %lanes) {
start:
  %nothing = icmp eq i64 %n, 0
  br i1 %nothing, label %yes, label %some
some:
  %f = field ptr %t, Table.functions
  %most = field i64 %t, Table.held
  %held = icmp sle i64 %n, %most
  %bytes.many = field i64 %t, Table.workspace
  %bytes.one = field i64 %t, Table.workspace_of_one
  %bytes = select i1 %lanes, i64 %bytes.many, i64 %bytes.one
  %needs = icmp ne i64 %bytes, 0
  br i1 %needs, label %memory, label %lock
memory:
  %malloc = field ptr %f, Functions.PyMem_RawMalloc
  %more = add i64 %bytes, 64
  %block = call ptr %malloc(i64 %more)
  %short = icmp eq ptr %block, null
  br i1 %short, label %no, label %lock
lock:
  %w.block = phi ptr [ null, %some ], [ %block, %memory ]
  br i1 %held, label %run, label %let.go
let.go:
  %save = field ptr %f, Functions.PyEval_SaveThread
  %saved = call ptr %save()
  br label %run
run:
  %state = phi ptr [ null, %lock ], [ %saved, %let.go ]
  br i1 %needs, label %run.in, label %run.alone
run.alone:
  call void %code(i64 %n, ptr %pointers, ptr %steps)
  br label %back
run.in:
  %w.int = ptrtoint ptr %w.block to i64
  %w.up = add i64 %w.int, 63
  %w.even = and i64 %w.up, -64
  %w = inttoptr i64 %w.even to ptr
  call void %code(i64 %n, ptr %pointers, ptr %steps, ptr %w)
  br label %back
back:
  br i1 %held, label %free, label %take
take:
  %restore = field ptr %f, Functions.PyEval_RestoreThread
  call void %restore(ptr %state)
  br label %free
free:
  br i1 %needs, label %free.memory, label %yes
free.memory:
  %release = field ptr %f, Functions.PyMem_RawFree
  call void %release(ptr %w.block)
  br label %yes
yes:
  ret i1 true
no:
  ret i1 false
}

; The results of a kernel; null for an error that is set, 1 for a call that is not for us.
define internal ptr @attempt(ptr %t, ptr %args, i64 %nargs, ptr %out) {
start:
  %pointers = alloca [ARRAYS x i64]
  %steps = alloca [ARRAYS x i64]
  %made = alloca [ARRAYS x ptr]
  %shape = alloca [64 x i64]
  %f = field ptr %t, Table.functions
  %count = field i64 %t, Table.operands
  %results = field i64 %t, Table.results
  %specs = field ptr %t, Table.specs
  %given = field i64 %t, Table.given
  %last = field ptr %t, Table.last
  %right = icmp eq i64 %nargs, %given
  br i1 %right, label %operands, label %decline
operands:
  br label %operand
operand:
  %k = phi i64 [ 0, %operands ], [ %k.next, %taken ]
  %dims = phi ptr [ null, %operands ], [ %dims.next, %taken ]
  %axes = phi i64 [ 0, %operands ], [ %axes.next, %taken ]
  %all = icmp eq i64 %k, %count
  br i1 %all, label %counted, label %pick
pick:
  %passed = icmp slt i64 %k, %given
  %k.last = sub i64 %k, %given
  %from = select i1 %passed, ptr %args, ptr %last
  %index = select i1 %passed, i64 %k, i64 %k.last
  %x.p = getelementptr ptr, ptr %from, i64 %index
  %x = load ptr, ptr %x.p
  %plain = call i1 @plain(ptr %t, ptr %x, i32 257)  ; C_CONTIGUOUS | ALIGNED
  br i1 %plain, label %shaped, label %decline
shaped:
  %spec = getelementptr [SPEC x i64], ptr %specs, i64 %k
  %before = call i64 @before(ptr %x, ptr %spec)
  %wrong = icmp slt i64 %before, 0
  br i1 %wrong, label %decline, label %point
point:
  %data = field i64 %x, DATA
  %pointer.p = getelementptr i64, ptr %pointers, i64 %k
  store i64 %data, ptr %pointer.p
  %bytes.p = getelementptr i64, ptr %spec, i64 1
  %bytes = load i64, ptr %bytes.p
  %alone = icmp eq i64 %before, 0
  %step = select i1 %alone, i64 0, i64 %bytes
  %step.p = getelementptr i64, ptr %steps, i64 %k
  store i64 %step, ptr %step.p
  br i1 %alone, label %taken, label %batch
batch:
  %own = field ptr %x, DIMS
  %first = icmp eq ptr %dims, null
  br i1 %first, label %taken, label %compare
compare:
  %as.long = icmp eq i64 %before, %axes
  br i1 %as.long, label %compare.axes, label %decline
compare.axes:
  %same = call i1 @alike(ptr %own, ptr %dims, i64 %axes)
  br i1 %same, label %taken, label %decline
taken:
  %dims.next = phi ptr [ %dims, %point ], [ %own, %batch ], [ %dims, %compare.axes ]
  %axes.next = phi i64 [ %axes, %point ], [ %before, %batch ], [ %axes, %compare.axes ]
  %k.next = add i64 %k, 1
  br label %operand

counted:
  %n = call i64 @product(ptr %dims, i64 %axes)
  %threads.p = field ptr %t, Table.threads
  %threads = load i64, ptr %threads.p
  %single.thread = icmp eq i64 %threads, 1
  %most.shared = field i64 %t, Table.most
  %most.alone = field i64 %t, Table.alone
  %most = select i1 %single.thread, i64 %most.alone, i64 %most.shared
  %few = icmp sle i64 %n, %most
  br i1 %few, label %choose, label %decline
choose:
  %width = field i64 %t, Table.lanes
  %lanes = icmp sge i64 %n, %width
  %one = field ptr %t, Table.one
  %many = field ptr %t, Table.many
  %code = select i1 %lanes, ptr %many, ptr %one
  %uncompiled = icmp eq ptr %code, null
  br i1 %uncompiled, label %decline, label %destination
destination:
  %fresh = icmp eq ptr %out, null
  br i1 %fresh, label %result, label %given.out
given.out:
  %out.packer = field ptr %t, Table.pack
  %one.result = icmp eq ptr %out.packer, null
  br i1 %one.result, label %single.out, label %several.out
single.out:
  store ptr %out, ptr %made
  br label %place
several.out:  ; a tuple of as many arrays, or what the kernel gave before
  %out.type = field ptr %out, TYPE
  %tuple.type = field ptr %t, Table.tuple
  %is.tuple = icmp eq ptr %out.type, %tuple.type
  %is.own = icmp eq ptr %out.type, %out.packer
  %named.out = field i64 %t, Table.named
  %is.named.out = icmp ne i64 %named.out, 0
  %is.own.tuple = and i1 %is.own, %is.named.out
  %is.fine = or i1 %is.tuple, %is.own.tuple
  br i1 %is.fine, label %unpack, label %decline
unpack:
  %tuple.size = field ptr %f, Functions.PyTuple_Size
  %tuple.item = field ptr %f, Functions.PyTuple_GetItem
  %outs = call i64 %tuple.size(ptr %out)
  %as.many = icmp eq i64 %outs, %results
  br i1 %as.many, label %unpack.one, label %decline
unpack.one:
  %u = phi i64 [ 0, %unpack ], [ %u.next, %unpack.one ]
  %u.array = call ptr %tuple.item(ptr %out, i64 %u)
  %u.p = getelementptr ptr, ptr %made, i64 %u
  store ptr %u.array, ptr %u.p
  %u.next = add i64 %u, 1
  %u.more = icmp slt i64 %u.next, %results
  br i1 %u.more, label %unpack.one, label %place

place:
  %o = phi i64 [ 0, %single.out ], [ 0, %unpack.one ], [ %o.next, %point.out ]
  %o.all = icmp eq i64 %o, %results
  br i1 %o.all, label %run.out, label %place.one
place.one:
  %o.p = getelementptr ptr, ptr %made, i64 %o
  %o.array = load ptr, ptr %o.p
  %o.k = add i64 %count, %o
  %o.spec = getelementptr [SPEC x i64], ptr %specs, i64 %o.k
  %fits = call i1 @fits(ptr %t, ptr %o.array, ptr %o.spec, i64 %n, ptr %dims, i64 %axes,
                        ptr %pointers, ptr %steps, i64 %o.k)
  br i1 %fits, label %point.out, label %decline
point.out:
  %out.data = field i64 %o.array, DATA
  %out.pointer.p = getelementptr i64, ptr %pointers, i64 %o.k
  store i64 %out.data, ptr %out.pointer.p
  %out.bytes.p = getelementptr i64, ptr %o.spec, i64 1
  %out.bytes = load i64, ptr %out.bytes.p
  %out.step.p = getelementptr i64, ptr %steps, i64 %o.k
  store i64 %out.bytes, ptr %out.step.p
  %o.next = add i64 %o, 1
  br label %place
run.out:
  %out.ran = call i1 @launch(ptr %t, i64 %n, ptr %pointers, ptr %steps, ptr %code, i1 %lanes)
  br i1 %out.ran, label %hold, label %decline
hold:
  %h = phi i64 [ 0, %run.out ], [ %h.next, %hold.one ]
  %h.all = icmp eq i64 %h, %results
  br i1 %h.all, label %pack, label %hold.one
hold.one:
  %h.p = getelementptr ptr, ptr %made, i64 %h
  %h.array = load ptr, ptr %h.p
  %incref = field ptr %f, Functions.Py_IncRef
  call void %incref(ptr %h.array)
  %h.next = add i64 %h, 1
  br label %hold

result:
  %r = phi i64 [ 0, %destination ], [ %r.next, %allocated ]
  %r.all = icmp eq i64 %r, %results
  br i1 %r.all, label %ready, label %allocate
allocate:
  %r.k = add i64 %count, %r
  %r.spec = getelementptr [SPEC x i64], ptr %specs, i64 %r.k
  %r.core = load i64, ptr %r.spec
  %r.axes = add i64 %axes, %r.core
  %r.many = icmp sgt i64 %r.axes, 60
  br i1 %r.many, label %undo.decline, label %new
new:
  call void @copy(ptr %shape, ptr %dims, i64 %axes)
  %r.tail = getelementptr i64, ptr %shape, i64 %axes
  %r.lengths = getelementptr i64, ptr %r.spec, i64 2
  call void @copy(ptr %r.tail, ptr %r.lengths, i64 %r.core)
  %array.new = field ptr %f, Functions.PyArray_New
  %type = field ptr %t, Table.ndarray
  %number64 = field i64 %t, Table.number
  %number = trunc i64 %number64 to i32
  %r.axes32 = trunc i64 %r.axes to i32
  %array = call ptr %array.new(ptr %type, i32 %r.axes32, ptr %shape, i32 %number, ptr null,
                               ptr null, i32 0, i32 0, ptr null)
  %failed = icmp eq ptr %array, null
  br i1 %failed, label %undo.error, label %allocated
allocated:
  %made.p = getelementptr ptr, ptr %made, i64 %r
  store ptr %array, ptr %made.p
  %r.data = field i64 %array, DATA
  %r.pointer.p = getelementptr i64, ptr %pointers, i64 %r.k
  store i64 %r.data, ptr %r.pointer.p
  %r.bytes.p = getelementptr i64, ptr %r.spec, i64 1
  %r.bytes = load i64, ptr %r.bytes.p
  %r.step.p = getelementptr i64, ptr %steps, i64 %r.k
  store i64 %r.bytes, ptr %r.step.p
  %r.next = add i64 %r, 1
  br label %result
ready:
  %ran = call i1 @launch(ptr %t, i64 %n, ptr %pointers, ptr %steps, ptr %code, i1 %lanes)
  br i1 %ran, label %finish, label %undo.decline

finish:
  %j = phi i64 [ 0, %ready ], [ %j.next, %plain.result ]
  %j.all = icmp eq i64 %j, %results
  br i1 %j.all, label %pack, label %plain.result
plain.result:
  %j.p = getelementptr ptr, ptr %made, i64 %j
  %j.array = load ptr, ptr %j.p
  %return = field ptr %f, Functions.PyArray_Return  ; without axes, a NumPy scalar
  %j.value = call ptr %return(ptr %j.array)
  store ptr %j.value, ptr %j.p
  %j.next = add i64 %j, 1
  br label %finish
pack:
  %packer = field ptr %t, Table.pack
  %single = icmp eq ptr %packer, null
  br i1 %single, label %give, label %several
give:
  %value = load ptr, ptr %made
  ret ptr %value
several:
  %named = field i64 %t, Table.named
  %is.named = icmp ne i64 %named, 0
  br i1 %is.named, label %name, label %call
name:
  %alloc = field ptr %f, Functions.PyType_GenericAlloc
  %tuple = call ptr %alloc(ptr %packer, i64 %results)
  %no.tuple = icmp eq ptr %tuple, null
  br i1 %no.tuple, label %undo.error, label %fill
fill:
  %set = field ptr %f, Functions.PyTuple_SetItem
  br label %item
item:
  %i = phi i64 [ 0, %fill ], [ %i.next, %put ]
  %i.all = icmp eq i64 %i, %results
  br i1 %i.all, label %filled, label %put
put:
  %i.p = getelementptr ptr, ptr %made, i64 %i
  %i.value = load ptr, ptr %i.p
  %status = call i32 %set(ptr %tuple, i64 %i, ptr %i.value)
  %i.next = add i64 %i, 1
  br label %item
filled:
  ret ptr %tuple
call:
  %vectorcall = field ptr %f, Functions.PyObject_Vectorcall
  %packed = call ptr %vectorcall(ptr %packer, ptr %made, i64 %results, ptr null)
  call void @drop(ptr %f, ptr %made, i64 %results)
  ret ptr %packed

undo.error:
  %r.made = phi i64 [ %r, %new ], [ %results, %name ]
  call void @drop(ptr %f, ptr %made, i64 %r.made)
  ret ptr null
undo.decline:
  call void @drop(ptr %f, ptr %made, i64 %r)
  br label %decline
decline:
  ret ptr inttoptr (i64 1 to ptr)
}

; Give up n objects.
define internal void @drop(ptr %f, ptr %objects, i64 %n) {
start:
  %decref = field ptr %f, Functions.Py_DecRef
  br label %loop
loop:
  %k = phi i64 [ 0, %start ], [ %next, %one ]
  %done = icmp eq i64 %k, %n
  br i1 %done, label %end, label %one
one:
  %p = getelementptr ptr, ptr %objects, i64 %k
  %x = load ptr, ptr %p
  call void %decref(ptr %x)
  %next = add i64 %k, 1
  br label %loop
end:
  ret void
}

; The array in out=, which is the last keyword; null where there is none.
define internal ptr @last.out(ptr %f, ptr %out.word, ptr %args, i64 %nargs, ptr %kwnames) {
  %none = icmp eq ptr %kwnames, null
  br i1 %none, label %no, label %named
named:
  %size = field ptr %f, Functions.PyTuple_Size
  %names = call i64 %size(ptr %kwnames)
  %last = sub i64 %names, 1
  %item = field ptr %f, Functions.PyTuple_GetItem
  %word = call ptr %item(ptr %kwnames, i64 %last)
  %is.out = icmp eq ptr %word, %out.word
  br i1 %is.out, label %yes, label %no
yes:
  %position = add i64 %nargs, %last
  %p = getelementptr ptr, ptr %args, i64 %position
  %out = load ptr, ptr %p
  ret ptr %out
no:
  ret ptr null
}

; How many keywords there are besides out=.
define internal i64 @statics(ptr %f, ptr %kwnames, ptr %out) {
  %none = icmp eq ptr %kwnames, null
  br i1 %none, label %no, label %named
named:
  %size = field ptr %f, Functions.PyTuple_Size
  %names = call i64 %size(ptr %kwnames)
  %no.out = icmp eq ptr %out, null
  %fewer = sub i64 %names, 1
  %count = select i1 %no.out, i64 %names, i64 %fewer
  ret i64 %count
no:
  ret i64 0
}

define ptr @call(ptr %capsule, ptr %args, i64 %nargs, ptr %kwnames) {
  %t = field ptr %capsule, POINTER
  %f = field ptr %t, Table.functions
  %out.word = field ptr %t, Table.out
  %out = call ptr @last.out(ptr %f, ptr %out.word, ptr %args, i64 %nargs, ptr %kwnames)
  %others = call i64 @statics(ptr %f, ptr %kwnames, ptr %out)
  %known = icmp eq i64 %others, 0
  br i1 %known, label %try, label %hand.on
try:
  %result = call ptr @attempt(ptr %t, ptr %args, i64 %nargs, ptr %out)
  %declined = icmp eq ptr %result, inttoptr (i64 1 to ptr)
  br i1 %declined, label %hand.on, label %give
give:
  ret ptr %result
hand.on:
  %vectorcall = field ptr %f, Functions.PyObject_Vectorcall
  %fallback = field ptr %t, Table.fallback
  %other = call ptr %vectorcall(ptr %fallback, ptr %args, i64 %nargs, ptr %kwnames)
  ret ptr %other
}

; Whether x is a string or a truth value, exactly: equal ones are then the same static.
define internal i1 @word.or.truth(ptr %r, ptr %x) {
  %type = field ptr %x, TYPE
  %str = field ptr %r, Route.str
  %bool = field ptr %r, Route.bool
  %is.str = icmp eq ptr %type, %str
  %is.bool = icmp eq ptr %type, %bool
  %either = or i1 %is.str, %is.bool
  ret i1 %either
}

; Whether x is one of these, or a tuple of them.
define internal i1 @simple(ptr %r, ptr %x) {
start:
  %alone = call i1 @word.or.truth(ptr %r, ptr %x)
  br i1 %alone, label %yes, label %look
look:
  %type = field ptr %x, TYPE
  %tuple = field ptr %r, Route.tuple
  %is.tuple = icmp eq ptr %type, %tuple
  br i1 %is.tuple, label %several, label %no
several:
  %f = field ptr %r, Route.functions
  %size = field ptr %f, Functions.PyTuple_Size
  %item = field ptr %f, Functions.PyTuple_GetItem
  %n = call i64 %size(ptr %x)
  br label %loop
loop:
  %k = phi i64 [ 0, %several ], [ %next, %one ]
  %done = icmp eq i64 %k, %n
  br i1 %done, label %yes, label %one
one:
  %part = call ptr %item(ptr %x, i64 %k)
  %fine = call i1 @word.or.truth(ptr %r, ptr %part)
  %next = add i64 %k, 1
  br i1 %fine, label %loop, label %no
yes:
  ret i1 true
no:
  ret i1 false
}

; The key of a call in the dispatch table, a new reference: the algorithm, or a tuple of it, the
; names of its n statics and their values. Null where they are not simple, or memory is short.
define internal ptr @key(ptr %r, ptr %values, ptr %kwnames, i64 %n) {
start:
  %f = field ptr %r, Route.functions
  %incref = field ptr %f, Functions.Py_IncRef
  %decref = field ptr %f, Functions.Py_DecRef
  %set = field ptr %f, Functions.PyTuple_SetItem
  %algorithm = field ptr %r, Route.algorithm
  call void %incref(ptr %algorithm)
  %plain = icmp eq i64 %n, 0
  br i1 %plain, label %alone, label %with.statics
alone:
  ret ptr %algorithm
with.statics:
  %make = field ptr %f, Functions.PyTuple_New
  %length = add i64 %n, 2
  %key = call ptr %make(i64 %length)
  %short = icmp eq ptr %key, null
  br i1 %short, label %undo, label %head
undo:
  call void %decref(ptr %algorithm)
  ret ptr null
head:
  %slice = field ptr %f, Functions.PyTuple_GetSlice
  %names = call ptr %slice(ptr %kwnames, i64 0, i64 %n)  ; all of them: the tuple itself
  %s.0 = call i32 %set(ptr %key, i64 0, ptr %algorithm)
  %s.1 = call i32 %set(ptr %key, i64 1, ptr %names)
  %no.names = icmp eq ptr %names, null
  br i1 %no.names, label %fail, label %loop
loop:
  %k = phi i64 [ 0, %head ], [ %next, %store ]
  %done = icmp eq i64 %k, %n
  br i1 %done, label %finish, label %one
one:
  %p = getelementptr ptr, ptr %values, i64 %k
  %x = load ptr, ptr %p
  %fine = call i1 @simple(ptr %r, ptr %x)
  br i1 %fine, label %store, label %fail
store:
  call void %incref(ptr %x)
  %at = add i64 %k, 2
  %s.k = call i32 %set(ptr %key, i64 %at, ptr %x)
  %next = add i64 %k, 1
  br label %loop
finish:
  ret ptr %key
fail:
  call void %decref(ptr %key)
  ret ptr null
}

define ptr @route(ptr %capsule, ptr %args, i64 %nargs, ptr %kwnames) {
  %r = field ptr %capsule, POINTER
  %f = field ptr %r, Route.functions
  %some = icmp sgt i64 %nargs, 0
  br i1 %some, label %model, label %hand.on
model:
  %first = load ptr, ptr %args
  %attribute = field ptr %f, Functions.PyObject_GetAttr
  %word = field ptr %r, Route.dispatch
  %dispatch = call ptr %attribute(ptr %first, ptr %word)
  %no.model = icmp eq ptr %dispatch, null
  br i1 %no.model, label %clear, label %sort
sort:
  %out.word = field ptr %r, Route.out
  %out = call ptr @last.out(ptr %f, ptr %out.word, ptr %args, i64 %nargs, ptr %kwnames)
  %n = call i64 @statics(ptr %f, ptr %kwnames, ptr %out)
  %values = getelementptr ptr, ptr %args, i64 %nargs
  %key = call ptr @key(ptr %r, ptr %values, ptr %kwnames, i64 %n)
  %no.key = icmp eq ptr %key, null
  br i1 %no.key, label %release, label %find
find:
  %lookup = field ptr %f, Functions.PyDict_GetItemWithError
  %found = call ptr %lookup(ptr %dispatch, ptr %key)
  %decref.key = field ptr %f, Functions.Py_DecRef
  call void %decref.key(ptr %key)
  %missing = icmp eq ptr %found, null
  br i1 %missing, label %release, label %check
check:
  %type = field ptr %found, TYPE
  %own.type = field ptr %capsule, TYPE
  %is.capsule = icmp eq ptr %type, %own.type
  br i1 %is.capsule, label %run, label %release
run:
  %t = field ptr %found, POINTER
  %rest = getelementptr ptr, ptr %args, i64 1
  %fewer = sub i64 %nargs, 1
  %result = call ptr @attempt(ptr %t, ptr %rest, i64 %fewer, ptr %out)
  br label %release
release:
  %answer = phi ptr [ inttoptr (i64 1 to ptr), %sort ], [ inttoptr (i64 1 to ptr), %find ],
                    [ inttoptr (i64 1 to ptr), %check ], [ %result, %run ]
  %decref = field ptr %f, Functions.Py_DecRef
  call void %decref(ptr %dispatch)
  %declined = icmp eq ptr %answer, inttoptr (i64 1 to ptr)
  br i1 %declined, label %clear, label %give
give:
  ret ptr %answer
clear:
  %forget = field ptr %f, Functions.PyErr_Clear
  call void %forget()
  br label %hand.on
hand.on:
  %vectorcall = field ptr %f, Functions.PyObject_Vectorcall
  %fallback = field ptr %r, Route.fallback
  %other = call ptr %vectorcall(ptr %fallback, ptr %args, i64 %nargs, ptr %kwnames)
  ret ptr %other
}
