/** Strict JSON: no comments, trailing commas, duplicate keys or `__proto__`. Syntax and schema errors name the place. */
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { z } from 'zod';

export type JsonPath = readonly (string | number)[];

/** Lines and columns count from 1, columns in UTF-16 code units. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** Such as `things[12].on`; empty for the whole document. */
  readonly field: string;
  readonly expected: string;
  readonly found: string;

  constructor(path: string, place: { line: number; column: number; field: string }, expected: string, found: string) {
    const field = place.field === '' ? '' : `, field ${place.field}`;
    super(
      `Cannot read "${path}", line ${place.line}, column ${place.column}${field}: expected ${expected}, found ${found}`,
    );
    this.path = path;
    this.line = place.line;
    this.column = place.column;
    this.field = place.field;
    this.expected = expected;
    this.found = found;
  }
}

export type CheckedJson<T> = {
  readonly value: T;
  problem(at: JsonPath, expected: string): JsonError;
};

/** VirtualHome's largest scene has 1 MB. */
export const CHARACTERS_MAX = 32 * 1024 * 1024;
/** Protects recursive functions from stack overflow. */
export const NESTING_MAX = 64;

/** Allows a `$schema` field. `path` is for messages only. Throws a `JsonError`. */
export function readCheckedJson<T>(text: string, schema: z.ZodType<T>, path: string): CheckedJson<T> {
  checkBounds(text, path);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const error = errors[0];
  if (error !== undefined || root === undefined) {
    const offset = error?.offset ?? 0;
    const code = error === undefined ? 'ValueExpected' : printParseErrorCode(error.error);
    const words = code.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
    throw new JsonError(path, placesIn(text)(offset, ''), `JSON (${words})`, excerpt(text.slice(offset)));
  }
  const source: Source = { text, path, root, placeOf: placesIn(text) };
  const value = plainValue(root, (node, key) => {
    const found = `the key ${excerpt(JSON.stringify(key))}`;
    return new JsonError(path, source.placeOf(node.offset, ''), 'a key used once, other than "__proto__"', found);
  });
  const problem = (at: JsonPath, expected: string, key?: string) => problemAt(source, at, { expected, key });
  const parsed = schema.safeParse(withoutSchema(value), { error: expectation });
  if (!parsed.success) {
    const { at, expected, key } = deepest(parsed.error.issues[0]!);
    throw problem(at, expected, key);
  }
  return { value: parsed.data, problem };
}

/** `JSON.parse` is 20 times as fast but lets the last duplicate key win; only errors use the careful parser. */
export function readLargeJson<T>(text: string, schema: z.ZodType<T>, path: string): CheckedJson<T> {
  const carefully = () => readCheckedJson(text, schema, path);
  if (text.length > CHARACTERS_MAX) return carefully();
  const { success, data } = schema.safeParse(parsedJson(text));
  return success ? { value: data, problem: (at, expected) => carefully().problem(at, expected) } : carefully();
}

/** Undefined if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkBounds(text: string, path: string): void {
  if (text.length > CHARACTERS_MAX) {
    const place = { line: 1, column: 1, field: '' };
    throw new JsonError(path, place, `at most ${CHARACTERS_MAX} characters`, `${text.length}`);
  }
  const deep = firstTooDeep(text);
  if (deep !== null)
    throw new JsonError(path, placesIn(text)(deep, ''), `at most ${NESTING_MAX} levels of nesting`, 'one more');
}

export function firstTooDeep(text: string): number | null {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (quoted) {
      if (c === 0x5c) i++;
      else if (c === 0x22 || c === 0x0a) quoted = false;
    } else if (c === 0x22) quoted = true;
    else if (c === 0x5d || c === 0x7d)
      depth = Math.max(0, depth - 1); // a surplus closer must not offset later openers
    else if ((c === 0x5b || c === 0x7b) && ++depth > NESTING_MAX) return i;
  }
  return null;
}

/** jsonc-parser's own conversion lets a key `__proto__` set a prototype. */
function plainValue(node: Node, refuse: (key: Node, name: string) => JsonError): unknown {
  if (node.type === 'array') return (node.children ?? []).map((child) => plainValue(child, refuse));
  if (node.type !== 'object') return node.value;
  const object: Record<string, unknown> = {};
  for (const property of node.children ?? []) {
    const [key, value] = property.children as [Node, Node];
    const name = key.value as string;
    if (name === '__proto__' || Object.hasOwn(object, name)) throw refuse(key, name);
    object[name] = plainValue(value, refuse);
  }
  return object;
}

