import { describe, expect, it } from 'vitest';
import { smallScene } from './testing/small_graph.ts';
import { stateChanges } from './testing/state_changes.ts';
import { VirtualHomeSimulator } from './virtualhome_simulator.ts';

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
