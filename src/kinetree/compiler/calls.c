/* The vectorcall functions of kernels, and of algorithms and functions.
 *
 * `call_kernel` computes on arrays that all have the same batch axes, or none, and a plain `out=`;
 * numbers of other layouts and types, and lists of numbers, are converted by NumPy. It allocates
 * the results, and releases the interpreter's lock for long computations. `call_function` assigns
 * arguments to operands and statics, and finds the kernel of an earlier call that was written in
 * the same way, in the table that functions/call_table.py describes. Other calls are passed to a
 * Python function, which takes anything. vectorcall.py fills the structures, whose fields it reads here.
 * Nothing is included or linked: functions of Python and NumPy are called through a table.
 * `.ci/calls` compiles this file to calls.ll. */

typedef int int32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;

enum { MAX_ARRAYS = 24, MAX_CORE_AXES = 6, MAX_AXES = 60, BATCH_AND_CORE = 64, ALIGNMENT = 64 };
enum { C_CONTIGUOUS = 0x1, ALIGNED = 0x100, WRITEABLE = 0x400 };
enum { MOST_COPIED = 1 << 16 }; /* numbers of a strided array that is copied, not read in place */
enum { MAX_KEY = 3 + 2 * MAX_ARRAYS, MAX_DEPTH = 8 };
enum { MAX_PARTS = 8 };                                /* of a group of operands */
enum { OUT = 127, OTHER = 126, GROUP = 112, STATIC = 64 }; /* codes of keywords: below STATIC are operands */

typedef struct type type; typedef struct state state;
typedef struct { int64_t references; type *type; } object;

/* Python's float and NumPy's array: array_layout.py checks that this is their layout. */
typedef struct { object head; double value; } number;

typedef struct { object head; type *scalar; char kind, character; } description;

typedef struct {
    object head;
    char *data;
    int32_t axes;
    const int64_t *lengths, *strides;
    object *base;
    description *descr;
    int32_t flags;
} array;

/* Functions of Python and NumPy, each under its name there. */
typedef struct {
    object *(*PyObject_Vectorcall)(object *, object *const *, uint64_t, object *);
    object *(*PyObject_GetAttr)(object *, object *);
    object *(*PyDict_GetItemWithError)(object *, object *);
    object *(*PyDict_Values)(object *);
    int32_t (*PyDict_Next)(object *, int64_t *, object **, object **);
    int64_t (*PyDict_Size)(object *);
    object *(*PyType_GenericAlloc)(type *, int64_t), *(*PyTuple_New)(int64_t);
    int64_t (*PyTuple_Size)(object *), (*PyList_Size)(object *);
    object *(*PyObject_GetAttrString)(object *, const char *);
    object *(*PyTuple_GetItem)(object *, int64_t), *(*PyList_GetItem)(object *, int64_t);
    int32_t (*PyTuple_SetItem)(object *, int64_t, object *);
    int32_t (*PyList_SetItem)(object *, int64_t, object *);
    object *(*PyLong_FromLongLong)(int64_t), *(*PyErr_Occurred)(void);
    int64_t (*PyLong_AsLongLong)(object *);
    int32_t (*PyErr_ExceptionMatches)(object *);
    char *(*PyBytes_AsString)(object *);
    void (*Py_IncRef)(object *), (*Py_DecRef)(object *), (*PyErr_Clear)(void);
    state *(*PyEval_SaveThread)(void);
    void (*PyEval_RestoreThread)(state *), *(*PyMem_RawMalloc)(uint64_t), (*PyMem_RawFree)(void *);
    array *(*PyArray_FromAny)(object *, description *, int32_t, int32_t, int32_t, object *);
    object *(*PyArray_Return)(array *);
    array *(*PyArray_New)(type *, int32_t, const int64_t *, int32_t, const int64_t *, void *,
                        int32_t, int32_t, object *);
} functions;

/* Types of Python and NumPy that calls tell apart. */
typedef struct {
    type *ndarray, *tuple, *list, *dict, *string, *boolean, *integer, *real, *real_scalar, *none;
} types;

/* An operand or a result: axes, bytes and lengths of one sample. */
typedef struct { int64_t axes, bytes, lengths[MAX_CORE_AXES]; } spec;

