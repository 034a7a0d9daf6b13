import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import type { Configuration } from '../table/arm.ts';
import type { MotionWorld, Obstacle } from './clearance.ts';
import { CollisionChecker } from './collision_checker.ts';
import { topGrasps } from './grasp.ts';
import { reachFrom } from './inverse_kinematics.ts';
import { distance } from './kinematics.ts';
import { HOME } from './panda.ts';
import { GRASP_BOUNDS, type GraspSearch, mostFrequent, planGrasp, type Stance } from './plan_grasp.ts';
import { LEFT, THROUGH_TABLE } from './testing/problems_fixture.ts';
import { EMPTY } from './testing/random_world.ts';

const GRASPS = topGrasps([0.5, 0, 0.04]);
const OPEN: MotionWorld = { ...EMPTY, hand: 'open' };

function searchFor(fields: Partial<GraspSearch> = {}): GraspSearch {
  const checker = new CollisionChecker(OPEN);
  return {
    at: HOME,
    random: randomNumbers(1),
    bounds: GRASP_BOUNDS,
    checker,
    lift: 0,
    obstacleOf: () => null,
    ...fields,
  };
}

const TABLE: Obstacle = { kind: 'table' };

function stancesOf(fields: Partial<GraspSearch> = {}, obstacle: (stance: Stance) => Obstacle = () => TABLE) {
  const stances: Stance[] = [];
  const obstacleOf = (stance: Stance) => {
    stances.push(stance);
    return obstacle(stance);
  };
  return { stances, planned: planGrasp(GRASPS, searchFor({ ...fields, obstacleOf })) };
}

describe('planGrasp()', () => {
  it('takes the solution nearest to the arm', () => {
    for (const { yaw, pose } of GRASPS) {
      const at: Configuration = reachFrom(HOME, pose)!.map((angle) => angle + 0.01);
      const planned = planGrasp(GRASPS, searchFor({ at }));
      if (!planned.ok) throw new Error(planned.level);
      expect(planned.stance.grasp.yaw).toBe(yaw);
      expect(distance(planned.stance.goal, at)).toBeLessThan(0.05);
    }
  });

  it('takes another if that collides', () => {
    const obstacleOf: GraspSearch['obstacleOf'] = ({ grasp }) => (grasp.yaw === 0 ? { kind: 'table' } : null);
    const planned = planGrasp(GRASPS, searchFor({ obstacleOf }));
    expect(planned.ok && planned.stance.grasp.yaw).toBeGreaterThan(0);
  });

  it('comes to stances of all yaws and many angles of the last joint, no two alike, the farther the lift the higher', () => {
    const { stances } = stancesOf();
    expect(new Set(stances.map(({ grasp }) => grasp.yaw)).size).toBe(4);
    expect(stances.length).toBeGreaterThan(300);
    for (const [at, { goal }] of stances.entries()) {
      expect(stances.slice(0, at).every((other) => distance(other.goal, goal) > 1e-3)).toBe(true);
    }
    expect(stancesOf({ bounds: { ...GRASP_BOUNDS, anglesMax: 0 } }).stances.length).toBeLessThanOrEqual(8);
  });

  it('fails at "ik", bounded, if nothing is reached, and with the most frequent obstacle if all solutions collide', () => {
    const failure = { ok: false, level: 'ik', obstacle: null, isBounded: true };
    for (const grasps of [topGrasps([1.5, 0, 0.04]), []]) expect(planGrasp(grasps, searchFor())).toEqual(failure);
    const obstacle: Obstacle = { kind: 'block', index: 2 };
    const { planned } = stancesOf({}, ({ grasp }) => (grasp.yaw === 0 ? { kind: 'robot' } : obstacle));
    expect(planned).toEqual({ ...failure, obstacle });
  });

  it('fails at "path" if the arm collides where it is, or no path is found within its bounds', () => {
    const planned = planGrasp(GRASPS, searchFor({ at: THROUGH_TABLE }));
    expect(planned).toMatchObject({ level: 'path', obstacle: TABLE, isBounded: false });
    let goals = 0;
    const search = searchFor({
      at: LEFT,
      bounds: { posesMax: 3, anglesMax: 64, attemptsMax: 1, iterationsMax: 1 },
      checker: new CollisionChecker({ ...OPEN, blocks: [{ min: [0.2, 0.1, 0], max: [1, 0.14, 1.2] }] }),
      obstacleOf: () => {
        goals++;
        return null;
      },
    });
    expect(planGrasp(GRASPS, search)).toMatchObject({ ok: false, level: 'path', isBounded: true });
    expect(goals).toBe(3);
  });
});

it('mostFrequent() is the first of the most frequent, and throws on an empty list', () => {
  const block = (index: number): Obstacle => ({ kind: 'block', index });
  expect(mostFrequent([block(1), block(2), { kind: 'table' }, block(2)])).toEqual(block(2));
  expect(mostFrequent([block(1), block(2), block(2), block(1)])).toEqual(block(1));
  expect(() => mostFrequent([])).toThrow(RangeError);
});
