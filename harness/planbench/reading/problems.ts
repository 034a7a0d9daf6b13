/**
 * The planning problem that a prompt states, in words or in PDDL.
 *
 * @module
 */
import { type CheckedPddl, checkPddl } from '../../../planners/pddl/check/check_pddl.ts';
import type { Atom, Effect } from '../../../planners/pddl/read/domain.ts';
import { readLines } from '../../../planners/planbench_one_shot/reading/action_lines.ts';
import { type Vocabulary, vocabularyOf } from '../../../planners/planbench_one_shot/reading/vocabulary.ts';
import type { DomainConfig } from './checkout.ts';

/** The planning problem that a prompt states, read from the prompt itself. */
export type StatedProblem = {
  readonly key: string;
  readonly domain: Checked['domain'];
  readonly problem: Checked['problem'];
  readonly vocabulary: Vocabulary;
  /** What its domain and its vocabulary come from; null where that is PDDL alone. */
  readonly words: DomainConfig | null;
  /** `on b a` for "the blue block is on top of the red block"; null for what is no fact. */
  readonly factOf: (words: string) => string | null;
};

type Checked = Extract<CheckedPddl, { status: 'ok' }>;
type Texts = { readonly domain: string; readonly problem: string };

export class ProblemReader {
  readonly #config: DomainConfig | null;
  readonly #problems = new Map<string, StatedProblem>();
  readonly #vocabularies = new Map<string, Vocabulary>();

  constructor(config: DomainConfig | null) {
    this.#config = config;
  }

  /** Throws where the prompt states no problem. */
  read(query: string): StatedProblem {
    const pddl = pddlOf(query);
    if (pddl !== null) return this.#problem(pddl, null);
    const config = this.#config;
    const inWords =
      config !== null && Object.values(config.actions).every((words) => query.toLowerCase().includes(verbOf(words)));
    const words = inWords ? config : wordsOfQuery(query);
    return this.#inWords(query, words);
  }

  /** The last statement of a prompt in words; after an unexpected event, the problem from there on. */
  #inWords(query: string, words: DomainConfig): StatedProblem {
    const start = query.lastIndexOf('As initial conditions I have that');
    if (start < 0) throw new Error('the prompt states no problem');
    const [, given, wanted] = STATEMENT.exec(query.slice(start))!;
    const init = facts(given!, words);
    const goal = facts(wanted ?? '', words);
    const before = this.#problem({ domain: words.domain, problem: problemText(init, goal, words) }, words);
    const event = EVENT.exec(query.slice(start));
    if (event === null) return before;
    const [, steps, becameTrue, becameFalse] = event;
    const taken = query.slice(start, start + event.index).split('[PLAN]')[1] ?? '';
    const plan = readLines(taken, before.vocabulary).flatMap(({ actions }) => actions.map(({ action }) => action));
    const state = stateAfter(before, plan.slice(0, Number(steps)));
    for (const fact of facts(becameTrue!, words)) state.add(fact);
    for (const fact of facts(becameFalse!, words)) state.delete(fact);
    return this.#problem({ domain: words.domain, problem: problemText([...state], goal, words) }, words);
  }

  #problem(texts: Texts, words: DomainConfig | null): StatedProblem {
    const key = `${texts.domain}\n${texts.problem}`;
    const known = this.#problems.get(key);
    if (known !== undefined) return known;
    const checked = checkPddl(texts.domain, texts.problem);
    if (checked.status !== 'ok') throw new Error(checked.message);
    const { domain, problem } = checked;
    const facts = words === null ? [] : factForms(words);
    const read = {
      key,
      domain,
      problem,
      vocabulary: this.#vocabulary(checked, words),
      words: words ?? this.#config,
      factOf: (text: string) => factIn(text, facts),
    };
    this.#problems.set(key, read);
    return read;
  }

  #vocabulary({ domain, problem }: Checked, stated: DomainConfig | null): Vocabulary {
    const words = stated ?? this.#config;
    const names = problem.objects.map(({ name }) => name.name);
    const key = JSON.stringify([domain.actions.map(({ name }) => name.name), names, stated === null]);
    const known = this.#vocabularies.get(key);
    if (known !== undefined) return known;
    const actions = domain.actions.map(({ name, parameters }) => ({
      name: name.name,
      arity: parameters.length,
      template: words?.actions[name.name] ?? null,
    }));
    const all = [...initials(names, stated), ...names.map((name) => [name, name] as const), ...objectWords(words)];
    const letters = stated === null || Object.values(stated.objects).includes('object a');
    const vocabulary = vocabularyOf(actions, new Map(all), { letters });
    this.#vocabularies.set(key, vocabulary);
    return vocabulary;
  }
}

