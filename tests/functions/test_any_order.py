"""Calls, models and kernels in any order, with one cache: always the bits of a fresh process."""

import os
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from strategies import dtypes, generators, quick

import kinetree as kt

CALLS: list[tuple[kt.Algorithm, dict[str, Any]]] = [
    (kt.crba, {}),
    (kt.inverse_mass_matrix, {}),
    (kt.rnea, {}),
    (kt.coriolis_matrix, {"factorization": "christoffel"}),
    (kt.coriolis_matrix, {"factorization": "newton_euler"}),
    *((kt.frame_placement, {"frame": frame}) for frame in ("hand", ("hand", "elbow"))),
    *(
        (kt.frame_jacobian, {"frame": "hand", "reference": reference})
        for reference in ("local", "world")
    ),
    (kt.frame_jacobian, {"frame": "hand", "reference": "local", "relative_to": "elbow"}),
    (kt.manipulability, {"frame": "hand"}),
    (kt.hybrid_dynamics, {"joints": ("elbow_joint",)}),
    (kt.zero_moment_point, {}),
]

OPERANDS = {
    **{kt.coriolis_matrix: 2, kt.rnea: 3},
    **{kt.zero_moment_point: 3, kt.hybrid_dynamics: 4},
}
"""How many of q, v, a, tau an algorithm takes, where they are more than one."""

FRESH = """
import pickle, sys
calls, results = pickle.load(sys.stdin.buffer), []
for call in calls:
    algorithm, model, operands, keywords, options = pickle.loads(call)
    kernel = algorithm.compile(model, inputs=tuple(keywords), **options)
    results.append(kernel(*operands, *keywords.values()))
pickle.dump(results, sys.stdout.buffer)
"""


def robot() -> kt.Model:
    """Two joints and two frames, quick to compile."""
    builder = kt.ModelBuilder("robot")
    inertia = kt.Inertia(2.0, [0.1, 0.0, 0.2], np.diag([0.3, 0.2, 0.1]))
    builder.add_body("elbow", joint=kt.Revolute([1, 2, 2]), inertia=inertia)
    place = kt.SE3(np.eye(3), [0.3, 0.1, 0.2])
    builder.add_body(
        "wrist", parent="elbow", joint=kt.Universal("x", "y"), inertia=inertia, placement=place
    )
    builder.add_frame("hand", parent="wrist", placement=place)
    return builder.build()


class AnyOrder(RuleBasedStateMachine):
    """The actions of a user in a session; `calls` are the calls made, with their results."""

    @initialize()
    def start(self) -> None:
        self.model = robot()
        self.calls: list[tuple[bytes, Any]] = []
        self.kernels: list[tuple[kt.Kernel, Any]] = []

    @rule(call=st.sampled_from(CALLS), dtype=dtypes, many=st.booleans(), rng=generators)
    def call(self, call: Any, dtype: str, many: bool, rng: Any) -> None:
        """An algorithm on arrays."""
        algorithm, statics = call
        operands = self._operands(algorithm, dtype, many, rng)
        found = algorithm(self.model, *operands, **statics)
        self._made((algorithm, self.model, operands, {}, {**statics, "dtype": dtype}), found)

    @rule(dtype=dtypes, rng=generators, names=st.permutations(["gravity", "armature"]))
    def call_with_parameters(self, dtype: str, rng: Any, names: list[str]) -> None:
        """A kernel with parameters of the model as operands, in any order."""
        inputs = {name: rng.normal(size=3).astype(dtype) for name in names}
        operands = self._operands(kt.rnea, dtype, True, rng)
        kernel = kt.rnea.compile(self.model, inputs=tuple(names), dtype=dtype)
        found = kernel(*operands, *inputs.values())
        self._made((kt.rnea, self.model, operands, inputs, {"dtype": dtype}), found)

    @rule(
        call=st.sampled_from(CALLS),
        dtype=dtypes,
        packed=st.booleans(),
        stored=st.sampled_from(["as it is", "in a file", "pickled"]),
        rng=generators,
    )
    def compile(self, call: Any, dtype: str, packed: bool, stored: str, rng: Any) -> None:
        """A kernel, perhaps saved and loaded, that is called."""
        algorithm, statics = call
        options = {**statics, "dtype": dtype, "packed": packed}
        kernel = algorithm.compile(self.model, **options)
        if stored == "in a file":
            with tempfile.TemporaryDirectory() as folder:
                kernel.save(Path(folder) / "kernel")
                kernel = kt.load_kernel(Path(folder) / "kernel")
        elif stored == "pickled":
            kernel = pickle.loads(pickle.dumps(kernel))
        self.kernels.append((kernel, (algorithm, self.model, options)))
        operands = self._operands(algorithm, dtype, True, rng)
        self._made((algorithm, self.model, operands, {}, options), kernel(*operands))

    @rule(data=st.data(), many=st.booleans(), rng=generators)
    def call_kernel(self, data: Any, many: bool, rng: Any) -> None:
        """A call of an earlier kernel, compiled for the model of that time."""
        if self.kernels:
            kernel, (algorithm, model, options) = data.draw(st.sampled_from(self.kernels))
            operands = self._operands(algorithm, options["dtype"], many, rng)
            self._made((algorithm, model, operands, {}, options), kernel(*operands))

    @rule(name=st.sampled_from(["gravity", "inertias", "armature", "placements"]), rng=generators)
    def replace(self, name: str, rng: Any) -> None:
        """Another robot of the same structure."""
        parameter = getattr(self.model, name).copy()
        if name == "placements":
            parameter[1, :3, :3] = kt.so3.exp(rng.normal(size=3))
        else:
            parameter = parameter * rng.uniform(0.5, 2) + (name == "armature")
        self.model = self.model.replace(**{name: parameter})

    @rule(how=st.sampled_from(["in a file", "pickled", "replaced"]))
    def same_model_again(self, how: str) -> None:
        """The same robot as another object, without kernels."""
        if how == "in a file":
            with tempfile.TemporaryDirectory() as folder:
                kt.save(self.model, Path(folder) / "robot.json")
                self.model = kt.load(Path(folder) / "robot.json")
        elif how == "pickled":
            self.model = pickle.loads(pickle.dumps(self.model))
        else:
            self.model = self.model.replace()

    def teardown(self) -> None:
        """Compare with a fresh process, where each call has a model of its own."""
        if not getattr(self, "calls", None):
            return
        calls = pickle.dumps([call for call, _ in self.calls])
        apart = os.environ | {"KINETREE_CACHE_DIR": "off"}
        done = subprocess.check_output([sys.executable, "-c", FRESH], input=calls, env=apart)
        for (_, found), fresh in zip(self.calls, pickle.loads(done), strict=True):
            assert np.asarray(found).dtype == np.asarray(fresh).dtype
            np.testing.assert_array_equal(found, fresh)

    def _operands(self, algorithm: kt.Algorithm, dtype: str, many: bool, rng: Any) -> Any:
        """Random operands q, v, a of an algorithm."""
        count = OPERANDS.get(algorithm, 1)
        return list(rng.normal(size=(count, 9, 3) if many else (count, 3)).astype(dtype))

    def _made(self, call: Any, found: Any) -> None:
        self.calls.append((pickle.dumps(call), found))


@pytest.mark.sweep
def test_any_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINETREE_CACHE_DIR", str(tmp_path / "cache"))
    few = settings(quick, max_examples=4, stateful_step_count=50, phases=[Phase.generate])
    run_state_machine_as_test(AnyOrder, settings=few)  # each attempt to shrink is a process
