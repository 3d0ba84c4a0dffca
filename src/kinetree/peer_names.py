"""Names that Pinocchio, MuJoCo, Drake, RBDL and textbooks have for what kinetree has, or has not.

An unknown name of `kinetree` or of a model is looked up here for the message of its error.
"""

import difflib
from collections.abc import Iterable, Mapping
from typing import Final

_NO_DATA: Final = (
    "the functions alone: they return new arrays, or write to out=; there is no data object"
)

_FUNCTIONS: Final[Mapping[str, str]] = {
    "kt.view(model)": "draw show render visualize display viz MeshcatVisualizer Visualizer "
    "launch launch_passive meshcat",
    "`kinetree info ROBOT` in a shell, or its attributes: model.joints, model.frame_names": (
        "info tree print_tree"
    ),
    "kt.to_urdf(model), the text": "save_urdf write_urdf export_urdf saveToUrdf",
    "kt.load(file)": "buildModelFromUrdf buildModelsFromUrdf buildModelFromMJCF buildModelFromSdf "
    "buildModelFromXML loadModel loadURDF load_robot load_model load_robot_description "
    "RobotWrapper from_urdf fromURDF MjModel mj_loadXML from_xml_path from_xml_string AddModels "
    "Parser URDFModelRead parse_urdf",
    "kt.crba(model, q)": "mass_matrix massMatrix inertia_matrix joint_space_inertia_matrix "
    "computeMassMatrix CalcMassMatrix CompositeRigidBodyAlgorithm mj_fullM mj_crb mass_mat",
    "kt.rnea(model, q, v, a)": "inverse_dynamics inverseDynamics InverseDynamics "
    "CalcInverseDynamics newton_euler recursive_newton_euler rne",
    "kt.rnea(model, q, v, a), without the passive and contact forces that mj_inverse subtracts": (
        "mj_inverse"
    ),
    "kt.aba(model, q, v, tau)": "forward_dynamics forwardDynamics ForwardDynamics "
    "computeForwardDynamics articulated_body_algorithm mj_fwdAcceleration",
    "kt.aba(model, q, v, tau), without contacts and passive forces (kt.passive_forces)": (
        "mj_forward"
    ),
    "kt.nonlinear_effects(model, q, v), gravity included": "nle nonLinearEffects NonlinearEffects "
    "bias_forces biasForces coriolis_and_gravity non_linear_effects",
    "kt.nonlinear_effects(model, q, v); the velocity of a floating base is in the base's axes": (
        "qfrc_bias mj_rne"
    ),
    "kt.coriolis_times(model, q, v, v), the bias without gravity": "CalcBiasTerm",
    "kt.generalized_gravity(model, q)": "computeGeneralizedGravity gravity_vector gravity_torque "
    "gravity_torques gravity_forces gravity_compensation gravload",
    "kt.generalized_gravity(model, q), of opposite sign": "CalcGravityGeneralizedForces",
    "kt.generalized_gravity_derivatives(model, q)": "computeGeneralizedGravityDerivatives",
    "kt.static_torque(model, q, f_ext)": "computeStaticTorque",
    "kt.static_torque_derivatives(model, q, f_ext)": "computeStaticTorqueDerivatives",
    "kt.coriolis_matrix(model, q, v)": "computeCoriolisMatrix getCoriolisMatrix coriolis",
    "kt.christoffel_symbols(model, q)": "christoffel",
    "kt.forward_kinematics(model, q), the placements of all joints": "forwardKinematics fkine fk "
    "UpdateKinematics UpdateKinematicsCustom mj_kinematics mj_fwdPosition",
    "kt.frame_placements(model, q)": "updateFramePlacements framesForwardKinematics",
    'kt.frame_placement(model, q, frame="name")': "updateFramePlacement framePlacement "
    "CalcRelativeTransform CalcBodyToBaseCoordinates frame_pose end_effector_pose",
    "kt.geometry_placements(model, q)": "updateGeometryPlacements",
    'kt.joint_jacobians(model, q, reference="local"), all at once': "computeJointJacobians "
    "computeJointJacobian getJointJacobian",
    'kt.frame_jacobian(model, q, frame="name", reference="local"), "world" or '
    '"local_world_aligned"': "computeFrameJacobian getFrameJacobian geometric_jacobian jacob0 "
    "jacobe CalcJacobianSpatialVelocity CalcPointJacobian6D body_jacobian spatial_jacobian",
    'kt.frame_jacobian(model, q, frame="name", reference="local_world_aligned"); its rows 0 to 2 '
    "are the point's velocity, 3 to 5 the angular one": "mj_jac mj_jacSite mj_jacBody "
    "CalcPointJacobian",
    'kt.frame_jacobian_time_derivative(model, q, v, frame="name", reference="local")': (
        "computeJointJacobiansTimeVariation getFrameJacobianTimeVariation "
        "frameJacobianTimeVariation jacobian_dot jacobian_time_derivative jacob0_dot mj_jacDot"
    ),
    'kt.frame_velocity(model, q, v, frame="name", reference="local")': "getFrameVelocity "
    "getVelocity CalcPointVelocity6D CalcPointVelocity mj_objectVelocity spatial_velocity twist",
    'kt.frame_acceleration(model, q, v, a, frame="name", reference="local")': (
        "getFrameAcceleration getAcceleration getFrameClassicalAcceleration CalcPointAcceleration "
        "mj_objectAcceleration"
    ),
    'kt.frame_velocity_derivatives(model, q, v, frame="name", reference="local")': (
        "getFrameVelocityDerivatives computeForwardKinematicsDerivatives"
    ),
    'kt.frame_acceleration_derivatives(model, q, v, a, frame="name", reference="local")': (
        "getFrameAccelerationDerivatives"
    ),
    "kt.center_of_mass(model, q)": "centerOfMass com CoM CalcCenterOfMass "
    "CalcCenterOfMassPosition CalcCenterOfMassPositionInWorld center_of_mass_position",
    "kt.center_of_mass_jacobian(model, q)": "jacobianCenterOfMass com_jacobian mj_jacSubtreeCom "
    "CalcJacobianCenterOfMassTranslationalVelocity",
    "kt.subtree_centers_of_mass(model, q)": "subtree_com mj_comPos jacobianSubtreeCenterOfMass",
    "kt.centroidal_momentum(model, q, v)": "computeCentroidalMomentum CalcSpatialMomentum "
    "CalcAngularMomentum mj_subtreeVel",
    "kt.centroidal_momentum_rate(model, q, v, a)": "computeCentroidalMomentumTimeVariation",
    "kt.centroidal_momentum_matrix(model, q)": "ccrba computeCentroidalMap centroidal_matrix",
    "kt.centroidal_momentum_matrix_time_derivative(model, q, v)": "dccrba "
    "computeCentroidalMapTimeVariation",
    "kt.centroidal_dynamics_derivatives(model, q, v, a)": "computeCentroidalDynamicsDerivatives",
    "kt.kinetic_energy(model, q, v)": "computeKineticEnergy CalcKineticEnergy mj_energyVel",
    "kt.potential_energy(model, q)": "computePotentialEnergy CalcPotentialEnergy mj_energyPos",
    "kt.mechanical_energy(model, q, v)": "computeMechanicalEnergy total_energy",
    "kt.inverse_mass_matrix(model, q)": "computeMinverse mass_matrix_inverse minverse minv "
    "inertia_inverse",
    "kt.mass_matrix_cholesky(model, q)": "cholesky mj_factorM",
    "kt.mass_matrix_cholesky_solve(model, q, b)": "mj_solveM",
    "kt.rnea_derivatives(model, q, v, a)": "computeRNEADerivatives inverse_dynamics_derivatives "
    "mjd_inverseFD",
    "kt.aba_derivatives(model, q, v, tau)": "computeABADerivatives forward_dynamics_derivatives",
    "kt.rnea_second_derivatives(model, q, v, a)": "ComputeRNEASecondOrderDerivatives "
    "computeRNEASecondOrderDerivatives",
    "kt.linearize(model, q, v, tau)": "Linearize linearise mjd_transitionFD",
    "kt.joint_torque_regressor(model, q, v, a)": "computeJointTorqueRegressor regressor "
    "joint_regressor",
    'kt.body_regressor(model, q, v, a, frame="name")': "bodyRegressor jointBodyRegressor "
    "frameBodyRegressor",
    "kt.static_regressor(model, q)": "computeStaticRegressor",
    "kt.kinetic_energy_regressor(model, q, v)": "computeKineticEnergyRegressor",
    "kt.potential_energy_regressor(model, q)": "computePotentialEnergyRegressor",
    "kt.random_configuration(model)": "randomConfiguration random_q random_state",
    "kt.neutral(model)": "neutral_configuration zero_configuration qpos0 q0 home",
    "kt.integrate(model, q, v), v times the time": "mj_integratePos",
    "kt.difference(model, q0, q1)": "mj_differentiatePos subtract",
    "kt.integrate_derivatives(model, q, v)": "dIntegrate",
    "kt.difference_derivatives(model, q0, q1)": "dDifference",
    "kt.distance(model, q0, q1)": "squaredDistance squaredDistanceSum",
    "kt.check_configuration(model, q)": "isNormalized within_limits is_within_limits in_limits",
    "model.reduced({joint: q})": "buildReducedModel reduced lock_joints",
    "model.append(other, frame=...)": "appendModel",
    "kt.constraints.forward_dynamics(model, q, v, tau, contacts=...)": "constraintDynamics "
    "initConstraintDynamics contact_dynamics ForwardDynamicsContactsDirect "
    "ForwardDynamicsConstraintsDirect mj_fwdConstraint",
    "kt.constraints.forward_dynamics_derivatives(model, q, v, tau, contacts=...)": (
        "computeConstraintDynamicsDerivatives"
    ),
    "kt.constraints.impact(model, q, v, contacts=...)": "impulseDynamics ComputeContactImpulses",
    "kt.constraints.delassus(model, q, contacts=...)": "computeDelassusMatrix delassus",
    "kt.Contact(frame)": "RigidConstraintModel RigidContactModel ContactModel ConstraintSet "
    "ContactType CONTACT_3D CONTACT_6D",
    "kt.simulation.step(model, q, v, tau, dt)": "mj_step step AdvanceTo",
    "kt.simulation.rollout(model, ...)": "rollout simulate Simulator",
    "kt.inverse_kinematics(model, {frame: T}, q0)": "ik ikine ikine_LM InverseKinematics "
    "solve_ik inverse_kinematic",
    "kt.Kernel, which algorithm.compile(model) gives": "CodeGenABA CodeGenRNEA CodeGenCRBA",
    "kt.algorithm, or kt.function without a robot": "jit njit vectorize",
    'kt.jvp(kt.grad(algorithm, "q"), "q")': "hessian_vector_product hvp",
    "kt.frame_jacobian(model, q, frame=..., reference=...) and NumPy": "manipulability",
    "any function of kt with leading batch axes": "vmap",
    _NO_DATA: "createData createDatas Data MjData GeometryData CreateDefaultContext context",
    'reference="local"': "LOCAL ReferenceFrame",
    'reference="world"': "WORLD",
    'reference="local_world_aligned"': "LOCAL_WORLD_ALIGNED",
    'kt.Revolute("x"), or "y", "z", or an axis': "JointModelRX JointModelRY JointModelRZ "
    "JointModelRevolute JointModelRevoluteUnaligned RevoluteJoint Hinge JointTypeRevolute",
    'kt.Continuous("x"), or "y", "z", or an axis': "JointModelRUBX JointModelRUBY JointModelRUBZ "
    "JointModelRevoluteUnboundedUnaligned",
    'kt.Prismatic("x"), or "y", "z", or an axis': "JointModelPX JointModelPY JointModelPZ "
    "JointModelPrismatic JointModelPrismaticUnaligned PrismaticJoint Slide JointTypePrismatic",
    'kt.Helical("x", pitch)': "JointModelHX JointModelHY JointModelHZ JointModelHelicalUnaligned "
    "ScrewJoint Screw",
    "kt.FreeFlyer()": "JointModelFreeFlyer FloatingBase QuaternionFloatingJoint Free FreeJoint "
    "JointTypeFloatingBase",
    "kt.Spherical()": "JointModelSpherical Ball BallJoint BallRpyJoint JointTypeSpherical",
    "kt.SphericalZYX()": "JointModelSphericalZYX JointTypeEulerZYX",
    "kt.Planar()": "JointModelPlanar PlanarJoint",
    "kt.Translation()": "JointModelTranslation JointTypeTranslationXYZ",
    "kt.Universal(first, second)": "JointModelUniversal UniversalJoint",
    "kt.Composite(...)": "JointModelComposite",
    "kt.Mimic(...)": "JointModelMimic",
    "kt.Fixed()": "WeldJoint Weld FixedJoint JointTypeFixed",
    "kt.SE3(rotation, translation)": "RigidTransform Transform SpatialTransform Pose se3Action "
    "Isometry3 transform homogeneous_matrix",
    "kt.Motion(linear, angular)": "SpatialVelocity SpatialAcceleration Twist SpatialMotion",
    "kt.Force(linear, angular)": "SpatialForce Wrench",
    "kt.Inertia(mass, center_of_mass, rotational_inertia)": "SpatialInertia RigidBodyInertia "
    "UnitInertia Body Link",
    "kt.so3.exp(omega)": "exp3 Exp3 rotation_exp",
    "kt.so3.log(R)": "log3",
    "kt.so3.exp_jacobian(omega)": "Jexp3",
    "kt.so3.log_jacobian(R)": "Jlog3",
    "kt.se3.exp(xi)": "exp6",
    "kt.se3.log(M)": "log6",
    "kt.se3.exp_jacobian(xi)": "Jexp6",
    "kt.se3.log_jacobian(M)": "Jlog6",
    "kt.se3.to_xyz_quaternion(M)": "SE3ToXYZQUAT SE3ToXYZQUATtuple",
    "kt.se3.from_xyz_quaternion(x)": "XYZQUATToSE3",
    "kt.so3.from_quaternion(x)": "Quaternion quaternion",
    "kt.so3.from_rpy(rpy)": "rpyToMatrix rpy RollPitchYaw",
    "kt.so3.to_rpy(R)": "matrixToRpy",
    "kt.math.cross(a, b)": "skew cross",
    "kt.convert.from_mujoco(model, q, v) and kt.convert.to_mujoco(model, q, v)": "from_mujoco "
    "to_mujoco mujoco",
    "kt.set_num_threads(n)": "set_threads num_threads",
    "kt.robots.pendulum(n)": "buildSampleModelManipulator buildSampleModelHumanoid SampleModel "
    "pendulum double_pendulum",
}
"""Peers' and textbooks' names of functions and types, by what kinetree has."""

