import { describe, expect, it } from 'vitest';
import { scriptOf, smallScene } from './testing/small_graph.ts';
import { stateChanges } from './testing/state_changes.ts';
import { runProgram, VirtualHomeSimulator } from './virtualhome_simulator.ts';

const simulator = new VirtualHomeSimulator(
  smallScene('kitchen: fridge CAN_OPEN CLOSED, milk GRABBABLE, character', 'milk INSIDE fridge'),
);

describe('VirtualHomeSimulator', () => {
  it('carries out lines, with messages of the original, until it begins anew', () => {
    simulator.reset();
    expect(simulator.step('[walk]<milk>(3)')).toEqual({ ok: true, message: null, rh: null, lh: null, room: 1 });
    expect(simulator.step('[GRAB] <MILK> (3)')).toEqual({
      ok: false,
      message: '<milk> (3) is inside other closed thing when executing "[GRAB] <milk> (3) [1]"',
      rh: null,
      lh: null,
      room: 1,
    });
    simulator.step('[OPEN] <fridge> (2)');
    expect(simulator.step('[GRAB] <milk> (3)')).toMatchObject({ ok: true, rh: 3 });
    simulator.reset();
    expect(simulator.step('[STANDUP]')).toEqual({
      ok: false,
      message: '<character> (4) is not sitting when executing "[STANDUP] [1]"',
      rh: null,
      lh: null,
      room: 1,
    });
  });

  it('says what would refuse a line, and does nothing', () => {
    simulator.reset();
    const grab = simulator.read('[GRAB] <milk> (3)');
    expect(simulator.refusal(grab)).toBe('close_to_robot');
    expect(simulator.act(simulator.read('[WALK] <milk> (3)'))).toBe(true);
    expect(simulator.refusal(grab)).toBe('visible');
    expect(simulator.refusal(simulator.read('[OPEN] <fridge> (2)'))).toBeNull();
    expect(stateChanges(simulator.state).states.size).toBe(0);
  });
});

describe('runProgram()', () => {
  const scene = smallScene(
    'kitchen: fridge CAN_OPEN CLOSED, milk GRABBABLE, radio HAS_PLUG PLUGGED_IN ON, character',
    'milk INSIDE fridge',
  );

  function run(walk: string) {
    const simulator = new VirtualHomeSimulator(scene);
    const steps = scriptOf(scene, walk).map((line) => simulator.read(line));
    return { ...runProgram(simulator, steps), state: simulator.state };
  }

  it('stops at the first step that is refused, in the state after the last that was done', () => {
    const { state, ...run_ } = run('WALK milk, GRAB milk, OPEN fridge');
    expect(run_).toEqual({
      executable: false,
      failedStep: 2,
      message: '<milk> (3) is inside other closed thing when executing "[GRAB] <milk> (3) [1]"',
      precondition: 'visible',
    });
    expect(state.statesOf(1)).toEqual(['CLOSED']);
    expect([state.hasEdge(4, 'CLOSE', 2), state.hasEdge(4, 'HOLDS_RH', 2)]).toEqual([true, false]);
  });

  it('says nothing of a program that is carried out, whatever the original remarks, nor of one without steps', () => {
    const done = { executable: true, failedStep: null, message: null, precondition: null };
    expect(run('WALK radio, PLUGOUT radio')).toMatchObject(done);
    expect(runProgram(new VirtualHomeSimulator(scene), [])).toEqual(done);
  });
});

describe('VirtualHomeSimulator.carryOut()', () => {
  it('names the precondition that failed and the node that it is about', () => {
    const scene = smallScene('kitchen: mug GRABBABLE, desk, character', 'character HOLDS_RH mug');
    const simulator = new VirtualHomeSimulator(scene);
    const [put, grab, sit] = scriptOf(scene, 'PUTBACK mug desk, GRAB desk, STANDUP').map((line) =>
      simulator.read(line),
    );
    expect(simulator.carryOut(put!)).toMatchObject({ ok: false, precondition: 'close_to_robot', about: 3 });
    expect(simulator.carryOut(grab!)).toMatchObject({ ok: false, precondition: 'grabbable', about: 3 });
    expect(simulator.carryOut(sit!)).toMatchObject({ ok: false, precondition: 'resting', about: null });
  });
});