function withoutSchema(document: unknown): unknown {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return document;
  const { $schema, ...rest } = document as Record<string, unknown>;
  return typeof $schema === 'string' ? rest : document;
}

/** A schema's own `error` text takes precedence. */
function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `${/^[aeio]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ');
    case 'unrecognized_keys':
      return `only the keys ${knownKeys(issue.inst).join(', ')}`;
    case 'too_small':
      return `${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum} (${issue.origin})`;
    case 'too_big':
      return `${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum} (${issue.origin})`;
    case 'invalid_format':
      return `text of the form ${issue.pattern ?? issue.format}`;
    default:
      return issue.code === 'custom' ? 'something else' : issue.code.replaceAll('_', ' ');
  }
}

function knownKeys(schema: unknown): string[] {
  const definition = (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def;
  return Object.keys(definition?.shape ?? {});
}

type Finding = { readonly at: JsonPath; readonly expected: string; readonly key?: string | undefined };

/** Prefers the union branch whose keys fit. */
function deepest(issue: z.core.$ZodIssue, before: JsonPath = []): Finding {
  const at = [...before, ...(issue.path as (string | number)[])];
  if (issue.code === 'invalid_union') {
    const fits = issue.errors.find((branch) =>
      branch.every(({ code, path }) => path.length > 0 && code !== 'unrecognized_keys'),
    );
    const first = fits?.[0];
    if (first !== undefined) return deepest(first, at);
  }
  return { at, expected: issue.message, key: issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined };
}

type Place = { readonly line: number; readonly column: number; readonly field: string };
type Source = {
  readonly text: string;
  readonly path: string;
  readonly root: Node;
  readonly placeOf: (offset: number, field: string) => Place;
};

function problemAt(
  { text, path, root, placeOf }: Source,
  at: JsonPath,
  { expected, key }: { expected: string; key?: string | undefined },
): JsonError {
  let depth = at.length;
  let node = findNodeAtLocation(root, [...at]);
  while (node === undefined && depth > 0) node = findNodeAtLocation(root, at.slice(0, --depth));
  const value = node ?? root;
  const stray = value.children?.find((property) => key !== undefined && property.children?.[0]?.value === key);
  const place = placeOf((stray ?? value).offset, fieldOf(at));
  if (key !== undefined) return new JsonError(path, place, expected, `the key ${excerpt(JSON.stringify(key))}`);
  if (depth < at.length) return new JsonError(path, place, expected, 'nothing');
  return new JsonError(path, place, expected, excerpt(text.slice(value.offset, value.offset + value.length)));
}

function placesIn(text: string): Source['placeOf'] {
  let starts: number[] | undefined;
  return (offset, field) => {
    starts ??= lineStarts(text);
    let [line, beyond] = [0, starts.length];
    while (beyond - line > 1) {
      const middle = (line + beyond) >> 1;
      if (starts[middle]! <= offset) line = middle;
      else beyond = middle;
    }
    return { line: line + 1, column: offset - starts[line]! + 1, field };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let feed = text.indexOf('\n'); feed !== -1; feed = text.indexOf('\n', feed + 1)) starts.push(feed + 1);
  return starts;
}

function fieldOf(at: JsonPath): string {
  const parts = at.map((part) => {
    if (typeof part === 'number') return `[${part}]`;
    return /^[A-Za-z_]\w*$/.test(part) ? `.${part}` : `[${excerpt(JSON.stringify(part))}]`;
  });
  return parts.join('').replace(/^\./, '');
}

function excerpt(text: string): string {
  const line = text.slice(0, 61).replaceAll(/\s+/g, ' ').trim();
  if (line === '') return 'the end of the text';
  return text.length > 60 ? `${line.slice(0, 60)}…` : line;
}
