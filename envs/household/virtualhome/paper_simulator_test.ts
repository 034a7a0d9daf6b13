import { describe, expect, it } from 'vitest';
import { houseOfGraph } from '../scene/read_graph.ts';
import { PaperSimulator } from './paper_simulator.ts';
import { smallGraph } from './testing/small_graph.ts';

const simulator = new PaperSimulator(
  houseOfGraph(
    smallGraph(
      'kitchen: fridge CAN_OPEN CONTAINERS CLOSED, milk GRABBABLE, mug GRABBABLE, character; hall: desk SURFACES',
      'milk INSIDE fridge',
    ),
    'scene',
  ),
);

describe('PaperSimulator', () => {
  it('carries out script lines as primitives, by ids', () => {
    simulator.reset();
    const lines = [
      '[GRAB] <milk> (3)',
      '[OPEN] <fridge> (2)',
      '[GRAB] <milk> (3)',
      '[GRAB] <mug> (4)',
      '[WALK] <hall> (6)',
      '[PUTBACK] <milk> (3) <desk> (7)',
      '[WAIT]',
    ];
    expect(lines.map((line) => simulator.step(line))).toEqual([
      { ok: false, message: 'Cannot pickup "milk1": "milk1" has not been seen yet', rh: null, lh: null, room: 1 },
      { ok: true, message: null, rh: null, lh: null, room: 1 },
      { ok: true, message: null, rh: 3, lh: null, room: 1 },
      { ok: true, message: null, rh: 3, lh: 4, room: 1 },
      { ok: true, message: null, rh: 3, lh: 4, room: 6 },
      { ok: true, message: null, rh: null, lh: 4, room: 6 },
      { ok: true, message: null, rh: null, lh: 4, room: 6 },
    ]);
  });

  it('begins anew', () => {
    simulator.step('[WALK] <hall> (6)');
    simulator.reset();
    expect(simulator.step('[WAIT]')).toMatchObject({ rh: null, lh: null, room: 1 });
  });

  it('does not know the other actions of VirtualHome', () => {
    expect(() => simulator.step('[SIT] <desk> (7)')).toThrow('no action is called "SIT"; known: WALK, GRAB');
  });
});
