import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choices } from '../../testing/walks.ts';
import { defectsOf, EDITION_NAMES } from '../virtualhome_defects.ts';
import { VirtualHomeSimulator } from '../virtualhome_simulator.ts';
import { arbitraryTable, pickStep } from './arbitrary_graph.ts';
import { ReferenceVirtualHome } from './reference_virtualhome.ts';
import { stateChanges } from './state_changes.ts';

describe('ReferenceVirtualHome', () => {
  it.each(EDITION_NAMES)(
    'agrees with the fast one on everything, after any steps in any graph, in edition %s',
    (edition) => {
      const defects = defectsOf(edition);
      fc.assert(
        fc.property(arbitraryTable, choices(60, 1), (scene, walk) => {
          const reference = new ReferenceVirtualHome(scene, defects);
          const fast = new VirtualHomeSimulator(scene, defects);
          for (const choice of walk) {
            const { verb, nodes } = pickStep(scene, reference, choice);
            const line = `[${verb}] ${nodes.map(({ label }) => label).join(' ')}`;
            const { ok, message } = reference.act(verb, ...nodes.map(({ id }) => id));
            const [rh, lh] = reference.hands;
            const room = reference.roomOf(reference.me);
            expect({ line, ...fast.step(line) }).toEqual({ line, ok, message, rh, lh, room });
            const { edges, states } = reference.graph.changes();
            expect(stateChanges(fast.state).states, line).toEqual(states);
            expect([...stateChanges(fast.state).edges].sort(), line).toEqual([...edges].sort());
          }
          fast.reset();
          expect(stateChanges(fast.state)).toEqual({ edges: new Set(), states: new Map() });
        }),
        { numRuns: 500 },
      );
    },
  );
});
