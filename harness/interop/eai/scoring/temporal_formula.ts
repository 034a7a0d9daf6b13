/** Such as `ON(lamp.7) then exists x0. (READ(x0))`; `then` binds loosest, `and` tightest. */
export type TemporalFormula =
  | Readonly<{ kind: 'primitive'; name: string; args: readonly string[] }>
  | Readonly<{ kind: 'then' | 'or' | 'and' | 'not'; parts: readonly TemporalFormula[] }>
  | Readonly<{ kind: 'exists' | 'forall'; variable: string; parts: readonly TemporalFormula[] }>;

const TOKEN = /\s*(?:([A-Za-z_-]\w*(?:\.\d+(?!\w))?)|([(),.]))/y;
const DEPTH_MAX = 100;
const OPERATORS = ['then', 'or', 'and'] as const;

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
    const formula = this.#operation(OPERATORS, 0);
    return this.#at === this.#tokens.length ? formula : null;
  }

  #operation(words: readonly (typeof OPERATORS)[number][], depth: number): TemporalFormula | null {
    const [word, ...tighter] = words;
    if (word === undefined) return this.#operand(depth);
    const parts: TemporalFormula[] = [];
    do {
      const part = this.#operation(tighter, depth);
      if (part === null) return null;
      parts.push(part);
    } while (this.#accept(word));
    return parts.length === 1 ? parts[0]! : { kind: word, parts };
  }

  #operand(depth: number): TemporalFormula | null {
    if (depth > DEPTH_MAX) return null;
    const token = this.#tokens[this.#at++];
    if (token === '(') return this.#parenthesized(depth);
    if (token === 'exists' || token === 'forall') {
      const variable = this.#tokens[this.#at++];
      if (variable === undefined || !this.#accept('.') || !this.#accept('(')) return null;
      const part = this.#parenthesized(depth);
      return part === null ? null : { kind: token, variable, parts: [part] };
    }
    if (token === 'not') {
      const part = this.#operand(depth + 1);
      return part === null ? null : { kind: 'not', parts: [part] };
    }
    return token === undefined || !/^[A-Za-z_-]\w*$/.test(token) ? null : this.#primitive(token);
  }

  #primitive(name: string): TemporalFormula | null {
    if (!this.#accept('(')) return null;
    const args: string[] = [];
    if (this.#accept(')')) return { kind: 'primitive', name, args };
    do {
      const arg = this.#tokens[this.#at++];
      if (arg === undefined || /^[(),.]$/.test(arg)) return null;
      args.push(arg);
    } while (this.#accept(','));
    return this.#accept(')') ? { kind: 'primitive', name, args } : null;
  }

  #parenthesized(depth: number): TemporalFormula | null {
    const formula = this.#operation(OPERATORS, depth + 1);
    return this.#accept(')') ? formula : null;
  }

  #accept(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }
}

export function primitivesIn(
  formula: TemporalFormula,
  bound: readonly string[] = [],
): Readonly<{ name: string; count: number; objects: readonly string[] }>[] {
  if (formula.kind === 'primitive') {
    const objects = formula.args.filter((arg) => !bound.includes(arg));
    return [{ name: formula.name, count: formula.args.length, objects }];
  }
  const boundWithin = 'variable' in formula ? [...bound, formula.variable] : bound;
  return formula.parts.flatMap((part) => primitivesIn(part, boundWithin));
}

/** Null if only some parts of an `and` contain `then`, which EAI refuses. */
export function isStateFormula(formula: TemporalFormula): boolean | null {
  if (formula.kind === 'primitive') return true;
  const parts = formula.parts.map((part) => isStateFormula(part));
  if (parts.includes(null)) return null;
  if (formula.kind === 'then') return false;
  if (formula.kind === 'and' && new Set(parts).size > 1) return null;
  return parts.every((part) => part === true);
}

export type Trajectory = Readonly<{
  length: number;
  objects: readonly string[];
  holds: (at: number, name: string, args: readonly string[]) => boolean;
  action: (at: number) => Readonly<{ name: string; args: readonly string[] }> | null;
  isAction: (name: string) => boolean;
}>;

type Bindings = ReadonlyMap<string, string>;

const NO_BINDINGS: Bindings = new Map();

/** As in EAI, parts may hold at any moment; with `atEnd`, a last part without actions must also hold at the end. */
export function holdsAlong(formula: TemporalFormula, trajectory: Trajectory, { atEnd }: { atEnd: boolean }): boolean {
  const parts = formula.kind === 'then' ? formula.parts : [formula];
  let from = 0;
  for (const part of parts) {
    const used = prefixOf(part, trajectory, from);
    if (used === null) return false;
    from += used;
  }
  const last = parts.at(-1)!;
  const hasActions = primitivesIn(last).some(({ name }) => trajectory.isAction(name));
  return !atEnd || hasActions || holdsAt(last, trajectory, { at: trajectory.length - 1, bindings: NO_BINDINGS });
}

/** A nested `then` uses all remaining states. */
function prefixOf(formula: TemporalFormula, trajectory: Trajectory, from: number): number | null {
  if (formula.kind === 'then') {
    let used = from;
    for (const part of formula.parts) {
      const prefix = prefixOf(part, trajectory, used);
      if (prefix === null) return null;
      used += prefix;
    }
    return trajectory.length - from;
  }
  if ((formula.kind === 'and' || formula.kind === 'or') && formula.parts.some((part) => part.kind === 'then')) {
    const prefixes = formula.parts.map((part) => prefixOf(part, trajectory, from));
    const found = prefixes.filter((prefix) => prefix !== null);
    if (formula.kind === 'or') return found.length === 0 ? null : Math.min(...found);
    return found.length < prefixes.length ? null : Math.max(...found);
  }
  for (let at = from; at < trajectory.length; at++) {
    if (holdsAt(formula, trajectory, { at, bindings: NO_BINDINGS })) return at - from + 1;
  }
  return null;
}

function holdsAt(
  formula: TemporalFormula,
  trajectory: Trajectory,
  { at, bindings }: { at: number; bindings: Bindings },
): boolean {
  if (formula.kind === 'primitive') {
    const args = formula.args.map((arg) => bindings.get(arg) ?? arg);
    if (!trajectory.isAction(formula.name)) return trajectory.holds(at, formula.name, args);
    const action = trajectory.action(at);
    return action?.name === formula.name && action.args.join() === args.join();
  }
  const allHold = (names: Bindings) =>
    formula.parts.every((part) => holdsAt(part, trajectory, { at, bindings: names }));
  if ('variable' in formula) {
    const holdsFor = (object: string) => allHold(new Map([...bindings, [formula.variable, object]]));
    return formula.kind === 'exists' ? trajectory.objects.some(holdsFor) : trajectory.objects.every(holdsFor);
  }
  if (formula.kind === 'or') return formula.parts.some((part) => holdsAt(part, trajectory, { at, bindings }));
  return allHold(bindings) === (formula.kind !== 'not');
}
