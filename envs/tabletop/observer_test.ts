import { describe, expect, it } from 'vitest';
import { factsOf, tabletopObservation } from './observer.ts';
import { afterPick } from './table/arrangement.ts';
import { sense } from './table/sensing.ts';
import { SPOTS } from './table/table.ts';
import { sceneOf } from './testing/scene_of.ts';

/** A on the table, B on A. */
const pile = sense({
  centres: sceneOf({ A: [0.39, 0], B: [0.39, 0, 1] }).blocks.map(({ centre }) => centre),
  held: -1,
  fallen: [],
});

describe('tabletopObservation()', () => {
  it('speaks of each block in words and of everything in predicates', () => {
    expect(tabletopObservation(['A', 'B'], pile)).toEqual({
      world: 'tabletop',
      blocks: ['A', 'B'],
      states: [
        { object: 'A', states: ['on table', 'under B'] },
        { object: 'B', states: ['on A', 'under nothing'] },
      ],
      facts: [
        ['in', 'hand', 'air'],
        ['on', 'A', 'B'],
        ['under', 'A', 'table'],
        ['on', 'B', 'air'],
        ['under', 'B', 'A'],
        ['on', 'table', 'A'],
        ['on', 'table', 'air'],
      ],
    });
  });

  it('says of the block in the hand what Figure 5 says after a pick', () => {
    const observation = tabletopObservation(['A', 'B'], afterPick(pile, 1));
    expect(observation.states[1]).toEqual({ object: 'B', states: ['in hand'] });
    expect(observation.facts).toEqual([
      ['in', 'hand', 'B'],
      ['on', 'A', 'air'],
      ['under', 'A', 'table'],
      ['on', 'B', 'hand'],
      ['under', 'B', 'air'],
      ['on', 'table', 'A'],
      ['on', 'table', 'air'],
    ]);
  });

  it('says that there is air on the table, as long as a spot is free', () => {
    const full = SPOTS.map(([x, y]) => [x, y, 0.0275] as const);
    const names = SPOTS.map((_, index) => `A_${index}`);
    const has = (centres: typeof full) =>
      factsOf(names, sense({ centres, held: -1, fallen: [] })).some((fact) => String(fact) === 'on,table,air');
    expect(has(full)).toBe(false);
    expect(has(full.slice(1))).toBe(true);
  });
});
