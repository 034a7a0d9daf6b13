import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { api, client } from '../testing/local_client.ts';
import { decodeCbor, encodeCbor } from '../wire/cbor.ts';
import { RemoteApi } from './session.ts';

/** All that the server says that it has, such as `sim.getObject`. */
const FUNCTION_NAMES = ['sim', 'simIK', 'simOMPL'].flatMap((module) => {
  const [info] = client().ask('zmqRemoteApi.info', module)['ret'] as Record<string, object>[];
  return Object.entries(info!).flatMap(([name, value]) => ('func' in value ? [`${module}.${name}`] : []));
});

describe('Session', () => {
  it('plans as the release of OLP does: inverse kinematics, a path, a motion, a grip, and takes the block along', () => {
    const { ask } = client();
    const value = (func: string, ...args: unknown[]) => (ask(func, ...args)['ret'] as unknown[])[0];
    const settle = (first: Record<string, unknown>) => {
      let reply = first;
      for (let round = 0; round < 1000 && reply['func'] === '_*wait*_'; round++) reply = ask('_*executed*_');
      return reply;
    };
    const joints = [18, 19, 20, 21, 22, 23, 24];
    ask('sim.startSimulation');
    const [x, y, z] = value('sim.getObjectPosition', 29, -1) as number[];
    const environment = value('simIK.createEnvironment');
    const group = value('simIK.createGroup', environment);
    ask('simIK.addElementFromScene', environment, group, 17, 27, 28, 31);
    ask('sim.setObjectPose', 28, [x!, y!, z! + 0.0125, 1, 0, 0, 0]);
    ask('simIK.syncFromSim', environment, [group]);
    const [goal] = value('simIK.findConfigs', environment, group, joints, { maxDist: 0.05 }) as number[][];
    expect(settle(ask('sim.moveToConfig', { joints, targetPos: goal }))).toHaveProperty('ret');
    const tool = value('sim.getObjectPosition', 27, -1) as number[];
    expect(Math.hypot(tool[0]! - x!, tool[1]! - y!, tool[2]! - z! - 0.0125)).toBeLessThan(1e-6);
    ask('sim.setInt32Signal', 'close_gripper', 1);
    expect(value('sim.getObjectParent', 29)).toBe(26);
    settle(
      ask('sim.moveToConfig', {
        joints,
        targetPos: [0, -Math.PI / 4, 0, (-3 * Math.PI) / 4, 0, Math.PI / 2, Math.PI / 4],
      }),
    );
    const carried = value('sim.getObjectPosition', 29, 27) as number[];
    expect(carried[2]).toBeCloseTo(0.0125, 6);
    ask('sim.setInt32Signal', 'close_gripper', 0);
    expect(value('sim.getObjectParent', 29)).toBe(-1);
    expect((value('sim.getObjectPosition', 29, -1) as number[])[2]).toBeCloseTo(0.0275, 9);
    ask('sim.stopSimulation');
    expect(value('sim.getObjectPosition', 29, -1)).toEqual([x, y, z]);
  });

  it('refuses a path into a block, and finds one where the block is no obstacle', () => {
    const { ask } = client();
    const joints = [18, 19, 20, 21, 22, 23, 24];
    const home = [0, -Math.PI / 4, 0, (-3 * Math.PI) / 4, 0, Math.PI / 2, Math.PI / 4];
    ask('sim.setObjectPosition', 29, [0.3069, 0, 0.55]);
    const solved = (pairs: number[]) => {
      const task = (ask('simOMPL.createTask', 't')['ret'] as number[])[0];
      ask('simOMPL.setStateSpaceForJoints', task, joints);
      ask('simOMPL.setCollisionPairs', task, pairs);
      ask('simOMPL.setStartState', task, [1, ...home.slice(1)]);
      ask('simOMPL.setGoalState', task, home);
      return (ask('simOMPL.compute', task, 40, 30)['ret'] as unknown[])[0];
    };
    expect(solved([17, -2])).toBe(false);
    expect(solved([17, 16])).toBe(true);
    expect(ask('sim.checkCollision', 17, 29)['ret']).toEqual([1, [17, 29]]);
  });

  it('answers calls of a client’s function that is running, and goes on with it', () => {
    const { ask } = client();
    const limits = { maxVel: [2], maxAccel: [10], maxJerk: [100] };
    const round = ask('sim.moveToConfig', { joints: [18], targetPos: [1], callback: 'f@func', ...limits });
    expect(round['func']).toBe('f');
    ask('sim.startSimulation');
    ask('sim.setStepping', true);
    expect(ask('sim.step')['func']).toBe('_*wait*_');
    expect(ask('_*executed*_')).toEqual({ ret: [] });
    expect(ask('_*executed*_', true)).toMatchObject({ ret: [{ pos: [0.1] }] });
    // To move the joints is the function's part.
    expect(ask('sim.getJointPosition', 18)).toEqual({ ret: [0] });
  });

  it('asks a client’s function which configurations are good', () => {
    const { ask } = client();
    const joints = [18, 19, 20, 21, 22, 23, 24];
    ask('simIK.createEnvironment');
    ask('simIK.createGroup', 1);
    ask('simIK.addElementFromScene', 1, 1, 17, 27, 28, 31);
    const all = (ask('simIK.findConfigs', 1, 1, joints, { findMultiple: true })['ret'] as number[][][])[0]!;
    expect(all.length).toBeGreaterThan(1);
    const judged = { cb: 'good@func', auxData: 'mine' };
    expect(ask('simIK.findConfigs', 1, 1, joints, judged)).toEqual({ func: 'good', args: [all[0], 'mine'] });
    expect(ask('_*executed*_', false)).toEqual({ func: 'good', args: [all[1], 'mine'] });
    expect(ask('_*executed*_', true)).toEqual({ ret: [[all[1]]] });
  });

  it('calls a client’s function without auxData where there is none, as Lua does', () => {
    const { ask } = client();
    const joints = [18, 19, 20, 21, 22, 23, 24];
    ask('simIK.createEnvironment');
    ask('simIK.createGroup', 1);
    ask('simIK.addElementFromScene', 1, 1, 17, 27, 28, 31);
    for (const [given, told] of [
      [{}, []],
      [{ auxData: null }, []],
      [{ auxData: 0 }, [0]],
      [{ auxData: { joints } }, [{ joints }]],
    ] as const) {
      const { args } = ask('simIK.findConfigs', 1, 1, joints, { cb: 'good@func', ...given }) as { args: unknown[] };
      expect(args.slice(1)).toEqual(told);
    }
  });

  it('asks a client’s function for every state of a path, and goes around what it forbids', () => {
    const { ask } = client();
    const home = [0, -Math.PI / 4, 0, (-3 * Math.PI) / 4, 0, Math.PI / 2, Math.PI / 4];
    ask('simOMPL.createTask', 't');
    ask('simOMPL.setStateSpaceForJoints', 1, [18, 19, 20, 21, 22, 23, 24]);
    ask('simOMPL.setStartState', 1, [-1, ...home.slice(1)]);
    ask('simOMPL.setGoalState', 1, [1, ...home.slice(1)]);
    ask('simOMPL.setStateValidationCallback', 1, 'valid@func');
    // A wall across the straight line, over which the second joint leads.
    const isValid = ([base, shoulder]: number[]) => Math.abs(base!) > 0.2 || shoulder! < -1.2;
    const judged: number[][] = [];
    let reply = ask('simOMPL.compute', 1, 10);
    while (reply['func'] === 'valid') {
      const [state] = reply['args'] as [number[]];
      judged.push(state);
      expect(ask('simOMPL.readState', 1)).toEqual({ ret: [home] });
      reply = ask('_*executed*_', isValid(state));
    }
    const [isSolved, path] = reply['ret'] as [boolean, number[]];
    const states = Array.from({ length: path.length / 7 }, (_, at) => path.slice(7 * at, 7 * at + 7));
    expect({ isSolved, isLong: states.length > 2, isAllowed: states.every(isValid) }).toEqual({
      isSolved: true,
      isLong: true,
      isAllowed: true,
    });
    const between = states.slice(1).map((state, at) => Math.hypot(...state.map((q, joint) => q - states[at]![joint]!)));
    // Every 0.13 rad, which is 1 % of the space.
    expect(judged.length).toBeGreaterThan(between.reduce((sum, way) => sum + way, 0) / 0.131);
    ask('simOMPL.setStateValidationCallback', 1, 'never@func');
    expect(ask('simOMPL.compute', 1, 10)['func']).toBe('never');
    expect(ask('_*executed*_', false)).toEqual({ ret: [false, []] });
  });

  it('lets time pass with the clock where nobody steps, and joints turn meanwhile', () => {
    const clock = { nowMs: 0 };
    const shared = new RemoteApi({ blocks: [] }, { nowMs: () => clock.nowMs });
    const [one, other] = [client(shared, 'one'), client(shared, 'other')];
    const time = () => (one.ask('sim.getSimulationTime')['ret'] as number[])[0]!;
    clock.nowMs = 60_000;
    one.ask('sim.startSimulation');
    one.ask('sim.setJointTargetVelocity', 18, 0.5);
    const before = time();
    clock.nowMs += 1_025;
    // The clock's 20 steps, and one for the call before.
    expect(time()).toBeCloseTo(before + 21 * 0.05, 9);
    clock.nowMs += 25;
    expect(time()).toBeCloseTo(before + 23 * 0.05, 9);
    expect((one.ask('sim.getJointPosition', 18)['ret'] as number[])[0]).toBeCloseTo(0.5 * (time() - 0.05), 1);
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

  it('keeps the stepping of clients apart, and lets time pass with calls when nobody steps', () => {
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

  it('keeps a client that has another connection, and lets nobody step on when the simulation stops', () => {
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

  it('takes text that comes as bytes, and functions in lists', () => {
    const { session } = client();
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text));
    const asked = { func: bytes('sim.getObject'), args: [bytes('/Panda')], uuid: bytes('a') };
    expect(decodeCbor(session.answer(encodeCbor(asked)))).toEqual({ ret: [17] });
  });

  it('refuses lists that lie deeper in each other than it could give them back', () => {
    const { session } = client();
    const asked = encodeCbor({
      func: 'sim.moveToConfig',
      args: [{ joints: [18], targetPos: [1], callback: 'f@func', auxData: 'here' }],
      uuid: 'a',
    });
    // Lists in each other instead of a text.
    const [before, after] = asked.toString('latin1').split('\x64here') as [string, string];
    const nested = (depth: number) => Buffer.from(`${before}${'\x81'.repeat(depth)}\x01${after}`, 'latin1');
    expect(decodeCbor(session.answer(nested(61)))).toMatchObject({ func: 'f' });
    expect(decodeCbor(session.answer(nested(62)))).toEqual({ err: 'The message is not CBOR' });
  });

  it('tells a client of another version what CoppeliaSim tells it', () => {
    const { session } = client();
    for (const request of [
      { func: 'sim.step', args: [] },
      { func: 'sim.step', args: [], uuid: 'a', ver: 3 },
    ]) {
      expect(decodeCbor(session.answer(encodeCbor(request)))).toMatchObject({ success: false });
    }
  });

  it('gives numbers that are no whole ones by nature as doubles', () => {
    const { session } = client();
    const bytes = session.answer(encodeCbor({ func: 'sim.getObjectPosition', args: [17, -1], uuid: 'a' }));
    const zero = 'fb0000000000000000';
    expect(bytes.toString('hex')).toBe(`a16372657481${`83${zero.repeat(3)}`}`);
  });

  it('answers anything at all with an error, and goes on', () => {
    const { session, ask } = client();
    const names = fc.constantFrom(
      ...FUNCTION_NAMES.filter((name) => !/Simulation|Scene|removeObjects/.test(name)),
      '__proto__',
    );
    const call = fc.record({
      func: names,
      args: fc.array(fc.anything({ maxDepth: 3 }), { maxLength: 5 }),
      uuid: fc.constant('f'),
    });
    const values = fc.oneof(fc.anything({ maxDepth: 3 }), call);
    const cbor = values.map((value) => {
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
    expect(ask('sim.getObject', '/Panda')).toEqual({ ret: [17] });
  });
});
