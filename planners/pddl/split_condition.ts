/**
 * Splits a condition into alternatives that can be joined: atoms that must all hold, and a rest that is looked at later.
 *
 * Existential quantifiers that are not inside a universal one become variables of the alternative; disjunctions become
 * several alternatives, as long as these stay few.
 *
 * @module
 */
import type { Lifted } from './lift_task.ts';

export type Alternative = {
  /** Slots of existential quantifiers. */
  readonly slots: readonly number[];
  readonly atoms: readonly (Lifted & { kind: 'literal' })[];
  /** Negative literals, equalities, universal quantifiers, and disjunctions that are not split. */
  readonly rest: readonly Lifted[];
};

/** Beyond, a disjunction stays whole and is looked at for each binding. */
const ALTERNATIVES_MAX = 32;

export function splitCondition(condition: Lifted): Alternative[] {
  switch (condition.kind) {
    case 'literal':
      if (condition.positive) return [{ slots: [], atoms: [condition], rest: [] }];
      return [{ slots: [], atoms: [], rest: [condition] }];
    case 'and': {
      // What has no alternatives comes first, so that long conjunctions are copied once.
      const parts = condition.parts.map((part) => ({ part, alternatives: splitCondition(part) }));
      const single = parts.flatMap(({ alternatives }) => (alternatives.length === 1 ? alternatives : []));
      let all = [joined(single)];
      for (const { part, alternatives } of parts) {
        if (alternatives.length === 1) continue;
        const isFew = all.length * alternatives.length <= ALTERNATIVES_MAX;
        const next = isFew ? alternatives : [{ slots: [], atoms: [], rest: [part] }];
        all = all.flatMap((before) => next.map((alternative) => joined([before, alternative])));
      }
      return all;
    }
    case 'or': {
      const alternatives = condition.parts.flatMap((part) => splitCondition(part));
      return alternatives.length <= ALTERNATIVES_MAX ? alternatives : [{ slots: [], atoms: [], rest: [condition] }];
    }
    case 'exists':
      return splitCondition(condition.part).map((alternative) => {
        return { ...alternative, slots: [...condition.slots, ...alternative.slots] };
      });
    default:
      return [{ slots: [], atoms: [], rest: [condition] }];
  }
}

function joined(alternatives: readonly Alternative[]): Alternative {
  return {
    slots: alternatives.flatMap(({ slots }) => slots),
    atoms: alternatives.flatMap(({ atoms }) => atoms),
    rest: alternatives.flatMap(({ rest }) => rest),
  };
}
