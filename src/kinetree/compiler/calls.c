/* The vectorcall functions of kernels, and of algorithms and functions.
 *
 * `call_kernel` and `call_function` take plain contiguous arrays of the kernel's dtype that all
 * have the same batch axes, or none, and a plain `out=`. They allocate the results, and release the
 * interpreter's lock for long computations. Other calls are passed to a Python function, which
 * takes anything. vectorcall.py fills the structures and has their fields in the same order.
 * Nothing is included or linked: functions of Python and NumPy are called through a table.
 * `.ci/calls` compiles this file to calls.ll. */

typedef int int32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;

enum { MAX_ARRAYS = 24, MAX_CORE_AXES = 6, MAX_AXES = 60, BATCH_AND_CORE = 64, ALIGNMENT = 64 };
enum { C_CONTIGUOUS = 0x1, ALIGNED = 0x100, WRITEABLE = 0x400 };

typedef struct type type; typedef struct state state;
typedef struct { int64_t references; type *type; } object;

/* Python's float and NumPy's array: array_layout.py checks that this is their layout. */
typedef struct { object head; double value; } number;

typedef struct {
    object head;
    char *data;
    int32_t axes;
    const int64_t *lengths, *strides;
    object *base, *descr;
    int32_t flags;
} array;

typedef struct {
    object *(*vectorcall)(object *, object *const *, uint64_t, object *);
    object *(*get_attribute)(object *, object *), *(*dict_get)(object *, object *);
    object *(*allocate)(type *, int64_t), *(*tuple_new)(int64_t);
    int64_t (*tuple_size)(object *);
    object *(*tuple_get)(object *, int64_t), *(*list_get)(object *, int64_t);
    int32_t (*tuple_set)(object *, int64_t, object *), (*list_set)(object *, int64_t, object *);
    void (*hold)(object *), (*release)(object *), (*forget_error)(void);
    state *(*unlock)(void);
    void (*lock)(state *), *(*raw_malloc)(uint64_t), (*raw_free)(void *);
    object *(*array_return)(array *);
    array *(*array_new)(type *, int32_t, const int64_t *, int32_t, const int64_t *, void *,
                        int32_t, int32_t, object *);
} functions;

/* An operand or a result: axes, bytes and lengths of one sample. */
typedef struct { int64_t axes, bytes, lengths[MAX_CORE_AXES]; } spec;

typedef void compute(int64_t n, void *const *pointers, const int64_t *steps, void *workspace);

/* Data for the calls of a kernel. */
typedef struct {
    const functions *functions;
    type *ndarray, *tuple, *float_type; /* Python's float, null for another dtype than its */
    object *dtype, *out;                /* `out` is the string "out" */
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
    object *function, *table;           /* itself; its dispatch table, null: that of the model */
    object *dispatch, *out, *latest;    /* the strings; a list of one element, the latest key */
    object *check, *fallback;           /* checks the arguments, or null; takes anything */
    type *kernel, *string, *boolean, *tuple;
} function_data;

/* An object that is called: Python's protocol reads the address of the function in it. */
typedef struct { object head; void *function; void *data; } callable;

/* The arguments of a call: how many are positional, and the keywords without a last `out`. */
typedef struct { int64_t given, count; object *const *values, *names, *out; } arguments;

#define UNSUPPORTED ((object *)1)

static _Bool equal(const int64_t *a, const int64_t *b, int64_t n)
{
    while (n && a[n - 1] == b[n - 1])
        n--;
    return !n;
}

static _Bool is_plain(const kernel_data *d, const array *x, int32_t flags)
{
    return x->head.type == d->ndarray && x->descr == d->dtype && (x->flags & flags) == flags;
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
    if (n == 0 || (bytes && !(block = f->raw_malloc(bytes + ALIGNMENT))))
        return n == 0;
    if (!with_lock)
        saved = f->unlock();
    code(n, pointers, steps, (void *)(((uint64_t)block + ALIGNMENT - 1) & -ALIGNMENT));
    if (!with_lock)
        f->lock(saved);
    if (block)
        f->raw_free(block);
    return 1;
}

/* Null, for a Python error that is set. */
static object *release_all(const functions *f, object *const *objects, int64_t n)
{
    while (n--)
        f->release(objects[n]);
    return 0;
}

/* The arrays of out=: one, or a tuple of as many as there are results; 0 for anything else. */
static _Bool unpack(const kernel_data *d, object *out, object **made)
{
    const functions *f = d->functions;
    _Bool same = d->is_namedtuple && out->type == (type *)d->pack;
    if (d->pack && (!(same || out->type == d->tuple) || f->tuple_size(out) != d->results))
        return 0;
    for (int64_t k = 0; k < d->results; k++)
        made[k] = d->pack ? f->tuple_get(out, k) : out;
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
        if (!(made[i] = (object *)d->functions->array_new(d->ndarray, axes + s->axes, shape,
                                                          d->type_number, 0, 0, 0, 0, 0)))
            return i;
    }
    return d->results;
}