typedef void compute(int64_t n, void *const *pointers, const int64_t *steps, void *workspace);

/* Data for the calls of a kernel. */
typedef struct {
    const functions *functions;
    const types *types;
    type *real;                         /* Python's float, null for another dtype than its */
    description *dtype;
    object *out;                        /* the string "out" */
    int64_t type_number;                /* NumPy's number of the dtype */
    int64_t passed, operands, results;  /* operands that are passed; with the bound ones */
    object *const *bound;               /* the bound operands, which come last */
    const spec *specs;
    object *pack;                       /* makes a tuple of several results */
    int64_t is_namedtuple;              /* whether that is a NamedTuple, which is filled here */
    object *fallback;                   /* the Python function that takes anything */
    compute *scalar_code, *vector_code; /* the variants; null until compiled */
    int64_t lanes, scalar_workspace, vector_workspace; /* workspaces in bytes */
    int64_t most_samples, most_on_one_thread, *thread_count; /* samples that are computed here */
    int64_t most_with_lock;             /* samples that are computed without releasing the lock */
    int64_t most_new;                   /* samples whose results are allocated here */
} kernel_data;

/* Data for the calls of an algorithm or a function. */
typedef struct {
    const functions *functions;
    const types *types;
    object *function, *table;       /* itself; its call table, null: that of the model */
    object *call_table, *out_names; /* the string "call_table", the tuple ("out",) */
    object *layouts, *make_layout;  /* codes of keywords by their names; makes them */
    object *latest;                 /* a list of a tuple: a key, its table, and the kernel there */
    object *unset, *constant;       /* stands for a static that is not given; the key of another */
    object *single_name, *double_name; /* the strings "float32" and "float64" */
    description *single, *real;
    object *check;                  /* checks all arguments before every call, or null */
    object *checks, *name;          /* a tuple of a check or None by operand; their first argument */
    object *fallback;               /* the Python function that takes anything */
    object *errors;                 /* a tuple of those after which that is called */
    type *kernel;
    int64_t positional, required, statics, axes;
    int64_t frames, contacts;       /* statics' indices, or -1 */
    const int64_t *free_axes;       /* pairs: an operand, and the axis of it from the end */
    const int64_t *boolean;         /* by operand: whether it may be booleans */
    const int64_t *core_axes;       /* by operand: axes of a sample */
    const int64_t *by_contact;      /* by operand: whether a number of it is that of all contacts */
    const int64_t *positions;       /* codes of what is passed by position */
    const int64_t *group_types, *group_codes; /* by group: its class, and the codes of its fields */
} function_data;

/* An object that is called: Python's protocol reads the address of the function in it. */
typedef struct { object head; void *function; void *data; } callable;

#define UNSUPPORTED ((object *)1)

static _Bool equal(const int64_t *a, const int64_t *b, int64_t n)
{
    while (n && a[n - 1] == b[n - 1])
        n--;
    return !n;
}

static _Bool is_plain(const kernel_data *d, const array *x, int32_t flags)
{
    return x->head.type == d->types->ndarray && x->descr == d->dtype && (x->flags & flags) == flags;
}

/* The number of batch axes; -1 where the array does not have the shape of a sample. */
static int64_t batch_axes(const array *x, const spec *s)
{
    int64_t before = x->axes - s->axes;
    return before >= 0 && equal(x->lengths + before, s->lengths, s->axes) ? before : -1;
}

/* Whether `out` has this shape and overlaps none of `count` arrays. */
static _Bool fits(const kernel_data *d, const array *out, const spec *s, int64_t n,
                  const int64_t *lengths, int64_t axes, void *const *pointers,
                  const int64_t *steps, int64_t count)
{
    if (!is_plain(d, out, C_CONTIGUOUS | ALIGNED | WRITEABLE) || batch_axes(out, s) != axes ||
        !equal(out->lengths, lengths, axes))
        return 0;
    uint64_t begin = (uint64_t)out->data, end = begin + s->bytes * n;
    for (int64_t k = 0; k < count; k++) {
        uint64_t their = (uint64_t)pointers[k];
        uint64_t their_end = their + d->specs[k].bytes * (steps[k] ? n : 1);
        if (their < end && begin < their_end)
            return 0;
    }
    return 1;
}

