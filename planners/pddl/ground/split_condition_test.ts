import { describe, expect, it } from 'vitest';
import type { LiftedCondition } from './normalize_task.ts';
import { splitCondition } from './split_condition.ts';

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