/* One value of all results, whose references it steals; null for an error that is set. */
static object *packed(const kernel_data *d, object **made)
{
    const functions *f = d->functions;
    if (!d->pack)
        return made[0];
    object *value = d->is_namedtuple ? f->allocate((type *)d->pack, d->results)
                                     : f->vectorcall(d->pack, made, d->results, 0);
    if (!d->is_namedtuple || !value) {
        release_all(f, made, d->results);
        return value;
    }
    for (int64_t k = 0; k < d->results; k++)
        f->tuple_set(value, k, made[k]);
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
        _Bool scalar = x->head.type == d->float_type && !d->specs[k].axes;
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
        (out ? !unpack(d, out, made) : n > d->most_new))
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
            f->hold(made[i]);
        else if (!(made[i] = f->array_return((array *)made[i]))) /* without axes, a scalar */
            failed = 1;
    return failed ? release_all(f, made, d->results) : packed(d, made);
}

static arguments split(const functions *f, object *const *args, uint64_t flagged, object *names,
                       object *out)
{
    int64_t given = flagged & ~(1ull << 63), count = names ? f->tuple_size(names) : 0;
    _Bool last = count && f->tuple_get(names, count - 1) == out;
    object *its = last ? args[given + count - 1] : 0;
    return (arguments){given, count - last, args + given, names, its};
}

object *call_kernel(callable *self, object *const *args, uint64_t flagged, object *names)
{
    const kernel_data *d = self->data;
    arguments a = split(d->functions, args, flagged, names, d->out);
    object *result = a.count ? UNSUPPORTED : attempt(d, args, a.given, a.out);
    return result != UNSUPPORTED ? result
                                 : d->functions->vectorcall(d->fallback, args, a.given, names);
}

/* Whether x is a string or a boolean, or a tuple of them, which can be part of a key. */
static _Bool is_simple(const function_data *d, object *x)
{
    if (x->type != d->tuple)
        return x->type == d->string || x->type == d->boolean;
    for (int64_t k = d->functions->tuple_size(x) - 1; k >= 0; k--) {
        object *part = d->functions->tuple_get(x, k);
        if (part->type != d->string && part->type != d->boolean)
            return 0;
    }
    return 1;
}

/* Whether a key is that of these keywords: the same objects. */
static _Bool is_same(const function_data *d, object *key, const arguments *a)
{
    const functions *f = d->functions;
    _Bool same = key->type == d->tuple && f->tuple_size(key) == a->count + 2 &&
                 f->tuple_get(key, 1) == a->names;
    for (int64_t i = 0; same && i < a->count; i++)
        same = f->tuple_get(key, i + 2) == a->values[i];
    return same;
}

/* The key of a call in the dispatch table: the function, or a tuple of it, the names of the
 * keywords and the values of the statics. Null if these are not simple, or out of memory. */
static object *key_of(const function_data *d, const arguments *a)
{
    const functions *f = d->functions;
    object *key = a->count ? f->list_get(d->latest, 0) : d->function;
    if (!a->count || is_same(d, key, a))
        return key;
    for (int64_t i = 0; i < a->count; i++)
        if (!is_simple(d, a->values[i]))
            return 0;
    if (!(key = f->tuple_new(a->count + 2)))
        return 0;
    for (int64_t i = 0; i < a->count + 2; i++) {
        object *part = i == 0 ? d->function : i == 1 ? a->names : a->values[i - 2];
        f->hold(part);
        f->tuple_set(key, i, part);
    }
    f->list_set(d->latest, 0, key);
    return key;
}

/* The results of the kernel in the dispatch table; null, UNSUPPORTED as `attempt`. */
static object *look_up_and_run(const function_data *d, object *const *args, const arguments *a)
{
    const functions *f = d->functions;
    int64_t first = d->table ? 0 : 1; /* the first argument of an algorithm is the model */
    object *table = d->table, *result = UNSUPPORTED;
    if (a->given < first || (first && !(table = f->get_attribute(args[0], d->dispatch))))
        return UNSUPPORTED;
    object *key = key_of(d, a), *found = key ? f->dict_get(table, key) : 0;
    if (found && found->type == d->kernel && ((callable *)found)->data) {
        f->hold(found);
        result = attempt(((callable *)found)->data, args + first, a->given - first, a->out);
        f->release(found);
    }
    if (first)
        f->release(table);
    return result;
}

object *call_function(callable *self, object *const *args, uint64_t flagged, object *names)
{
    const function_data *d = self->data;
    arguments a = split(d->functions, args, flagged, names, d->out);
    if (d->check) {
        object *checked = d->functions->vectorcall(d->check, args, a.given, names);
        if (!checked)
            return 0;
        d->functions->release(checked);
    }
    object *result = look_up_and_run(d, args, &a);
    if (result != UNSUPPORTED)
        return result;
    d->functions->forget_error();
    return d->functions->vectorcall(d->fallback, args, a.given, names);
}