/* Compute n samples, without the lock if they are many; 0 if out of memory. */
static _Bool launch(const kernel_data *d, int64_t n, void *const *pointers, const int64_t *steps)
{
    const functions *f = d->functions;
    _Bool lanes = n >= d->lanes, with_lock = n <= d->most_with_lock;
    compute *code = lanes ? d->vector_code : d->scalar_code;
    int64_t bytes = lanes ? d->vector_workspace : d->scalar_workspace;
    char *block = 0;
    state *saved = 0;
    if (n == 0 || (bytes && !(block = f->PyMem_RawMalloc(bytes + ALIGNMENT))))
        return n == 0;
    if (!with_lock)
        saved = f->PyEval_SaveThread();
    code(n, pointers, steps, (void *)(((uint64_t)block + ALIGNMENT - 1) & -ALIGNMENT));
    if (!with_lock)
        f->PyEval_RestoreThread(saved);
    if (block)
        f->PyMem_RawFree(block);
    return 1;
}

/* Null, for a Python error that is set. */
static object *release_all(const functions *f, object *const *objects, int64_t n)
{
    while (n--)
        f->Py_DecRef(objects[n]);
    return 0;
}

/* The arrays of out=: one, or a tuple of as many as there are results; 0 for anything else. */
static _Bool arrays_of_out(const kernel_data *d, object *out, object **made)
{
    const functions *f = d->functions;
    _Bool same = d->is_namedtuple && out->type == (type *)d->pack;
    if (d->pack && (!(same || out->type == d->types->tuple) || f->PyTuple_Size(out) != d->results))
        return 0;
    for (int64_t k = 0; k < d->results; k++)
        made[k] = d->pack ? f->PyTuple_GetItem(out, k) : out;
    return 1;
}

/* New arrays for the results; the number of those that could be allocated. */
static int64_t allocate(const kernel_data *d, const int64_t *lengths, int64_t axes, object **made)
{
    int64_t shape[BATCH_AND_CORE];
    for (int64_t i = 0; i < d->results; i++) {
        const spec *s = &d->specs[d->operands + i];
        for (int64_t k = 0; k < axes + s->axes; k++)
            shape[k] = k < axes ? lengths[k] : s->lengths[k - axes];
        if (!(made[i] = (object *)d->functions->PyArray_New(
                  d->types->ndarray, axes + s->axes, shape, d->type_number, 0, 0, 0, 0, 0)))
            return i;
    }
    return d->results;
}

/* One value of all results, whose references it steals; null for an error that is set. */
static object *named_results(const kernel_data *d, object **made)
{
    const functions *f = d->functions;
    if (!d->pack)
        return made[0];
    object *value = d->is_namedtuple ? f->PyType_GenericAlloc((type *)d->pack, d->results)
                                     : f->PyObject_Vectorcall(d->pack, made, d->results, 0);
    if (!d->is_namedtuple || !value) {
        release_all(f, made, d->results);
        return value;
    }
    for (int64_t k = 0; k < d->results; k++)
        f->PyTuple_SetItem(value, k, made[k]);
    return value;
}

