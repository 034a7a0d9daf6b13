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

/** A search without inverse kinematics: the goals of the four grasps are given. */
function searchFor(goals: readonly (Configuration | null)[], fields: Partial<GraspSearch> = {}): GraspSearch {
  return {
    at: HOME,
    random: randomNumbers(1),
    bounds: GRASP_BOUNDS,
    checker: new CollisionChecker(OPEN),
    stanceFrom: (grasp) => {
      const goal = goals[GRASPS.indexOf(grasp)] ?? null;
      return goal === null ? null : { grasp, goal, exact: goal, onward: [] };
    },
    obstacleOf: () => null,
    ...fields,
  };
}

describe('planGrasp()', () => {
  it('takes the solution nearest to where the arm is', () => {
    const planned = planGrasp(GRASPS, searchFor([LEFT, RIGHT, NEAR, null]));
    expect(planned).toMatchObject({ ok: true, stance: { goal: NEAR, grasp: { yaw: Math.PI } } });
  });

  it('takes another where that one collides', () => {
    const obstacleOf: GraspSearch['obstacleOf'] = ({ goal }) => (goal === NEAR ? { kind: 'table' } : null);
    const planned = planGrasp(GRASPS, searchFor([LEFT, null, NEAR, null], { obstacleOf }));
    expect(planned).toMatchObject({ ok: true, stance: { goal: LEFT } });
  });

  it('says "ik" where no solution is found after all starts, and that it gave up', () => {
    const stanceFrom = vi.fn(() => null);
    const planned = planGrasp(GRASPS, searchFor([], { stanceFrom, bounds: { ...GRASP_BOUNDS, startsMax: 5 } }));
    expect(planned).toEqual({ ok: false, level: 'ik', obstacle: null, isBounded: true });
    expect(stanceFrom).toHaveBeenCalledTimes(20);
  });

  it('says "ik" and what is met most often where every solution collides', () => {
    const obstacleOf: GraspSearch['obstacleOf'] = ({ goal }) =>
      goal === NEAR ? { kind: 'robot' } : { kind: 'block', index: 2 };
    const planned = planGrasp(GRASPS, searchFor([LEFT, RIGHT, NEAR, null], { obstacleOf }));
    expect(planned).toMatchObject({ level: 'ik', obstacle: { kind: 'block', index: 2 }, isBounded: true });
  });

  it('says "path" where the arm collides where it is', () => {
    const planned = planGrasp(GRASPS, searchFor([LEFT], { at: THROUGH_TABLE }));
    expect(planned).toMatchObject({ level: 'path', obstacle: { kind: 'table' }, isBounded: false });
  });

  it('says "path" where no path is found within its bounds', () => {
    const stanceFrom = vi.fn((grasp: TopGrasp) => {
      const goal = RIGHT.map((angle, joint) => (joint === 6 ? angle + stanceFrom.mock.calls.length / 100 : angle));
      return { grasp, goal, exact: goal, onward: [] };
    });
    const search = searchFor([], {
      at: LEFT,
      bounds: { posesMax: 3, startsMax: 12, attemptsMax: 1, iterationsMax: 1 },
      // A wall between the arm's left and its right, and ever another goal behind it.
      checker: new CollisionChecker({ ...OPEN, blocks: [{ min: [0.2, -0.02, 0], max: [1, 0.02, 1.2] }] }),
      stanceFrom,
    });
    expect(planGrasp(GRASPS, search)).toMatchObject({ ok: false, level: 'path', isBounded: true });
    expect(stanceFrom).toHaveBeenCalledTimes(4);
  });
});

it('mostFrequent() is what is listed most often, of several the first, and throws where nothing is listed', () => {
  const block = (index: number): Obstacle => ({ kind: 'block', index });
  expect(mostFrequent([block(1), block(2), { kind: 'table' }, block(2)])).toEqual(block(2));
  expect(mostFrequent([block(1), block(2), block(2), block(1)])).toEqual(block(1));
  expect(() => mostFrequent([])).toThrow(RangeError);
});
