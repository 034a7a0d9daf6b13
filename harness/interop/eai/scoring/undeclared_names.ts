/**
 * Writes undeclared names as plain PDDL, as the Fast Downward of EAI's time took them: an object of the problem is that
 * object, another name makes an atom of its own. An atom with an undeclared variable never holds; where it becomes
 * true, the translator fails once the action is reachable.
 */

/** Lower-case, as PDDL takes words. */
export type SExpression = string | readonly SExpression[];

const DEPTH_MAX = 200;

/** Null for unmatched parentheses or too deep nesting. */
export function readSExpression(text: string): SExpression | null {
  const open: SExpression[][] = [[]];
  for (const [token] of text.toLowerCase().matchAll(/[()]|[^\s()]+/g)) {
    if (token === '(') {
      if (open.length > DEPTH_MAX) return null;
      open.push([]);
    } else if (token === ')') {
      const closed = open.pop()!;
      const around = open.at(-1);
      if (around === undefined) return null;
      around.push(closed);
    } else open.at(-1)!.push(token);
  }
  const [whole] = open;
  return open.length === 1 && whole!.length === 1 ? whole![0]! : null;
}

export function writeSExpression(expression: SExpression): string {
  return typeof expression === 'string' ? expression : `(${expression.map(writeSExpression).join(' ')})`;
}

/** `?x` and `?y` of `(?x - object ?y - object)`. */
export function variablesIn(list: SExpression): ReadonlySet<string> {
  const words = typeof list === 'string' ? [list] : list.filter((word) => typeof word === 'string');
  return new Set(words.filter((word) => word.startsWith('?')));
}

const NEVER = 'eai_never';
/** Becomes true where the translator fails. */
export const REFUSED = 'eai_refused';

type NameScope = {
  readonly predicates: ReadonlyMap<string, number>;
  readonly objects: ReadonlySet<string>;
};

const JUNCTIONS = ['and', 'or', 'imply'];
const QUANTIFIERS = ['exists', 'forall'];

export class UndeclaredNames {
  readonly predicates = new Map<string, number>();
  readonly #scope: NameScope;

  constructor(scope: NameScope) {
    this.#scope = scope;
  }

  condition(expression: SExpression, variables: ReadonlySet<string>): SExpression {
    return this.#rewritten(expression, variables, NEVER);
  }

  effect(expression: SExpression, variables: ReadonlySet<string>): SExpression {
    return this.#rewritten(expression, variables, REFUSED);
  }

  /** `undeclared` replaces an atom with an undeclared variable. */
  #rewritten(expression: SExpression, variables: ReadonlySet<string>, undeclared: string): SExpression {
    if (typeof expression === 'string') return expression;
    const [head, ...parts] = expression;
    if (typeof head !== 'string') return expression;
    const inside = (part: SExpression, names = variables) => this.#rewritten(part, names, undeclared);
    // A deleted atom need not hold.
    if (head === 'not') return [head, ...parts.map((part) => this.condition(part, variables))];
    if (JUNCTIONS.includes(head)) return [head, ...parts.map((part) => inside(part))];
    if (QUANTIFIERS.includes(head)) {
      const [list = [], ...bodies] = parts;
      const names = new Set([...variables, ...variablesIn(list)]);
      return [head, list, ...bodies.map((body) => inside(body, names))];
    }
    if (head === 'when') {
      const [condition = [], ...effects] = parts;
      return [head, this.condition(condition, variables), ...effects.map((each) => inside(each))];
    }
    return this.#atom(head, parts, { variables, undeclared }) ?? expression;
  }

  /** Null where the atom stays, or is refused for other reasons. */
  #atom(
    predicate: string,
    terms: readonly SExpression[],
    { variables, undeclared }: { readonly variables: ReadonlySet<string>; readonly undeclared: string },
  ): SExpression | null {
    const arity = predicate === '=' ? 2 : this.#scope.predicates.get(predicate);
    const names = terms.filter((term) => typeof term === 'string');
    if (arity !== terms.length || names.length < terms.length) return null;
    if (names.some((name) => name.startsWith('?') && !variables.has(name))) {
      this.predicates.set(undeclared, 0);
      return [undeclared];
    }
    const isKnown = (name: string) => name.startsWith('?') || this.#scope.objects.has(name);
    if (names.every((name) => isKnown(name))) return null;
    const own = [predicate, ...names.map((name) => (isKnown(name) ? '' : name))].join('_of_').replace('=', 'same');
    const rest = names.filter((name) => isKnown(name));
    this.predicates.set(own, rest.length);
    return [own, ...rest];
  }
}
