import { existsSync, readFileSync } from 'node:fs';
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
import {
  type ClearanceSample,
  type GraspQuery,
  type PathQuery,
  readClearanceSamples,
  readProblems,
} from './read_problems.ts';
import { CLEARANCE_DIFFERENCE_MAX, compareClearances, solveGrasp, solvePath, worldOf } from './solve_queries.ts';

function options(bounds = {}, seed = 1) {
  let reads = 0;
  return { seed, bounds: { ...GRASP_BOUNDS, ...bounds }, clock: () => 5 * reads++ };
}

function queryOf<T>(file: AnyJson) {
  const problems = readProblems(JSON.stringify(file), 'a.json');
  const query = problems.queries[0]!;
  return { query: query as T, world: worldOf(problems, query) };
}

const pathOf = (fields: AnyJson = {}) => queryOf<PathQuery>(problemsFile({ queries: [pathQuery(fields)] }));
const graspOf = (fields: AnyJson = {}) => queryOf<GraspQuery>(graspsFile({ queries: [graspQuery(fields)] }));

function solvedPath(fields: AnyJson = {}, ...given: Parameters<typeof options>) {
  const { query, world } = pathOf(fields);
  return solvePath(query, world, options(...given));
}

function solvedGrasp(fields: AnyJson = {}) {
  const { query, world } = graspOf(fields);
  return solveGrasp(query, world, options());
}

const RIGHT = LEFT.map((angle, joint) => (joint === 0 ? -angle : angle));
const AT_TOOL = { min: [0.25, -0.05, 0.4], max: [0.35, 0.05, 0.5] };
const WALLED = { start: LEFT, goal: RIGHT, blocks: [{ min: [0.2, -0.02, 0], max: [1, 0.02, 1.2] }] };

it('worldOf() closes the hand for paths, opens it for grasps, and carries what is attached', () => {
  expect(pathOf().world).toMatchObject({ hand: 'closed', carried: null });
  expect(pathOf({ attached: true }).world.carried).toEqual({ offsetZ: 0 });
  expect(graspOf().world).toMatchObject({ hand: 'open', carried: null });
});

describe('solvePath()', () => {
  it('gives a path from start to goal with its figures', () => {
    const { path, rawLength, simplifiedLength, checks, ...answer } = solvedPath();
    const names = { id: 7, kind: 'reach', set: 'natural' };
    expect(answer).toEqual({ ...names, solved: true, reason: null, obstacle: null, iterations: 0, ms: 5 });
    expect([path?.[0], path?.at(-1)]).toEqual([[...HOME], [...LEFT]]);
    expect(simplifiedLength).toBeLessThanOrEqual(rawLength!);
    expect(checks).toBeGreaterThan(0);
  });

  it('depends on seed and id alone', () => {
    expect(solvedPath(WALLED)).toEqual(solvedPath(WALLED));
    expect(new Set([1, 2, 3].map((seed) => solvedPath(WALLED, {}, seed).rawLength)).size).toBe(3);
  });

  it.each([
    [{ start: THROUGH_TABLE }, { reason: 'start', obstacle: 'table', path: null, rawLength: null }],
    [
      { start: LEFT, goal: HOME, blocks: [AT_TOOL] },
      { reason: 'goal', obstacle: 'block 0' },
    ],
    [WALLED, { reason: 'iterations', iterations: 2 }],
  ])('says why it does not solve %o', (fields, answer) => {
    expect(solvedPath(fields, { attemptsMax: 2, iterationsMax: 1 })).toMatchObject({ solved: false, ...answer });
  });
});

describe('solveGrasp()', () => {
  it('gives the yaws at which the hand is free and a path to a grasp', () => {
    const { path, yaw, ...answer } = solvedGrasp();
    expect(answer).toMatchObject({ id: 3, solved: true, handFree: [false, true, false, true], level: null, ms: 5 });
    expect([Math.PI / 2, (3 * Math.PI) / 2]).toContain(yaw);
    expect(clearance(graspOf().world, path!.at(-1)!).distance).toBeGreaterThan(0);
  });

  const wall = (x: number, y: number) => ({ min: [x - 0.02, y - 0.02, 0], max: [x + 0.02, y + 0.02, 0.055] });

  it.each([
    [
      { blocks: [wall(0.44, 0), wall(0.5, 0.06)] },
      {
        handFree: Array(4).fill(false),
        level: 'grasp',
        obstacle: expect.stringMatching(/^block [01]$/),
        path: null,
        yaw: null,
      },
    ],
    [
      { tcp: [0.9, 0.6, 0.04], blocks: [] },
      { level: 'ik', obstacle: 'reach', isBounded: false },
    ],
    [{ tcp: [0.05, 0.05, 0.04], blocks: [] }, { isBounded: true }],
  ])('says at which level it failed at %o', (fields, answer) => {
    expect(solvedGrasp(fields)).toMatchObject({ solved: false, ...answer });
  });
});

const SHARED = new URL('../../../../shared/motion/', import.meta.url);
const problems = readProblems(JSON.stringify(problemsFile()), 'a.json');
const sample = (fields: Partial<ClearanceSample> = {}): ClearanceSample => {
  return { query: 7, q: HOME, tcp: null, rotation: null, clearance: null, ...fields };
};

describe('compareClearances()', () => {
  it('gives pose and clearance of a configuration in the scene of its query', () => {
    const [home] = compareClearances([sample()], problems);
    expect(home?.tcp.map((value) => Number(value.toFixed(4)))).toEqual([0.3069, 0, 0.4869]);
    expect(home?.rotation.map((value) => Math.round(value) + 0)).toEqual([1, 0, 0, 0, -1, 0, 0, 0, -1]);
    expect(home).toMatchObject({ query: 7, expectedClearance: null, clearanceDifference: null, tcpDifference: null });
    const [low] = compareClearances([sample({ q: THROUGH_TABLE })], problems);
    expect(low).toMatchObject({ obstacle: 'table', clearance: expect.any(Number) });
    expect(low?.clearance).toBeLessThan(0);
    expect(() => compareClearances([sample({ query: 1 })], problems)).toThrow('id 1');
  });

  it('measures how far it is from what is expected', () => {
    const [bare] = compareClearances([sample()], problems);
    const clearance = (bare?.clearance as number) + 0.25;
    const tcp = [0, 1, 2].map((axis) => bare!.tcp[axis]! - 0.125 * axis) as [number, number, number];
    const rotation = (bare?.rotation ?? []).map((value, at) => (at === 5 ? value + 0.5 : value));
    const [compared] = compareClearances([sample({ clearance, tcp, rotation })], problems);
    expect(compared?.clearanceDifference).toBeCloseTo(0.25, 12);
    expect(compared?.tcpDifference).toBeCloseTo(0.25, 12);
    expect(compared?.rotationDifference).toBeCloseTo(0.5, 12);
  });

  it.skipIf(!existsSync(SHARED))('agrees with the motion reference (skipped without ../shared/motion)', () => {
    const text = (name: string) => readFileSync(new URL(name, SHARED), 'utf8');
    const reference = readProblems(text('problems.json'), 'problems.json');
    const samples = readClearanceSamples(text('clearance-samples.json'), 'clearance-samples.json', reference);
    for (const { clearanceDifference, tcpDifference, rotationDifference } of compareClearances(samples, reference)) {
      const most = Math.max(clearanceDifference!, tcpDifference!, rotationDifference!);
      expect(most).toBeLessThanOrEqual(CLEARANCE_DIFFERENCE_MAX);
    }
  });
});
