/**
 * PDDL text as nested lists of words, each with its place in the text.
 *
 * @module
 */
import type { Span } from '../diagnostics/diagnostics.ts';
import { LENGTH_MAX, quoted } from '../diagnostics/wording.ts';

export type Word = { readonly kind: 'word'; readonly name: string; readonly written: string; readonly at: Span };
/** `closing` is the place of its last parenthesis. */
export type List = {
  readonly kind: 'list';
  readonly items: readonly Expression[];
  readonly at: Span;
  readonly closing: Span;
};
export type Expression = Word | List;

/** Whether a word follows a word: where lists are expected, reporting the first is enough. */
export function isRunOn(items: readonly Expression[], index: number): boolean {
  return items[index]?.kind === 'word' && items[index - 1]?.kind === 'word';
}

/** An expression as it begins: `"on"`, `"(on …)"`, `"()"`, `"(:action pick …)"`. */
export function shown(expression: Word | Pick<List, 'kind' | 'items'> | undefined): string {
  if (expression === undefined) return 'nothing';
  if (expression.kind === 'word') return quoted(expression.written);
  const head = expression.items[0];
  if (head === undefined) return '"()"';
  const start = head.kind === 'word' ? head.written.slice(0, LENGTH_MAX) : '(…';
  const second = expression.items[1];
  const isNamed = head.kind === 'word' && head.name === ':action' && second?.kind === 'word';
  const name = isNamed ? ` ${second.written.slice(0, LENGTH_MAX)}` : '';
  return quoted(`(${start}${name}${expression.items.length > (isNamed ? 2 : 1) ? ' …' : ''})`);
}
