import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import { FactTable } from './facts.ts';
import { Join, type JoinQuery, splitCondition } from './join.ts';
import type { LiftedAtom, LiftedCondition } from './normalize_task.ts';

const atom = (predicate: number, positive = true) => ({ kind: 'literal', positive, predicate, args: [] }) as const;
const and = (...parts: LiftedCondition[]): LiftedCondition => ({ kind: 'and', parts });
const or = (...parts: LiftedCondition[]): LiftedCondition => ({ kind: 'or', parts });

function split(condition: LiftedCondition) {
  const alternatives = splitCondition(condition);
  return alternatives.map(({ atoms, filters }) => `${atoms.map(({ predicate }) => predicate)} +${filters.length}`);
}

const equal: LiftedCondition = { kind: 'equal', positive: true, left: 0, right: 1 };

describe('splitCondition()', () => {
  it.each([
    [and(), [' +0']],
    [and(atom(1), and(atom(2), atom(3, false)), equal), ['1,2 +2']],
    [{ kind: 'forall', slots: [0], part: atom(1) } as const, [' +1']],
    [or(), []],
    [or(atom(1), and(atom(2), atom(3)), atom(4, false)), ['1 +0', '2,3 +0', ' +1']],
    [and(atom(1), or(atom(2), atom(3)), or(atom(4), atom(5))), ['1,2,4 +0', '1,2,5 +0', '1,3,4 +0', '1,3,5 +0']],
    [and(atom(1), or()), []],
  ])('gathers atoms, splits disjunctions, and leaves the filters for later: %j', (condition, alternatives) => {
    expect(split(condition)).toEqual(alternatives);
  });

  it('leaves a disjunction whole where it would become too many', () => {
    const choice = or(...Array.from({ length: 8 }, (_, i) => atom(i)));
    expect(split(choice)).toHaveLength(8);
    expect(split(and(choice, choice, atom(9)))[0]).toBe('9,0 +1');
    expect(split(or(choice, choice, choice, choice, choice))).toEqual([' +1']);
  });

  it('makes existential variables its own', () => {
    const exists = (slots: number[], part: LiftedCondition): LiftedCondition => ({ kind: 'exists', slots, part });
    const inner = exists([4, 5], or(atom(1), exists([6], atom(2))));
    expect(splitCondition(and(inner, atom(3))).map(({ slots }) => slots.join())).toEqual(['4,5', '4,5,6']);
  });

  it('takes long conjunctions in its stride', () => {
    expect(splitCondition(and(...Array.from({ length: 100_000 }, (_, i) => atom(i))))[0]?.atoms).toHaveLength(100_000);
  });
});

const ARITIES = [0, 1, 2];

function table(): FactTable {
  const predicates = ARITIES.map((arity) => ({ name: `p${arity}`, arity, fluent: true }));
  return new FactTable(predicates, new Budget(GROUNDING_BOUNDS));
}

/** Atoms of the predicates 0, 1, 2 with as many arguments. */
const atomsOf = (...args: number[]): fc.Arbitrary<LiftedAtom> =>
  fc.constantFrom(...ARITIES).chain((arity) => {
    return fc.record({
      predicate: fc.constant(arity),
      args: fc.array(fc.constantFrom(...args), { minLength: arity, maxLength: arity }),
    });
  });

const arbitraryQuery: fc.Arbitrary<JoinQuery> = fc.record({
  atoms: fc.array(atomsOf(0, 1, 2, ~0, ~1), { maxLength: 4 }),
  slots: fc.constant([0, 1, 2]),
});

const arbitraryFacts = fc.uniqueArray(atomsOf(0, 1, 2), { selector: JSON.stringify, maxLength: 10, size: 'max' });

const CANDIDATES = ['012', '01', '12'].map((objects) => Array.from(objects, Number));

function byEnumeration({ atoms }: JoinQuery, facts: readonly LiftedAtom[]): string[] {
  const known = new Set(facts.map(({ predicate, args }) => `${predicate}: ${args}`));
  const all = CANDIDATES.reduce<number[][]>((before, own) => before.flatMap((b) => own.map((o) => [...b, o])), [[]]);
  const isTrue = ({ predicate, args }: LiftedAtom, binding: number[]) =>
    known.has(`${predicate}: ${args.map((arg) => (arg < 0 ? ~arg : binding[arg]))}`);
  return all.filter((binding) => atoms.every((atom) => isTrue(atom, binding))).map((binding) => binding.join(' '));
}

it('Join finds every binding once, at once or fact by fact', () => {
  const property = fc.property(arbitraryQuery, arbitraryFacts, (query, atoms) => {
    const [facts, growing] = [table(), table()];
    const join = new Join(facts, new Budget(GROUNDING_BOUNDS), CANDIDATES);
    const joinByFact = new Join(growing, new Budget(GROUNDING_BOUNDS), CANDIDATES);
    const found: string[] = [];
    const foundByFact: string[] = [];
    for (const { predicate, args } of atoms) {
      facts.list(facts.add(predicate, args));
      const fact = growing.add(predicate, args);
      growing.list(fact);
      for (const [atom, other] of query.atoms.entries())
        if (other.predicate === predicate)
          joinByFact.run(query, () => foundByFact.push(joinByFact.binding.join(' ')), { atom, fact });
    }
    join.run(query, () => found.push(join.binding.join(' ')));
    const all = byEnumeration(query, atoms).sort();
    expect(found.sort()).toEqual(all);
    if (query.atoms.length > 0) expect(foundByFact.sort()).toEqual(all);
    expect([...join.binding]).toEqual([-1, -1, -1]);
  });
  fc.assert(property, { numRuns: 500 });
});