_OF_MODELS: Final[Mapping[str, str]] = {
    "model.lower_position_limits": "lowerPositionLimit lower_limits q_min qmin "
    "joint_lower_limits GetPositionLowerLimits lower_position_limit lower",
    "model.upper_position_limits": "upperPositionLimit upper_limits q_max qmax "
    "joint_upper_limits GetPositionUpperLimits upper_position_limit upper",
    "model.lower_position_limits and model.upper_position_limits": "jnt_range joint_limits limits "
    "position_limits qlim",
    "model.velocity_limits": "velocityLimit GetVelocityUpperLimits velocity_limit v_max",
    "model.effort_limits": "effortLimit torque_limits effort_limit tau_max actuator_forcerange",
    "model.actuated": "nu na actuators num_actuators num_actuated_dofs",
    "model.njoints, with the universe; every joint has one body": "nbodies nbody njnt num_joints "
    "num_bodies n_joints num_links",
    "model.nq": "num_positions q_size qpos_size",
    "model.nv": "num_velocities dof_count qdot_size ndof dof dofs num_dofs n",
    "model.joint_names": "names jointNames jnt_names",
    "model.frame_names": "link_names body_names_list site_names",
    "model.frame(name)": "getFrameId existFrame GetBodyByName GetFrameByName get_frame getBodyId "
    "existBodyName GetBodyId link links body_id site",
    "model.joint(name)": "getJointId existJointName GetJointByName get_joint joint_id",
    "model.joint(name).q_slice": "idx_qs nqs idx_q jnt_qposadr qpos_index",
    "model.joint(name).v_slice": "idx_vs nvs idx_v jnt_dofadr",
    "model.placements": "jointPlacements joint_placements X_T",
    "model.inertias[i], of joint i": "body_inertia inertia GetSpatialInertia I",
    "model.inertias[:, 0]": "body_mass masses",
    "model.total_mass": "mass computeTotalMass CalcTotalMass body_subtreemass",
    "model.armature": "dof_armature rotor_inertias",
    "model.rotor_inertia": "rotorInertia",
    "model.gear_ratio": "rotorGearRatio gear_ratios",
    "model.damping": "dof_damping joint_damping",
    "model.friction": "dof_frictionloss frictionloss joint_friction",
    "model.stiffness": "jnt_stiffness joint_stiffness",
    "model.reference_configurations": "referenceConfigurations keyframes key_qpos home",
    "model.parents": "parent jnt_bodyid lambda_",
    "model.geometries": "geometry_model visual_model collision_model geoms visuals collisions "
    "geometryObjects",
    "model.gravity": "gravity_field opt gravity981 g",
    "model.constraints": "loops eq equality constraint_models",
    "kt.neutral(model)": "neutral qpos0 q0 zero_configuration neutralConfiguration",
    "kt.random_configuration(model)": "randomConfiguration random_configuration random_q",
    "kt.to_urdf(model) or kt.save(model, path)": "save saveToXML saveToText to_urdf to_xml "
    "to_json write dump",
    "kt.view(model)": "view draw show plot render visualize display viz",
    "`kinetree info` in a shell for its tree; joints, frames and limits are attributes": (
        "info tree print_tree summary"
    ),
    "kt.load(file)": "load from_urdf from_xml_path loadFromXML loadFromText",
    _NO_DATA: "createData data CreateDefaultContext",
    "model.reduced({joint: q})": "lock lock_joints buildReducedModel freeze",
    "model.append(other, frame=...)": "appendModel add_model attach merge",
    "model.replace(...), which gives another one: a model is immutable": "copy set_gravity "
    "setGravity set_mass update clone",
    "model.replace(damping=..., friction=..., velocity_limits=...)": "with_damping with_friction "
    "set_damping with_limits with_inertias with_gravity",
    "a kt.ModelBuilder; a model is immutable": "addJoint addBodyFrame AddBody appendBodyToJoint "
    "add_joint add_body AddRigidBody add_link",
    "model.with_frame(name, parent=...)": "addFrame add_frame addJointFrame",
    "kt.crba(model, q)": "mass_matrix inertia_matrix",
    "kt.rnea(model, q, v, a)": "rnea inverse_dynamics rne",
    "kt.aba(model, q, v, tau)": "aba forward_dynamics",
    "kt.forward_kinematics(model, q) or kt.frame_placement(model, q, frame=...)": "fkine fk "
    "forward_kinematics",
    'kt.frame_jacobian(model, q, frame="name", reference="local")': "jacobian jacob0 jacobe",
    "kt.inverse_kinematics(model, {frame: T}, q0)": "ik inverse_kinematics ikine_LM",
}
"""Peers' names of attributes and methods of models, by what kinetree has."""


