/* Calls from Python without detours: what a kernel and an algorithm do when they are called.
 *
 * `call_kernel` and `call_algorithm` take plain contiguous arrays of the kernel's dtype that all
 * have the same batch axes, or none, and a plain `out=`. They allocate the results, and release the
 * interpreter's lock where there is much to compute. All else goes to a Python function, which
 * takes anything. vectorcall.py fills the structures, whose fields it has in the same order. Nothing
 * is included or linked: functions of Python and NumPy come in a table. `.ci/calls` makes calls.ll.
 */

typedef int int32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;

enum { ARRAYS = 24, AXES = 6, MOST_AXES = 60, BATCH_AND_CORE = 64, ALIGNMENT = 64 };
enum { C_CONTIGUOUS = 0x1, ALIGNED = 0x100, WRITEABLE = 0x400 };

typedef struct type type; typedef struct state state;
typedef struct { int64_t references; type *type; } object;

/* Python's float and NumPy's array: array_layout.py looks whether this is how they have it. */
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
    object *(*tuple_get)(object *, int64_t);
    int32_t (*tuple_set)(object *, int64_t, object *);
    object *(*tuple_slice)(object *, int64_t, int64_t);
    void (*hold)(object *), (*release)(object *), (*forget_error)(void);
    state *(*unlock)(void);
    void (*lock)(state *), *(*raw_malloc)(uint64_t), (*raw_free)(void *);
    object *(*array_return)(array *);
    array *(*array_new)(type *, int32_t, const int64_t *, int32_t, const int64_t *, void *,
                        int32_t, int32_t, object *);
} functions;

/* An operand or a result: axes, bytes and lengths of one sample. */
typedef struct { int64_t axes, bytes, lengths[AXES]; } spec;

typedef void compute(int64_t n, void *const *pointers, const int64_t *steps, void *workspace);

/* All that is needed to know of a kernel. */
typedef struct {
    const functions *functions;
    type *ndarray, *tuple, *real;    /* Python's float, null for another dtype than its */
    object *descr, *out;             /* the dtype; the string "out" */
    int64_t number;                  /* NumPy's for the dtype */
    int64_t given, operands, results; /* operands that are passed; and those that are kept, too */
    object *const *last;             /* the operands that are kept */
    const spec *specs;
    object *pack;                    /* makes one value of several results */
    int64_t named;                   /* whether that is a NamedTuple, which is filled here */
    object *fallback;                /* the Python function that takes anything */
    compute *one, *many;             /* code for a sample, and for lanes; null until compiled */
    int64_t lanes;
    int64_t workspace_of_one, workspace; /* bytes that they work in */
    int64_t most, alone;             /* samples that are computed here; with one thread only */
    const int64_t *threads;
    int64_t held;                    /* samples that are computed without releasing the lock */
} table;

/* All that is needed to know of an algorithm. */
typedef struct {
    const functions *functions;
    object *algorithm, *dispatch, *out; /* itself; the strings "dispatch" and "out" */
    object *check, *fallback;           /* looks at what is given, or null; takes anything */
    type *kernel, *string, *boolean, *tuple;
} route;

/* An object that is called: Python's protocol reads the address of the function in it. */
typedef struct { object head; void *function; void *about; } callable;

typedef struct { object *const *values; int64_t count; object *names, *out; } keywords;

#define DECLINED ((object *)1)

static _Bool equal(const int64_t *a, const int64_t *b, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        if (a[k] != b[k])
            return 0;
    return 1;
}

static _Bool is_plain(const table *t, const array *x, int32_t flags)
{
    return x->head.type == t->ndarray && x->descr == t->descr && (x->flags & flags) == flags;
}

/* How many axes come before those of the spec; -1 where the array does not end as it says. */
static int64_t batch_axes(const array *x, const spec *s)
{
    int64_t before = x->axes - s->axes;
    return before >= 0 && equal(x->lengths + before, s->lengths, s->axes) ? before : -1;
}

/* Whether out has this shape and overlaps none of `count` arrays. */
static _Bool fits(const table *t, const array *out, const spec *s, int64_t n,
                  const int64_t *lengths, int64_t axes, void *const *pointers,
                  const int64_t *steps, int64_t count)
{
    if (!is_plain(t, out, C_CONTIGUOUS | ALIGNED | WRITEABLE) || batch_axes(out, s) != axes ||
        !equal(out->lengths, lengths, axes))
        return 0;
    uint64_t begin = (uint64_t)out->data, end = begin + s->bytes * n;
    for (int64_t k = 0; k < count; k++) {
        uint64_t their = (uint64_t)pointers[k];
        uint64_t their_end = their + t->specs[k].bytes * (steps[k] ? n : 1);
        if (their < end && begin < their_end)
            return 0;
    }
    return 1;
}

