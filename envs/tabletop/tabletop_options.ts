import { z } from 'zod';
import { GRASP_BOUNDS, POSES_MAX } from './motion/plan_grasp.ts';

/** Metres; beyond, a block could miss its support. */
const PLACEMENT_SD_MAX = 0.015;

const count = z.int().min(1);

const boundsSchema = z.strictObject({
  pickPosesMax: count.max(100).default(POSES_MAX.pick).describe('To how many poses a pick looks for a path'),
  placePosesMax: count.max(100).default(POSES_MAX.place).describe('To how many poses a place looks for a path'),
  startsMax: count
    .max(10_000)
    .default(GRASP_BOUNDS.startsMax)
    .describe('From how many configurations inverse kinematics starts, for each yaw of the hand'),
  attemptsMax: count
    .max(1000)
    .default(GRASP_BOUNDS.attemptsMax)
    .describe('How often RRT-Connect is begun for each pose'),
  iterationsMax: count
    .max(1_000_000)
    .default(GRASP_BOUNDS.iterationsMax)
    .describe('How many iterations of RRT-Connect are one attempt'),
});

export const tabletopOptionsSchema = z.strictObject({
  domain: z
    .enum(['fixed_table', 'figure_5'])
    .default('fixed_table')
    .describe(
      'Which PDDL domain planners are given: with room for many blocks on the table, or Figure 5 to the letter',
    ),
  motion: z
    .enum(['panda', 'none'])
    .default('panda')
    .describe(
      'Whether an arm has to find a grasp and a path; without one, every action that the rules allow is carried out',
    ),
  bounds: boundsSchema.prefault({}).describe('How long the arm tries'),
  placementSdM: z
    .number()
    .min(0)
    .max(PLACEMENT_SD_MAX)
    .default(0)
    .describe(
      'How far off a block ends up when it is put down: the standard deviation in x and in y, in metres; uniform',
    ),
  physics: z
    .enum(['none', 'mujoco'])
    .default('none')
    .describe('Whether blocks fall after an action; without physics they stay where they are put'),
});

export type TabletopOptions = z.output<typeof tabletopOptionsSchema>;

export type TabletopOptionsInput = z.input<typeof tabletopOptionsSchema>;
