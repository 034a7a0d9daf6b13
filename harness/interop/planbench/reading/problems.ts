/**
 * The planning problem that a prompt states, in words or in PDDL.
 *
 * @module
 */
import { checkPddl } from '../../../../planners/pddl/check/check_pddl.ts';
import { readLines } from '../../../../planners/planbench_one_shot/reading/action_lines.ts';
import { type Vocabulary, vocabularyOf } from '../../../../planners/planbench_one_shot/reading/vocabulary.ts';
import type { DomainConfig } from './checkout.ts';
import { FactReader, initials, objectWords, verbOf, wordsOfQuery } from './domain_words.ts';
import { type Problem, stateAfter } from './validate.ts';

/** The planning problem that a prompt states, read from the prompt itself. */
export type StatedProblem = Problem & {
  readonly vocabulary: Vocabulary;
  /** What its domain and its vocabulary come from; null where that is PDDL alone. */
  readonly words: DomainConfig | null;
  /** Null where the prompt is in PDDL. */
  readonly facts: FactReader | null;
};

type Texts = { readonly domain: string; readonly problem: string };

const STATEMENT = 'As initial conditions I have that';
const GOAL = 'My goal is to have that';

export class ProblemReader {
  readonly #config: DomainConfig | null;
  readonly #problems = new Map<string, StatedProblem>();
  readonly #facts = new Map<string, FactReader>();
  /** Problems with the same actions and objects share one. */
  readonly #vocabularies = new Map<string, Vocabulary>();

  constructor(config: DomainConfig | null) {
    this.#config = config;
  }

  /** Throws where the prompt states no problem. */
  read(query: string): StatedProblem {
    const pddl = pddlOf(query);
    if (pddl !== null) return this.readPddl(pddl);
    const start = query.lastIndexOf(STATEMENT);
    if (start < 0) throw new Error('the prompt states no problem');
    return this.#inWords(query.slice(start), this.#wordsOf(query));
  }

  /** Throws where it is not PDDL. */
  readPddl(texts: Texts): StatedProblem {
    return this.#problem(texts, null);
  }

  #wordsOf(query: string): DomainConfig {
    const text = query.toLowerCase();
    const config = this.#config;
    const isIts = config !== null && Object.values(config.actions).every((words) => text.includes(verbOf(words)));
    return isIts ? config : wordsOfQuery(query);
  }

  /** After an unexpected event, the problem from there on. */
  #inWords(statement: string, words: DomainConfig): StatedProblem {
    const facts = this.#factsOf(words);
    const [given, wanted = ''] = statement.slice(STATEMENT.length).split('\n', 2);
    const init = facts.readAll(given!.replace(/^,/, ''));
    const goal = facts.readAll(wanted.split(GOAL, 2)[1]?.split('.', 1)[0] ?? '');
    const before = this.#problem({ domain: words.domain, problem: problemText(init, goal, words) }, words);
    const event = eventOf(statement);
    if (event === null) return before;
    const taken = readLines(event.plan, before.vocabulary).flatMap(({ actions }) =>
      actions.map(({ action }) => action),
    );
    const state = stateAfter(before, taken.slice(0, event.steps));
    for (const fact of facts.readAll(event.becameTrue)) state.add(fact);
    for (const fact of facts.readAll(event.becameFalse)) state.delete(fact);
    return this.#problem({ domain: words.domain, problem: problemText([...state], goal, words) }, words);
  }

  #factsOf(words: DomainConfig): FactReader {
    const facts = this.#facts.get(words.domain) ?? new FactReader(words);
    this.#facts.set(words.domain, facts);
    return facts;
  }

  #problem(texts: Texts, words: DomainConfig | null): StatedProblem {
    const key = `${texts.domain}\n${texts.problem}`;
    const known = this.#problems.get(key);
    if (known !== undefined) return known;
    const checked = checkPddl(texts.domain, texts.problem);
    if (checked.status !== 'ok') throw new Error(checked.message);
    const { domain, problem } = checked;
    const named = words ?? this.#config;
    const actions = domain.actions.map(({ name: { name }, parameters }) => {
      return { name, arity: parameters.length, template: named?.actions[name] ?? null };
    });
    const names = problem.objects.map(({ name }) => name.name);
    const objects = [...initials(names, words), ...names.map((name) => [name, name] as const), ...objectWords(named)];
    const letters = words === null || Object.values(words.objects).includes('object a');
    const vocabularyKey = JSON.stringify([actions, objects, letters]);
    const vocabulary = this.#vocabularies.get(vocabularyKey) ?? vocabularyOf(actions, new Map(objects), letters);
    this.#vocabularies.set(vocabularyKey, vocabulary);
    const facts = words === null ? null : this.#factsOf(words);
    const stated = { domain, problem, vocabulary, words: named, facts };
    this.#problems.set(key, stated);
    return stated;
  }
}

/** The last domain and the last problem of a prompt in PDDL. */
function pddlOf(query: string): Texts | null {
  const domain = balanced(query, query.search(/\(define\s*\(domain/i));
  const problem = balanced(query, [...query.matchAll(/\(define\s*\(problem/gi)].at(-1)?.index ?? -1);
  return domain === null || problem === null ? null : { domain, problem };
}

function balanced(text: string, start: number): string | null {
  if (start < 0) return null;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return text.slice(start, at + 1);
  }
  return null;
}

/** 'After executing the action "…" at step 2 in the plan, the following facts unexpectedly became true: …' */
function eventOf(statement: string) {
  const [before, after] = statement.split(' in the plan, the following facts unexpectedly became true: ', 2);
  if (after === undefined) return null;
  const [becameTrue, becameFalse] = after.split('\nThe following facts became unexpectedly false: ', 2);
  return {
    plan: before!.split('[PLAN]', 2)[1]?.split('After executing the action', 1)[0] ?? '',
    steps: Number(before!.slice(before!.lastIndexOf(' '))),
    becameTrue: becameTrue!,
    becameFalse: becameFalse?.split('\n', 1)[0] ?? '',
  };
}

function problemText(init: readonly string[], goal: readonly string[], words: DomainConfig): string {
  const objects = new Set([...init, ...goal].flatMap((fact) => fact.split(' ').slice(1)));
  const all = [...init, ...[...objects].flatMap((name) => words.kindsOf(name))];
  const list = (items: readonly string[]) => items.map((fact) => `(${fact})`).join(' ');
  const [, name] = /\(domain\s+([^\s)]+)/i.exec(words.domain)!;
  return `(define (problem stated) (:domain ${name}) (:objects ${[...objects].sort().join(' ')}) (:init ${list(all.sort())}) (:goal (and ${list(goal)})))`;
}
