/**
 * Splits a condition into alternatives for joins: atoms that must all hold, and a rest that is evaluated afterwards.
 *
 * Existential quantifiers outside of universal ones become variables of the alternative; disjunctions become several
 * alternatives as long as there are few.
 *
 * @module
 */
import type { LiftedCondition } from './normalize_task.ts';

export type Alternative = {
  /** Slots of existential quantifiers. */
  readonly slots: readonly number[];
  /** Each once. */
  readonly atoms: readonly Atom[];
  /** Negative literals, equalities, universal quantifiers, and disjunctions that are not split. */
  readonly rest: readonly LiftedCondition[];
};

type Atom = LiftedCondition & { kind: 'literal' };

/** If there were more, a disjunction stays whole and is evaluated for each binding. */
const ALTERNATIVES_MAX = 32;

export function splitCondition(condition: LiftedCondition): Alternative[] {
  return alternativesOf(condition).map((alternative) => ({ ...alternative, atoms: onceEach(alternative.atoms) }));
}

function alternativesOf(condition: LiftedCondition): Alternative[] {
  switch (condition.kind) {
    case 'literal':
      if (condition.positive) return [{ slots: [], atoms: [condition], rest: [] }];
      return [{ slots: [], atoms: [], rest: [condition] }];
    case 'and':
      return conjoined(condition.parts);
    case 'or': {
      const alternatives = condition.parts.flatMap((part) => alternativesOf(part));
      return alternatives.length <= ALTERNATIVES_MAX ? alternatives : [{ slots: [], atoms: [], rest: [condition] }];
    }
    case 'exists':
      return alternativesOf(condition.part).map((alternative) => {
        return { ...alternative, slots: [...condition.slots, ...alternative.slots] };
      });
    default:
      return [{ slots: [], atoms: [], rest: [condition] }];
  }
}

type Growing = { readonly slots: number[]; readonly atoms: Atom[]; readonly rest: LiftedCondition[] };

/** The alternatives of a conjunction. They are copied only where their number grows, so that long conjunctions stay linear. */
function conjoined(parts: readonly LiftedCondition[]): Alternative[] {
  const split = parts.map((part) => ({ part, alternatives: alternativesOf(part) }));
  const single: Growing = { slots: [], atoms: [], rest: [] };
  for (const { alternatives } of split) if (alternatives.length === 1) extend(single, alternatives[0]!);
  let all = [single];
  for (const { part, alternatives } of split) {
    if (alternatives.length === 1) continue;
    if (all.length * alternatives.length > ALTERNATIVES_MAX) for (const { rest } of all) rest.push(part);
    else all = all.flatMap((before) => alternatives.map((alternative) => extend(copied(before), alternative)));
  }
  return all;
}

function copied({ slots, atoms, rest }: Growing): Growing {
  return { slots: [...slots], atoms: [...atoms], rest: [...rest] };
}

function extend(growing: Growing, { slots, atoms, rest }: Alternative): Growing {
  // Not spread into arguments, of which a call cannot take that many.
  for (const slot of slots) growing.slots.push(slot);
  for (const atom of atoms) growing.atoms.push(atom);
  for (const condition of rest) growing.rest.push(condition);
  return growing;
}

function onceEach(atoms: readonly Atom[]): Atom[] {
  return [...new Map(atoms.map((atom) => [`${atom.predicate} ${atom.args.join(' ')}`, atom])).values()];
}
