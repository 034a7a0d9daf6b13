/**
 * Requirement flags: which there are, which are refused, and which a file uses without saying so.
 *
 * @module
 */
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import { type Expression, shown, type Word } from './expression.ts';

/** What `:adl` stands for. */
const ADL = [
  ':strips',
  ':typing',
  ':equality',
  ':negative-preconditions',
  ':disjunctive-preconditions',
  ':existential-preconditions',
  ':universal-preconditions',
  ':quantified-preconditions',
  ':conditional-effects',
];

/** What Fast Downward accepts. */
const KNOWN = [...ADL, ':action-costs', ':adl', ':negation', ':derived-predicates'];

/** Other flags of PDDL and its extensions. */
const UNSUPPORTED = new Set(
  (
    ':fluents :numeric-fluents :object-fluents :durative-actions :durative-inequalities :duration-inequalities ' +
    ':continuous-effects :timed-initial-literals :timed-effects :preferences :constraints :goal-utilities :utilities ' +
    ':domain-axioms :time :action-expansions :foreach-expansions :dag-expansions :subgoal-through-axioms ' +
    ':safety-constraints :expression-evaluation :open-world :true-negation :ucpop :hierarchy :non-deterministic ' +
    ':probabilistic-effects :multi-agent :unfactored-privacy :factored-privacy :rewards :mdp :contingent'
  ).split(' '),
);

/** Common mistakes other than misspellings → the flag that is meant. */
const MEANT: ReadonlyMap<string, string> = new Map([
  [':type', ':typing'],
  [':types', ':typing'],
  [':typed', ':typing'],
  [':cost', ':action-costs'],
  [':costs', ':action-costs'],
]);

/** Flag → what it includes. */
const INCLUDED: ReadonlyMap<string, readonly string[]> = new Map([
  [':adl', ADL],
  [':quantified-preconditions', [':existential-preconditions', ':universal-preconditions']],
  [':negation', [':negative-preconditions']],
]);

/** The flags of a `:requirements` section. */
export function readRequirements(items: readonly Expression[], diagnostics: Diagnostics): Word[] {
  const words: Word[] = [];
  for (const item of items) {
    if (item.kind === 'list') diagnostics.report('unknown_requirement', item.at, shown(item), KNOWN);
    else if (KNOWN.includes(item.name)) words.push(item);
    else if (UNSUPPORTED.has(item.name)) diagnostics.report('unsupported_requirement', item.at, item.written);
    else {
      const meant = MEANT.get(`:${item.name.replace(/^:/, '')}`);
      diagnostics.report('unknown_requirement', item.at, item, KNOWN, meant);
    }
  }
  return words;
}

/** Warns, once for each flag, of features that are used but not declared. Fast Downward does not check this. */
export class RequirementCheck {
  readonly #declared = new Set<string>();
  readonly #diagnostics: Diagnostics;

  constructor(declared: readonly Word[], diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
    for (const { name } of declared) {
      this.#declared.add(name);
      for (const included of INCLUDED.get(name) ?? []) this.#declared.add(included);
    }
  }

  uses(flag: string, what: string, at: Word['at']): void {
    if (this.#declared.has(flag)) return;
    this.#declared.add(flag);
    this.#diagnostics.report('undeclared_requirement', at, what, flag);
  }
}
