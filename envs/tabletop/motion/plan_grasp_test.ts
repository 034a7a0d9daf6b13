import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import type { Configuration } from '../table/arm.ts';
import { TABLE } from '../table/table.ts';
import type { Obstacle } from './clearance.ts';
import { CollisionChecker } from './collision_checker.ts';
import { topGrasps } from './grasp.ts';
import { HOME } from './panda.ts';
import { GRASP_BOUNDS, type GraspSearch, mostFrequent, planGrasp } from './plan_grasp.ts';
import { LEFT, THROUGH_TABLE } from './testing/problems_fixture.ts';

const GRASPS = topGrasps([0.5, 0, 0.04]);
const RIGHT: Configuration = LEFT.map((angle, joint) => (joint === 0 ? -angle : angle));
const NEAR: Configuration = HOME.map((angle) => angle + 0.05);

/** A search without inverse kinematics: the goals of the four grasps are given. */
function searchFor(goals: readonly (Configuration | null)[], fields: Partial<GraspSearch> = {}): GraspSearch {
  return {
    at: HOME,
    random: randomNumbers(1),
    bounds: GRASP_BOUNDS,
    checker: new CollisionChecker({ table: TABLE, blocks: [], hand: 'open', carried: null }),
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
    expect(planGrasp(GRASPS, searchFor([LEFT, null, NEAR, null], { obstacleOf }))).toMatchObject({
      ok: true,
      stance: { goal: LEFT },
    });
  });

  it('says "ik" where no solution is found after all starts, and that it gave up', () => {
    let calls = 0;
    const stanceFrom = () => {
      calls++;
      return null;
    };
    const bounds = { ...GRASP_BOUNDS, startsMax: 5 };
    expect(planGrasp(GRASPS, searchFor([], { stanceFrom, bounds }))).toEqual({
      ok: false,
      level: 'ik',
      obstacle: null,
      isBounded: true,
    });
    expect(calls).toBe(20);
  });

  it('says "ik" and what is met most often where every solution collides', () => {
    const obstacleOf: GraspSearch['obstacleOf'] = ({ goal }) =>
      goal === NEAR ? { kind: 'robot' } : { kind: 'block', index: 2 };
    expect(planGrasp(GRASPS, searchFor([LEFT, RIGHT, NEAR, null], { obstacleOf }))).toMatchObject({
      level: 'ik',
      obstacle: { kind: 'block', index: 2 },
      isBounded: true,
    });
  });

  it('says "path" where the arm collides where it is', () => {
    expect(planGrasp(GRASPS, searchFor([LEFT], { at: THROUGH_TABLE }))).toMatchObject({
      level: 'path',
      obstacle: { kind: 'table' },
      isBounded: false,
    });
  });

  it('says "path" where no path is found within its bounds', () => {
    let asked = 0;
    const search = searchFor([], {
      at: LEFT,
      bounds: { posesMax: 3, startsMax: 12, attemptsMax: 1, iterationsMax: 1 },
      // A wall between the arm's left and its right, and ever another goal behind it.
      checker: new CollisionChecker({
        table: TABLE,
        blocks: [{ min: [0.2, -0.02, 0], max: [1, 0.02, 1.2] }],
        hand: 'open',
        carried: null,
      }),
      stanceFrom: (grasp) => {
        asked++;
        const goal = RIGHT.map((angle, joint) => (joint === 6 ? angle + asked / 100 : angle));
        return { grasp, goal, exact: goal, onward: [] };
      },
    });
    expect(planGrasp(GRASPS, search)).toMatchObject({ ok: false, level: 'path', isBounded: true });
    expect(asked).toBe(4);
  });
});

describe('mostFrequent()', () => {
  const block = (index: number): Obstacle => ({ kind: 'block', index });

  it('is what is listed most often, of several the first', () => {
    expect(mostFrequent([block(1), block(2), { kind: 'table' }, block(2)])).toEqual(block(2));
    expect(mostFrequent([block(1), block(2), block(2), block(1)])).toEqual(block(1));
    expect(mostFrequent([{ kind: 'robot' }])).toEqual({ kind: 'robot' });
  });

  it('throws where nothing is listed', () => {
    expect(() => mostFrequent([])).toThrow(RangeError);
  });
});
