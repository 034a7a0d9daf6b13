import { memoize } from '../../../envs/memoize.ts';
import { type CheckedPddl, checkPddl } from '../../../planners/pddl/check/check_pddl.ts';
import type { Atom, Effect } from '../../../planners/pddl/read/domain.ts';
import {
  plannedActions,
  type Vocabulary,
  vocabularyOf,
} from '../../../planners/planbench_one_shot/reading/action_lines.ts';
import type { DomainConfig } from './checkout.ts';

export type Problem = Pick<Extract<CheckedPddl, { status: 'ok' }>, 'domain' | 'problem'>;

export type StatedProblem = Problem &
  Readonly<{ vocabulary: Vocabulary; words: DomainConfig | null; facts: FactReader | null }>;

type Texts = Readonly<{ domain: string; problem: string }>;

const STATEMENT_START = 'As initial conditions I have that';

export class ProblemError extends Error {
  override readonly name = 'ProblemError';
}

/** Throws a ProblemError. */
export class ProblemReader {
  readonly #config: DomainConfig | null;
  readonly #problems = new Map<string, StatedProblem>();
  readonly #facts = new Map<string, FactReader>();
  readonly #vocabularies = new Map<string, Vocabulary>();

  constructor(config: DomainConfig | null) {
    this.#config = config;
  }

  read(query: string): StatedProblem {
    const pddl = pddlOf(query);
    if (pddl !== null) return this.#problem(pddl, null);
    const start = query.lastIndexOf(STATEMENT_START);
    if (start < 0) throw new ProblemError('the prompt states no problem');
    return this.#readStatement(query.slice(start), this.#wordsOf(query));
  }

  readPddl(texts: Texts): StatedProblem {
    return this.#problem(texts, null);
  }

  #wordsOf(query: string): DomainConfig {
    const text = query.toLowerCase();
    const config = this.#config;
    const usesConfig = config !== null && Object.values(config.actions).every((words) => text.includes(verbOf(words)));
    return usesConfig ? config : wordsOfQuery(query);
  }

  #readStatement(statement: string, words: DomainConfig): StatedProblem {
    const facts = this.#factsOf(words);
    const [initLine, goalLine = ''] = statement.slice(STATEMENT_START.length).split('\n', 2);
    const init = facts.readAll(initLine!.replace(/^,/, ''));
    const goal = facts.readAll(goalLine.split('My goal is to have that', 2)[1]?.split('.', 1)[0] ?? '');
    const before = this.#problem({ domain: words.domain, problem: problemText(init, goal, words) }, words);
    const event = eventOf(statement);
    if (event === null) return before;
    const state = stateAfter(before, plannedActions(event.plan, before.vocabulary).slice(0, event.steps));
    for (const fact of facts.readAll(event.becameTrue)) state.add(fact);
    for (const fact of facts.readAll(event.becameFalse)) state.delete(fact);
    return this.#problem({ domain: words.domain, problem: problemText([...state], goal, words) }, words);
  }

  #factsOf(words: DomainConfig): FactReader {
    return memoize(this.#facts, words.domain, () => factReader(words));
  }

  #problem(texts: Texts, words: DomainConfig | null): StatedProblem {
    return memoize(this.#problems, `${texts.domain}\n${texts.problem}`, () => this.#check(texts, words));
  }

  #check(texts: Texts, words: DomainConfig | null): StatedProblem {
    const checked = checkPddl(texts.domain, texts.problem);
    if (checked.status !== 'ok') throw new ProblemError(checked.message);
    const { domain, problem } = checked;
    const wording = words ?? this.#config;
    const actions = domain.actions.map(({ name: { name }, parameters }) => {
      return { name, arity: parameters.length, template: wording?.actions[name] ?? null };
    });
    const names = problem.objects.map(({ name }) => name.name);
    const objects = [...initials(names, words), ...names.map((name) => [name, name] as const), ...objectWords(wording)];
    const hasLetters = words === null || Object.values(words.objects).includes('object a');
    const vocabularyKey = JSON.stringify([actions, objects, hasLetters]);
    const vocabulary = memoize(this.#vocabularies, vocabularyKey, () =>
      vocabularyOf(actions, new Map(objects), hasLetters),
    );
    return { domain, problem, vocabulary, words: wording, facts: words === null ? null : this.#factsOf(words) };
  }
}

