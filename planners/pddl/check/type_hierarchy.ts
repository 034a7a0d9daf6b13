import type { TypedName } from '../read/domain.ts';
import type { Word } from '../read/expression.ts';

export class Scope<T> {
  readonly #names: ReadonlyMap<string, T>;
  readonly #outer: Scope<T> | null;

  constructor(names: ReadonlyMap<string, T>, outer: Scope<T> | null = null) {
    this.#names = names;
    this.#outer = outer;
  }

  get(name: string): T | undefined {
    for (let scope: Scope<T> | null = this; scope !== null; scope = scope.#outer) {
      const found = scope.#names.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  names(): string[] {
    return [...this.#names.keys(), ...(this.#outer?.names() ?? [])];
  }
}

const NO_TYPES: ReadonlySet<string> = new Set();
const COMPARED_MAX = 10_000_000;

type Typed = { readonly types: readonly Word[] | null };

/** As in Fast Downward, an undeclared supertype is not below `object`. */
export class TypeHierarchy {
  readonly declared: ReadonlySet<string>;
  readonly known: ReadonlySet<string>;
  readonly #parents: ReadonlyMap<string, readonly string[]>;
  readonly #ancestorSets = new Map<string, Set<string>>();
  #compared = 0;

  constructor(types: readonly TypedName[]) {
    this.declared = new Set(['object', ...types.map(({ name }) => name.name)]);
    this.known = new Set([...this.declared, ...types.flatMap(typesOf)]);
    const byName = Map.groupBy(types, ({ name }) => name.name);
    this.#parents = new Map([...byName].map(([name, declarations]) => [name, declarations.flatMap(typesOf)]));
  }

  isBelow(type: string, ancestor: string): boolean {
    return type === ancestor || this.#ancestors(type).has(ancestor);
  }

  fits(object: Typed, variable: Typed): boolean {
    return typesOf(object).some((type) => typesOf(variable).some((other) => this.isBelow(type, other)));
  }

  firstUnfitType(argument: Typed, parameter: Typed): string | null {
    const [argumentTypes, parameterTypes] = [typesOf(argument), typesOf(parameter)];
    this.#compared += argumentTypes.length * parameterTypes.length;
    if (this.#compared > COMPARED_MAX) return null;
    const fits = (type: string) => parameterTypes.some((other) => this.isBelow(type, other));
    return argumentTypes.find((type) => this.known.has(type) && !fits(type)) ?? null;
  }

  /** The shortest, such as `['a', 'b', 'a']`; `object` may be its own supertype. */
  cycleOf(type: string): readonly string[] | null {
    const cameFrom = new Map<string, string>([[type, type]]);
    for (const child of cameFrom.keys())
      for (const parent of this.#parents.get(child) ?? []) {
        if (parent === type && !(type === 'object' && child === 'object')) return [...pathTo(child, cameFrom), type];
        if (!cameFrom.has(parent)) cameFrom.set(parent, child);
      }
    return null;
  }

  #ancestors(type: string): ReadonlySet<string> {
    if (!this.#parents.has(type)) return NO_TYPES;
    let reached = this.#ancestorSets.get(type);
    if (reached === undefined) {
      reached = new Set([type]);
      for (const next of reached) for (const parent of this.#parents.get(next) ?? []) reached.add(parent);
      this.#ancestorSets.set(type, reached);
    }
    return reached;
  }
}

function pathTo(end: string, cameFrom: ReadonlyMap<string, string>) {
  const path = [end];
  for (let type = cameFrom.get(end); type !== undefined && type !== path.at(-1); type = cameFrom.get(type))
    path.push(type);
  return path.reverse();
}

export function typesOf({ types }: Typed): readonly string[] {
  return types === null ? ['object'] : types.map(({ name }) => name);
}
