import Mustache from 'mustache';

export type Slots = Readonly<Record<string, string | boolean>>;

export type Prompts = {
  readonly set: string;
  /** Throws a RangeError on a missing prompt or a slot without a value. */
  render(prompt: string, slots: Slots): string;
};

export class PromptError extends Error {
  override readonly name = 'PromptError';
  readonly path: string;
  readonly line: number;

  constructor(path: string, line: number, problem: string, options?: ErrorOptions) {
    super(`Cannot use prompt file "${path}", line ${line}: ${problem}`, options);
    this.path = path;
    this.line = line;
  }
}

export type PromptFile = Readonly<{ prompt: string; path: string; text: string }>;

type Tokens = Parameters<typeof WRITER.renderTokens>[0];
type Token = readonly [type: string, value: string, start: number, end: number, ...rest: unknown[]];

const WRITER = new Mustache.Writer();
const VERBATIM = { escape: String };

/** Throws a PromptError. */
export function promptSet(
  set: string,
  files: readonly PromptFile[],
  slotsOf: Readonly<Record<string, readonly string[]>>,
): Prompts {
  const templates = new Map<string, Readonly<{ text: string; slots: readonly string[]; tokens: Tokens }>>();
  for (const file of files) {
    const slots = Object.hasOwn(slotsOf, file.prompt) ? slotsOf[file.prompt] : undefined;
    if (slots === undefined) {
      const known = Object.keys(slotsOf).join(', ');
      throw new PromptError(file.path, 1, `unknown prompt "${file.prompt}"; known: ${known}`);
    }
    templates.set(file.prompt, { text: file.text, slots, tokens: parseTokens(file, slots) });
  }
  for (const prompt of Object.keys(slotsOf)) {
    if (templates.has(prompt)) continue;
    const problem = 'the file is missing; a set contains every prompt of its planner';
    throw new PromptError(`${set}/${prompt}.txt`, 1, problem);
  }
  return {
    set,
    render(prompt, values) {
      const template = templates.get(prompt);
      if (template === undefined) throw new RangeError(`Prompt set "${set}" has no prompt "${prompt}"`);
      for (const slot of template.slots) {
        if (!Object.hasOwn(values, slot)) throw new RangeError(`Slot "${slot}" of prompt "${prompt}" has no value`);
      }
      const rendered = WRITER.renderTokens(template.tokens, new Mustache.Context(values), {}, template.text, VERBATIM);
      // A section at the end consumes the file's newline and leaves its own.
      if (!template.text.endsWith('\n') || !rendered.endsWith('\n')) return rendered;
      return rendered.slice(0, rendered.endsWith('\r\n') ? -2 : -1);
    },
  };
}

function parseTokens(file: PromptFile, slots: readonly string[]): Tokens {
  let tokens: Tokens;
  try {
    tokens = WRITER.parse(file.text);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    const line = lineOf(file.text, mistakeAt(file.text, problem));
    throw new PromptError(file.path, line, problem.replace(/ at \d+$/, ''), { cause });
  }
  for (const [type, name, start] of flatten(tokens as unknown as Token[])) {
    if (type === 'text' || type === '!') continue;
    const line = lineOf(file.text, start);
    if (!['name', '&', '#', '^'].includes(type)) {
      throw new PromptError(file.path, line, `a tag of kind "${type}" is not supported`);
    }
    if (!slots.includes(name)) {
      throw new PromptError(file.path, line, `unknown slot "${name}"; known: ${slots.join(', ')}`);
    }
  }
  return tokens;
}

/** Mustache reports an unclosed section at the end of the file. */
function mistakeAt(text: string, problem: string): number {
  const reported = Number(/ at (\d+)$/.exec(problem)?.[1] ?? 0);
  if (problem.startsWith('Unclosed tag')) return text.indexOf('{{', text.lastIndexOf('}}') + 1);
  const section = /^Unclosed section "(.*)"/s.exec(problem)?.[1];
  if (section === undefined) return reported;
  const openings = [...text.slice(0, reported).matchAll(/\{\{\s*[#^]([^{}]*)\}\}/g)];
  return openings.findLast(([, name]) => name?.trim() === section)?.index ?? reported;
}

function flatten(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => (Array.isArray(token[4]) ? [token, ...flatten(token[4] as Token[])] : [token]));
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
