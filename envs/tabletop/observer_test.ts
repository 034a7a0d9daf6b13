import { describe, expect, it } from 'vitest';
import { factsOf, tabletopObservation } from './observer.ts';
import { afterPick, sense } from './table/arrangement.ts';
import { SPOTS } from './table/table.ts';
import { sceneOf } from './testing/scene_of.ts';

const { blocks } = sceneOf({ A: [0.39, 0], B: [0.39, 0, 1] });
const pile = sense({ centres: blocks.map(({ centre }) => centre), held: -1, fallen: [] });

describe('tabletopObservation()', () => {
  it.each([
    [
      'each block',
      pile,
      ['on table,under B', 'on A,under nothing'],
      'in hand air; on A B; under A table; on B air; under B A; on table A; on table air',
    ],
    [
      'the block in the hand, as Figure 5 after a pick,',
      afterPick(pile, 1),
      ['on table,under nothing', 'in hand'],
      'in hand B; on A air; under A table; on B hand; under B air; on table A; on table air',
    ],
  ])('speaks of %s in words and of everything in predicates', (_, arrangement, words, facts) => {
    expect(tabletopObservation(['A', 'B'], arrangement)).toEqual({
      world: 'tabletop',
      blocks: ['A', 'B'],
      states: words.map((states, block) => ({ object: 'AB'[block], states: states.split(',') })),
      facts: facts.split('; ').map((fact) => fact.split(' ')),
    });
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
