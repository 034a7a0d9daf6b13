import type { Span } from '../diagnostics/diagnostics.ts';
import type { Word } from './expression.ts';

export type Domain = Readonly<{
  name: Word;
  requirements: readonly Word[];
  types: readonly TypedName[];
  constants: readonly TypedName[];
  predicates: readonly Declaration[];
  functions: readonly FunctionDeclaration[];
  actions: readonly Action[];
}>;

/** Null means `object`; several types come from `(either …)`. */
export type TypedName = Readonly<{ name: Word; types: readonly Word[] | null }>;

export type Declaration = Readonly<{ name: Word; parameters: readonly TypedName[]; at: Span }>;

export type FunctionDeclaration = Declaration & { readonly type: Word | null };

export type Action = Readonly<{
  name: Word;
  parameters: readonly TypedName[];
  precondition: Formula | null;
  effect: Effect;
  at: Span;
}>;

export type Atom = Readonly<{ predicate: Word; terms: readonly Word[]; at: Span }>;

export type Formula =
  | ({ readonly kind: 'atom' } & Atom)
  | Readonly<{ kind: 'equal'; left: Word; right: Word; at: Span }>
  | Readonly<{ kind: 'and' | 'or'; parts: readonly Formula[]; at: Span }>
  | Readonly<{ kind: 'not'; part: Formula; at: Span }>
  | Readonly<{ kind: 'imply'; premise: Formula; conclusion: Formula; at: Span }>
  | Readonly<{ kind: 'forall' | 'exists'; variables: readonly TypedName[]; part: Formula; at: Span }>;

export type Effect =
  | ({ readonly kind: 'add' | 'delete' } & Atom)
  | Readonly<{ kind: 'and'; parts: readonly Effect[]; at: Span }>
  | Readonly<{ kind: 'when'; condition: Formula; part: Effect; at: Span }>
  | Readonly<{ kind: 'forall'; variables: readonly TypedName[]; part: Effect; at: Span }>
  | Readonly<{ kind: 'increase'; amount: Amount; at: Span }>;

export type Amount = number | FunctionTerm;

export type FunctionTerm = Readonly<{ function: Word; terms: readonly Word[]; at: Span }>;

/** Excludes the condition of `when`. */
export function partsOf(node: Formula): readonly Formula[];
export function partsOf(node: Formula | Effect): readonly (Formula | Effect)[];
export function partsOf(node: Formula | Effect): readonly (Formula | Effect)[] {
  if (node.kind === 'imply') return [node.premise, node.conclusion];
  if ('parts' in node) return node.parts;
  return 'part' in node ? [node.part] : [];
}