/* Compute n samples, without the lock where they are many; 0 where memory is short. */
static _Bool launch(const table *t, int64_t n, void *const *pointers, const int64_t *steps)
{
    const functions *f = t->functions;
    _Bool lanes = n >= t->lanes, held = n <= t->held;
    compute *code = lanes ? t->many : t->one;
    int64_t bytes = lanes ? t->workspace : t->workspace_of_one;
    char *block = 0;
    state *saved = 0;
    if (n == 0 || (bytes && !(block = f->raw_malloc(bytes + ALIGNMENT))))
        return n == 0;
    if (!held)
        saved = f->unlock();
    code(n, pointers, steps, (void *)(((uint64_t)block + ALIGNMENT - 1) & -ALIGNMENT));
    if (!held)
        f->lock(saved);
    if (block)
        f->raw_free(block);
    return 1;
}

/* Null, for an error that is set. */
static object *release_all(const functions *f, object *const *objects, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        f->release(objects[k]);
    return 0;
}

/* The arrays of out=: one, or a tuple of as many as there are results. */
static _Bool unpack(const table *t, object *out, object **made)
{
    const functions *f = t->functions;
    _Bool own = t->named && out->type == (type *)t->pack;
    if (t->pack && (!(own || out->type == t->tuple) || f->tuple_size(out) != t->results))
        return 0;
    for (int64_t k = 0; k < t->results; k++)
        made[k] = t->pack ? f->tuple_get(out, k) : out;
    return 1;
}

/* New arrays for the results: how many could be made. */
static int64_t allocate(const table *t, const int64_t *lengths, int64_t axes, object **made)
{
    int64_t shape[BATCH_AND_CORE];
    for (int64_t i = 0; i < t->results; i++) {
        const spec *s = &t->specs[t->operands + i];
        for (int64_t k = 0; k < axes + s->axes; k++)
            shape[k] = k < axes ? lengths[k] : s->lengths[k - axes];
        made[i] = (object *)t->functions->array_new(t->ndarray, axes + s->axes, shape, t->number,
                                                    0, 0, 0, 0, 0);
        if (!made[i])
            return i;
    }
    return t->results;
}

/* One value of all results, which it takes over; null for an error that is set. */
static object *packed(const table *t, object **made)
{
    const functions *f = t->functions;
    if (!t->pack)
        return made[0];
    object *value = t->named ? f->allocate((type *)t->pack, t->results)
                             : f->vectorcall(t->pack, made, t->results, 0);
    if (!t->named || !value) {
        release_all(f, made, t->results);
        return value;
    }
    for (int64_t k = 0; k < t->results; k++)
        f->tuple_set(value, k, made[k]);
    return value;
}

/* The results of a kernel; null for an error that is set, DECLINED for Python's turn. */
static object *attempt(const table *t, object *const *args, int64_t count, object *out)
{
    const functions *f = t->functions;
    void *pointers[ARRAYS];
    int64_t steps[ARRAYS], axes = 0, n = 1;
    const int64_t *lengths = 0;
    object *made[ARRAYS];
    if (count != t->given)
        return DECLINED;
    for (int64_t k = 0; k < t->operands; k++) {
        const array *x = (const array *)(k < t->given ? args[k] : t->last[k - t->given]);
        if (x->head.type == t->real && !t->specs[k].axes) {
            pointers[k] = &((number *)x)->value;
            steps[k] = 0;
            continue;
        }
        int64_t before = is_plain(t, x, C_CONTIGUOUS | ALIGNED) ? batch_axes(x, &t->specs[k]) : -1;
        if (before < 0)
            return DECLINED;
        pointers[k] = x->data;
        steps[k] = before ? t->specs[k].bytes : 0;
        if (before && !lengths) {
            lengths = x->lengths;
            axes = before;
        } else if (before && (before != axes || !equal(x->lengths, lengths, axes)))
            return DECLINED;
    }
    for (int64_t k = 0; k < axes; k++)
        n *= lengths[k];
    if (n > (*t->threads == 1 ? t->alone : t->most) || !(n >= t->lanes ? t->many : t->one))
        return DECLINED;
    if (axes > MOST_AXES - AXES || (out && !unpack(t, out, made)))
        return DECLINED;
    int64_t ready = out ? t->results : allocate(t, lengths, axes, made);
    if (ready < t->results)
        return release_all(f, made, ready);
    for (int64_t i = 0, k = t->operands; i < t->results; i++, k++) {
        const spec *s = &t->specs[k];
        if (out && !fits(t, (array *)made[i], s, n, lengths, axes, pointers, steps, k))
            return DECLINED;
        pointers[k] = ((array *)made[i])->data;
        steps[k] = s->bytes;
    }
    if (!launch(t, n, pointers, steps)) {
        release_all(f, made, out ? 0 : t->results);
        return DECLINED;
    }
    _Bool failed = 0;
    for (int64_t i = 0; i < t->results; i++)
        if (out)
            f->hold(made[i]);
        else if (!(made[i] = f->array_return((array *)made[i]))) /* without axes, a scalar */
            failed = 1;
    return failed ? release_all(f, made, t->results) : packed(t, made);
}