/* The results of a kernel; null for an error that is set, UNSUPPORTED for the fallback. */
static object *attempt(const kernel_data *d, object *const *args, int64_t count, object *out)
{
    const functions *f = d->functions;
    void *pointers[MAX_ARRAYS];
    int64_t steps[MAX_ARRAYS], axes = 0, n = 1;
    const int64_t *lengths = 0;
    object *made[MAX_ARRAYS];
    if (count != d->passed)
        return UNSUPPORTED;
    for (int64_t k = 0; k < d->operands; k++) {
        const array *x = (const array *)(k < d->passed ? args[k] : d->bound[k - d->passed]);
        _Bool scalar = x->head.type == d->real && !d->specs[k].axes;
        _Bool plain = !scalar && is_plain(d, x, C_CONTIGUOUS | ALIGNED);
        int64_t before = scalar ? 0 : plain ? batch_axes(x, &d->specs[k]) : -1;
        if (before < 0)
            return UNSUPPORTED;
        pointers[k] = scalar ? (void *)&((number *)x)->value : x->data;
        steps[k] = before ? d->specs[k].bytes : 0;
        if (before && !lengths) {
            lengths = x->lengths;
            axes = before;
        } else if (before && (before != axes || !equal(x->lengths, lengths, axes)))
            return UNSUPPORTED;
    }
    for (int64_t k = 0; k < axes; k++)
        n *= lengths[k];
    if (n > (*d->thread_count == 1 ? d->most_on_one_thread : d->most_samples) ||
        !(n >= d->lanes ? d->vector_code : d->scalar_code) || axes > MAX_AXES - MAX_CORE_AXES ||
        (out ? !arrays_of_out(d, out, made) : n > d->most_new))
        return UNSUPPORTED;
    int64_t ready = out ? d->results : allocate(d, lengths, axes, made);
    if (ready < d->results)
        return release_all(f, made, ready);
    for (int64_t i = 0, k = d->operands; i < d->results; i++, k++) {
        const spec *s = &d->specs[k];
        if (out && !fits(d, (array *)made[i], s, n, lengths, axes, pointers, steps, k))
            return UNSUPPORTED;
        pointers[k] = ((array *)made[i])->data;
        steps[k] = s->bytes;
    }
    if (!launch(d, n, pointers, steps)) {
        release_all(f, made, out ? 0 : d->results);
        return UNSUPPORTED;
    }
    _Bool failed = 0;
    for (int64_t i = 0; i < d->results; i++)
        if (out)
            f->Py_IncRef(made[i]);
        else if (!(made[i] = f->PyArray_Return((array *)made[i]))) /* without axes, a scalar */
            failed = 1;
    return failed ? release_all(f, made, d->results) : named_results(d, made);
}

/* Whether an array is of real numbers. */
static _Bool is_real(const array *x, _Bool boolean)
{
    char kind = x->descr->kind;
    return kind == 'f' || kind == 'i' || kind == 'u' || (boolean && kind == 'b');
}

/* Whether x is a number, or a list or tuple of numbers, of arrays and of such lists. */
static _Bool is_numbers(const functions *f, const types *t, object *x, _Bool boolean, int64_t depth)
{
    if (x->type == t->ndarray)
        return is_real((const array *)x, boolean);
    if (x->type == t->real || x->type == t->integer || x->type == t->real_scalar ||
        (boolean && x->type == t->boolean))
        return 1;
    _Bool list = x->type == t->list;
    if (depth == MAX_DEPTH || !(list || x->type == t->tuple))
        return 0;
    for (int64_t k = 0, n = list ? f->PyList_Size(x) : f->PyTuple_Size(x); k < n; k++)
        if (!is_numbers(f, t, list ? f->PyList_GetItem(x, k) : f->PyTuple_GetItem(x, k), boolean,
                        depth + 1))
            return 0;
    return 1;
}

/* An operand that a kernel of a dtype reads, with a new reference: itself, or NumPy's conversion;
 * null for anything but real numbers. */
static object *converted(const functions *f, const types *t, description *dtype, object *x,
                         _Bool boolean)
{
    if (x->type == t->ndarray) {
        const array *a = (const array *)x;
        int64_t size = 1;
        for (int64_t k = 0; k < a->axes; k++)
            size *= a->lengths[k];
        _Bool plain = a->descr == dtype, contiguous = (a->flags & C_CONTIGUOUS) != 0;
        if (plain && (a->flags & ALIGNED) && (contiguous || size > MOST_COPIED)) {
            f->Py_IncRef(x);
            return x;
        }
        if (!is_real(a, boolean) || (!plain && a->descr->character == dtype->character))
            return 0; /* of another byte order */
    } else if (!is_numbers(f, t, x, boolean, 0))
        return 0;
    else if (x->type == t->real) {
        f->Py_IncRef(x);
        return x;
    }
    f->Py_IncRef((object *)dtype);
    object *result = (object *)f->PyArray_FromAny(x, dtype, 0, 0, C_CONTIGUOUS | ALIGNED, 0);
    if (!result)
        f->PyErr_Clear();
    return result;
}

