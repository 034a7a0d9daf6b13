import { describe, expect, it } from 'vitest';
import { clearance } from '../motion/clearance.ts';
import { HOME } from '../motion/panda.ts';
import { GRASP_BOUNDS } from '../motion/plan_grasp.ts';
import {
  type AnyJson,
  graspQuery,
  graspsFile,
  LEFT,
  pathQuery,
  problemsFile,
  THROUGH_TABLE,
} from '../motion/testing/problems_fixture.ts';
import { type GraspQuery, type PathQuery, readProblems } from './read_problems.ts';
import { solveGrasp, solvePath, worldOf } from './solve_queries.ts';

function options(bounds = {}, seed = 1) {
  let time = 0;
  const clock = () => {
    time += 5;
    return time;
  };
  return { seed, bounds: { ...GRASP_BOUNDS, ...bounds }, clock };
}

function pathOf(fields: AnyJson = {}) {
  const problems = readProblems(JSON.stringify(problemsFile({ queries: [pathQuery(fields)] })), 'a.json');
  const query = problems.queries[0] as PathQuery;
  return { query, world: worldOf(problems, query) };
}

function graspOf(fields: AnyJson = {}) {
  const problems = readProblems(JSON.stringify(graspsFile({ queries: [graspQuery(fields)] })), 'a.json');
  const query = problems.queries[0] as GraspQuery;
  return { query, world: worldOf(problems, query) };
}

/** A wall between left and right. */
const WALL = { min: [0.2, -0.02, 0], max: [1, 0.02, 1.2] };
const RIGHT = LEFT.map((angle, joint) => (joint === 0 ? -angle : angle));

describe('worldOf()', () => {
  it('closes the hand for paths, opens it for grasps, and carries what is attached', () => {
    expect(pathOf().world).toMatchObject({ hand: 'closed', carried: null });
    expect(pathOf({ attached: true }).world.carried).toEqual({ offsetZ: 0 });
    expect(graspOf().world).toMatchObject({ hand: 'open', carried: null });
  });
});

describe('solvePath()', () => {
  it('gives a path from start to goal with its figures', () => {
    const { query, world } = pathOf();
    const answer = solvePath(query, world, options());
    expect(answer).toMatchObject({ id: 7, kind: 'reach', set: 'natural', solved: true, reason: null, obstacle: null });
    expect(answer.ms).toBe(5);
    expect([answer.path?.[0], answer.path?.at(-1)]).toEqual([[...HOME], [...LEFT]]);
    expect(answer.simplifiedLength).toBeLessThanOrEqual(answer.rawLength as number);
    expect(answer.checks).toBeGreaterThan(0);
  });

  it('depends on seed and id alone', () => {
    const { query, world } = pathOf({ start: LEFT, goal: RIGHT, blocks: [WALL] });
    expect(solvePath(query, world, options())).toEqual(solvePath(query, world, options()));
    const lengths = [1, 2, 3].map((seed) => solvePath(query, world, options({}, seed)).rawLength);
    expect(new Set(lengths).size).toBe(3);
  });

  it('says which end collides, and with what', () => {
    const start = pathOf({ start: THROUGH_TABLE });
    expect(solvePath(start.query, start.world, options())).toMatchObject({
      solved: false,
      reason: 'start',
      obstacle: 'table',
      path: null,
      rawLength: null,
    });
    const block = { min: [0.25, -0.05, 0.4], max: [0.35, 0.05, 0.5] };
    const goal = pathOf({ start: LEFT, goal: HOME, blocks: [block] });
    expect(solvePath(goal.query, goal.world, options())).toMatchObject({ reason: 'goal', obstacle: 'block 0' });
  });

  it('says that it gave up at its bounds', () => {
    const { query, world } = pathOf({ start: LEFT, goal: RIGHT, blocks: [WALL] });
    const answer = solvePath(query, world, options({ attemptsMax: 2, iterationsMax: 1 }));
    expect(answer).toMatchObject({ solved: false, reason: 'iterations', iterations: 2 });
  });
});

describe('solveGrasp()', () => {
  it('gives the yaws at which the hand is free and a path to a grasp', () => {
    const { query, world } = graspOf();
    const answer = solveGrasp(query, world, options());
    expect(answer).toMatchObject({ id: 3, solved: true, handFree: [false, true, false, true], level: null, ms: 5 });
    expect([Math.PI / 2, (3 * Math.PI) / 2]).toContain(answer.yaw);
    expect(clearance(world, answer.path?.at(-1) as number[]).distance).toBeGreaterThan(0);
  });

  it('says at which level it failed', () => {
    const wall = (x: number, y: number) => ({ min: [x - 0.02, y - 0.02, 0], max: [x + 0.02, y + 0.02, 0.055] });
    const walled = graspOf({ blocks: [wall(0.44, 0), wall(0.5, 0.06)] });
    expect(solveGrasp(walled.query, walled.world, options())).toMatchObject({
      solved: false,
      handFree: [false, false, false, false],
      level: 'grasp',
      obstacle: expect.stringMatching(/^block [01]$/),
      path: null,
      yaw: null,
    });
    const far = graspOf({ tcp: [0.9, 0.6, 0.04], blocks: [] });
    expect(solveGrasp(far.query, far.world, options())).toMatchObject({
      level: 'ik',
      obstacle: 'reach',
      isBounded: false,
    });
    const near = graspOf({ tcp: [0.05, 0.05, 0.04], blocks: [] });
    expect(solveGrasp(near.query, near.world, options())).toMatchObject({ solved: false, isBounded: true });
  });
});