function verbOf(template: string): string {
  return template
    .split('{}')[0]!
    .replace(/\bthe\s*$/, '')
    .trim()
    .toLowerCase();
}

/** `red block` and `red` for `a`; `object a`, too. */
export function objectWords(words: DomainConfig | null): [string, string][] {
  return Object.entries(words?.objects ?? {}).flatMap(([name, word]) => {
    const short = word.replace(/ block$/, '');
    return [[word, name], [short, name], ...(word.includes('{}') ? [] : [[name, name]])] as [string, string][];
  });
}

/** `r` for the red block, where no other object of the problem begins with it. */
function initials(names: readonly string[], words: DomainConfig | null): [string, string][] {
  const letters = names.flatMap((name) =>
    /^[a-z]+ block$/.test(words?.objects[name] ?? '') ? [[words!.objects[name]![0]!, name] as [string, string]] : [],
  );
  return letters.filter(([letter]) => letters.filter(([other]) => other === letter).length === 1);
}

/** The last domain and the last problem of a prompt in PDDL. */
function pddlOf(query: string): Texts | null {
  const domain = balanced(query, query.search(/\(define\s*\(domain/i));
  const problems = [...query.matchAll(/\(define\s*\(problem/gi)];
  const problem = balanced(query, problems.at(-1)?.index ?? -1);
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

type FactForm = { readonly predicate: string; readonly form: RegExp; readonly words: DomainConfig };

const FORMS = new WeakMap<DomainConfig, FactForm[]>();

function factForms(words: DomainConfig): FactForm[] {
  const known = FORMS.get(words);
  if (known !== undefined) return known;
  const forms = factFormsOf(words);
  FORMS.set(words, forms);
  return forms;
}

function factFormsOf(words: DomainConfig): FactForm[] {
  return Object.entries(words.predicates)
    .filter(([, template]) => template !== '')
    .map(([predicate, template]) => {
      const parts = template.toLowerCase().split('{}');
      const form = parts
        .map((part) => part.replace(/[^a-z0-9_ -]/g, '').replaceAll('the ', ''))
        .join('(\\w+(?: \\w)?|\\w+ block)');
      return { predicate, form: new RegExp(`^${form.trim()}$`), words };
    });
}

function factIn(text: string, forms: readonly FactForm[]): string | null {
  const fact = text
    .toLowerCase()
    .replace(/\bthe |[*.]/g, '')
    .replace(/^and /, '')
    .trim()
    .replace(/^hand is holding/, 'hand is currently holding');
  for (const { predicate, form, words } of forms) {
    const objects = form.exec(fact)?.slice(1);
    if (objects !== undefined) return [predicate, ...objects.map((object) => objectName(object, words))].join(' ');
  }
  return null;
}

function objectName(word: string, { objects }: DomainConfig): string {
  const found = Object.entries(objects).find(([, words]) => words === word || words === `${word} block`);
  if (found !== undefined) return found[0];
  const numbers = word.match(/\d+/g) ?? [];
  const form = Object.entries(objects).find(([, words]) => words.replaceAll('{}', '') === word.replace(/\d+/g, ''));
  return form === undefined ? word : `${form[0]}${numbers.join('-')}`;
}

const STATEMENT = /^As initial conditions I have that,?([^\n]*?)\.?\s*\n(?:\s*My goal is to have that([^\n.]*))?/;
const EVENT =
  /After executing the action "[^"\n]*" at step (\d+) in the plan, the following facts unexpectedly became true: ([^\n]*)\nThe following facts became unexpectedly false: ([^\n]*)/;

/** The facts that hold once the actions are carried out, checked or not; for actions without conditions in their effects. */
export function stateAfter(
  { domain, problem }: Pick<StatedProblem, 'domain' | 'problem'>,
  plan: readonly string[],
): Set<string> {
  const text = (atom: Atom, objects: ReadonlyMap<string, string>) =>
    [atom.predicate, ...atom.terms].map(({ name }) => objects.get(name) ?? name).join(' ');
  const state = new Set(problem.init.flatMap((fact) => (fact.kind === 'true' ? [text(fact, new Map())] : [])));
  for (const step of plan) {
    const [name, ...args] = step.split(' ');
    const action = domain.actions.find((other) => other.name.name === name);
    if (action === undefined) continue;
    const objects = new Map(action.parameters.map(({ name: parameter }, at) => [parameter.name, args[at] ?? '']));
    const effects = flat(action.effect);
    for (const effect of effects) if (effect.kind === 'delete') state.delete(text(effect, objects));
    for (const effect of effects) if (effect.kind === 'add') state.add(text(effect, objects));
  }
  return state;
}

function flat(effect: Effect): Effect[] {
  return effect.kind === 'and' ? effect.parts.flatMap(flat) : [effect];
}

function facts(text: string, words: DomainConfig): string[] {
  const forms = factForms(words);
  return text
    .split(/,\s*(?:and )?| and /)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const fact = factIn(part, forms);
      if (fact === null) throw new Error(`the prompt states ${JSON.stringify(part)}, which is no fact of the domain`);
      return fact;
    });
}

function problemText(init: readonly string[], goal: readonly string[], words: DomainConfig): string {
  const objects = new Set([...init, ...goal].flatMap((fact) => fact.split(' ').slice(1)));
  const all = [...init, ...[...objects].flatMap((name) => words.kindsOf(name))];
  const list = (items: readonly string[]) => items.map((fact) => `(${fact})`).join(' ');
  const [, name] = /\(domain\s+([^\s)]+)/i.exec(words.domain)!;
  return `(define (problem stated) (:domain ${name}) (:objects ${[...objects].sort().join(' ')}) (:init ${list(all.sort())}) (:goal (and ${list(goal)})))`;
}

/** Domains whose words stand in the prompt alone: `To perform X action, the following facts need to be true: p object_0`. */
function wordsOfQuery(query: string): DomainConfig {
  const text = query.toLowerCase();
  const lists = (form: string) =>
    new Map(
      [...text.matchAll(new RegExp(form, 'g'))].map(([, name, list]) => [
        name!,
        (list ?? '')
          .split(/,\s*(?:and )?| and /)
          .map((fact) => fact.trim().replace(/\.$/, ''))
          .filter((fact) => fact !== ''),
      ]),
    );
  const needs = lists('to perform (\\w+) action, the following facts need to be true:([^\\n]*)');
  const makes = lists('once (\\w+) (?:action )?is performed the following facts will be true:([^\\n]*)');
  const ends = lists('once (\\w+) (?:action )?is performed the following facts will be false:([^\\n]*)');
  if (needs.size === 0) throw new Error('the prompt names no actions');
  const predicates = new Map<string, number>();
  const actions: Record<string, string> = {};
  const variables = (fact: string) => `(${fact.replaceAll('object_', '?o')})`;
  const parts: string[] = [];
  for (const [name, pre] of needs) {
    const all = [...pre, ...(makes.get(name) ?? []), ...(ends.get(name) ?? [])];
    for (const fact of all) predicates.set(fact.split(' ')[0]!, fact.split(' ').length - 1);
    const objects = [...new Set(all.flatMap((fact) => fact.split(' ').slice(1)))].sort();
    actions[name] = [name, ...objects.map(() => '{}')].join(' ');
    const effects = [
      ...(makes.get(name) ?? []).map(variables),
      ...(ends.get(name) ?? []).map((fact) => `(not ${variables(fact)})`),
    ];
    parts.push(
      `(:action ${name} :parameters (${objects.map((object) => object.replace('object_', '?o')).join(' ')}) :precondition (and ${pre.map(variables).join(' ')}) :effect (and ${effects.join(' ')}))`,
    );
  }
  const declared = [...predicates].map(
    ([name, arity]) => `(${[name, ...Array.from({ length: arity }, (_, at) => `?x${at}`)].join(' ')})`,
  );
  return {
    domain: `(define (domain stated) (:predicates ${declared.join(' ')}) ${parts.join(' ')})`,
    actions,
    predicates: Object.fromEntries(
      [...predicates].map(([name, arity]) => [name, [name, ...Array.from({ length: arity }, () => '{}')].join(' ')]),
    ),
    objects: { o: 'object_{}' },
    kindsOf: () => [],
  };
}