object *call_kernel(callable *self, object *const *args, uint64_t flagged, object *names)
{
    const kernel_data *d = self->data;
    const functions *f = d->functions;
    int64_t given = flagged & ~(1ull << 63), count = names ? f->PyTuple_Size(names) : 0;
    object *out = count == 1 && f->PyTuple_GetItem(names, 0) == d->out ? args[given] : 0;
    object *result = count && !out ? UNSUPPORTED : attempt(d, args, given, out);
    if (result == UNSUPPORTED && given == d->passed && count == (out != 0)) {
        object *operands[MAX_ARRAYS];
        int64_t ready = 0;
        while (ready < given &&
               (operands[ready] = converted(f, d->types, d->dtype, args[ready], 0)))
            ready++;
        if (ready == given)
            result = attempt(d, operands, given, out);
        release_all(f, operands, ready);
    }
    return result != UNSUPPORTED ? result : f->PyObject_Vectorcall(d->fallback, args, given, names);
}

/* The arguments of a call by their places: operands, statics, out. */
typedef struct {
    object *operands[MAX_ARRAYS], *statics[MAX_ARRAYS], *out;
    int64_t count, present; /* operands that are given: their number, and a bit for each */
    _Bool single, plain;    /* all of float32; arrays, all required ones and no other argument */
} arguments;

/* Assign a value to what a code stands for: an operand, a static, out, or the fields of a group. */
static _Bool assign_one(const function_data *d, arguments *a, int64_t code, object *value)
{
    if (code < GROUP || code >= OTHER) {
        object **place = code == OUT      ? &a->out
                         : code >= STATIC ? &a->statics[code - STATIC]
                                          : &a->operands[code];
        if (code == OTHER || code < 0 || *place)
            return 0;
        *place = value;
        return 1;
    }
    if (value->type == d->types->none)
        return 1;
    if ((int64_t)value->type != d->group_types[code - GROUP])
        return 0;
    for (int64_t k = 0, n = d->functions->PyTuple_Size(value); k < n; k++)
        if (!assign_one(d, a, d->group_codes[(code - GROUP) * MAX_PARTS + k],
                        d->functions->PyTuple_GetItem(value, k)))
            return 0;
    return 1;
}

static _Bool assign(const function_data *d, object *const *args, int64_t given, object *names,
                    arguments *a)
{
    const functions *f = d->functions;
    object *layout = 0;
    *a = (arguments){.plain = given == d->required};
    if (given > d->positional)
        return 0;
    for (int64_t k = 0; k < given; k++)
        if (!assign_one(d, a, d->positions[k], args[k]))
            return 0;
    if (names && !(layout = f->PyDict_GetItemWithError(d->layouts, names))) {
        if (!(layout = f->PyObject_Vectorcall(d->make_layout, &names, 1, 0)))
            return 0;
        f->Py_DecRef(layout); /* d->layouts holds it */
    }
    const char *codes = layout ? f->PyBytes_AsString(layout) : 0;
    for (int64_t i = 0, n = names ? f->PyTuple_Size(names) : 0; i < n; i++) {
        if (!assign_one(d, a, codes[i], args[given + i]))
            return 0;
        a->plain &= codes[i] == OUT;
    }
    return 1;
}

/* A number for each of the contacts, with a new reference; null where there are none. They are a list
 * or a tuple, or that of a simulation. */
static object *repeated(const function_data *d, object *x, object *contacts)
{
    const functions *f = d->functions;
    if (!contacts)
        return 0;
    _Bool list = contacts->type == d->types->list, tuple = contacts->type == d->types->tuple;
    if (!list && !tuple) {
        object *listed = f->PyObject_GetAttrString(contacts, "contacts");
        object *numbers = listed && listed->type == d->types->tuple ? repeated(d, x, listed) : 0;
        if (listed)
            f->Py_DecRef(listed);
        return numbers;
    }
    int64_t n = list ? f->PyList_Size(contacts) : f->PyTuple_Size(contacts);
    object *numbers = f->PyTuple_New(n);
    for (int64_t k = 0; k < n; k++) {
        f->Py_IncRef(x);
        f->PyTuple_SetItem(numbers, k, x);
    }
    return numbers;
}

