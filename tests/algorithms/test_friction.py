"""Contacts with friction: the laws themselves, closed forms, and derivatives in every mode."""

from functools import cache

import numpy as np
import pytest

import kinetree as kt

ARM = kt.robots.arm()
CONTACTS, ONE_SIDED, BOUNDED = 4, 2, 2
ROWS = 3 * CONTACTS + ONE_SIDED + BOUNDED


@cache
def problem(iterations=300, contacts=CONTACTS, one_sided=ONE_SIDED, bounded=BOUNDED):
    """The solver as an algorithm: G, g, mu, bounds to impulses, velocities and residuals."""
    m = 3 * contacts + one_sided + bounded

    @kt.algorithm(f"({m},{m}),({m}),({contacts}),({bounded})->({m}),({m}),(3)")
    def solved(model, G, g, mu, bounds):
        found = kt.friction.solve(
            G,
            g,
            mu,
            one_sided=one_sided,
            bounds=bounds,
            iterations=iterations,
        )
        residuals = kt.math.stack(list(found.residuals))
        return {"impulses": found.impulses, "velocities": found.velocities, "residuals": residuals}

    return solved


def samples(count, seed=0, rank=40):
    """Problems whose contacts separate, stick and slide."""
    rng = np.random.default_rng(seed)
    J = rng.normal(size=(count, ROWS, rank))
    G = J @ np.swapaxes(J, 1, 2) / rank
    mu = rng.uniform(0, 1, size=(count, CONTACTS))
    mu[:, 0] = 0
    return G, rng.normal(size=(count, ROWS)), mu, rng.uniform(0.1, 1, size=(count, BOUNDED))


def modes(found, mu):
    """The mode of each contact: 0 where it is separate, 1 where it sticks, 2 where it slides."""
    l = found.impulses[..., : 3 * mu.shape[-1]].reshape(*mu.shape, 3)
    slides = np.linalg.norm(l[..., :2], axis=-1) > mu * l[..., 2] * (1 - 1e-9)
    return np.where(l[..., 2] > 0, np.where(slides, 2, 1), 0)


def test_iterations_are_integers_of_numpy_too():
    given = np.eye(3), [3.0, 0.0, -2.0], [0.5]
    found = kt.friction.solve(*given, iterations=np.int64(3))
    expected = kt.friction.solve(*given, iterations=3)
    assert found.impulses.flat == expected.impulses.flat
    for wrong in (np.int64(0), np.True_, np.float64(3), np.array([3])):
        with pytest.raises(kt.ShapeError, match="expected an integer >= 1"):
            kt.friction.solve(*given, iterations=wrong)


def test_impulses_follow_the_laws():
    G, g, mu, bounds = samples(200)
    found = problem()(ARM, G, g, mu, bounds)
    np.testing.assert_allclose(
        found.velocities, (G @ found.impulses[..., None])[..., 0] + g, atol=1e-13
    )
    n = 3 * CONTACTS
    l, s = (x[:, :n].reshape(-1, CONTACTS, 3) for x in (found.impulses, found.velocities))
    along, sliding = (np.linalg.norm(x[..., :2], axis=-1) for x in (l, s))
    assert (l[..., 2] >= 0).all() and s[..., 2].min() > -1e-12
    assert (along - mu * l[..., 2]).max() < 1e-13
    assert abs(l[..., 2] * s[..., 2]).max() < 1e-12
    assert abs((l[..., :2] * s[..., :2]).sum(-1) + mu * l[..., 2] * sliding).max() < 1e-12
    stop = slice(n, n + ONE_SIDED)
    l, s = found.impulses[:, stop], found.velocities[:, stop]
    assert l.min() >= 0 and s.min() > -1e-12 and abs(l * s).max() < 1e-12
    l, s = found.impulses[:, n + ONE_SIDED :], found.velocities[:, n + ONE_SIDED :]
    assert (abs(l) - bounds).max() < 1e-15
    assert abs(l * s + bounds * abs(s)).max() < 1e-12
    assert found.residuals.max() < 1e-12
    assert set(modes(found, mu).ravel()) == {0, 1, 2}


