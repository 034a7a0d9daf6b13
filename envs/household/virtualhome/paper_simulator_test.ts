import { describe, expect, it } from 'vitest';
import { houseOfGraph } from '../scene/read_graph.ts';
import { PaperSimulator } from './paper_simulator.ts';
import { smallGraph } from './testing/small_graph.ts';

const graph = smallGraph(
  'kitchen: fridge CAN_OPEN CONTAINERS CLOSED, milk GRABBABLE, mug GRABBABLE, character; hall: desk SURFACES',
  'milk INSIDE fridge',
);
const simulator = new PaperSimulator(houseOfGraph(graph, 'scene'));

describe('PaperSimulator', () => {
  it('carries out script lines as primitives, by ids, until it begins anew', () => {
    const steps: [string, object][] = [
      ['[GRAB] <milk> (3)', { ok: false, message: 'Cannot pickup "milk1": "milk1" has not been seen yet' }],
      ['[OPEN] <fridge> (2)', {}],
      ['[GRAB] <milk> (3)', { rh: 3 }],
      ['[GRAB] <mug> (4)', { rh: 3, lh: 4 }],
      ['[WALK] <hall> (6)', { rh: 3, lh: 4, room: 6 }],
      ['[PUTBACK] <milk> (3) <desk> (7)', { lh: 4, room: 6 }],
      ['[WAIT]', { lh: 4, room: 6 }],
    ];
    const begun = { ok: true, message: null, rh: null, lh: null, room: 1 };
    simulator.reset();
    expect(steps.map(([line]) => simulator.step(line))).toEqual(steps.map(([, step]) => ({ ...begun, ...step })));
    simulator.reset();
    expect(simulator.step('[WAIT]')).toEqual(begun);
  });

  it('does not know the other actions of VirtualHome', () => {
    expect(() => simulator.step('[SIT] <desk> (7)')).toThrow('unknown action "SIT"; known: WALK, GRAB');
  });
});
