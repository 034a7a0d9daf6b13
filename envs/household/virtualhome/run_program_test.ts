import { describe, expect, it } from 'vitest';
import { runProgram } from './run_program.ts';
import { scriptOf, smallScene } from './testing/small_graph.ts';
import { VirtualHomeSimulator } from './virtualhome_simulator.ts';

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
