export class Scope<T> {
  readonly #own: ReadonlyMap<string, T>;
  readonly #outer: Scope<T> | null;

  constructor(own: ReadonlyMap<string, T>, outer: Scope<T> | null = null) {
    this.#own = own;
    this.#outer = outer;
  }

  get(name: string): T | undefined {
    for (let scope: Scope<T> | null = this; scope !== null; scope = scope.#outer) {
      const found = scope.#own.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  names(): string[] {
    return [...this.#own.keys(), ...(this.#outer?.names() ?? [])];
  }
}
