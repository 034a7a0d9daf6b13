/** CoppeliaSim 4.6. */

type Words<L extends string> = L extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : L;

/** `-` skips a number. */
function numbered<const P extends string, const L extends string>(prefix: P, first: number, ...lines: readonly L[]) {
  const words = lines.flatMap((line) => line.split(' '));
  const numbers = words.flatMap((word, index) => (word === '-' ? [] : [[prefix + word, first + index] as const]));
  return Object.fromEntries(numbers) as Readonly<Record<`${P}${Exclude<Words<L>, '-'>}`, number>>;
}

function prefixed<const P extends string, const K extends string>(prefix: P, values: Record<K, number>) {
  const entries = Object.entries<number>(values).map(([name, value]) => [prefix + name, value] as const);
  return Object.fromEntries(entries) as Readonly<Record<`${P}${K}`, number>>;
}

export const SIM_CONSTANTS = {
  ...numbered(
    'intparam_',
    0,
    'error_report_mode program_version - - compilation_version current_page flymode_camera_handle dynamic_step_divider',
    'dynamic_engine server_port_start server_port_range visible_layers infotext_style settings edit_mode_type',
    'server_port_next qt_version - - platform scene_unique_id - mouse_x mouse_y core_count - idle_fps',
    'prox_sensor_select_down prox_sensor_select_up stop_request_counter program_revision mouse_buttons',
    'dynamic_warning_disabled_mask - scene_index motionplanning_seed speedmodifier',
  ),
  ...numbered('floatparam_', 0, 'rand simulation_time_step stereo_distance'),
  ...numbered(
    'stringparam_',
    0,
    'application_path video_filename app_arg1 app_arg2 app_arg3 app_arg4 app_arg5 app_arg6 app_arg7 app_arg8 app_arg9',
    '- - scene_path_and_name remoteapi_temp_file_dir scene_path scene_name',
  ),
  ...numbered('arrayparam_', 0, 'gravity fog fog_color background_color1 background_color2 ambient_light random_euler'),
  ...prefixed('boolparam_', { hierarchy_visible: 0, console_visible: 1, dynamics_handling_enabled: 6 }),
  ...numbered(
    'boolparam_',
    15,
    'shape_textures_are_visible display_enabled infotext_visible statustext_open fog_enabled',
  ),
  boolparam_realtime_simulation: 25,
  ...prefixed('verbosity_', {
    ...{ useglobal: -1, none: 100, errors: 200, warnings: 300, loadinfos: 400, default: 400, questions: 410 },
    ...{ scripterrors: 420, scriptwarnings: 430, scriptinfos: 450, msgs: 450, infos: 500, debug: 600, trace: 700 },
    ...{ tracelua: 800, traceall: 900, undecorated: 0x0f000, onlyterminal: 0x10000 },
  }),
  ...prefixed('handle_', {
    ...{ self: -4, world: -1, all: -2, tree: -6, chain: -7, single: -8, default: -9, all_except_self: -10 },
    ...{ parent: -11, scene: -12, app: -13, inverse: -14 },
  }),
  ...prefixed('object_', { shape_type: 0, joint_type: 1, camera_type: 3, dummy_type: 4 }),
  ...prefixed('sceneobject_', { shape: 0, joint: 1, camera: 3, dummy: 4 }),
  ...prefixed('joint_', {
    ...{ revolute_subtype: 10, revolute: 10, prismatic_subtype: 11, prismatic: 11 },
    ...{ spherical_subtype: 12, spherical: 12 },
  }),
  ...prefixed('jointmode_', { kinematic: 0, passive: 0, dependent: 4, force: 5, dynamic: 5 }),
  ...prefixed('scripttype_', {
    ...{ main: 0, mainscript: 0, simulation: 1, childscript: 1, addon: 2, addonscript: 2 },
    ...{ customization: 6, customizationscript: 6, sandbox: 8, sandboxscript: 8 },
  }),
  ...prefixed('simulation_', { stopped: 0, paused: 8, advancing: 16 }),
  ...prefixed('simulation_advancing_', {
    ...{ firstafterstop: 16, running: 17, lastbeforepause: 19, firstafterpause: 20 },
    ...{ abouttostop: 21, lastbeforestop: 22 },
  }),
  objintparam_visibility_layer: 10,
  ...numbered('objfloatparam_objbbox_', 15, 'min_x min_y min_z max_x max_y max_z'),
  ...prefixed('jointintparam_', { motor_enabled: 2000, ctrl_enabled: 2001 }),
  shapefloatparam_mass: 3005,
  ...prefixed('shapeintparam_', {
    ...{ static: 3003, respondable: 3004, culling: 3014, wireframe: 3015, respondable_mask: 3019 },
    edge_visibility: 3024,
  }),
  ...prefixed('objectspecialproperty_', { collidable: 1, measurable: 2 }),
  ...numbered('primitiveshape_', 1, 'plane disc cuboid spheroid cylinder cone'),
  ...numbered('colorcomponent_', 0, 'ambient_diffuse diffuse specular emission transparency auxiliary'),
  ...numbered('texturemap_', 0, 'plane cylinder sphere cube'),
} as const;

export const SIM_IK_CONSTANTS = {
  ...{ constraint_x: 1, constraint_y: 2, constraint_z: 4, constraint_alpha_beta: 8, constraint_gamma: 16 },
  ...{ constraint_position: 7, constraint_orientation: 24, constraint_pose: 31 },
  handle_world: -1,
  ...{ result_not_performed: 0, result_success: 1, result_fail: 2 },
  ...{ method_pseudo_inverse: 0, method_damped_least_squares: 1 },
} as const;

export const SIM_OMPL_CONSTANTS = {
  Algorithm: numbered(
    '',
    30_001,
    'BiTRRT BITstar BKPIECE1 CForest EST FMT KPIECE1 LazyPRM LazyPRMstar LazyRRT LBKPIECE1 LBTRRT PDST PRM PRMstar',
    'pRRT pSBL RRT RRTConnect RRTstar SBL SPARS SPARStwo STRIDE TRRT',
  ),
  StateSpaceType: numbered(
    '',
    50_001,
    'position2d pose2d position3d pose3d joint_position dubins cyclic_joint_position',
  ),
} as const;
