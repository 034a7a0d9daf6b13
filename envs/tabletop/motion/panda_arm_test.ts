import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RandomNumbers, randomNumbers, seedOf } from '../../random_numbers.ts';
import type { ArmResult, Configuration, Surroundings } from '../table/arm.ts';
import { BLOCK_SIZE, blockBox, SPOTS, TABLE, type Vector } from '../table/table.ts';
import { clearance, type MotionWorld } from './clearance.ts';
import { CARRIED_Z, tcpOf } from './grasp.ts';
import { ORIGIN, TCP_AT } from './kinematics.ts';
import { HOME, jointOutsideLimits } from './panda.ts';
import { inTheWayOfBlock, LIFT, pandaArm } from './panda_arm.ts';
import { slowLinkFrames } from './testing/reference_kinematics.ts';

const arm = pandaArm();
/** Vertices of the way straight down and up again, the one above included. */
const VERTICAL = 7;

const spot = (index: number, level = 0): Vector => {
  const [x, y] = SPOTS[index]!;
  return [x, y, (level + 0.5) * BLOCK_SIZE];
};

type Scene = { name: string; centre: Vector; spot: number; level: number }[];

/** Up to 12 blocks on spots, stacked at most 7 high. */
function randomScene(random: RandomNumbers): Scene {
  const scene: Scene = [];
  const spots = 1 + random.below(8);
  const blocks = 1 + random.below(12);
  for (let block = 0; block < blocks; block++) {
    let at = (7 * random.below(spots)) % SPOTS.length;
    while (scene.filter((other) => other.spot === at).length === 7) at = (at + 1) % SPOTS.length;
    const level = scene.filter((other) => other.spot === at).length;
    scene.push({ name: `b${block}`, centre: spot(at, level), spot: at, level });
  }
  return scene;
}

const isClear = (scene: Scene, block: Scene[number]) =>
  !scene.some((other) => other.spot === block.spot && other.level > block.level);

function expectOk(result: ArmResult): Extract<ArmResult, { ok: true }> {
  if (!result.ok) throw new Error(`${result.level}: ${result.obstacle}`);
  return result;
}

/** The least clearance at steps of at most 2 mrad. */
function leastClearance(path: readonly Configuration[], world: MotionWorld): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [at, to] of path.entries()) {
    const from = path[at - 1] ?? to;
    const steps = Math.max(1, Math.ceil(Math.hypot(...to.map((angle, joint) => angle - (from[joint] ?? 0))) / 0.002));
    for (let step = 1; step <= steps; step++) {
      const q = to.map((angle, joint) => (from[joint] ?? 0) + ((angle - (from[joint] ?? 0)) * step) / steps);
      least = Math.min(least, clearance(world, q).distance);
    }
  }
  return least;
}

const tcpAt = (q: Configuration) => [...slowLinkFrames(q).subarray(TCP_AT + ORIGIN, TCP_AT + ORIGIN + 3)];

/** Everything that a path has to keep, by the slow model. */
function checkMotion(
  result: Extract<ArmResult, { ok: true }>,
  { from, centre, others, kind }: { from: Configuration; centre: Vector; others: Surroundings; kind: 'pick' | 'place' },
): void {
  const { path } = result.motion;
  expect(path[0]).toEqual(from.map((angle) => Math.round(angle * 1e4) / 1e4 + 0));
  expect(path.at(-1)).toEqual(result.at);
  for (const q of path) expect(jointOutsideLimits(q)).toBeNull();
  for (const q of path.flat()) expect(Math.abs(q * 1e4 - Math.round(q * 1e4))).toBeLessThan(1e-6);

  const stay = others.map((other) => blockBox(other.centre));
  const open: MotionWorld = { table: TABLE, blocks: [...stay, blockBox(centre)], hand: 'open', carried: null };
  const loaded: MotionWorld = { table: TABLE, blocks: stay, hand: 'closed', carried: { offsetZ: CARRIED_Z } };
  const vertical = path.slice(-VERTICAL);
  expect(leastClearance([from, ...path.slice(1, 1 - VERTICAL)], kind === 'pick' ? open : loaded)).toBeGreaterThan(0);
  expect(leastClearance(vertical, open)).toBeGreaterThan(0);
  expect(clearance(loaded, result.at).distance).toBeGreaterThan(0);
  // The block in the hand keeps clear of the arm all the way down; what it stands on, it touches.
  const carried = { ...loaded, blocks: [], table: { min: [0, 0, -2], max: [1, 1, -1] } } as const;
  expect(leastClearance(vertical, carried)).toBeGreaterThan(0);

  const [x, y, z] = tcpOf(centre);
  for (const [index, q] of vertical.entries()) {
    const next = vertical[index + 1] ?? q;
    const between = q.map((angle, joint) => (angle + next[joint]!) / 2);
    for (const [tcpX, tcpY] of [tcpAt(q), tcpAt(between)] as [number, number, number][]) {
      expect(Math.hypot(tcpX - x, tcpY - y)).toBeLessThan(0.001);
    }
  }
  expect(Math.hypot(...tcpAt(vertical[3]!).map((value, axis) => value - [x, y, z][axis]!))).toBeLessThan(0.0003);
  expect(tcpAt(result.at)[2]).toBeCloseTo(z + LIFT, 3);
}

