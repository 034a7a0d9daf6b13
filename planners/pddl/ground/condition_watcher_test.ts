import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConditionWatcher } from './condition_watcher.ts';
import type { GroundCondition } from './ground_condition.ts';

const arbitraryGround: fc.Arbitrary<GroundCondition> = fc.letrec<{ ground: GroundCondition }>((tie) => ({
  ground: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.nat(7).map((literal): GroundCondition => ({ kind: 'literal', literal })),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('ground'), { maxLength: 4 }),
    }),
  ),
})).ground;

function holds(ground: GroundCondition, known: ReadonlySet<number>): boolean {
  if (ground.kind === 'literal') return known.has(ground.literal);
  if (ground.kind === 'and') return ground.parts.every((part) => holds(part, known));
  return ground.parts.some((part) => holds(part, known));
}

describe('ConditionWatcher', () => {
  it('fire once, as soon as a condition holds', () => {
    fc.assert(
      fc.property(arbitraryGround, fc.subarray([0, 1, 2, 3, 4, 5, 6, 7]), fc.nat(8), (ground, order, early) => {
        const known = new Set(order.slice(0, early));
        const watcher = new ConditionWatcher((literal) => known.has(literal));
        let fired = 0;
        watcher.watch(ground, () => fired++);
        expect(fired).toBe(Number(holds(ground, known)));
        for (const literal of order.slice(early)) {
          known.add(literal);
          watcher.makeTrue(literal);
          expect(fired).toBe(Number(holds(ground, known)));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('take what was said between a condition and its opening', () => {
    const known = new Set<number>();
    const watcher = new ConditionWatcher((literal) => known.has(literal));
    let fired = 0;
    known.add(1);
    watcher.watch({ kind: 'literal', literal: 1 }, () => fired++);
    watcher.makeTrue(1);
    expect(fired).toBe(1);
  });
});
