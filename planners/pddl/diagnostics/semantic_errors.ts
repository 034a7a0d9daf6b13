/**
 * Errors in names and values: not declared, declared twice, or not used as declared.
 *
 * @module
 */
import { invalid } from './severity.ts';
import { alternatives, counted, type Named, type Place, placed, quoted } from './wording.ts';

/** A name that is not declared. `hint` says what may be meant; it is a function since it may take long to find. */
export type UnknownName = { readonly where: string; readonly hint?: () => string };

export function unknownName(what: string, written: string, { where, hint }: UnknownName): string {
  return `unknown ${what} ${quoted(written)} in ${where}${hint === undefined ? '' : `: ${hint()}`}`;
}

/** How many arguments a name takes, and how many it has. */
export type Arity = { readonly takes: number; readonly found: number };

export function wrongArity(written: string, { takes, found }: Arity): string {
  return `${quoted(written)} takes ${counted(takes, 'argument')}, found ${found}`;
}

const CYCLE_SHOWN_MAX = 10;

function way(types: readonly string[]): string {
  return types.map(quoted).join(' - ');
}

export const SEMANTIC_ERRORS = {
  unknown_predicate: invalid('schema', (written: string, unknown: UnknownName) => {
    return unknownName('predicate', written, unknown);
  }),
  unknown_variable: invalid('schema', (written: string, unknown: UnknownName) => {
    return unknownName('variable', written, unknown);
  }),
  unknown_object: invalid('schema', (written: string, unknown: UnknownName) => {
    return unknownName('object', written, unknown);
  }),
  unknown_type: invalid('schema', (type: Named, object: string, declared: ReadonlySet<string>) => {
    const hint = declared.size === 1 ? 'the domain declares no types' : alternatives(type.name, declared);
    return `unknown type ${quoted(type.written)} of ${quoted(object)}: ${hint}`;
  }),
  /** Fast Downward takes them for subtypes of each other. */
  cyclic_type: invalid('schema', (cycle: readonly string[]) => {
    const [first, last] = [cycle.slice(0, -1), cycle.slice(-1)];
    const shown = first.length > CYCLE_SHOWN_MAX ? `${way(first.slice(0, CYCLE_SHOWN_MAX))} - …` : way(first);
    return `the types form a cycle: ${shown} - ${way(last)}; no type may be a supertype of itself`;
  }),
  wrong_arity: invalid('schema', (written: string, arity: Arity, where: string) => {
    return `${wrongArity(written, arity)} in ${where}`;
  }),
  /** `first` is null if the twin is a constant of the domain. */
  duplicate_object: invalid('schema', (written: string, first: Place | null) => {
    if (first === null) return `the object ${quoted(written)} is a constant of the domain already`;
    return `the object ${quoted(written)} is declared twice, the first time at ${placed(first)}`;
  }),
  domain_mismatch: invalid('schema', (written: string, domain: string) => {
    return `the problem belongs to domain ${quoted(written)}, but the domain is called ${quoted(domain)}`;
  }),
  contradictory_fact: invalid('schema', (fact: string, before: string, first: Place) => {
    return `${quoted(fact)} is true and false: it is said to be ${before} at ${placed(first)}`;
  }),
  contradictory_value: invalid('schema', (term: string, value: number, before: number, first: Place) => {
    return `${quoted(term)} has two values: ${value}, and ${before} at ${placed(first)}`;
  }),
};
