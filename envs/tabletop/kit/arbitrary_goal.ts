import * as fc from 'fast-check';
import type { Goal } from '../goals/goal.ts';
import { factsOf } from '../observer.ts';
import { type Arrangement, afterPick, afterPlace, ON_TABLE } from '../table/arrangement.ts';
import type { Fact } from '../table/fact.ts';
import { letterOf, type Scene } from '../table/scene.ts';
import { sense } from '../table/sensing.ts';

export function arbitraryGoal({ blocks }: Scene): fc.Arbitrary<Goal> {
  const names = blocks.map(({ name }) => name);
  return fc.oneof(
    fc.integer({ min: 1, max: names.length }).map((height): Goal => ({ kind: 'tower', height })),
    fc
      .shuffledSubarray(names.map(letterOf), { minLength: 1 })
      .map((letters): Goal => ({ kind: 'spelling', word: letters.join('') })),
    fc.constant<Goal>({ kind: 'organize' }),
    fc
      .array(fc.nat(), { maxLength: 12, size: 'max' })
      .chain((choices) => {
        const start = sense({ centres: blocks.map(({ centre }) => centre), held: -1, fallen: [] });
        return fc.subarray(factsOf(names, choices.reduce(wandered, start)), { minLength: 1 });
      })
      .map((facts: Fact[]): Goal => ({ kind: 'facts', facts })),
  );
}

function wandered(arrangement: Arrangement, choice: number): Arrangement {
  const { above, held } = arrangement;
  const clear = [...above.keys()].filter((block) => above[block] === -1 && block !== held);
  if (held === -1) return afterPick(arrangement, clear[choice % clear.length]!);
  const surfaces = [...clear, ON_TABLE];
  return afterPlace(arrangement, surfaces[choice % surfaces.length]!);
}
