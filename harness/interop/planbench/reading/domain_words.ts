/**
 * Facts and objects in the words of a domain's config, and the configs of domains whose words stand in the prompt alone.
 *
 * @module
 */
import type { DomainConfig } from './checkout.ts';

/** Words → PDDL names: `red block` and `red` for `a`. A name stands for itself. */
export function objectWords(words: DomainConfig | null): [string, string][] {
  return Object.entries(words?.objects ?? {}).flatMap(([name, word]): [string, string][] => {
    const short = word.replace(/ block$/, '');
    return [[word, name], [short, name], ...(word.includes('{}') ? [] : ([[name, name]] satisfies [string, string][]))];
  });
}

/** `r` for the red block, where no other object of the problem begins with it. */
export function initials(names: readonly string[], words: DomainConfig | null): [string, string][] {
  const letters = names.flatMap((name): [string, string][] => {
    const word = words?.objects[name] ?? '';
    return word.endsWith(' block') ? [[word[0]!, name]] : [];
  });
  return letters.filter(([letter]) => letters.filter(([other]) => other === letter).length === 1);
}

/** The verb of an action in words. */
export function verbOf(template: string): string {
  return template.split('{}', 1)[0]!.replace('the ', '').trim().toLowerCase();
}

/** Reads facts such as "the blue block is on top of the red block" as `on b a`. */
export class FactReader {
  readonly #forms: readonly { readonly predicate: string; readonly parts: readonly string[] }[];
  readonly #objects: ReadonlyMap<string, string>;
  readonly #known = new Map<string, string | null>();

  constructor(words: DomainConfig) {
    this.#forms = Object.entries(words.predicates).flatMap(([predicate, template]) =>
      template === '' ? [] : [{ predicate, parts: plain(template.replaceAll(/[^\w{} -]/g, '')).split('{}') }],
    );
    this.#objects = new Map(objectWords(words));
  }

  /** Null for what is no fact. */
  read(text: string): string | null {
    let fact = this.#known.get(text);
    if (fact === undefined) {
      fact = this.#read(plain(text.replaceAll(/[*.]/g, '').replace(/^\s*and /, '')));
      this.#known.set(text, fact);
    }
    return fact;
  }

  /** Throws where a part of the list is no fact. */
  readAll(list: string): string[] {
    return parts(list).map((part) => {
      const fact = this.read(part);
      if (fact === null) throw new Error(`the prompt states ${JSON.stringify(part)}, which is no fact of the domain`);
      return fact;
    });
  }

  #read(text: string): string | null {
    const fact = text.replace(/^hand is holding/, 'hand is currently holding');
    for (const { predicate, parts: form } of this.#forms) {
      const objects = filled(form, fact);
      if (objects !== null) return [predicate, ...objects.map((object) => this.#object(object))].join(' ');
    }
    return null;
  }

  #object(word: string): string {
    const prefix = this.#objects.get(word.replaceAll(/\d+/g, '{}'));
    return this.#objects.get(word) ?? (prefix === undefined ? word : `${prefix}${word.match(/\d+/g)!.join('-')}`);
  }
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll('the ', '').trim();
}

/** `a, b and c` */
function parts(list: string): string[] {
  const all = list.split(/,\s*(?:and )?| and /).map((part) => part.trim().replace(/\.$/, ''));
  return all.filter((part) => part !== '');
}

/** What stands in the gaps of a form, of one word or two; null where the text has another form. */
function filled(form: readonly string[], text: string): string[] | null {
  if (!text.startsWith(form[0]!)) return null;
  const found: string[] = [];
  let at = form[0]!.length;
  for (const part of form.slice(1)) {
    const end = part === '' ? text.length : text.indexOf(part, at);
    if (end < 0) return null;
    found.push(text.slice(at, end));
    at = end + part.length;
  }
  return at === text.length && found.every((words) => /^\w+(?: (?:\w|block))?$/.test(words)) ? found : null;
}

const NEEDS = /^\s*to perform (\w+) action, the following facts need to be (true):(.*)/;
const MAKES = /^\s*once (\w+) (?:action )?is performed the following facts will be (true|false):(.*)/;

/** "To perform X action, the following facts need to be true: p object_0". Throws where the prompt names no actions. */
export function wordsOfQuery(query: string): DomainConfig {
  const lists = (form: RegExp, value: string) =>
    new Map(
      query.split('\n').flatMap((line) => {
        const [, name, stated, list] = form.exec(line.toLowerCase()) ?? [];
        return stated === value ? [[name!, parts(list!)] as const] : [];
      }),
    );
  const [needs, makes, ends] = [lists(NEEDS, 'true'), lists(MAKES, 'true'), lists(MAKES, 'false')];
  if (needs.size === 0) throw new Error('the prompt names no actions');
  const predicates = new Map<string, string>();
  const actions: Record<string, string> = {};
  const inPddl = (fact: string) => `(${fact.replaceAll('object_', '?o')})`;
  const defined = [...needs].map(([name, pre]) => {
    const [adds, deletes] = [makes.get(name) ?? [], ends.get(name) ?? []];
    const all = [...pre, ...adds, ...deletes].map((fact) => fact.split(' '));
    for (const [predicate, ...objects] of all) predicates.set(predicate!, objects.map((_, at) => ` ?x${at}`).join(''));
    const objects = [...new Set(all.flatMap(([, ...terms]) => terms))].sort();
    actions[name] = [name, ...objects.map(() => '{}')].join(' ');
    const effects = [...adds.map(inPddl), ...deletes.map((fact) => `(not ${inPddl(fact)})`)];
    return `(:action ${name} :parameters ${inPddl(objects.join(' '))} :precondition (and ${pre.map(inPddl).join(' ')}) :effect (and ${effects.join(' ')}))`;
  });
  const declared = [...predicates].map(([name, terms]) => `(${name}${terms})`);
  return {
    domain: `(define (domain stated) (:predicates ${declared.join(' ')}) ${defined.join(' ')})`,
    actions,
    predicates: Object.fromEntries(
      [...predicates].map(([name, terms]) => [name, name + terms.replaceAll(/\?x\d/g, '{}')]),
    ),
    objects: { o: 'object_{}' },
    kindsOf: () => [],
  };
}
