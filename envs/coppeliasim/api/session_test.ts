import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HOME } from '../../tabletop/motion/panda.ts';
import { api, client, FUNCTION_NAMES } from '../testing/local_client.ts';
import { decodeCbor, encodeCbor } from '../wire/cbor.ts';
import { REFUSED } from './functions/not_simulated.ts';
import { RemoteApi, SERVED, WITHOUT_EFFECT } from './session.ts';

const [ROBOT, JOINTS, ATTACH_POINT, TIP, TARGET, BLOCK] = [17, [18, 19, 20, 21, 22, 23, 24], 26, 27, 28, 29];
const at = (base: number) => [base, ...HOME.slice(1)];

type Ask = ReturnType<typeof client>['ask'];

function findConfigs(ask: Ask, options: object) {
  ask('simIK.createEnvironment');
  ask('simIK.createGroup', 1);
  ask('simIK.addElementFromScene', 1, 1, ROBOT, TIP, TARGET, 31);
  return ask('simIK.findConfigs', 1, 1, JOINTS, options);
}

function createTask({ ask, value }: ReturnType<typeof client>, start: number, goal: number): number {
  const task = value<number>('simOMPL.createTask', 't');
  ask('simOMPL.setStateSpaceForJoints', task, JOINTS);
  ask('simOMPL.setStartState', task, at(start));
  ask('simOMPL.setGoalState', task, at(goal));
  return task;
}

