import * as fc from 'fast-check';
import type { OperatorLists, TaskLists } from '../task/ground_task.ts';

/** High ones at times, which take another queue. */
const costMax = fc.constantFrom(1, 3, 7, 1_000_000);

type Kind = Readonly<{ conditional: boolean; costMax: number }>;

/** Small, at times with zero costs or with facts enough for two words; about a third of them have no plan. */
export const arbitraryGroundTask: fc.Arbitrary<TaskLists> = fc
  .record({ conditional: fc.boolean(), costMax })
  .chain(groundPddl);

export const arbitraryPlainTask: fc.Arbitrary<TaskLists> = costMax.chain((max) =>
  groundPddl({ conditional: false, costMax: max }),
);

function groundPddl(kind: Kind): fc.Arbitrary<TaskLists> {
  // Few facts make for few states, so that the reference search is done soon; the numbers are spread so that they need two words.
  return fc.tuple(fc.integer({ min: 4, max: 8 }), fc.constantFrom(1, 6)).chain(([count, stride]) => {
    const numbers = Array.from({ length: count }, (_, i) => i * stride);
    const some = (min: number, max: number) =>
      fc
        .subarray(numbers, { minLength: Math.min(min, count), maxLength: Math.min(max, count) })
        .map((facts) => [...facts].sort((a, b) => a - b));
    const effect = fc.record({
      conditions: kind.conditional ? some(0, 2) : fc.constant<number[]>([]),
      adds: some(0, 2),
      deletes: some(0, 2),
    });
    const operator: fc.Arbitrary<Omit<OperatorLists, 'name'>> = fc.record({
      cost: fc.integer({ min: 0, max: kind.costMax }),
      preconditions: some(0, 2),
      effects: fc.array(effect, { minLength: 1, maxLength: kind.conditional ? 3 : 2 }),
    });
    return fc
      .record({
        operators: fc.array(operator, { minLength: 4, maxLength: 24, size: 'max' }),
        initial: some(0, 2),
        goal: some(2, 5),
      })
      .map(({ operators, initial, goal }) => ({
        facts: Array.from({ length: count * stride }, (_, i) => `(f${i})`),
        operators: operators.map((other, i) => ({ ...other, name: `(o${i})` })),
        initial,
        goal,
      }));
  });
}
