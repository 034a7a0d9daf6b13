/** The constants of CoppeliaSim 4.6. */

type Words<L extends string> = L extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : L;

/** Numbers the words of the lines from `first`; `-` skips a number. */
function numbered<const P extends string, const L extends string>(prefix: P, first: number, ...lines: readonly L[]) {
  const words = lines.flatMap((line) => line.split(' '));
  const numbers = words.flatMap((word, index) => (word === '-' ? [] : [[prefix + word, first + index] as const]));
  return Object.fromEntries(numbers) as Readonly<Record<`${P}${Exclude<Words<L>, '-'>}`, number>>;
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
  ...{ boolparam_hierarchy_visible: 0, boolparam_console_visible: 1, boolparam_dynamics_handling_enabled: 6 },
  ...numbered(
    'boolparam_',
    15,
    'shape_textures_are_visible display_enabled infotext_visible statustext_open fog_enabled',
  ),
  boolparam_realtime_simulation: 25,
  ...{ verbosity_useglobal: -1, verbosity_none: 100, verbosity_errors: 200, verbosity_warnings: 300 },
  ...{ verbosity_loadinfos: 400, verbosity_default: 400, verbosity_questions: 410 },
  ...{ verbosity_scripterrors: 420, verbosity_scriptwarnings: 430, verbosity_scriptinfos: 450, verbosity_msgs: 450 },
  ...{ verbosity_infos: 500, verbosity_debug: 600, verbosity_trace: 700, verbosity_tracelua: 800 },
  ...{ verbosity_traceall: 900, verbosity_undecorated: 0x0f000, verbosity_onlyterminal: 0x10000 },
  ...{ handle_self: -4, handle_world: -1, handle_all: -2, handle_tree: -6, handle_chain: -7, handle_single: -8 },
  ...{ handle_default: -9, handle_all_except_self: -10, handle_parent: -11, handle_scene: -12, handle_app: -13 },
  handle_inverse: -14,
  ...{ object_shape_type: 0, object_joint_type: 1, object_camera_type: 3, object_dummy_type: 4 },
  ...{ sceneobject_shape: 0, sceneobject_joint: 1, sceneobject_camera: 3, sceneobject_dummy: 4 },
  ...{ joint_revolute_subtype: 10, joint_revolute: 10, joint_prismatic_subtype: 11, joint_prismatic: 11 },
  ...{ joint_spherical_subtype: 12, joint_spherical: 12 },
  ...{ jointmode_kinematic: 0, jointmode_passive: 0, jointmode_dependent: 4, jointmode_force: 5, jointmode_dynamic: 5 },
  ...{ scripttype_main: 0, scripttype_mainscript: 0, scripttype_simulation: 1, scripttype_childscript: 1 },
  ...{ scripttype_addon: 2, scripttype_addonscript: 2, scripttype_customization: 6, scripttype_customizationscript: 6 },
  ...{ scripttype_sandbox: 8, scripttype_sandboxscript: 8 },
  ...{ simulation_stopped: 0, simulation_paused: 8, simulation_advancing: 16 },
  ...{ simulation_advancing_firstafterstop: 16, simulation_advancing_running: 17 },
  ...{ simulation_advancing_lastbeforepause: 19, simulation_advancing_firstafterpause: 20 },
  ...{ simulation_advancing_abouttostop: 21, simulation_advancing_lastbeforestop: 22 },
  objintparam_visibility_layer: 10,
  ...numbered('objfloatparam_objbbox_', 15, 'min_x min_y min_z max_x max_y max_z'),
  ...{ jointintparam_motor_enabled: 2000, jointintparam_ctrl_enabled: 2001 },
  ...{ shapeintparam_static: 3003, shapeintparam_respondable: 3004, shapefloatparam_mass: 3005 },
  ...{ shapeintparam_culling: 3014, shapeintparam_wireframe: 3015, shapeintparam_respondable_mask: 3019 },
  shapeintparam_edge_visibility: 3024,
  ...{ objectspecialproperty_collidable: 1, objectspecialproperty_measurable: 2 },
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