describe('pandaArm()', () => {
  const scene: Surroundings = [
    { name: 'A', centre: spot(7) },
    { name: 'B', centre: spot(8) },
  ];

  it('begins at home', () => {
    expect(arm.home).toEqual([0, -0.7854, 0, -2.3562, 0, 1.5708, 0.7854]);
  });

  it('picks a block up and puts it on another', () => {
    const picked = expectOk(arm.pick(HOME, 'A', scene, randomNumbers(1)));
    checkMotion(picked, { from: HOME, centre: spot(7), others: scene.slice(1), kind: 'pick' });
    const placed = expectOk(arm.place(picked.at, spot(8, 1), scene.slice(1), randomNumbers(2)));
    checkMotion(placed, { from: picked.at, centre: spot(8, 1), others: scene.slice(1), kind: 'place' });
    expect(placed.motion.checks).toBeGreaterThan(100);
  });

  it('does the same with the same numbers of chance', () => {
    const once = () => arm.pick(HOME, 'B', scene, randomNumbers(5));
    expect(once()).toEqual(once());
  });

  it('names the neighbour that leaves the hand no room', () => {
    const [x, y, z] = spot(7);
    const walled: Surroundings = [
      { name: 'A', centre: [x, y, z] },
      { name: 'north', centre: [x + 0.08, y, z] },
      { name: 'west', centre: [x, y + 0.08, z] },
    ];
    const result = arm.pick(HOME, 'A', walled, randomNumbers(1));
    expect(result).toEqual({
      ok: false,
      level: 'grasp',
      obstacle: expect.stringMatching(/^(north|west)$/),
      isBounded: false,
    });
  });

  it('names the block on top of one that is not clear', () => {
    const tower = [...scene, { name: 'top', centre: spot(7, 1) }];
    expect(arm.pick(HOME, 'A', tower, randomNumbers(1))).toEqual({
      ok: false,
      level: 'grasp',
      obstacle: 'top',
      isBounded: false,
    });
  });

  it('says that a block is out of reach only where that is proven', () => {
    const far: Surroundings = [{ name: 'A', centre: [0.9, 0.6, BLOCK_SIZE / 2] }];
    expect(arm.pick(HOME, 'A', far, randomNumbers(1))).toEqual({
      ok: false,
      level: 'ik',
      obstacle: 'reach',
      isBounded: false,
    });
    const near: Surroundings = [{ name: 'A', centre: [0.05, 0.05, BLOCK_SIZE / 2] }];
    expect(arm.pick(HOME, 'A', near, randomNumbers(1))).toMatchObject({ ok: false, level: 'ik', isBounded: true });
  });

  it('says that a place is taken, and by what', () => {
    const picked = expectOk(arm.pick(HOME, 'A', scene, randomNumbers(1)));
    expect(arm.place(picked.at, spot(8), scene.slice(1), randomNumbers(1))).toEqual({
      ok: false,
      level: 'path',
      obstacle: 'B',
      isBounded: false,
    });
    const [x, y] = spot(2);
    expect(arm.place(picked.at, [x, y, 0.02], scene.slice(1), randomNumbers(1))).toMatchObject({ obstacle: 'table' });
  });

  it('keeps to its bounds', () => {
    // A wall between where the arm is and where the block shall go.
    const columns = [...Array(14).keys()].map((column) => 0.2 + 0.055 * column);
    const wall: Surroundings = columns.flatMap((x, column) =>
      [...Array(18).keys()].map((row) => ({ name: `${column} ${row}`, centre: [x, 0, (row + 0.5) * BLOCK_SIZE] })),
    );
    const hasty = pandaArm({ posesMax: { pick: 2, place: 1 }, startsMax: 4, attemptsMax: 1, iterationsMax: 1 });
    const left = expectOk(arm.pick(HOME, 'A', [{ name: 'A', centre: spot(9) }], randomNumbers(1))).at;
    expect(hasty.place(left, spot(5), wall, randomNumbers(1))).toMatchObject({ ok: false, level: 'path' });
    expect(pandaArm({ startsMax: 0 }).pick(HOME, 'A', scene, randomNumbers(1))).toEqual({
      ok: false,
      level: 'ik',
      obstacle: null,
      isBounded: true,
    });
    expect(pandaArm({ posesMax: { pick: 0, place: 0 } }).pick(HOME, 'A', scene, randomNumbers(1)).ok).toBe(false);
  });

  it('refuses what is no block and what is no number', () => {
    expect(() => arm.pick(HOME, '__proto__', scene, randomNumbers(1))).toThrow('"__proto__"');
    expect(() => arm.place(HOME, [0.5, Number.NaN, 0], scene, randomNumbers(1))).toThrow(RangeError);
    expect(() => arm.pick([Number.NaN, ...HOME.slice(1)], 'A', scene, randomNumbers(1))).toThrow(RangeError);
  });

  it('moves without a collision, by the slow model, and can always put back what it took', () => {
    fc.assert(
      fc.property(fc.nat(1e6), (seed) => {
        const random = randomNumbers(seedOf(seed, 1));
        const scene = randomScene(random);
        const clear = scene.filter((block) => isClear(scene, block));
        const target = clear[random.below(clear.length)]!;
        const others = scene.filter((block) => block !== target);
        const picked = arm.pick(HOME, target.name, scene, random);
        if (!picked.ok) return;
        checkMotion(picked, { from: HOME, centre: target.centre, others, kind: 'pick' });
        const back = expectOk(arm.place(picked.at, target.centre, others, random));
        checkMotion(back, { from: picked.at, centre: target.centre, others, kind: 'place' });
        // A long way with the block in the hand: to another spot, past what stands between.
        const away = (target.spot + 4 + random.below(8)) % SPOTS.length;
        const centre = spot(away, others.filter((other) => (other as Scene[number]).spot === away).length);
        const placed = arm.place(picked.at, centre, others, random);
        if (placed.ok) checkMotion(placed, { from: picked.at, centre, others, kind: 'place' });
      }),
      { numRuns: 30 },
    );
  });

  it('picks nearly every clear block', () => {
    let done = 0;
    const refused: string[] = [];
    for (let seed = 0; seed < 150; seed++) {
      const random = randomNumbers(seedOf(seed, 2));
      const scene = randomScene(random);
      const clear = scene.filter((block) => isClear(scene, block));
      const target = clear[random.below(clear.length)]!;
      const result = arm.pick(HOME, target.name, scene, random);
      if (result.ok) done++;
      else refused.push(`${seed}: ${result.level} ${result.obstacle}`);
    }
    expect(done, refused.join(', ')).toBeGreaterThan(140);
  });
});

