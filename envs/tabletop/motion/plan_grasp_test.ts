import { describe, expect, it, vi } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import type { Configuration } from '../table/arm.ts';
import type { MotionWorld, Obstacle } from './clearance.ts';
import { CollisionChecker } from './collision_checker.ts';
import { type TopGrasp, topGrasps } from './grasp.ts';
import { HOME } from './panda.ts';
import { GRASP_BOUNDS, type GraspSearch, mostFrequent, planGrasp } from './plan_grasp.ts';
import { LEFT, THROUGH_TABLE } from './testing/problems_fixture.ts';
import { EMPTY } from './testing/random_world.ts';

const GRASPS = topGrasps([0.5, 0, 0.04]);
const RIGHT: Configuration = LEFT.map((angle, joint) => (joint === 0 ? -angle : angle));
const NEAR: Configuration = HOME.map((angle) => angle + 0.05);

const OPEN: MotionWorld = { ...EMPTY, hand: 'open' };

function searchFor(goals: readonly (Configuration | null)[], fields: Partial<GraspSearch> = {}): GraspSearch {
  return {
    at: HOME,
    random: randomNumbers(1),
    bounds: GRASP_BOUNDS,
    checker: new CollisionChecker(OPEN),
    stanceFrom: (grasp) => {
      const goal = goals[GRASPS.indexOf(grasp)] ?? null;
      return goal === null ? null : { grasp, goal, exact: goal, descent: [] };
    },
    obstacleOf: () => null,
    ...fields,
  };
}

describe('planGrasp()', () => {
  it('takes the solution nearest to the arm', () => {
    const planned = planGrasp(GRASPS, searchFor([LEFT, RIGHT, NEAR, null]));
    expect(planned).toMatchObject({ ok: true, stance: { goal: NEAR, grasp: { yaw: Math.PI } } });
  });

  it('takes another if that collides', () => {
    const obstacleOf: GraspSearch['obstacleOf'] = ({ goal }) => (goal === NEAR ? { kind: 'table' } : null);
    const planned = planGrasp(GRASPS, searchFor([LEFT, null, NEAR, null], { obstacleOf }));
    expect(planned).toMatchObject({ ok: true, stance: { goal: LEFT } });
  });

  it('fails at "ik", bounded, if no start leads to a solution', () => {
    const stanceFrom = vi.fn(() => null);
    const planned = planGrasp(GRASPS, searchFor([], { stanceFrom, bounds: { ...GRASP_BOUNDS, startsMax: 5 } }));
    expect(planned).toEqual({ ok: false, level: 'ik', obstacle: null, isBounded: true });
    expect(stanceFrom).toHaveBeenCalledTimes(20);
  });

  it('fails at "ik" with the most frequent obstacle if every solution collides', () => {
    const obstacleOf: GraspSearch['obstacleOf'] = ({ goal }) =>
      goal === NEAR ? { kind: 'robot' } : { kind: 'block', index: 2 };
    const planned = planGrasp(GRASPS, searchFor([LEFT, RIGHT, NEAR, null], { obstacleOf }));
    expect(planned).toMatchObject({ level: 'ik', obstacle: { kind: 'block', index: 2 }, isBounded: true });
  });

  it('fails at "path" if the arm collides at the start', () => {
    const planned = planGrasp(GRASPS, searchFor([LEFT], { at: THROUGH_TABLE }));
    expect(planned).toMatchObject({ level: 'path', obstacle: { kind: 'table' }, isBounded: false });
  });

  it('fails at "path" if it finds no path within its bounds', () => {
    const stanceFrom = vi.fn((grasp: TopGrasp) => {
      const goal = RIGHT.map((angle, joint) => (joint === 6 ? angle + stanceFrom.mock.calls.length / 100 : angle));
      return { grasp, goal, exact: goal, descent: [] };
    });
    const search = searchFor([], {
      at: LEFT,
      bounds: { posesMax: 3, startsMax: 12, attemptsMax: 1, iterationsMax: 1 },
      // A wall separates the arm from a new goal each time.
      checker: new CollisionChecker({ ...OPEN, blocks: [{ min: [0.2, -0.02, 0], max: [1, 0.02, 1.2] }] }),
      stanceFrom,
    });
    expect(planGrasp(GRASPS, search)).toMatchObject({ ok: false, level: 'path', isBounded: true });
    expect(stanceFrom).toHaveBeenCalledTimes(4);
  });
});

it('mostFrequent() is the first of the most frequent, and throws on an empty list', () => {
  const block = (index: number): Obstacle => ({ kind: 'block', index });
  expect(mostFrequent([block(1), block(2), { kind: 'table' }, block(2)])).toEqual(block(2));
  expect(mostFrequent([block(1), block(2), block(2), block(1)])).toEqual(block(1));
  expect(() => mostFrequent([])).toThrow(RangeError);
});