describe('RemoteApi', () => {
  it('plans as the release of OLP does: inverse kinematics, a path, a motion, a grip, and takes the block along', () => {
    const { ask, value } = client();
    const moved = (targetPos: readonly number[]) => {
      let reply = ask('sim.moveToConfig', { joints: JOINTS, targetPos });
      for (let round = 0; round < 1000 && reply['func'] === '_*wait*_'; round++) reply = ask('_*executed*_');
      return reply;
    };
    const positionOf = (handle: number, frame = -1) => value<number[]>('sim.getObjectPosition', handle, frame);
    ask('sim.startSimulation');
    const [x, y, z] = positionOf(BLOCK) as [number, number, number];
    const environment = value('simIK.createEnvironment');
    const group = value('simIK.createGroup', environment);
    ask('simIK.addElementFromScene', environment, group, ROBOT, TIP, TARGET, 31);
    ask('sim.setObjectPose', TARGET, [x, y, z + 0.0125, 1, 0, 0, 0]);
    ask('simIK.syncFromSim', environment, [group]);
    const [goal] = value<number[][]>('simIK.findConfigs', environment, group, JOINTS, { maxDist: 0.05 });
    expect(moved(goal!)).toHaveProperty('ret');
    expect(positionOf(TIP)).toEqual([x, y, z + 0.0125].map((length) => expect.closeTo(length, 6)));
    ask('sim.setInt32Signal', 'close_gripper', 1);
    expect(value('sim.getObjectParent', BLOCK)).toBe(ATTACH_POINT);
    moved(HOME);
    expect(positionOf(BLOCK, TIP)[2]).toBeCloseTo(0.0125, 6);
    ask('sim.setInt32Signal', 'close_gripper', 0);
    expect(value('sim.getObjectParent', BLOCK)).toBe(-1);
    expect(positionOf(BLOCK)[2]).toBeCloseTo(0.0275, 9);
    ask('sim.stopSimulation');
    expect(positionOf(BLOCK)).toEqual([x, y, z]);
  });

  it('refuses a path into a block, and finds one if the block is not an obstacle', () => {
    const own = client();
    own.ask('sim.setObjectPosition', BLOCK, [0.3069, 0, 0.55]);
    const solved = (pairs: number[]) => {
      const task = createTask(own, 1, 0);
      own.ask('simOMPL.setCollisionPairs', task, pairs);
      return own.value('simOMPL.compute', task, 40, 30);
    };
    expect(solved([ROBOT, -2])).toBe(false);
    expect(solved([ROBOT, 16])).toBe(true);
    expect(own.ask('sim.checkCollision', ROBOT, BLOCK)['ret']).toEqual([1, [ROBOT, BLOCK]]);
  });

  it('answers calls from a running client function, and then continues it', () => {
    const { ask } = client();
    const limits = { maxVel: [2], maxAccel: [10], maxJerk: [100] };
    const round = ask('sim.moveToConfig', { joints: [18], targetPos: [1], callback: 'f@func', ...limits });
    expect(round['func']).toBe('f');
    ask('sim.startSimulation');
    ask('sim.setStepping', true);
    expect(ask('sim.step')['func']).toBe('_*wait*_');
    expect(ask('_*executed*_')).toEqual({ ret: [] });
    expect(ask('_*executed*_', true)).toMatchObject({ ret: [{ pos: [0.1] }] });
    expect(ask('sim.getJointPosition', 18)).toEqual({ ret: [0] });
  });

  it('asks a client’s function which configurations are valid', () => {
    const { ask } = client();
    const [all] = findConfigs(ask, { findMultiple: true })['ret'] as [number[][]];
    expect(all.length).toBeGreaterThan(1);
    const judged = { cb: 'good@func', auxData: 'mine' };
    expect(ask('simIK.findConfigs', 1, 1, JOINTS, judged)).toEqual({ func: 'good', args: [all[0], 'mine'] });
    expect(ask('_*executed*_', false)).toEqual({ func: 'good', args: [all[1], 'mine'] });
    expect(ask('_*executed*_', true)).toEqual({ ret: [[all[1]]] });
  });

  it.each([
    [{}, []],
    [{ auxData: null }, []],
    [{ auxData: 0 }, [0]],
    [{ auxData: { joints: JOINTS } }, [{ joints: JOINTS }]],
  ])('calls a client’s function with %o without auxData where there is none, as Lua does', (given, passed) => {
    const { args } = findConfigs(client().ask, { cb: 'good@func', ...given }) as { args: unknown[] };
    expect(args.slice(1)).toEqual(passed);
  });

  it('asks a client’s function about every state of a path, and avoids invalid states', () => {
    const own = client();
    const { ask } = own;
    createTask(own, -1, 1);
    ask('simOMPL.setStateValidationCallback', 1, 'valid@func');
    // A wall across the straight line, over which the second joint leads.
    const isValid = ([base, shoulder]: number[]) => Math.abs(base!) > 0.2 || shoulder! < -1.2;
    let judged = 0;
    let reply = ask('simOMPL.compute', 1, 10);
    for (; reply['func'] === 'valid'; judged++) {
      expect(ask('simOMPL.readState', 1)).toEqual({ ret: [HOME] });
      reply = ask('_*executed*_', isValid((reply['args'] as [number[]])[0]));
    }
    const [isSolved, path] = reply['ret'] as [boolean, number[]];
    const states = Array.from({ length: path.length / 7 }, (_, index) => path.slice(7 * index, 7 * index + 7));
    expect([isSolved, states.length > 2, states.every(isValid)]).toEqual([true, true, true]);
    const ways = states
      .slice(1)
      .map((state, index) => Math.hypot(...state.map((q, joint) => q - states[index]![joint]!)));
    // Every 0.13 rad, which is 1 % of the space.
    expect(judged).toBeGreaterThan(ways.reduce((sum, way) => sum + way) / 0.131);
    ask('simOMPL.setStateValidationCallback', 1, 'never@func');
    expect(ask('simOMPL.compute', 1, 10)['func']).toBe('never');
    expect(ask('_*executed*_', false)).toEqual({ ret: [false, []] });
  });

  it('lets time pass with the clock while no client steps, and turns joints', () => {
    const clock = { nowMs: 0 };
    const shared = new RemoteApi({ blocks: [] }, { nowMs: () => clock.nowMs });
    const [one, other] = [client(shared, 'one'), client(shared, 'other')];
    const time = () => one.value<number>('sim.getSimulationTime');
    clock.nowMs = 60_000;
    one.ask('sim.startSimulation');
    one.ask('sim.setJointTargetVelocity', 18, 0.5);
    const before = time();
    clock.nowMs += 1_025;
    // The clock's 20 steps, and one for the call before.
    expect(time()).toBeCloseTo(before + 21 * 0.05, 9);
    clock.nowMs += 25;
    expect(time()).toBeCloseTo(before + 23 * 0.05, 9);
    expect(one.value('sim.getJointPosition', 18)).toBeCloseTo(0.5 * (time() - 0.05), 1);
    other.ask('sim.setStepping', true);
    const stepped = time();
    clock.nowMs += 5_000;
    expect(time()).toBe(stepped);
    other.ask('sim.setStepping', false);
    expect(time()).toBeCloseTo(stepped + 0.05, 9);
    one.ask('sim.stopSimulation');
    clock.nowMs += 5_000;
    expect(time()).toBe(stepped + 0.05 + 0.05);
  });

  it('steps for each client separately, and lets time pass with calls while no client steps', () => {
    const shared = api();
    const [one, other] = [client(shared, 'one'), client(shared, 'other')];
    one.ask('sim.startSimulation');
    one.ask('sim.setStepping', true);
    const before = one.ask('sim.getSimulationTime');
    expect(other.ask('sim.step')).toEqual({ ret: [] });
    expect(one.ask('sim.getSimulationTime')).toEqual(before);
    one.session.close();
    other.ask('sim.getObject', '/Panda');
    expect(other.ask('sim.getSimulationTime')).not.toEqual(before);
  });

  it('keeps a client that has a second connection, and ends stepping when the simulation stops', () => {
    const shared = api();
    const [one, same, other] = [client(shared, 'one'), client(shared, 'one'), client(shared, 'other')];
    one.ask('sim.setStepping', true);
    same.ask('sim.setStepping', true);
    same.session.close();
    expect(one.ask('sim.setStepping', true)).toEqual({ ret: [2] });
    other.ask('sim.startSimulation');
    other.ask('sim.stopSimulation');
    expect(one.ask('sim.setStepping', true)).toEqual({ ret: [0] });
  });

  it('reads text from bytes, and writes real numbers as doubles, even whole ones', () => {
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text));
    const asked = { func: bytes('sim.getObject'), args: [bytes('/Panda')], uuid: bytes('a') };
    expect(decodeCbor(client().session.answer(encodeCbor(asked)))).toEqual({ ret: [ROBOT] });
    const request = encodeCbor({ func: 'sim.getObjectPosition', args: [ROBOT, -1], uuid: 'a' });
    const zeros = 'fb0000000000000000'.repeat(3);
    expect(client().session.answer(request).toString('hex')).toBe(`a1637265748183${zeros}`);
  });

  it.each([
    [61, { func: 'f', args: expect.anything() }],
    [62, { err: 'The message is not CBOR' }],
  ])('answers lists %i deep in each other as far as it could give them back', (depth, reply) => {
    const motion = { joints: [18], targetPos: [1], callback: 'f@func', auxData: 'here' };
    const message = encodeCbor({ func: 'sim.moveToConfig', args: [motion], uuid: 'a' }).toString('latin1');
    const nested = Buffer.from(message.replace('\x64here', `${'\x81'.repeat(depth)}\x01`), 'latin1');
    expect(decodeCbor(client().session.answer(nested))).toEqual(reply);
  });

  it.each([
    { func: 'sim.step', args: [] },
    { func: 'sim.step', args: [], uuid: 'a', ver: 3 },
  ])('tells a client of another version what CoppeliaSim tells it: %o', (request) => {
    expect(decodeCbor(client().session.answer(encodeCbor(request)))).toMatchObject({ success: false });
  });

  it('answers any invalid message with an error, and continues', () => {
    const { session, ask } = client();
    const names = FUNCTION_NAMES.filter((name) => !/Simulation|Scene|removeObjects/.test(name));
    const call = fc.record({
      func: fc.constantFrom(...names, '__proto__'),
      args: fc.array(fc.anything({ maxDepth: 3 }), { maxLength: 5 }),
      uuid: fc.constant('f'),
    });
    const cbor = fc.oneof(fc.anything({ maxDepth: 3 }), call).map((value) => {
      try {
        return encodeCbor(value);
      } catch {
        return Buffer.of(0xf6);
      }
    });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), cbor), (bytes) => {
        const reply = decodeCbor(session.answer(bytes)) as object;
        expect(['ret', 'err', 'func', 'success', undefined]).toContain(Object.keys(reply)[0]);
      }),
      { numRuns: 2000 },
    );
    expect(ask('sim.getObject', '/Panda')).toEqual({ ret: [ROBOT] });
  });
});

