import { describe, expect, it } from 'vitest';
import { scriptOf, smallScene } from './testing/small_graph.ts';
import { stateChanges } from './testing/state_changes.ts';
import { runProgram, VirtualHomeSimulator } from './virtualhome_simulator.ts';

const kitchen = smallScene(
  'kitchen: fridge CAN_OPEN CLOSED, milk GRABBABLE, radio HAS_PLUG PLUGGED_IN ON, character',
  'milk INSIDE fridge',
);

describe('VirtualHomeSimulator', () => {
  it('carries out lines, with messages of the original, until it begins anew', () => {
    const simulator = new VirtualHomeSimulator(kitchen);
    const here = { rh: null, lh: null, room: 1 };
    expect(simulator.step('[walk]<milk>(3)')).toEqual({ ok: true, message: null, ...here });
    const message = '<milk> (3) is inside other closed thing when executing "[GRAB] <milk> (3) [1]"';
    expect(simulator.step('[GRAB] <MILK> (3)')).toEqual({ ok: false, message, ...here });
    simulator.step('[OPEN] <fridge> (2)');
    expect(simulator.step('[GRAB] <milk> (3)')).toMatchObject({ ok: true, rh: 3 });
    simulator.reset();
    const sitting = '<character> (5) is not sitting when executing "[STANDUP] [1]"';
    expect(simulator.step('[STANDUP]')).toEqual({ ok: false, message: sitting, ...here });
  });

  it('refusingPrecondition() says what would refuse a line, and does nothing', () => {
    const simulator = new VirtualHomeSimulator(kitchen);
    const lines = scriptOf(kitchen, 'GRAB milk, WALK milk, OPEN fridge');
    const [grab, walk, open] = lines.map((line) => simulator.read(line));
    expect(simulator.refusingPrecondition(grab!)).toBe('close_to_robot');
    expect(simulator.execute(walk!)).toBe(true);
    expect([simulator.refusingPrecondition(grab!), simulator.refusingPrecondition(open!)]).toEqual(['visible', null]);
    expect(stateChanges(simulator.state).states.size).toBe(0);
  });

  it('executeAndExplain() names the precondition that failed and the node that it is about', () => {
    const scene = smallScene('kitchen: mug GRABBABLE, desk, character', 'character HOLDS_RH mug');
    const simulator = new VirtualHomeSimulator(scene);
    const lines = scriptOf(scene, 'PUTBACK mug desk, GRAB desk, STANDUP');
    expect(lines.map((line) => simulator.executeAndExplain(simulator.read(line)))).toMatchObject([
      { ok: false, precondition: 'close_to_robot', about: 3 },
      { ok: false, precondition: 'grabbable', about: 3 },
      { ok: false, precondition: 'resting', about: null },
    ]);
  });
});

describe('runProgram()', () => {
  function run(walk: string) {
    const simulator = new VirtualHomeSimulator(kitchen);
    const steps = scriptOf(kitchen, walk).map((line) => simulator.read(line));
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
    expect(runProgram(new VirtualHomeSimulator(kitchen), [])).toEqual(done);
  });
});