def test_bits_of_a_sample_are_those_it_has_in_a_batch():
    G, g, mu, bounds = samples(20)
    together = problem()(ARM, G, g, mu, bounds)
    for k in (0, 7, 19):
        alone = problem()(ARM, G[k], g[k], mu[k], bounds[k])
        assert all((x[k] == y).all() for x, y in zip(together, alone, strict=True))


@pytest.mark.parametrize(
    "change", [(2, 0.3), (2, -9.0), (0, 9.0), (1, 0.01), (12, 0.1), (14, 0.2), (14, -0.2)]
)
def test_residuals_see_what_is_wrong(change):
    from kinetree.algorithms.friction.laws import Laws

    G, g, mu, bounds = (x[3] for x in samples(10))
    laws = Laws(kt.math.array(list(mu)), ONE_SIDED, kt.math.array(list(bounds)))
    impulses = problem()(ARM, G, g, mu, bounds).impulses.copy()
    impulses[change[0]] += change[1]
    velocities = G @ impulses + g
    given = (kt.math.array(list(x)) for x in (np.diag(G), impulses, velocities))
    assert max(laws.residuals(*given)) > 1e-3


@pytest.mark.parametrize(
    ("impulses", "velocities", "expected"),
    [
        ([0, 0, 0, 0, 0], [0, 0, 0, 0, 0], (0, 0, 0)),
        ([0, 0, 1, 0, 0], [0.3, 0, 0, 0, 0], (0, 0, 0.15)),  # it slides: friction is missing
        ([-0.5, 0, 1, 0, 0], [0.3, 0, 0, 0, 0], (0, 0, 0)),
        ([0.6, -0.8, 1, 0, 0], [0, 0, 0, 0, 0], (1, 0, 0)),  # more friction than there is
        ([0, 0, -1, 0, 0], [0, 0, 0, 0, 0], (2, 0, 0)),  # it pulls
        ([0, 0, 0, 0, 0], [0, 0, -0.4, 0, 0], (0, 0.4, 0)),  # it goes into the plane
        ([0, 0, 2, 0, 0], [0, 0, 0.4, 0, 0], (0, 0, 0.4)),  # it pushes and leaves
        ([0, 0, 0, -1, 0], [0, 0, 0, 0, 0], (2, 0, 0)),
        ([0, 0, 0, 0, 0], [0, 0, 0, -0.7, 0], (0, 0.7, 0)),
        ([0, 0, 0, 1, 0], [0, 0, 0, 0.6, 0], (0, 0, 0.6)),
        ([0, 0, 0, 0, 3], [0, 0, 0, 0, 0], (2, 0, 2)),  # beyond its bound of 2
        ([0, 0, 0, 0, 1], [0, 0, 0, 0, 0.5], (0, 0, 0.5)),  # it moves, within its bounds
        ([0, 0, 0, 0, 2], [0, 0, 0, 0, 1.0], (0, 0, 1)),  # it drives
        ([0, 0, 0, 0, 2], [0, 0, 0, 0, -1.0], (0, 0, 0)),
    ],
)
def test_residuals_of_one_mistake(impulses, velocities, expected):
    from kinetree.algorithms.friction.laws import Laws

    laws, diagonal = Laws(kt.math.array([0.5]), 1, kt.math.array([2.0])), kt.math.array([2.0] * 5)
    found = laws.residuals(diagonal, kt.math.array(impulses), kt.math.array(velocities))
    np.testing.assert_allclose(found, expected, atol=1e-15)


