import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RandomNumbers, randomNumbers, seedOf } from '../../random_numbers.ts';
import type { ArmResult, Configuration, Surroundings } from '../table/arm.ts';
import { BLOCK_SIZE, blockBox, SPOTS, TABLE, type Vector } from '../table/table.ts';
import { clearance, type MotionWorld } from './clearance.ts';
import { CARRIED_Z, tcpOf } from './grasp.ts';
import { ORIGIN, TCP_AT } from './kinematics.ts';
import { HOME, jointOutsideLimits } from './panda.ts';
import { blockObstacle, LIFT, pandaArm } from './panda_arm.ts';
import { alongPath } from './testing/random_world.ts';
import { slowLinkFrames } from './testing/reference_kinematics.ts';

const arm = pandaArm();
const VERTICAL = 7;

const centreAt = (x: number, y: number, level = 0): Vector => [x, y, (level + 0.5) * BLOCK_SIZE];
const spot = (index: number, level = 0) => centreAt(...SPOTS[index]!, level);

function randomScene(random: RandomNumbers) {
  const scene: { name: string; centre: Vector; spot: number; level: number }[] = [];
  const heightAt = (at: number) => scene.filter((other) => other.spot === at).length;
  const spots = 1 + random.below(8);
  const blocks = 1 + random.below(12);
  for (let block = 0; block < blocks; block++) {
    let at = (7 * random.below(spots)) % SPOTS.length;
    while (heightAt(at) === 7) at = (at + 1) % SPOTS.length;
    const level = heightAt(at);
    scene.push({ name: `b${block}`, centre: spot(at, level), spot: at, level });
  }
  const clear = scene.filter((block) => block.level === heightAt(block.spot) - 1);
  const target = clear[random.below(clear.length)]!;
  return { scene, target, others: scene.filter((block) => block !== target) };
}

function expectOk(result: ArmResult): Extract<ArmResult, { ok: true }> {
  if (!result.ok) throw new Error(`${result.level}: ${result.obstacle}`);
  return result;
}

function expectClear(path: readonly Configuration[], world: MotionWorld): void {
  for (const { q } of alongPath(path)) expect(clearance(world, q).distance).toBeGreaterThan(0);
}

const tcpAt = (q: Configuration) => slowLinkFrames(q).slice(TCP_AT + ORIGIN, TCP_AT + ORIGIN + 3) as unknown as Vector;

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
  expectClear([from, ...path.slice(1, 1 - VERTICAL)], kind === 'pick' ? open : loaded);
  expectClear(vertical, open);
  expect(clearance(loaded, result.at).distance).toBeGreaterThan(0);
  // The carried block keeps clear of the arm all the way down, but touches its support.
  expectClear(vertical, { ...loaded, blocks: [], table: { min: [0, 0, -2], max: [1, 1, -1] } });

  const [x, y, z] = tcpOf(centre);
  for (const [index, q] of vertical.entries()) {
    const next = vertical[index + 1] ?? q;
    const between = q.map((angle, joint) => (angle + next[joint]!) / 2);
    for (const [tcpX, tcpY] of [tcpAt(q), tcpAt(between)]) expect(Math.hypot(tcpX - x, tcpY - y)).toBeLessThan(0.001);
  }
  const [lowX, lowY, lowZ] = tcpAt(vertical[3]!);
  expect(Math.hypot(lowX - x, lowY - y, lowZ - z)).toBeLessThan(0.0003);
  expect(tcpAt(result.at)[2]).toBeCloseTo(z + LIFT, 3);
}