function pddlOf(query: string): Texts | null {
  const domain = listAt(query, query.search(/\(define\s*\(domain/i));
  const problem = listAt(query, [...query.matchAll(/\(define\s*\(problem/gi)].at(-1)?.index ?? -1);
  return domain === null || problem === null ? null : { domain, problem };
}

function listAt(text: string, start: number): string | null {
  if (start < 0) return null;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return text.slice(start, at + 1);
  }
  return null;
}

/** Reads 'After executing the action "…" at step 2 in the plan, …'. */
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

/** Checks no preconditions; ignores conditional effects. */
export function stateAfter({ domain, problem }: Problem, plan: readonly string[]): Set<string> {
  const state = new Set(problem.init.flatMap((fact) => (fact.kind === 'true' ? [factText(fact)] : [])));
  for (const step of plan) {
    const [name, ...args] = step.split(' ');
    const action = domain.actions.find((other) => other.name.name === name);
    if (action === undefined) continue;
    const objects = new Map(action.parameters.map(({ name: parameter }, at) => [parameter.name, args[at] ?? '']));
    const effects = flat(action.effect);
    for (const effect of effects) if (effect.kind === 'delete') state.delete(factText(effect, objects));
    for (const effect of effects) if (effect.kind === 'add') state.add(factText(effect, objects));
  }
  return state;
}

function flat(effect: Effect): Effect[] {
  return effect.kind === 'and' ? effect.parts.flatMap(flat) : [effect];
}

export function factText({ predicate, terms }: Atom, objects: ReadonlyMap<string, string> = new Map()): string {
  return [predicate, ...terms].map(({ name }) => objects.get(name) ?? name).join(' ');
}

function problemText(init: readonly string[], goal: readonly string[], words: DomainConfig): string {
  const objects = new Set([...init, ...goal].flatMap((fact) => fact.split(' ').slice(1)));
  const all = [...init, ...[...objects].flatMap((name) => words.kindsOf(name))];
  const list = (items: readonly string[]) => items.map((fact) => `(${fact})`).join(' ');
  const [, name] = /\(domain\s+([^\s)]+)/i.exec(words.domain)!;
  return `(define (problem stated) (:domain ${name}) (:objects ${[...objects].sort().join(' ')}) (:init ${list(all.sort())}) (:goal (and ${list(goal)})))`;
}

/** `red block` and `red` → `a`. */
export function objectWords(words: DomainConfig | null): [string, string][] {
  return Object.entries(words?.objects ?? {}).flatMap(([name, word]): [string, string][] => {
    const all = [word, word.replace(/ block$/, ''), ...(word.includes('{}') ? [] : [name])];
    return all.map((text) => [text, name]);
  });
}

/** `r` → the red block, unless another color begins with it. */
export function initials(names: readonly string[], words: DomainConfig | null): [string, string][] {
  const letters = names.flatMap((name): [string, string][] => {
    const word = words?.objects[name] ?? '';
    return word.endsWith(' block') ? [[word[0]!, name]] : [];
  });
  return letters.filter(([letter]) => letters.filter(([other]) => other === letter).length === 1);
}

function verbOf(template: string): string {
  return template.split('{}', 1)[0]!.replace('the ', '').trim().toLowerCase();
}

function factReader(words: DomainConfig) {
  const forms = Object.entries(words.predicates).flatMap(([predicate, template]) =>
    template === '' ? [] : [{ predicate, texts: normalize(template.replaceAll(/[^\w{} -]/g, '')).split('{}') }],
  );
  const objects = new Map(objectWords(words));
  const cache = new Map<string, string | null>();

  function objectOf(word: string): string {
    const prefix = objects.get(word.replaceAll(/\d+/g, '{}'));
    return objects.get(word) ?? (prefix === undefined ? word : `${prefix}${word.match(/\d+/g)!.join('-')}`);
  }

  function factOf(text: string): string | null {
    const normalized = normalize(text.replaceAll(/[*.]/g, '').replace(/^\s*and /, ''));
    const fact = normalized.replace(/^hand is holding/, 'hand is currently holding');
    for (const { predicate, texts } of forms) {
      const words = slotsOf(texts, fact);
      if (words !== null) return [predicate, ...words.map(objectOf)].join(' ');
    }
    return null;
  }

  const read = (text: string) => memoize(cache, text, () => factOf(text));
  const readAll = (list: string) =>
    splitList(list).map((part) => {
      const fact = read(part);
      if (fact === null)
        throw new ProblemError(`the prompt states ${JSON.stringify(part)}, which is not a fact of the domain`);
      return fact;
    });
  return { read, readAll };
}

type FactReader = ReturnType<typeof factReader>;

function normalize(text: string): string {
  return text.toLowerCase().replaceAll('the ', '').trim();
}

function splitList(list: string): string[] {
  const all = list.split(/,\s*(?:and )?| and /).map((part) => part.trim().replace(/\.$/, ''));
  return all.filter((part) => part !== '');
}

function slotsOf(fixed: readonly string[], text: string): string[] | null {
  if (!text.startsWith(fixed[0]!)) return null;
  const found: string[] = [];
  let at = fixed[0]!.length;
  for (const part of fixed.slice(1)) {
    const end = part === '' ? text.length : text.indexOf(part, at);
    if (end < 0) return null;
    found.push(text.slice(at, end));
    at = end + part.length;
  }
  return at === text.length && found.every((words) => /^\w+(?: (?:\w|block))?$/.test(words)) ? found : null;
}

const NEEDS = /^\s*to perform (\w+) action, the following facts need to be (true):(.*)/;
const MAKES = /^\s*once (\w+) (?:action )?is performed the following facts will be (true|false):(.*)/;

/** Reads "To perform X action, the following facts need to be true: p object_0". */
function wordsOfQuery(query: string): DomainConfig {
  const lists = (form: RegExp, value: string) =>
    new Map(
      query.split('\n').flatMap((line) => {
        const [, name, stated, list] = form.exec(line.toLowerCase()) ?? [];
        return stated === value ? [[name!, splitList(list!)] as const] : [];
      }),
    );
  const [needs, makes, ends] = [lists(NEEDS, 'true'), lists(MAKES, 'true'), lists(MAKES, 'false')];
  if (needs.size === 0) throw new ProblemError('the prompt names no actions');
  const predicates = new Map<string, string>();
  const actions: Record<string, string> = {};
  const inPddl = (fact: string) => `(${fact.replaceAll('object_', '?o')})`;
  const definitions = [...needs].map(([name, pre]) => {
    const [adds, deletes] = [makes.get(name) ?? [], ends.get(name) ?? []];
    const all = [...pre, ...adds, ...deletes].map((fact) => fact.split(' '));
    for (const [predicate, ...objects] of all) predicates.set(predicate!, objects.map((_, at) => ` ?x${at}`).join(''));
    const objects = [...new Set(all.flatMap(([, ...terms]) => terms))].sort();
    actions[name] = [name, ...objects.map(() => '{}')].join(' ');
    const effects = [...adds.map(inPddl), ...deletes.map((fact) => `(not ${inPddl(fact)})`)];
    return `(:action ${name} :parameters ${inPddl(objects.join(' '))} :precondition (and ${pre.map(inPddl).join(' ')}) :effect (and ${effects.join(' ')}))`;
  });
  const predicateList = [...predicates].map(([name, terms]) => `(${name}${terms})`);
  return {
    domain: `(define (domain stated) (:predicates ${predicateList.join(' ')}) ${definitions.join(' ')})`,
    actions,
    predicates: Object.fromEntries(
      [...predicates].map(([name, terms]) => [name, name + terms.replaceAll(/\?x\d/g, '{}')]),
    ),
    objects: { o: 'object_{}' },
    kindsOf: () => [],
  };
}
