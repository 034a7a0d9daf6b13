import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defectsOf, EDITION_NAMES } from '../virtualhome_defects.ts';
import { VirtualHomeSimulator } from '../virtualhome_simulator.ts';
import { arbitraryTable, pickStep } from './arbitrary_graph.ts';
import { ReferenceVirtualHome } from './reference_virtualhome.ts';
import { smallScene } from './small_graph.ts';
import { stateChanges } from './state_changes.ts';

describe('ReferenceVirtualHome', () => {
  it('takes milk out of the fridge, and says why not before', () => {
    const scene = smallScene(
      'kitchen: fridge CAN_OPEN CONTAINERS CLOSED, milk GRABBABLE, character; bedroom: bed',
      'milk INSIDE fridge',
    );
    const world = new ReferenceVirtualHome(scene);
    expect(world.act('GRAB', 3)).toEqual({
      ok: false,
      message: '<character> (4) is not close to <milk> (3) when executing "[GRAB] <milk> (3) [1]"',
    });
    expect(world.act('WALK', 3).ok).toBe(true);
    expect(world.act('GRAB', 3).message).toMatch(/^<milk> \(3\) is inside other closed thing /);
    expect(world.act('OPEN', 2).ok).toBe(true);
    expect(world.act('GRAB', 3).ok).toBe(true);
    expect(world.hands).toEqual([3, null]);
    expect(world.act('WALK', 5).ok).toBe(true);
    expect([world.roomOf(world.me), world.roomOf(3)]).toEqual([5, 1]);
  });

  it.each(EDITION_NAMES)(
    'agrees with the fast one on everything, after any steps in any graph, in edition %s',
    (edition) => {
      const defects = defectsOf(edition);
      const walks = fc.array(fc.noBias(fc.nat({ max: 2 ** 31 - 1 })), { minLength: 1, maxLength: 60, size: 'max' });
      fc.assert(
        fc.property(arbitraryTable, walks, (scene, choices) => {
          const reference = new ReferenceVirtualHome(scene, defects);
          const fast = new VirtualHomeSimulator(scene, defects);
          for (const choice of choices) {
            const { verb, nodes } = pickStep(scene, reference.hands, choice);
            const line = `[${verb}] ${nodes.map(({ label }) => label).join(' ')}`;
            const { ok, message } = reference.act(verb, ...nodes.map(({ id }) => id));
            const [rh, lh] = reference.hands;
            expect({ line, ...fast.step(line) }).toEqual({
              line,
              ok,
              message,
              rh,
              lh,
              room: reference.roomOf(reference.me),
            });
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
