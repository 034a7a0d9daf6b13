/**
 * Constants of the remote API, with the values that CoppeliaSim 4.6 gives them.
 *
 * @module
 */

export const SIM_CONSTANTS = {
  handle_world: -1,
  handle_all: -2,
  handle_tree: -6,
  handle_chain: -7,
  handle_single: -8,
  handle_default: -9,
  handle_all_except_self: -10,
  handle_parent: -11,
  handle_scene: -12,
  handle_app: -13,
  handle_inverse: -14,
  object_shape_type: 0,
  object_joint_type: 1,
  object_dummy_type: 4,
  sceneobject_shape: 0,
  sceneobject_joint: 1,
  sceneobject_dummy: 4,
  simulation_stopped: 0,
  simulation_paused: 8,
  simulation_advancing: 16,
  simulation_advancing_firstafterstop: 16,
  simulation_advancing_running: 17,
  simulation_advancing_lastbeforepause: 19,
  simulation_advancing_firstafterpause: 20,
  simulation_advancing_abouttostop: 21,
  simulation_advancing_lastbeforestop: 22,
  objfloatparam_objbbox_min_x: 15,
  objfloatparam_objbbox_min_y: 16,
  objfloatparam_objbbox_min_z: 17,
  objfloatparam_objbbox_max_x: 18,
  objfloatparam_objbbox_max_y: 19,
  objfloatparam_objbbox_max_z: 20,
  primitiveshape_plane: 1,
  primitiveshape_disc: 2,
  primitiveshape_cuboid: 3,
  primitiveshape_spheroid: 4,
  primitiveshape_cylinder: 5,
  primitiveshape_cone: 6,
  colorcomponent_ambient_diffuse: 0,
} as const;

export const SIM_IK_CONSTANTS = {
  constraint_x: 1,
  constraint_y: 2,
  constraint_z: 4,
  constraint_alpha_beta: 8,
  constraint_gamma: 16,
  constraint_position: 7,
  constraint_orientation: 24,
  constraint_pose: 31,
} as const;

/** In the order of simOMPL, from 30001. */
const ALGORITHMS = [
  'BiTRRT',
  'BITstar',
  'BKPIECE1',
  'CForest',
  'EST',
  'FMT',
  'KPIECE1',
  'LazyPRM',
  'LazyPRMstar',
  'LazyRRT',
  'LBKPIECE1',
  'LBTRRT',
  'PDST',
  'PRM',
  'PRMstar',
  'pRRT',
  'pSBL',
  'RRT',
  'RRTConnect',
  'RRTstar',
  'SBL',
  'SPARS',
  'SPARStwo',
  'STRIDE',
  'TRRT',
];

export const SIM_OMPL_CONSTANTS: { readonly Algorithm: Readonly<Record<string, number>> } = {
  Algorithm: Object.fromEntries(ALGORITHMS.map((name, index) => [name, 30_001 + index])),
};
