/** Lines such as `[PUTIN] <milk> (5) <fridge> (305)`. As in VirtualHome's parser, a space in a class counts as `_`. */
import { quoted } from '../../../quoted.ts';

const SHORT = { charactersMax: 60 };

/** Columns are counted from 1, in UTF-16 code units. */
export class ScriptLineError extends Error {
  override readonly name = 'ScriptLineError';
  readonly column: number;

  constructor(text: string, column: number, problem: string) {
    super(`Cannot read script line ${quoted(text, SHORT)}, column ${column}: ${problem}`);
    this.column = column;
  }
}

type Action = Readonly<{ verb: string; arity: number }>;

export type ScriptStep<A> = Readonly<{ action: A; first: number; second: number }>;

/** VirtualHome ignores the class if the program has its own graph. */
export type ScriptNames = 'checked' | 'ignored';

type Scene = Readonly<{ nodes: readonly Readonly<{ className: string }>[]; indexOf: ReadonlyMap<number, number> }>;

const LINE_MAX = 10_000;
const LINE = /^\s*\[\s*(\w+)\s*\]\s*(?:<([^<>]+)>\s*\(\s*([\d.]+)\s*\)\s*(?:<([^<>]+)>\s*\(\s*([\d.]+)\s*\)\s*)?)?$/;
const DIGITS_MAX = 15;
const NONE = -1;

export class ScriptReader<A extends Action> {
  readonly #actions: ReadonlyMap<string, A>;
  readonly #scene: Scene;
  readonly #names: ScriptNames;

  constructor(actions: ReadonlyMap<string, A>, scene: Scene, { names = 'checked' }: { names?: ScriptNames } = {}) {
    this.#actions = actions;
    this.#scene = scene;
    this.#names = names;
  }

  /** Throws a ScriptLineError. */
  read(text: string): ScriptStep<A> {
    const match = text.length > LINE_MAX ? null : LINE.exec(text);
    if (match === null) throw malformed(text);
    const [, word, firstClass, firstId, secondClass, secondId] = match;
    const action = this.#actions.get(word as string) ?? this.#actions.get((word as string).toUpperCase());
    if (action === undefined) {
      const problem = `unknown action "${word}"; known: ${[...this.#actions.keys()].join(', ')}`;
      throw new ScriptLineError(text, text.indexOf(word as string) + 1, problem);
    }
    const given = firstId === undefined ? 0 : secondId === undefined ? 1 : 2;
    if (given !== action.arity) {
      const column = text.indexOf(']') + 2;
      throw new ScriptLineError(text, column, `${action.verb} takes ${objects(action.arity)}, found ${given}`);
    }
    return {
      action,
      first: firstId === undefined ? NONE : this.#node(text, firstClass as string, firstId, text.indexOf('<')),
      second: secondId === undefined ? NONE : this.#node(text, secondClass as string, secondId, text.lastIndexOf('<')),
    };
  }

  #node(text: string, className: string, written: string, at: number): number {
    const bracket = text.indexOf('(', at);
    const id = idOf(written);
    if (Number.isNaN(id)) {
      const column = text.indexOf(written, bracket) + 1;
      throw new ScriptLineError(text, column, `expected an id in digits, found ${found(text, column)}`);
    }
    const index = this.#scene.indexOf.get(id);
    if (index === undefined) throw new ScriptLineError(text, bracket + 1, `the scene has no node with id ${id}`);
    if (this.#names === 'ignored') return index;
    const actual = this.#scene.nodes[index]!.className;
    if (className !== actual && plain(className) !== plain(actual)) {
      const problem = `the node with id ${id} has class "${actual}", not ${quoted(className, SHORT)}`;
      throw new ScriptLineError(text, at + 1, problem);
    }
    return index;
  }
}

/** Also reads `1.305` as 305, as in released programs. */
function idOf(written: string): number {
  const dot = written.indexOf('.');
  const digits = written.slice(dot + 1);
  const isId = dot !== 0 && dot <= DIGITS_MAX && digits !== '' && digits.length <= DIGITS_MAX && !digits.includes('.');
  return isId ? Number(digits) : Number.NaN;
}

export function scriptLine(action: string, ...nodes: readonly { className: string; id: number }[]): string {
  return [`[${action}]`, ...nodes.map(({ className, id }) => `<${className}> (${id})`)].join(' ');
}

function plain(className: string): string {
  return className.trim().toLowerCase().replaceAll(' ', '_');
}

type Part = readonly [RegExp, string];

const PARTS: readonly Part[] = [
  [/\s*\[/y, 'expected "["'],
  [/\s*\w+/y, 'expected the name of an action'],
  [/\s*\]/y, 'expected "]"'],
];
const OBJECT_PARTS: readonly Part[] = [
  [/\s*</y, 'expected "<"'],
  [/[^<>]+/y, 'expected the name of a class'],
  [/>/y, 'expected ">"'],
  [/\s*\(/y, 'expected "("'],
  [/\s*[\d.]+/y, 'expected an id in digits'],
  [/\s*\)/y, 'expected ")"'],
];

function malformed(text: string): ScriptLineError {
  if (text.length > LINE_MAX) return new ScriptLineError(text, LINE_MAX + 1, `expected at most ${LINE_MAX} characters`);
  let at = 0;
  const failed = [...PARTS, ...OBJECT_PARTS, ...OBJECT_PARTS].find(([part]) => {
    part.lastIndex = at;
    if (!part.test(text)) return true;
    at = part.lastIndex;
    return false;
  });
  const column = at + (/^\s*/.exec(text.slice(at)) as RegExpExecArray)[0].length + 1;
  const problem = failed?.[1] ?? 'expected the end after two objects';
  return new ScriptLineError(text, column, `${problem}, found ${found(text, column)}`);
}

function found(text: string, column: number): string {
  return column > text.length ? 'the end' : quoted(text.slice(column - 1), SHORT);
}

function objects(arity: number): string {
  return arity === 0 ? 'no object' : arity === 1 ? 'one object' : `${arity} objects`;
}

export function readScriptText(text: string) {
  const lines = text.split('\n').map((line, index) => ({ line: index + 1, text: line.trim() }));
  const first = lines.findIndex((line) => line.text.startsWith('['));
  const [head, body] = first < 0 ? [lines, []] : [lines.slice(0, first), lines.slice(first)];
  const [title = '', ...description] = head.map((line) => line.text).filter((line) => line !== '');
  return { title, description: description.join('\n'), steps: body.filter((line) => line.text !== '') };
}