describe('pandaArm()', () => {
  const scene: Surroundings = [
    { name: 'A', centre: spot(7) },
    { name: 'B', centre: spot(8) },
  ];
  const beside = (x: number, y: number): Vector => [spot(7)[0] + x, spot(7)[1] + y, spot(7)[2]];
  const alone = (centre: Vector): Surroundings => [{ name: 'A', centre }];

  it('picks a block up at home and puts it on another, the same way with the same numbers of chance', () => {
    expect(arm.home).toEqual([0, -0.7854, 0, -2.3562, 0, 1.5708, 0.7854]);
    const picked = expectOk(arm.pick(HOME, 'A', scene, randomNumbers(1)));
    checkMotion(picked, { from: HOME, centre: spot(7), others: scene.slice(1), kind: 'pick' });
    expect(arm.pick(HOME, 'A', scene, randomNumbers(1))).toEqual(picked);
    const placed = expectOk(arm.place(picked.at, spot(8, 1), scene.slice(1), randomNumbers(2)));
    checkMotion(placed, { from: picked.at, centre: spot(8, 1), others: scene.slice(1), kind: 'place' });
    expect(placed.motion.checks).toBeGreaterThan(100);
  });

  it.each<[string, Surroundings, Partial<ArmResult>]>([
    [
      'whose neighbours leave the hand no room',
      [...alone(spot(7)), { name: 'north', centre: beside(0.08, 0) }, { name: 'west', centre: beside(0, 0.08) }],
      { level: 'grasp', obstacle: expect.stringMatching(/^(north|west)$/), isBounded: false },
    ],
    [
      'with another on top',
      [...scene, { name: 'top', centre: spot(7, 1) }],
      { level: 'grasp', obstacle: 'top', isBounded: false },
    ],
    ['out of reach', alone(centreAt(0.9, 0.6)), { level: 'ik', obstacle: 'reach', isBounded: false }],
    ['near the base, which is not proven', alone(centreAt(0.05, 0.05)), { level: 'ik', isBounded: true }],
  ])('does not pick a block %s', (_, surroundings, failure) => {
    expect(arm.pick(HOME, 'A', surroundings, randomNumbers(1))).toMatchObject({ ok: false, ...failure });
  });

  it('says that a place is taken, and by what', () => {
    const { at } = expectOk(arm.pick(HOME, 'A', scene, randomNumbers(1)));
    const failure = { ok: false, level: 'path', obstacle: 'B', isBounded: false };
    expect(arm.place(at, spot(8), scene.slice(1), randomNumbers(1))).toEqual(failure);
    const [x, y] = spot(2);
    expect(arm.place(at, [x, y, 0.02], scene.slice(1), randomNumbers(1))).toMatchObject({ obstacle: 'table' });
  });

  it('keeps to its bounds', () => {
    const wall: Surroundings = [...Array(14 * 18).keys()].map((index) => ({
      name: String(index),
      centre: centreAt(0.2 + 0.055 * (index % 14), 0, Math.floor(index / 14)),
    }));
    const hasty = pandaArm({ posesMax: { pick: 2, place: 1 }, anglesMax: 4, attemptsMax: 1, iterationsMax: 1 });
    const left = expectOk(arm.pick(HOME, 'A', alone(spot(9)), randomNumbers(1))).at;
    expect(hasty.place(left, spot(5), wall, randomNumbers(1))).toMatchObject({ ok: false, level: 'path' });
    const failure = { ok: false, level: 'ik', obstacle: null, isBounded: true };
    const idle = pandaArm({ posesMax: { pick: 0, place: 0 } });
    expect(idle.pick(HOME, 'A', scene, randomNumbers(1))).toEqual(failure);
  });

  it('refuses what is no block and what is no number', () => {
    expect(() => arm.pick(HOME, '__proto__', scene, randomNumbers(1))).toThrow('"__proto__"');
    expect(() => arm.place(HOME, [0.5, NaN, 0], scene, randomNumbers(1))).toThrow(RangeError);
    expect(() => arm.pick([NaN, ...HOME.slice(1)], 'A', scene, randomNumbers(1))).toThrow(RangeError);
  });

  it('moves without a collision, by the slow model, and can always put back what it took', () => {
    fc.assert(
      fc.property(fc.nat(1e6), (seed) => {
        const random = randomNumbers(seedOf(seed, 1));
        const { scene, target, others } = randomScene(random);
        const picked = arm.pick(HOME, target.name, scene, random);
        if (!picked.ok) return;
        checkMotion(picked, { from: HOME, centre: target.centre, others, kind: 'pick' });
        const back = expectOk(arm.place(picked.at, target.centre, others, random));
        checkMotion(back, { from: picked.at, centre: target.centre, others, kind: 'place' });
        // A long way with the carried block to another spot, past obstacles.
        const away = (target.spot + 4 + random.below(8)) % SPOTS.length;
        const centre = spot(away, others.filter((other) => other.spot === away).length);
        const placed = arm.place(picked.at, centre, others, random);
        if (placed.ok) checkMotion(placed, { from: picked.at, centre, others, kind: 'place' });
      }),
      { numRuns: 30 },
    );
  });

  it('picks nearly every clear block', () => {
    const refused = Array.from({ length: 150 }, (_, seed) => {
      const random = randomNumbers(seedOf(seed, 2));
      const { scene, target } = randomScene(random);
      const result = arm.pick(HOME, target.name, scene, random);
      return result.ok ? [] : [`${seed}: ${result.level} ${result.obstacle}`];
    }).flat();
    expect(refused.length, refused.join(', ')).toBeLessThan(10);
  });
});

describe('blockObstacle()', () => {
  const HANGING: Vector = [0.5, 0.05, 0.0275 + 0.08];

  it.each<[string, number, Vector[], number | null, number?]>([
    ['nothing, next to the table and a distant block', 0, [centreAt(0.5, 0.11)], null],
    ['nothing, on a block beneath', 1, [centreAt(0.5, 0.02), centreAt(0.5, 0.11, 1)], null],
    ['what lies on it', 0, [centreAt(0.4, 0), centreAt(0.5, 0, 1)], 1],
    ['what is in its place', 0, [centreAt(0.52, 0.02)], 0],
    ['what hangs over it', 0, [HANGING], 0],
    ['nothing, where it stops below what hangs over it', 0, [HANGING], null, 0.02],
    ['a neighbour that touches', 0, [centreAt(0.5, BLOCK_SIZE)], 0],
  ])('finds %s', (_, level, centres, index, height = 0.03) => {
    const found = blockObstacle(centreAt(0.5, 0, level), { height, blocks: centres.map(blockBox) });
    expect(found).toEqual(index === null ? null : { kind: 'block', index });
  });

  it('does not let a block into the table, and agrees with many positions on the way', () => {
    expect(blockObstacle([0.5, 0, 0.02], { height: 0.03, blocks: [] })).toEqual({ kind: 'table' });
    const shifts = fc.double({ min: -0.1, max: 0.1, noNaN: true });
    fc.assert(
      fc.property(shifts, shifts, shifts, (x, y, z) => {
        const steps = Array.from({ length: 301 }, (_, step) => z - (0.03 * step) / 300);
        const overlaps = steps.some((height) => [x, y, height].every((shift) => Math.abs(shift) < BLOCK_SIZE));
        const isBeneath = z <= -BLOCK_SIZE + 1e-6;
        const found = blockObstacle([0.5, 0, 0.3], { height: 0.03, blocks: [blockBox([0.5 + x, y, 0.3 + z])] });
        expect(found !== null).toBe(overlaps && !isBeneath);
      }),
    );
  });
});