@pytest.mark.parametrize("thin", [1e4, 100.0])
def test_redundant_contacts(thin):
    """The four corners of a box: G has rank 6, and scales as different as its inertias."""
    corners = np.array([[x, y, -0.1] for x in (-1, 1) for y in (-1, 1)])
    skew = [[[0, z, -y], [-z, 0, x], [y, -x, 0]] for x, y, z in corners]
    J = np.concatenate([np.concatenate([np.eye(3), s], 1) for s in skew])
    inverse = np.diag([1, 1, 1, thin**0.5, thin**0.5, thin])
    G = J @ inverse @ J.T + 1e-6 * np.eye(12)
    velocity = np.array([0.3, 0.1, -1.0, 0, 0, 2.0])
    found = problem(3000, 4, 0, 0)(ARM, G, J @ velocity, np.full(4, 0.5), np.zeros(0))
    assert found.residuals.max() < 1e-6
    assert abs((velocity + inverse @ J.T @ found.impulses)[2:5]).max() < 1e-5


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_what_is_far_apart_ends_no_iterations(dtype):
    """A row that would close at 1e9 m/s the other way: sweeps go on as without it."""
    G, g, mu, bounds = samples(64)
    k = 3 * CONTACTS  # the first one-sided row
    G[:, k], G[:, :, k], G[:, k, k], g[:, k] = 0, 0, 1, 0.1
    near = problem()(ARM, *(x.astype(dtype) for x in (G, g, mu, bounds)))
    g[:, k] = 1e9
    far = problem()(ARM, *(x.astype(dtype) for x in (G, g, mu, bounds)))
    assert np.array_equal(far.impulses, near.impulses)


def test_a_block_that_sticks_slides_or_leaves():
    """Of mass 2: impulses against a velocity, in closed form."""
    its = problem(5, 1, 0, 0)
    G, mu, none = np.eye(3) / 2, [0.5], np.zeros(0)
    sticks = its(ARM, G, [0.3, 0.0, -1.0], mu, none)
    np.testing.assert_allclose(sticks.impulses, [-0.6, 0, 2], atol=1e-15)
    slides = its(ARM, G, [3.0, 4.0, -1.0], mu, none)
    np.testing.assert_allclose(slides.impulses, [-0.6, -0.8, 2], atol=1e-15)
    np.testing.assert_allclose(slides.velocities, [2.7, 3.6, 0], atol=1e-15)
    leaves = its(ARM, G, [0.3, 0.0, 1.0], mu, none)
    assert (leaves.impulses == 0).all() and (leaves.velocities == [0.3, 0, 1]).all()


def differences(f, args, k, h=1e-5):
    """Differences of order 4 along all elements of one argument: (..., entries)."""
    x = args[k]
    columns = []
    for i in range(x.size):
        e = np.zeros(x.size)
        e[i] = h
        at = [f(*args[:k], x + c * e.reshape(x.shape), *args[k + 1 :]) for c in (-2, -1, 1, 2)]
        columns.append((at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * h))
    return np.stack(columns, -1)


@pytest.mark.sweep
def test_derivatives_are_those_of_the_solution_in_every_mode():
    its, seen = problem(300, 2, 1, 1), set()
    names, rows = ("G", "g", "mu", "bounds"), [*range(6), 3 * CONTACTS, ROWS - 1]
    for G, g, mu, bounds in zip(*samples(6, seed=2), strict=True):
        args = [G[np.ix_(rows, rows)], g[rows], mu[:2], bounds[-1:]]
        found = its(ARM, *args)
        seen |= set(modes(found, args[2]).tolist())

        def impulses(*its_args):
            return its(ARM, *its_args).impulses

        exact = kt.jacobian(its, names)(ARM, *args)
        weights, zero = np.cos(np.arange(8)), np.zeros
        back = kt.vjp(its, names)(ARM, *args, weights, zero(8), zero(3))
        for k, name in enumerate(names):
            expected = differences(impulses, args, k)
            its_own = getattr(exact, f"impulses_d_{name}").reshape(8, -1)
            if name == "mu":  # zero is where a coefficient ends
                expected, its_own = expected[:, 1:], its_own[:, 1:]
            scale = 1 + abs(expected).max()
            assert abs(its_own - expected).max() < 1e-8 * scale
            gradient = getattr(back, f"d_{name}").ravel()[-expected.shape[1] :]
            assert abs(gradient - weights @ its_own).max() < 1e-11 * scale
    assert seen == {0, 1, 2}