/* Convert the operands that are given to arrays of one dtype, which `operands` holds; 0 for
 * anything but real numbers. `values` is an operand whose values are given by frame. */
static _Bool convert(const function_data *d, arguments *a, object **operands, object **values)
{
    const functions *f = d->functions;
    int64_t slots = 0;
    a->single = 0;
    _Bool all_single = 1;
    for (int64_t k = 0; k < MAX_ARRAYS; k++) {
        object *x = a->operands[k];
        if (!x || x->type == d->types->none)
            continue;
        all_single &= x->type == d->types->ndarray && ((array *)x)->descr == d->single;
        a->present |= 1ll << k;
        slots++;
    }
    a->single = all_single && slots;
    description *dtype = a->single ? d->single : d->real;
    for (int64_t k = 0; k < MAX_ARRAYS; k++) {
        object *x = a->operands[k], *value = x;
        if (!(a->present >> k & 1))
            continue;
        _Bool by_frame = x->type == d->types->dict;
        if (by_frame && (d->frames < 0 || a->statics[d->frames] || *values))
            break; /* at most one operand names the frames here */
        _Bool number = x->type == d->types->real || x->type == d->types->integer;
        _Bool by_contact = number && d->by_contact[k];
        if (by_frame && !(value = f->PyDict_Values(x)))
            break;
        if (by_contact && !(value = repeated(d, x, a->statics[d->contacts])))
            break;
        if (by_frame)
            *values = x;
        if (x->type == d->types->ndarray && ((array *)x)->descr->character == 'f' && !a->single &&
            ((array *)x)->descr != d->single)
            break; /* float32 of another byte order counts as float32 */
        object *result = converted(f, d->types, dtype, value, d->boolean[k]);
        if (by_frame || by_contact)
            f->Py_DecRef(value);
        if (!result)
            break;
        operands[a->count++] = a->operands[k] = result;
        if (by_frame && ((array *)result)->axes != d->core_axes[k])
            return 0; /* batch axes are before that of frames */
        if (d->by_contact[k] && !((array *)result)->axes)
            return 0; /* a number of NumPy, which Python repeats for all contacts */
    }
    return a->count == slots;
}

/* The part of a key for a static, with a new reference; null where it has none. As `constant_key`
 * of functions/statics.py, which is asked for what is not handled here. */
static object *frozen(const function_data *d, object *x, int64_t depth)
{
    const functions *f = d->functions;
    const types *t = d->types;
    _Bool list = x->type == t->list;
    if (x->type == t->string || x->type == t->boolean || x->type == t->none) {
        f->Py_IncRef(x);
        return x;
    }
    if (depth == MAX_DEPTH || !(list || x->type == t->tuple))
        return f->PyObject_Vectorcall(d->constant, &x, 1, 0);
    int64_t n = list ? f->PyList_Size(x) : f->PyTuple_Size(x);
    object *key = f->PyTuple_New(n + 1);
    f->Py_IncRef((object *)x->type);
    f->PyTuple_SetItem(key, 0, (object *)x->type);
    for (int64_t k = 0; k < n; k++) {
        object *element = list ? f->PyList_GetItem(x, k) : f->PyTuple_GetItem(x, k);
        object *part = frozen(d, element, depth + 1);
        if (!part) {
            f->Py_DecRef(key);
            return 0;
        }
        f->PyTuple_SetItem(key, k + 1, part);
    }
    return key;
}

/* Whether the part of a key is that of a static which has not changed since: the same object, or a
 * list or a tuple of the same. A function has a longer key, since what it refers to may change. */
static _Bool is_same(const function_data *d, object *part, object *x, int64_t depth)
{
    const functions *f = d->functions;
    const types *t = d->types;
    if (part == x)
        return x->type != t->tuple;
    if (part->type != t->tuple || f->PyTuple_GetItem(part, 0) != (object *)x->type ||
        depth == MAX_DEPTH)
        return 0;
    _Bool list = x->type == t->list;
    int64_t n = f->PyTuple_Size(part) - 1;
    if (!(list || x->type == t->tuple))
        return n == 1 && f->PyTuple_GetItem(part, 1) == x;
    if (n != (list ? f->PyList_Size(x) : f->PyTuple_Size(x)))
        return 0;
    for (int64_t k = 0; k < n; k++)
        if (!is_same(d, f->PyTuple_GetItem(part, k + 1),
                     list ? f->PyList_GetItem(x, k) : f->PyTuple_GetItem(x, k), depth + 1))
            return 0;
    return 1;
}