const blockAt = (x: number, y: number, level = 0) => blockBox([x, y, (level + 0.5) * BLOCK_SIZE]);
const centreAt = (x: number, y: number, level = 0): Vector => [x, y, (level + 0.5) * BLOCK_SIZE];

describe('inTheWayOfBlock()', () => {
  it('lets a block leave the table and the block beneath', () => {
    expect(inTheWayOfBlock(centreAt(0.5, 0), { height: 0.03, blocks: [blockAt(0.5, 0.11)] })).toBeNull();
    expect(
      inTheWayOfBlock(centreAt(0.5, 0, 1), { height: 0.03, blocks: [blockAt(0.5, 0.02), blockAt(0.5, 0.11, 1)] }),
    ).toBeNull();
  });

  it('finds what lies on it, or in its place, or hangs over it', () => {
    expect(inTheWayOfBlock(centreAt(0.5, 0), { height: 0.03, blocks: [blockAt(0.4, 0), blockAt(0.5, 0, 1)] })).toEqual({
      kind: 'block',
      index: 1,
    });
    expect(inTheWayOfBlock(centreAt(0.5, 0), { height: 0.03, blocks: [blockAt(0.52, 0.02)] })).toEqual({
      kind: 'block',
      index: 0,
    });
    const over = blockBox([0.5, 0.05, 0.0275 + 0.08]);
    expect(inTheWayOfBlock(centreAt(0.5, 0), { height: 0.03, blocks: [over] })).toEqual({ kind: 'block', index: 0 });
    expect(inTheWayOfBlock(centreAt(0.5, 0), { height: 0.02, blocks: [over] })).toBeNull();
  });

  it('takes a neighbour that touches for in the way', () => {
    const neighbour = { min: [0.5275, -0.0275, 0], max: [0.6, 0.0275, 0.055] } as const;
    expect(inTheWayOfBlock(centreAt(0.5, 0), { height: 0.03, blocks: [neighbour] })).toEqual({
      kind: 'block',
      index: 0,
    });
  });

  it('does not let a block into the table', () => {
    expect(inTheWayOfBlock([0.5, 0, 0.02], { height: 0.03, blocks: [] })).toEqual({ kind: 'table' });
  });

  it('agrees with many positions on the way', () => {
    const shifts = fc.double({ min: -0.1, max: 0.1, noNaN: true });
    fc.assert(
      fc.property(shifts, shifts, shifts, (x, y, z) => {
        const place: Vector = [0.5, 0, 0.3];
        const other: Vector = [0.5 + x, y, 0.3 + z];
        const isBeneath = z <= -BLOCK_SIZE + 1e-6;
        let overlaps = false;
        for (let step = 0; step <= 300; step++) {
          const height = z - (0.03 * step) / 300;
          if ([x, y, height].every((shift) => Math.abs(shift) < BLOCK_SIZE)) overlaps = true;
        }
        expect(inTheWayOfBlock(place, { height: 0.03, blocks: [blockBox(other)] }) !== null).toBe(
          overlaps && !isBeneath,
        );
      }),
    );
  });
});
