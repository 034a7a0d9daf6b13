/** Below 30 mm, a carried block is its own box: the motion reference's balls would touch the support. */
import type { RandomNumbers } from '../../random_numbers.ts';
import type { Arm, ArmResult, Configuration, Surroundings } from '../table/arm.ts';
import { type Box, blockBox, TABLE, type Vector } from '../table/table.ts';
import type { Obstacle } from './clearance.ts';
import { CollisionChecker } from './collision_checker.ts';
import { above, CARRIED_Z, tcpOf } from './grasp.ts';
import { reachFrom } from './inverse_kinematics.ts';
import { fourDecimals } from './kinematics.ts';
import { certifyPath } from './line_is_free.ts';
import { HOME } from './panda.ts';
import {
  GRASP_BOUNDS,
  type GraspBounds,
  type GraspFailure,
  graspsAt,
  POSES_MAX,
  planGrasp,
  type Stance,
} from './plan_grasp.ts';

const CONTACT = 1e-6;

/** Touching counts, except for the support. */
export function blockObstacle(
  centre: Vector,
  { height, blocks }: { height: number; blocks: readonly Box[] },
): Obstacle | null {
  const { min, max } = blockBox(centre);
  const swept: Box = { min, max: [max[0], max[1], max[2] + height] };
  const meets = (box: Box) => box.max[2] > min[2] + CONTACT && touch(box, swept);
  const index = blocks.findIndex(meets);
  if (index >= 0) return { kind: 'block', index };
  return meets(TABLE) ? { kind: 'table' } : null;
}

function touch(a: Box, b: Box): boolean {
  return [0, 1, 2].every((axis) => a.min[axis]! <= b.max[axis]! && b.min[axis]! <= a.max[axis]!);
}

export type PandaArmOptions = Partial<Omit<GraspBounds, 'posesMax'>> & { readonly posesMax?: typeof POSES_MAX };

export const LIFT = 0.03;
/** Keeps straight lines in joint space within 1 mm of the vertical. */
const LIFT_PIECES = 3;
/** A larger turn leads to another family of solutions. */
const TURN_MAX = 0.3;

/** `centre`: the block's place. `blockName`: its name as an obstacle. */
type Task = {
  random: RandomNumbers;
  kind: 'pick' | 'place';
  at: Configuration;
  centre: Vector;
  others: Surroundings;
  blockName: string;
};

export function pandaArm(options: PandaArmOptions = {}): Arm {
  return {
    home: fourDecimals(HOME),
    pick(at, block, surroundings, random) {
      const target = surroundings.find(({ name }) => name === block);
      if (target === undefined) throw new RangeError(`Cannot pick ${JSON.stringify(block)}: it is not on the table`);
      const others = surroundings.filter((other) => other !== target);
      return carryOut({ kind: 'pick', at, centre: target.centre, others, blockName: block, random }, options);
    },
    place(at, centre, surroundings, random) {
      return carryOut({ kind: 'place', at, centre, others: surroundings, blockName: 'robot', random }, options);
    },
  };
}

function carryOut(task: Task, options: PandaArmOptions): ArmResult {
  const { kind, at, centre, others, blockName, random } = task;
  if (![...at, ...centre].every(Number.isFinite)) throw new RangeError(`Cannot ${kind}: a number is not finite`);
  const stay = others.map((other) => blockBox(other.centre));
  const blocks = [...stay, blockBox(centre)];
  const refuse = ({ level, obstacle, isBounded }: Omit<GraspFailure, 'ok'>): ArmResult => {
    const name = obstacle?.kind === 'block' ? (others[obstacle.index]?.name ?? blockName) : (obstacle?.kind ?? null);
    return { ok: false, level, obstacle: name, isBounded };
  };
  const tcp = tcpOf(centre);
  const { grasps, failure } = graspsAt([tcp, [tcp[0], tcp[1], tcp[2] + LIFT]], { table: TABLE, blocks });
  if (failure !== null) return refuse(failure);
  const obstacle = blockObstacle(centre, { height: LIFT, blocks: stay });
  if (obstacle !== null) return refuse({ level: 'path', obstacle, isBounded: false });

  const open = new CollisionChecker({ table: TABLE, blocks, hand: 'open', carried: null });
  const loaded = new CollisionChecker({ table: TABLE, blocks: stay, hand: 'closed', carried: { offsetZ: CARRIED_Z } });
  const planned = planGrasp(grasps, {
    at,
    random,
    bounds: { ...GRASP_BOUNDS, ...options, posesMax: (options.posesMax ?? POSES_MAX)[kind] },
    checker: kind === 'pick' ? open : loaded,
    lift: LIFT,
    addDescent,
    obstacleOf: (stance) => obstacleOfStance(stance, open, loaded),
  });
  if (!planned.ok) return refuse(planned);
  const { goal, descent, grasp } = planned.stance;
  const path = [...planned.plan.path, ...descent, ...descent.slice(0, -1).reverse(), goal];
  return {
    ok: true,
    motion: { yaw: grasp.yaw, path: path.map(fourDecimals), checks: open.checks + loaded.checks },
    at: goal,
  };
}

function addDescent(stance: Stance): Stance | null {
  let q = stance.exact;
  const descent: Configuration[] = [];
  for (let piece = 1; piece <= LIFT_PIECES; piece++) {
    const next = reachFrom(q, above(stance.grasp.pose, LIFT * (1 - piece / LIFT_PIECES)));
    if (next === null) return null;
    const before = q;
    if (next.some((angle, joint) => Math.abs(angle - before[joint]!) > TURN_MAX)) return null;
    descent.push(fourDecimals(next));
    q = next;
  }
  return { ...stance, descent };
}

function obstacleOfStance(stance: Stance, open: CollisionChecker, loaded: CollisionChecker): Obstacle | null {
  const path = [stance.goal, ...stance.descent].map((q) => Float64Array.from(q));
  const collision = certifyPath(path, open);
  if (collision !== null) return collision.obstacle;
  const top = path[0]!;
  return loaded.collides(top) ? loaded.nearestObstacle(top) : null;
}
