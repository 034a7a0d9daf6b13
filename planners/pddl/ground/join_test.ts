import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import { FactTable } from './fact_table.ts';
import { Join, type JoinQuery } from './join.ts';
import type { LiftedAtom } from './normalize_task.ts';

const OBJECTS = [0, 1, 2];
const ARITIES = [0, 1, 2];

function table(): FactTable {
  const predicates = ARITIES.map((arity) => ({ name: `p${arity}`, arity, fluent: true }));
  return new FactTable(predicates, new Budget(GROUNDING_BOUNDS));
}

const arbitraryQuery: fc.Arbitrary<JoinQuery> = fc
  .array(
    fc.constantFrom(...ARITIES).chain((arity) => {
      const args = fc.array(fc.constantFrom(0, 1, 2, ~0, ~1), { minLength: arity, maxLength: arity });
      return args.map((list): LiftedAtom => ({ predicate: arity, args: list }));
    }),
    { maxLength: 4 },
  )
  .map((atoms) => ({ atoms, slots: [0, 1, 2] }));

const arbitraryFacts: fc.Arbitrary<LiftedAtom[]> = fc.uniqueArray(
  fc.constantFrom(...ARITIES).chain((arity) => {
    return fc
      .array(fc.constantFrom(...OBJECTS), { minLength: arity, maxLength: arity })
      .map((args) => ({ predicate: arity, args }));
  }),
  { selector: (atom) => JSON.stringify(atom), maxLength: 10, size: 'max' },
);

const CANDIDATES = [
  [0, 1, 2],
  [0, 1],
  [1, 2],
];

/** All bindings, by trying. */
function byEnumeration({ atoms }: JoinQuery, facts: readonly LiftedAtom[]): string[] {
  const known = new Set(facts.map((fact) => JSON.stringify([fact.predicate, fact.args])));
  const found: string[] = [];
  for (const a of CANDIDATES[0] ?? [])
    for (const b of CANDIDATES[1] ?? [])
      for (const c of CANDIDATES[2] ?? []) {
        const objects = (args: readonly number[]) => args.map((arg) => (arg < 0 ? ~arg : [a, b, c][arg]));
        if (atoms.every(({ predicate, args }) => known.has(JSON.stringify([predicate, objects(args)]))))
          found.push(`${a} ${b} ${c}`);
      }
  return found.sort();
}

describe('Join', () => {
  it('finds every binding once', () => {
    fc.assert(
      fc.property(arbitraryQuery, arbitraryFacts, (query, atoms) => {
        const facts = table();
        for (const { predicate, args } of atoms) facts.list(facts.number(predicate, args));
        const join = new Join(facts, new Budget(GROUNDING_BOUNDS), CANDIDATES);
        const found: string[] = [];
        join.run(query, () => found.push([...join.binding].join(' ')));
        expect(found.sort()).toEqual(byEnumeration(query, atoms));
        expect([...join.binding]).toEqual([-1, -1, -1]);
      }),
      { numRuns: 500 },
    );
  });

  it('finds every binding once, fact by fact', () => {
    fc.assert(
      fc.property(arbitraryQuery, arbitraryFacts, (query, atoms) => {
        if (query.atoms.length === 0) return;
        const facts = table();
        const join = new Join(facts, new Budget(GROUNDING_BOUNDS), CANDIDATES);
        const found: string[] = [];
        for (const { predicate, args } of atoms) {
          const fact = facts.number(predicate, args);
          facts.list(fact);
          for (const [atom, other] of query.atoms.entries())
            if (other.predicate === predicate)
              join.run(query, () => found.push([...join.binding].join(' ')), { atom, fact });
        }
        expect(found.sort()).toEqual(byEnumeration(query, atoms));
      }),
      { numRuns: 500 },
    );
  });
});
