import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import { FactTable } from './facts.ts';
import { Join, type JoinQuery, splitCondition } from './join.ts';
import type { LiftedAtom, LiftedCondition } from './normalize_task.ts';

const atom = (predicate: number, positive = true): LiftedCondition => ({
  kind: 'literal',
  positive,
  predicate,
  args: [],
});
const and = (...parts: LiftedCondition[]): LiftedCondition => ({ kind: 'and', parts });
const or = (...parts: LiftedCondition[]): LiftedCondition => ({ kind: 'or', parts });

/** Predicates of the atoms, and how much is left. */
function split(condition: LiftedCondition) {
  return splitCondition(condition).map(({ atoms, rest }) => [
    ...atoms.map(({ predicate }) => predicate),
    `+${rest.length}`,
  ]);
}

describe('splitCondition()', () => {
  it('gathers atoms, and leaves the rest for later', () => {
    expect(split(and())).toEqual([['+0']]);
    expect(
      split(and(atom(1), and(atom(2), atom(3, false)), { kind: 'equal', positive: true, left: 0, right: 1 })),
    ).toEqual([[1, 2, '+2']]);
    expect(split({ kind: 'forall', slots: [0], part: atom(1) })).toEqual([['+1']]);
  });

  it('splits disjunctions', () => {
    expect(split(or())).toEqual([]);
    expect(split(or(atom(1), and(atom(2), atom(3)), atom(4, false)))).toEqual([[1, '+0'], [2, 3, '+0'], ['+1']]);
    expect(split(and(atom(1), or(atom(2), atom(3)), or(atom(4), atom(5))))).toEqual([
      [1, 2, 4, '+0'],
      [1, 2, 5, '+0'],
      [1, 3, 4, '+0'],
      [1, 3, 5, '+0'],
    ]);
    expect(split(and(atom(1), or()))).toEqual([]);
  });

  it('leaves a disjunction whole where it would become too many', () => {
    const choice = or(...Array.from({ length: 8 }, (_, i) => atom(i)));
    expect(split(choice)).toHaveLength(8);
    expect(split(and(choice, choice, atom(9)))[0]).toEqual([9, 0, '+1']);
    expect(split(or(choice, choice, choice, choice, choice))).toEqual([['+1']]);
  });

  it('makes existential variables its own', () => {
    const inner: LiftedCondition = {
      kind: 'exists',
      slots: [4, 5],
      part: or(atom(1), { kind: 'exists', slots: [6], part: atom(2) }),
    };
    expect(splitCondition(and(inner, atom(3))).map(({ slots }) => slots)).toEqual([
      [4, 5],
      [4, 5, 6],
    ]);
  });

  it('takes long conjunctions in its stride', () => {
    expect(splitCondition(and(...Array.from({ length: 100_000 }, (_, i) => atom(i))))[0]?.atoms).toHaveLength(100_000);
  });
});

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