const reply = z.record(z.string(), z.unknown());
const row = z.object({ func: z.string(), args: z.array(z.unknown()), reply, source: z.string().min(1) });
const LIST = readFileSync(join(import.meta.dirname, '../conformance.json'), 'utf8');
const { server: ROWS } = z.object({ server: z.array(row) }).parse(JSON.parse(LIST));

/** Compares numbers to 1e-4, texts by a pattern such as `*part*`, and only the expected fields of objects. */
function matches(found: unknown, expected: unknown): boolean {
  if (typeof expected === 'number') return typeof found === 'number' && Math.abs(found - expected) < 1e-4;
  if (typeof expected === 'string' && expected.startsWith('*'))
    return typeof found === 'string' && found.includes(expected.slice(1, -1));
  if (Array.isArray(expected) && !(Array.isArray(found) && found.length === expected.length)) return false;
  if (typeof expected === 'object' && expected !== null) {
    const given = found as Record<string, unknown>;
    return Object.entries(expected).every(([key, value]) => matches(given[key], value));
  }
  return found === expected;
}

/** `{get,set}X{,s}` is getX, getXs, setX and setXs. */
function expanded(pattern: string): string[] {
  const [, before = '', choices, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  if (choices === undefined) return [pattern];
  return choices.split(',').flatMap((choice) => expanded(after).map((rest) => before + choice + rest));
}

describe('the functions of the remote API', () => {
  it('answer every message of the conformance list as its source says', () => {
    const { ask } = client();
    for (const [at, { func, args, reply }] of ROWS.entries()) {
      const found = ask(func, ...args);
      const isSame = Object.keys(found).join() === Object.keys(reply).join() && matches(found, reply);
      if (!isSame) expect({ at, func, reply: found }).toEqual({ at, func, reply });
    }
  });

  it('are all in that list', () => {
    expect(FUNCTION_NAMES.length).toBeGreaterThan(80);
    expect(FUNCTION_NAMES.filter((name) => !ROWS.some(({ func }) => func === name))).toEqual([]);
  });

  it('are all in the README, with what happens to them', () => {
    const page = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `(\w+)` \| (.*) \| (served|no effect|refused) \|$/gm)].flatMap(
      ([, module, calls = '', fate]) =>
        [...calls.matchAll(/`([^`]+)`/g)].flatMap(([, call = '']) =>
          expanded(call).map((name) => [fate, module, name]),
        ),
    );
    const known = Object.entries({ served: SERVED, 'no effect': WITHOUT_EFFECT, refused: REFUSED }).flatMap(
      ([fate, modules]) =>
        Object.entries(modules).flatMap(([module, names]) => Object.keys(names).map((name) => [fate, module, name])),
    );
    const sorted = (rows: unknown[][]) => rows.map((row) => row.join(' ')).sort();
    expect(sorted(listed)).toEqual(sorted(known));
  });
});