/* Whether the latest key is that of a call. */
static _Bool is_latest(const function_data *d, object *key, const arguments *a, object *values)
{
    const functions *f = d->functions;
    if (d->axes || values || key->type != d->types->tuple ||
        f->PyLong_AsLongLong(f->PyTuple_GetItem(key, 1)) != a->present ||
        f->PyTuple_GetItem(key, 2) != (a->single ? d->single_name : d->double_name))
        return 0;
    for (int64_t j = 0; j < d->statics; j++)
        if (!is_same(d, f->PyTuple_GetItem(key, 3 + j), a->statics[j] ? a->statics[j] : d->unset,
                     0))
            return 0;
    return 1;
}

/* The names of frames that the values of an operand are given by, as a part of a key. */
static object *frozen_names(const function_data *d, object *values)
{
    const functions *f = d->functions;
    object *key = f->PyTuple_New(f->PyDict_Size(values) + 1), *name, *value;
    f->Py_IncRef((object *)d->types->dict);
    f->PyTuple_SetItem(key, 0, (object *)d->types->dict);
    for (int64_t place = 0, k = 1; f->PyDict_Next(values, &place, &name, &value); k++) {
        object *part = frozen(d, name, 0);
        if (!part) {
            f->Py_DecRef(key);
            return 0;
        }
        f->PyTuple_SetItem(key, k, part);
    }
    return key;
}

/* The key of a call, a new reference: the function alone, or a tuple. Null where a static has none. */
static object *key_of(const function_data *d, const arguments *a, object *values)
{
    const functions *f = d->functions;
    _Bool plain = a->plain && !a->single && !d->axes && a->present + 1 == 1ll << d->required;
    object *key = plain ? d->function : f->PyTuple_GetItem(f->PyList_GetItem(d->latest, 0), 0);
    if (plain || is_latest(d, key, a, values)) {
        f->Py_IncRef(key);
        return key;
    }
    int64_t sizes = 0, i = 0;
    for (int64_t k = 0; k < d->axes; k++)
        sizes += a->present >> d->free_axes[2 * k] & 1;
    key = f->PyTuple_New(3 + sizes + d->statics);
    object *kind = a->single ? d->single_name : d->double_name;
    f->Py_IncRef(d->function);
    f->PyTuple_SetItem(key, i++, d->function);
    f->PyTuple_SetItem(key, i++, f->PyLong_FromLongLong(a->present));
    f->Py_IncRef(kind);
    f->PyTuple_SetItem(key, i++, kind);
    for (int64_t k = 0; k < d->axes; k++) {
        if (!(a->present >> d->free_axes[2 * k] & 1))
            continue;
        const array *x = (const array *)a->operands[d->free_axes[2 * k]];
        int64_t axis = x->head.type == d->types->ndarray ? x->axes - d->free_axes[2 * k + 1] : -1;
        f->PyTuple_SetItem(key, i++, f->PyLong_FromLongLong(axis < 0 ? -1 : x->lengths[axis]));
    }
    for (int64_t j = 0; j < d->statics; j++) {
        object *x = a->statics[j], *part = d->unset;
        if (values && j == d->frames)
            part = frozen_names(d, values);
        else if (x)
            part = frozen(d, x, 0);
        else
            f->Py_IncRef(part);
        if (!part) {
            f->Py_DecRef(key);
            return 0;
        }
        f->PyTuple_SetItem(key, i++, part);
    }
    return key;
}

/* Whether operands pass the checks that they have; where not, the fallback raises the error. */
static _Bool pass(const function_data *d, const arguments *a)
{
    const functions *f = d->functions;
    for (int64_t k = 0, n = d->checks ? f->PyTuple_Size(d->checks) : 0; k < n; k++) {
        object *check = f->PyTuple_GetItem(d->checks, k), *args[] = {d->name, a->operands[k]};
        if (check->type == d->types->none || !(a->present >> k & 1))
            continue;
        object *done = f->PyObject_Vectorcall(check, args, 2, 0);
        if (!done)
            return 0;
        f->Py_DecRef(done);
    }
    return 1;
}

