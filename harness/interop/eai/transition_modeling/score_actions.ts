/**
 * EAI's transition modeling, one answer: the predicates of predicted preconditions and effects held against the right ones.
 *
 * @module
 */
import { addHits, type Hits } from '../scoring/metric.ts';
import type { Quirks } from '../scoring/quirks.ts';
import { matchFormulas } from './match_formulas.ts';
import type { PddlAction } from './read_actions.ts';
import { type Formula, readFormula } from './read_formula.ts';

/** Predicate → hits. */
export type PredicateHits = Map<string, Hits>;

export type GoldActions = ReadonlyMap<string, PddlAction>;

/** `gold` are the actions that were asked for; what is predicted beside them is not looked at. `predicted` is null where it cannot be read. */
export function scoreActions(
  predicted: GoldActions | null,
  { gold, quirks }: { readonly gold: GoldActions; readonly quirks: Quirks },
): PredicateHits {
  const hits: PredicateHits = new Map();
  for (const [name, right] of gold) {
    const action = predicted?.get(name);
    if (action === undefined && quirks.absent_actions_free) continue;
    for (const part of ['precondition', 'effect'] as const) {
      count(hits, scorePart(action?.[part] ?? '()', right[part], quirks));
    }
  }
  return hits;
}

type Found = { readonly tp: readonly string[]; readonly fp: readonly string[]; readonly fn: readonly string[] };

function scorePart(predicted: string, gold: string, quirks: Quirks): Found {
  const [one, right] = [readFormula(predicted), readFormula(gold)];
  if (one === null || right === null) {
    return { tp: [], fp: [], fn: quirks.unread_bodies_free || right === null ? [] : names([right], quirks) };
  }
  const { matched, unmatchedPredicted, unmatchedGold } = matchFormulas(one, right, {
    columnDefect: quirks.column_mistaken,
  });
  return {
    tp: names(matched, quirks),
    fp: names(unmatchedPredicted, quirks),
    fn: names(unmatchedGold, quirks),
  };
}

function names(formulas: readonly Formula[], quirks: Quirks): string[] {
  const all = predicatesIn(formulas).filter((name) => name !== '()');
  return quirks.predicates_once ? [...new Set(all)] : all;
}

/** Of all literals, in order, as EAI takes them from their texts; those of a quantifier's body, not of its variable. */
function predicatesIn(formulas: readonly Formula[]): string[] {
  return formulas.flatMap((formula): string[] => {
    if (typeof formula === 'string') return [formula.split(' ')[0]!];
    const [operator, ...parts] = formula;
    return predicatesIn(operator === 'exists' || operator === 'forall' ? parts.slice(1) : parts);
  });
}

function count(hits: PredicateHits, found: Found): void {
  for (const [kind, predicates] of Object.entries(found)) {
    for (const predicate of predicates) {
      const sum = hits.get(predicate) ?? { tp: 0, fp: 0, fn: 0 };
      addHits(sum, { tp: 0, fp: 0, fn: 0, [kind]: 1 });
      hits.set(predicate, sum);
    }
  }
}