def test_second_derivatives_of_a_contact_that_slides():
    its = problem(100, 1, 0, 0)
    G = np.array([[0.6, 0.1, 0.2], [0.1, 0.5, -0.1], [0.2, -0.1, 0.7]])
    args = [G, np.array([3.0, 4.0, -1.0]), np.array([0.5]), np.zeros(0)]
    first = kt.jacobian(its, "g")

    def slope(*its_args):
        return first(ARM, *its_args).impulses

    exact = kt.jacobian(first, "g")(ARM, *args).impulses
    expected = differences(slope, args, 1)
    assert abs(expected).max() > 1e-2
    assert abs(exact - expected).max() < 1e-9


def test_plain_numbers_are_solved_in_python():
    G, g, mu, bounds = (x[0] for x in samples(1))
    keywords = {"one_sided": ONE_SIDED, "bounds": bounds, "iterations": 300}
    found = kt.friction.solve(G, g, mu, **keywords)
    expected = problem()(ARM, G, g, mu, bounds)
    np.testing.assert_allclose(np.array(found.impulses), expected.impulses, atol=1e-13)
    assert max(found.residuals) < 1e-12


def test_bad_input():
    G, g = np.eye(3), np.zeros(3)
    for keywords, message in {
        "mu": ({"mu": [-0.5]}, r"friction: mu\[0\] is -0.5; expected 0 or more"),
        "nan": ({"mu": [np.nan]}, r"friction: mu\[0\] is nan"),
        "bounds": ({"mu": [], "one_sided": 2, "bounds": [-1.0]}, r"friction: bounds\[0\] is -1.0"),
        "shape": ({"mu": [0.5, 0.5]}, r"G has shape \(3, 3\), g \(3,\); expected \(6, 6\)"),
        "infinite": ({"mu": [np.inf]}, r"mu\[0\] is inf; expected 0 or more, and finite"),
        "number": ({"mu": 0.5}, r"mu has shape \(\); expected one axis"),
        "one bound": ({"mu": [0.5], "bounds": 1.0}, r"bounds has shape \(\)"),
        "one-sided": ({"mu": [], "one_sided": 3.0}, "one_sided is 3.0; expected an int"),
        "iterations": ({"mu": [0.5], "iterations": 0}, "iterations is 0; expected an integer"),
    }.values():
        with pytest.raises(kt.ShapeError, match=message):
            kt.friction.solve(G, g, **keywords)
    with pytest.raises(kt.ShapeError, match=r"G\[1, 1\] is 0.0; expected a positive number"):
        kt.friction.solve(np.diag([1, 0, 1.0]), g, [0.5])


def hard(count, contacts):
    """G of any condition to 10^4, and mu to 10."""
    rng, m = np.random.default_rng(contacts), 3 * contacts
    axes = np.linalg.qr(rng.normal(size=(count, m, m)))[0]
    scales = 10 ** -(4 * rng.uniform(0, 1, (count, 1)) * rng.uniform(0, 1, (count, m)))
    g = rng.normal(size=(count, m))
    g[:, 2::3] -= 1
    mu = 10 ** rng.uniform(-1, 1, (count, contacts))
    return (axes * scales[:, None]) @ np.swapaxes(axes, 1, 2), g, mu


def test_one_contact_is_solved_exactly():
    G, g, mu = hard(20_000, 1)
    found = problem(35, 1, 0, 0)(ARM, G, g, mu, np.zeros(0))
    assert found.residuals.max() < 1e-11
    assert set(modes(found, mu).ravel()) == {0, 1, 2}


@pytest.mark.parametrize("iterations", [1, 4, 35])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_impulses_add_no_energy_and_do_not_pull(iterations, dtype):
    for contacts in (1, 3):
        G, g, mu = (x.astype(dtype) for x in hard(2000, contacts))
        l = problem(iterations, contacts, 0, 0)(ARM, G, g, mu, np.zeros(0, dtype)).impulses
        work = np.einsum("ni,ni->n", l, g + 0.5 * np.einsum("nij,nj->ni", G, l))
        assert work.max() < 1e-5 * (g**2).max() if dtype == np.float32 else work.max() < 1e-12
        normal, sliding = l[:, 2::3], np.linalg.norm(l.reshape(-1, contacts, 3)[..., :2], axis=-1)
        assert normal.min() >= 0 and (sliding <= mu * normal * (1 + 1e-5) + 1e-30).all()