/* The results of a kernel; null for an error that is set, UNSUPPORTED if there is no kernel. */
static object *run(const function_data *d, object *kernel, object *const *operands, int64_t count,
                   const arguments *a)
{
    const functions *f = d->functions;
    if (!kernel || kernel->type != d->kernel || !((callable *)kernel)->data)
        return UNSUPPORTED;
    const kernel_data *k = ((callable *)kernel)->data;
    if (k->passed != count)
        return UNSUPPORTED;
    object *arguments[MAX_ARRAYS + 1], *out = a->out;
    if (out && out->type == d->types->none)
        out = 0;
    if (!pass(d, a))
        return UNSUPPORTED;
    object *result = attempt(k, operands, count, out);
    if (result == UNSUPPORTED) { /* numbers, but batches, strides or out= of another kind */
        for (int64_t i = 0; i < count; i++)
            arguments[i] = operands[i];
        arguments[count] = out;
        result = f->PyObject_Vectorcall(k->fallback, arguments, count, out ? d->out_names : 0);
    }
    return result;
}

/* The kernel of a key in a table, a new reference; null if there is none. The key, the table and the
 * kernel are replaced together: objects that are freed by this may call the function. */
static object *found(const function_data *d, object *table, object *key)
{
    const functions *f = d->functions;
    object *latest = f->PyList_GetItem(d->latest, 0);
    _Bool held = key == f->PyTuple_GetItem(latest, 0) && table == f->PyTuple_GetItem(latest, 1);
    object *kernel = held ? f->PyTuple_GetItem(latest, 2) : f->PyDict_GetItemWithError(table, key);
    if (!kernel)
        return 0;
    f->Py_IncRef(kernel);
    if (!held && !d->axes && key != d->function) {
        object *parts[] = {key, table, kernel};
        latest = f->PyTuple_New(3);
        for (int64_t k = 0; k < 3; k++) {
            f->Py_IncRef(parts[k]);
            f->PyTuple_SetItem(latest, k, parts[k]);
        }
        f->PyList_SetItem(d->latest, 0, latest);
    }
    return kernel;
}

/* The results of a call that was seen; null for an error that is set, UNSUPPORTED if it was not. */
static object *look_up_and_run(const function_data *d, object *const *args, int64_t given, object *names)
{
    const functions *f = d->functions;
    int64_t first = d->table ? 0 : 1; /* the first argument of an algorithm is the model */
    object *table = d->table, *result = UNSUPPORTED, *operands[MAX_ARRAYS], *values = 0;
    arguments a;
    if (given < first || !assign(d, args + first, given - first, names, &a))
        return UNSUPPORTED;
    if (convert(d, &a, operands, &values) &&
        (!first || (table = f->PyObject_GetAttr(args[0], d->call_table)))) {
        object *key = key_of(d, &a, values);
        object *kernel = key ? found(d, table, key) : 0, *done = 0;
        if (kernel && d->check && !(done = f->PyObject_Vectorcall(d->check, args, given, names)))
            result = 0;
        else
            result = run(d, kernel, operands, a.count, &a);
        object *owned[] = {done, kernel, key, first ? table : 0};
        for (int64_t k = 0; k < 4; k++)
            f->Py_DecRef(owned[k]); /* or nothing, of null */
    }
    release_all(f, operands, a.count);
    return result;
}

object *call_function(callable *self, object *const *args, uint64_t flagged, object *names)
{
    const function_data *d = self->data;
    const functions *f = d->functions;
    int64_t given = flagged & ~(1ull << 63);
    object *result = look_up_and_run(d, args, given, names);
    if (result != UNSUPPORTED)
        return result;
    if (f->PyErr_Occurred() && !f->PyErr_ExceptionMatches(d->errors))
        return 0; /* Ctrl-C, and what other signals raise */
    f->PyErr_Clear();
    return f->PyObject_Vectorcall(d->fallback, args, given, names);
}
