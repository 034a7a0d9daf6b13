import { z } from 'zod';
import { GRASP_BOUNDS, POSES_MAX } from './motion/plan_grasp.ts';

/** A larger deviation could miss the support. */
const PLACEMENT_SD_MAX = 0.015;

const count = z.int().min(1);

const boundsSchema = z.strictObject({
  pickPosesMax: count
    .max(100)
    .default(POSES_MAX.pick)
    .describe('Maximum number of poses for which a pick plans a path'),
  placePosesMax: count
    .max(100)
    .default(POSES_MAX.place)
    .describe('Maximum number of poses for which a place plans a path'),
  anglesMax: count
    .max(10_000)
    .default(GRASP_BOUNDS.anglesMax)
    .describe('Number of angles of the last joint for which inverse kinematics finds all solutions'),
  attemptsMax: count
    .max(1000)
    .default(GRASP_BOUNDS.attemptsMax)
    .describe('Maximum number of RRT-Connect attempts for each pose'),
  iterationsMax: count
    .max(1_000_000)
    .default(GRASP_BOUNDS.iterationsMax)
    .describe('Maximum number of RRT-Connect iterations in an attempt'),
});

export const tabletopOptionsSchema = z.strictObject({
  domain: z
    .enum(['fixed_table', 'figure_5'])
    .default('fixed_table')
    .describe(
      "PDDL domain for planners: with room for many blocks on the table (fixed_table), or exactly as in OLP's Figure 5",
    ),
  motion: z
    .enum(['panda', 'none'])
    .default('panda')
    .describe('Require a grasp and a path of the Panda arm, or carry out every action that the rules allow (none)'),
  bounds: boundsSchema.prefault({}).describe("Limits of the arm's search"),
  placementSdM: z
    .number()
    .min(0)
    .max(PLACEMENT_SD_MAX)
    .default(0)
    .describe('Standard deviation of a placed block in x and in y, in metres; the deviation is uniform'),
  physics: z
    .enum(['none', 'mujoco'])
    .default('none')
    .describe('Let badly placed blocks fall (mujoco), or leave every block in its place (none)'),
});

export type TabletopOptions = z.output<typeof tabletopOptionsSchema>;

export type TabletopOptionsInput = z.input<typeof tabletopOptionsSchema>;