/* The keywords of a call, `out` apart where it is the last. */
static keywords sorted(const functions *f, object *const *values, object *names, object *out)
{
    int64_t count = names ? f->tuple_size(names) : 0;
    _Bool last = count && f->tuple_get(names, count - 1) == out;
    return (keywords){values, count - last, names, last ? values[count - 1] : 0};
}

object *call_kernel(callable *self, object *const *args, uint64_t flagged, object *names)
{
    const table *t = self->about;
    int64_t count = flagged & ~(1ull << 63);
    keywords k = sorted(t->functions, args + count, names, t->out);
    object *result = k.count ? DECLINED : attempt(t, args, count, k.out);
    if (result == DECLINED)
        result = t->functions->vectorcall(t->fallback, args, count, names);
    return result;
}

/* Whether x is a string or a boolean, or a tuple of them: then equal ones are the same static. */
static _Bool is_simple(const route *r, object *x)
{
    if (x->type != r->tuple)
        return x->type == r->string || x->type == r->boolean;
    for (int64_t k = r->functions->tuple_size(x) - 1; k >= 0; k--) {
        object *part = r->functions->tuple_get(x, k);
        if (part->type != r->string && part->type != r->boolean)
            return 0;
    }
    return 1;
}

/* The key of a call in the table of kernels, a new reference: the algorithm, or a tuple of it, the
 * names of its statics and their values. Null where they are not simple, or memory is short. */
static object *key_of(const route *r, const keywords *k)
{
    const functions *f = r->functions;
    if (!k->count) {
        f->hold(r->algorithm);
        return r->algorithm;
    }
    for (int64_t i = 0; i < k->count; i++)
        if (!is_simple(r, k->values[i]))
            return 0;
    object *names = f->tuple_slice(k->names, 0, k->count); /* all of them: the tuple itself */
    object *key = names ? f->tuple_new(k->count + 2) : 0;
    if (!key)
        return release_all(f, &names, 1);
    f->hold(r->algorithm);
    f->tuple_set(key, 0, r->algorithm);
    f->tuple_set(key, 1, names);
    for (int64_t i = 0; i < k->count; i++) {
        f->hold(k->values[i]);
        f->tuple_set(key, i + 2, k->values[i]);
    }
    return key;
}

/* The results by the kernel that is found in the model's table; null, DECLINED as `attempt`. */
static object *routed(const route *r, object *const *args, int64_t count, const keywords *k)
{
    const functions *f = r->functions;
    object *dispatch = f->get_attribute(args[0], r->dispatch);
    if (!dispatch)
        return DECLINED;
    object *key = key_of(r, k), *found = key ? f->dict_get(dispatch, key) : 0, *result = DECLINED;
    if (key)
        f->release(key);
    if (found && found->type == r->kernel && ((callable *)found)->about) {
        f->hold(found);
        result = attempt(((callable *)found)->about, args + 1, count - 1, k->out);
        f->release(found);
    }
    f->release(dispatch);
    return result;
}

object *call_algorithm(callable *self, object *const *args, uint64_t flagged, object *names)
{
    const route *r = self->about;
    int64_t count = flagged & ~(1ull << 63);
    keywords k = sorted(r->functions, args + count, names, r->out);
    if (r->check) {
        object *seen = r->functions->vectorcall(r->check, args, count, names);
        if (!seen)
            return 0;
        r->functions->release(seen);
    }
    object *result = count ? routed(r, args, count, &k) : DECLINED;
    if (result != DECLINED)
        return result;
    r->functions->forget_error();
    return r->functions->vectorcall(r->fallback, args, count, names);
}
