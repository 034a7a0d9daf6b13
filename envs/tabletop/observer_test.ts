import { describe, expect, it } from 'vitest';
import { factsOf, tabletopObservation } from './observer.ts';
import { afterPick, sense } from './table/arrangement.ts';
import { SPOTS } from './table/table.ts';
import { sceneOf } from './testing/scene_of.ts';

const { blocks } = sceneOf({ A: [0.39, 0], B: [0.39, 0, 1] });
const pile = sense({ centres: blocks.map(({ centre }) => centre), held: -1, fallen: [] });

describe('tabletopObservation()', () => {
  it.each([
    [pile, ['on table,under B', 'on A,under nothing'], 'in hand air; on A B; under A table; on B air; under B A'],
    [
      ...[afterPick(pile, 1), ['on table,under nothing', 'in hand']],
      'in hand B; on A air; under A table; on B hand; under B air',
    ],
  ] as [typeof pile, string[], string][])('speaks as Figure 5 in words and predicates', (arrangement, words, facts) => {
    expect(tabletopObservation(['A', 'B'], arrangement)).toEqual({
      ...{ world: 'tabletop', blocks: ['A', 'B'] },
      states: words.map((states, block) => ({ object: 'AB'[block], states: states.split(',') })),
      facts: `${facts}; on table A; on table air`.split('; ').map((fact) => fact.split(' ')),
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
