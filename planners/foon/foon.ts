/** Functional object-oriented network (Paulius et al. 2016). */

// The text form has no quoting.
const CONTROL = '\\u0000-\\u001f\\u007f';

export const NAME_RULES = {
  label: { words: 'a label', forbidden: new RegExp(`[${CONTROL}]`) },
  object: { words: 'the name of an object, without brackets', forbidden: new RegExp(`[${CONTROL}[\\]]`) },
  ingredient: { words: 'an ingredient, without commas and braces', forbidden: new RegExp(`[${CONTROL}{},]`) },
  time: { words: 'a time, without commas and angle brackets', forbidden: new RegExp(`[${CONTROL}<>,]`) },
};

export type NameUse = keyof typeof NAME_RULES;

export function isName(name: string, use: NameUse): boolean {
  return name !== '' && name === name.trim() && name.isWellFormed() && !NAME_RULES[use].forbidden.test(name);
}

export function nameWords(use: NameUse): string {
  return `${NAME_RULES[use].words} (not empty, no surrounding whitespace, no control characters)`;
}

type FoonFault = { path?: string; line?: number | undefined; field?: string; expected: string; found: string };

export class FoonError extends Error {
  override readonly name = 'FoonError';
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly field: string | undefined;
  readonly expected: string;
  readonly found: string;

  constructor({ task, path, line, field, expected, found }: FoonFault & { task: 'read' | 'write' }) {
    const file = path === undefined ? '' : ` "${path}"`;
    const place = [line && `, line ${line}`, field && `, field ${field}`].filter(Boolean).join('');
    super(`Cannot ${task} FOON${file}${place}: expected ${expected}, found ${found}`);
    this.path = path;
    this.line = line;
    this.field = field;
    this.expected = expected;
    this.found = found;
  }
}

export const TEXT_CHARACTERS_MAX = 4 * 1024 * 1024;
export const JSON_CHARACTERS_MAX = 32 * 1024 * 1024; // the sampled networks' JSON is 12 times their text

export function quoted(text: string): string {
  const shown = JSON.stringify(text.slice(0, 60).toWellFormed());
  return text.length > 60 ? `${shown.slice(0, -1)}…"` : shown;
}

export type Foon = Readonly<{ sources: readonly string[]; units: readonly FunctionalUnit[] }>;

export type NonEmpty<T> = readonly [T, ...T[]];

export type FunctionalUnit = Readonly<{
  inputs: NonEmpty<ObjectNode>;
  motion: MotionNode;
  outputs: NonEmpty<ObjectNode>;
}>;

export type ObjectNode = Readonly<{
  label: string;
  states: readonly ObjectState[];
  inMotion: boolean;
  isGoal: boolean;
}>;

/** `whole`; `on [cutting board]`; `contains {flour,water}`. */
export type ObjectState =
  | Readonly<{ kind: 'plain'; label: string }>
  | Readonly<{ kind: 'related'; label: string; object: string }>
  | Readonly<{ kind: 'contents'; label: string; ingredients: readonly string[] }>;

export type MotionNode = Readonly<{
  label: string;
  times?: Readonly<{ start: string; end: string }>;
  performer?: Performer;
}>;

export type Performer = Readonly<{ name: string; successRate: number }>;

export const ASSUMED = 'Assumed';

/** Paulius et al. 2016 and 2018. States and ingredients are sets; objects are counted. */
export type FoonLevel = 1 | 2 | 3;

export function objectKey(node: ObjectNode, level: FoonLevel): string {
  if (level === 1) return JSON.stringify([node.label]);
  const states = sortedSet(node.states.map(stateKey));
  if (level === 2) return JSON.stringify([node.label, states]);
  const ingredients = node.states.flatMap((state) => (state.kind === 'contents' ? state.ingredients : []));
  return JSON.stringify([node.label, states, sortedSet(ingredients)]);
}

export function unitKey({ inputs, motion, outputs }: FunctionalUnit, level: FoonLevel): string {
  const side = (nodes: readonly ObjectNode[]) => nodes.map((node) => objectKey(node, level)).sort();
  return JSON.stringify([side(inputs), motion.label, side(outputs)]);
}

function stateKey(state: ObjectState): string {
  return JSON.stringify(state.kind === 'related' ? [state.label, state.object] : [state.label]);
}

function sortedSet(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

/** Paulius et al. 2016; also drops duplicates within a network. */
export function mergeFoons(foons: readonly Foon[], level: FoonLevel): Foon {
  const units = new Map<string, FunctionalUnit>();
  for (const unit of foons.flatMap((foon) => foon.units)) {
    const key = unitKey(unit, level);
    const first = units.get(key);
    const merged = first && {
      ...first,
      inputs: markGoals(first.inputs, unit.inputs, level),
      outputs: markGoals(first.outputs, unit.outputs, level),
    };
    units.set(key, merged ?? unit);
  }
  const sources = [...new Set(foons.flatMap((foon) => foon.sources))];
  return { sources, units: [...units.values()] };
}

function markGoals(nodes: NonEmpty<ObjectNode>, others: readonly ObjectNode[], level: FoonLevel): NonEmpty<ObjectNode> {
  const goals = new Set(others.filter((node) => node.isGoal).map((node) => objectKey(node, level)));
  const mark = (node: ObjectNode) => (goals.has(objectKey(node, level)) ? { ...node, isGoal: true } : node);
  const [head, ...tail] = nodes;
  return [mark(head), ...tail.map(mark)];
}
