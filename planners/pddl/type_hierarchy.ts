/**
 * Which type is below which. As in Fast Downward, a type that is only named as a supertype stands beside `object`, not
 * below it; a type may have several supertypes; types in a circle are all below one another.
 *
 * @module
 */
import type { TypedName } from './domain.ts';
import type { Word } from './expression.ts';

export class TypeHierarchy {
  readonly declared: ReadonlySet<string>;
  readonly #above = new Map<string, string[]>();
  readonly #known = new Map<string, boolean>();

  constructor(types: readonly TypedName[]) {
    this.declared = new Set(['object', ...types.map(({ name }) => name.name)]);
    for (const type of types)
      for (const parent of typesOf(type)) {
        const parents = this.#above.get(type.name.name);
        if (parents === undefined) this.#above.set(type.name.name, [parent]);
        else parents.push(parent);
      }
  }

  isBelow(type: string, ancestor: string): boolean {
    if (type === ancestor) return true;
    const key = `${type} ${ancestor}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#reaches(type, ancestor);
    this.#known.set(key, found);
    return found;
  }

  /** Whether a type is above itself; `object`, which may be declared below itself, does not count. */
  isCyclic(type: string): boolean {
    return type !== 'object' && (this.#above.get(type) ?? []).some((parent) => this.isBelow(parent, type));
  }

  #reaches(type: string, ancestor: string): boolean {
    const seen = new Set([type]);
    for (const next of seen) {
      if (next === ancestor) return true;
      for (const parent of this.#above.get(next) ?? []) seen.add(parent);
    }
    return false;
  }
}

/** The types written behind a name; none written means `object`. */
export function typesOf({ types }: { readonly types: readonly Word[] | null }): readonly string[] {
  return types === null ? ['object'] : types.map(({ name }) => name);
}
