/**
 * Parentheses and words, before anybody knows what they mean; lower-case, as PDDL takes them.
 *
 * @module
 */

export type SExpression = string | readonly SExpression[];

const DEPTH_MAX = 200;

/** Null where parentheses do not match, or are nested too deeply. */
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
  return typeof expression === 'string'
    ? expression
    : `(${expression.map((part) => writeSExpression(part)).join(' ')})`;
}
