/**
 * A precondition or an effect as EAI's score takes it: operators over literals that are plain texts.
 *
 * @module
 */

/** A text, or an operator with its parts. */
export type Formula = string | Junction;
export interface Junction extends ReadonlyArray<Formula> {
  readonly 0: string;
}

/** Operators and how many parts they have; null is any number. */
const PARTS: Readonly<Record<string, number | null>> = { and: null, or: null, not: 1, exists: 2, forall: 2, when: 2 };
const DEPTH_MAX = 200;

/** Null where EAI cannot read it. */
export function readFormula(text: string): Formula | null {
  const stack: Formula[] = [];
  for (const token of tokensOf(text)) {
    if (token !== ')') stack.push(token);
    else if (stack.at(-1) === '(') stack.splice(-1, 1, '()');
    else {
      const open = stack.lastIndexOf('(');
      const formula = open < 0 ? null : formulaOf(stack.splice(open).slice(1));
      if (formula === null || depthOf(formula) > DEPTH_MAX) return null;
      stack.push(formula);
    }
  }
  return stack.length === 1 ? stack[0]! : null;
}

/** Parentheses, and what stands between them without blanks at its ends. */
function tokensOf(text: string): string[] {
  return text
    .split(/([()])/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function formulaOf(parts: readonly Formula[]): Formula | null {
  const [operator, ...rest] = parts;
  if (typeof operator !== 'string') return null;
  if (!Object.hasOwn(PARTS, operator)) {
    return parts.every((part) => typeof part === 'string') ? parts.join(' ') : null;
  }
  const count = PARTS[operator];
  return count === null || count === rest.length ? [operator, ...rest] : null;
}

function depthOf(formula: Formula): number {
  return typeof formula === 'string' ? 0 : 1 + Math.max(0, ...formula.slice(1).map((part) => depthOf(part)));
}
