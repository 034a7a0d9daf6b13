import type { Span } from '../diagnostics/diagnostics.ts';
import type { Word } from './expression.ts';

/** Names compare by `name`, in lower case; missing and empty sections mean the same. */
export type Domain = {
  readonly name: Word;
  readonly requirements: readonly Word[];
  readonly types: readonly TypedName[];
  readonly constants: readonly TypedName[];
  readonly predicates: readonly Declaration[];
  readonly functions: readonly FunctionDeclaration[];
  readonly actions: readonly Action[];
};

/** Null if no type is written, which means `object`; several for `(either …)`. */
export type TypedName = { readonly name: Word; readonly types: readonly Word[] | null };

export type Declaration = { readonly name: Word; readonly parameters: readonly TypedName[]; readonly at: Span };

/** `type` follows the dash: `number`, or null without one. */
export type FunctionDeclaration = Declaration & { readonly type: Word | null };

export type Action = {
  readonly name: Word;
  readonly parameters: readonly TypedName[];
  readonly precondition: Formula | null;
  readonly effect: Effect;
  readonly at: Span;
};

export type Atom = { readonly predicate: Word; readonly terms: readonly Word[]; readonly at: Span };

export type Formula =
  | ({ readonly kind: 'atom' } & Atom)
  | { readonly kind: 'equal'; readonly left: Word; readonly right: Word; readonly at: Span }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Formula[]; readonly at: Span }
  | { readonly kind: 'not'; readonly part: Formula; readonly at: Span }
  | { readonly kind: 'imply'; readonly premise: Formula; readonly conclusion: Formula; readonly at: Span }
  | {
      readonly kind: 'forall' | 'exists';
      readonly variables: readonly TypedName[];
      readonly part: Formula;
      readonly at: Span;
    };

export type Effect =
  | ({ readonly kind: 'add' | 'delete' } & Atom)
  | { readonly kind: 'and'; readonly parts: readonly Effect[]; readonly at: Span }
  | { readonly kind: 'when'; readonly condition: Formula; readonly part: Effect; readonly at: Span }
  | { readonly kind: 'forall'; readonly variables: readonly TypedName[]; readonly part: Effect; readonly at: Span }
  | { readonly kind: 'increase'; readonly amount: Amount; readonly at: Span };

export type Amount = number | FunctionTerm;

export type FunctionTerm = { readonly function: Word; readonly terms: readonly Word[]; readonly at: Span };

/** Without the condition of `when`. */
export function partsOf(node: Formula): readonly Formula[];
export function partsOf(node: Formula | Effect): readonly (Formula | Effect)[];
export function partsOf(node: Formula | Effect): readonly (Formula | Effect)[] {
  if (node.kind === 'imply') return [node.premise, node.conclusion];
  if ('parts' in node) return node.parts;
  return 'part' in node ? [node.part] : [];
}
