/**
 * EAI's formulas of temporal logic: `ON(lamp.7) and OPEN(fridge.9) then exists x0. (READ(x0))`.
 *
 * `then` binds loosest, `and` tightest; a formula with `then` in it may stand in parentheses.
 *
 * @module
 */

export type TemporalFormula =
  | { readonly kind: 'primitive'; readonly name: string; readonly args: readonly string[] }
  | { readonly kind: 'then' | 'or' | 'and'; readonly parts: readonly TemporalFormula[] }
  | { readonly kind: 'not'; readonly part: TemporalFormula }
  | { readonly kind: 'exists' | 'forall'; readonly variable: string; readonly part: TemporalFormula };

const TOKEN = /\s*(?:([A-Za-z_-]\w*(?:\.\d+(?!\w))?)|([(),.]))/y;
const DEPTH_MAX = 100;

/** Null where a text is no such formula. */
export function readTemporalFormula(text: string): TemporalFormula | null {
  const tokens = tokensOf(text);
  return tokens === null ? null : new FormulaReader(tokens).read();
}

function tokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) return null;
    tokens.push((match[1] ?? match[2])!);
  }
  return tokens;
}

class FormulaReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  read(): TemporalFormula | null {
    const formula = this.#joined(['then', 'or', 'and'], 0);
    return this.#at === this.#tokens.length ? formula : null;
  }

  #joined(words: readonly ('then' | 'or' | 'and')[], depth: number): TemporalFormula | null {
    const [word, ...tighter] = words;
    if (word === undefined) return this.#single(depth);
    const parts: TemporalFormula[] = [];
    do {
      const part = this.#joined(tighter, depth);
      if (part === null) return null;
      parts.push(part);
    } while (this.#takes(word));
    return parts.length === 1 ? parts[0]! : { kind: word, parts };
  }

  #single(depth: number): TemporalFormula | null {
    if (depth > DEPTH_MAX) return null;
    const token = this.#next();
    if (token === '(') return this.#closed(this.#joined(['then', 'or', 'and'], depth + 1));
    if (token === 'exists' || token === 'forall') return this.#quantified(token, depth);
    if (token === 'not') {
      const part = this.#single(depth + 1);
      return part === null ? null : { kind: 'not', part };
    }
    return token === undefined || !/^[A-Za-z_-]\w*$/.test(token) ? null : this.#primitive(token);
  }

  #quantified(kind: 'exists' | 'forall', depth: number): TemporalFormula | null {
    const variable = this.#next();
    if (variable === undefined || !this.#takes('.') || !this.#takes('(')) return null;
    const part = this.#closed(this.#joined(['then', 'or', 'and'], depth + 1));
    return part === null ? null : { kind, variable, part };
  }

  #primitive(name: string): TemporalFormula | null {
    if (!this.#takes('(')) return null;
    const args: string[] = [];
    if (this.#takes(')')) return { kind: 'primitive', name, args };
    do {
      const arg = this.#next();
      if (arg === undefined || /^[(),.]$/.test(arg)) return null;
      args.push(arg);
    } while (this.#takes(','));
    return this.#takes(')') ? { kind: 'primitive', name, args } : null;
  }

  #closed(formula: TemporalFormula | null): TemporalFormula | null {
    return this.#takes(')') ? formula : null;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #next(): string | undefined {
    return this.#tokens[this.#at++];
  }

  #takes(token: string): boolean {
    if (this.#peek() !== token) return false;
    this.#at++;
    return true;
  }
}

/** All primitives in a formula; variables that a quantifier binds are left out of their arguments. */
export function primitivesIn(
  formula: TemporalFormula,
  bound: readonly string[] = [],
): { readonly name: string; readonly count: number; readonly objects: readonly string[] }[] {
  switch (formula.kind) {
    case 'primitive': {
      const objects = formula.args.filter((arg) => !bound.includes(arg));
      return [{ name: formula.name, count: formula.args.length, objects }];
    }
    case 'not':
      return primitivesIn(formula.part, bound);
    case 'exists':
    case 'forall':
      return primitivesIn(formula.part, [...bound, formula.variable]);
    default:
      return formula.parts.flatMap((part) => primitivesIn(part, bound));
  }
}

/** Whether it is about one moment; null where `and` mixes such formulas with others, which EAI refuses. */
export function isOfOneMoment(formula: TemporalFormula): boolean | null {
  switch (formula.kind) {
    case 'primitive':
      return true;
    case 'not':
    case 'exists':
    case 'forall':
      return isOfOneMoment(formula.part);
    default: {
      const parts = formula.parts.map((part) => isOfOneMoment(part));
      if (parts.includes(null)) return null;
      if (formula.kind === 'then') return false;
      if (formula.kind === 'and' && new Set(parts).size > 1) return null;
      return parts.every((part) => part === true);
    }
  }
}