_SHORT: Final = 5
"""Letters of a name up to which only one that is nearly the same is proposed."""


def _by_name(table: Mapping[str, str]) -> dict[str, str]:
    return {name: ours for ours, names in table.items() for name in names.split()}


FUNCTIONS: Final = _by_name(_FUNCTIONS)
"""Our counterpart of a peer's name of a function or type."""

OF_JOINTS: Final = _by_name(
    {
        "joint.q_slice, or model.q_index(name)": "q_index idx_q idx_qs qposadr",
        "joint.v_slice, or model.v_index(name)": "v_index idx_v idx_vs dofadr",
        "joint.type.nq": "nq",
        "joint.type.nv": "nv",
        "joint.limits": "lower upper limit range position_limits",
    }
)
"""Our counterpart of a peer's name of an attribute of a joint in its tree."""

OF_BUILDERS: Final = _by_name(
    {
        "add_body(name, parent=..., joint=..., inertia=...)": "add_joint add_link add addJoint "
        "add_child appendBodyToJoint AddRigidBody AddJoint",
        "build()": "finalize Finalize finish compile model",
    }
)
"""Our counterpart of a peer's name of a method of a builder."""

OF_OPERANDS: Final = _by_name(
    {
        "q": "qpos theta configuration joint_positions positions",
        "v": "qd dq qvel qdot q_dot velocity joint_velocities velocities",
        "a": "qdd ddq qacc qddot acceleration accelerations v_dot",
        "tau": "torque torques u effort qfrc_applied generalized_forces",
        "f_ext wrenches": "fext external_forces external_wrenches forces wrench xfrc_applied",
        "inertias": "mass masses payload payloads body_mass parameters",
        "reference": "reference_frame rf",
        "frame frames": "frame_id body site link tip",
    }
)
"""Our names of arguments of algorithms, one or several, by those of peers."""

OF_MODELS: Final = _by_name(_OF_MODELS)
"""Our counterpart of a peer's name of an attribute or method of a model."""


def unknown_attribute(owner: str, name: str, peers: Mapping[str, str], known: Iterable[str]) -> str:
    """The sentence for an attribute that does not exist.

    >>> unknown_attribute("kinetree", "mass_matrix", FUNCTIONS, ())
    "kinetree has no 'mass_matrix'; use kt.crba(model, q)."
    """
    start = f"{owner} has no {name!r}"
    if name in peers:
        return f"{start}; use {peers[name]}."
    lowered = {x.lower(): x for x in (*peers, *known) if not x.startswith("_")}
    cutoff = 0.6 if len(name) > _SHORT else 0.81  # "draw" is not meant as "dccrba"
    near = [
        lowered[x] for x in difflib.get_close_matches(name[:100].lower(), lowered, cutoff=cutoff)
    ]
    if near and near[0] in peers:
        return f"{start}; for {near[0]!r} use {peers[near[0]]}."
    near = [x for x in near if x not in peers]
    return f"{start}; did you mean {' or '.join(map(repr, near))}?" if near else f"{start}."
