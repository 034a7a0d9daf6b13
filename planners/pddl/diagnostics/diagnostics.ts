/**
 * What is wrong with PDDL from outside, as data: every kind of mistake by name, with file, line and column.
 *
 * The judgement follows Fast Downward's translator: what it refuses is an error, what it lets pass although it is
 * probably not meant is a warning. Features that the embedded planner does not know are refused by name.
 *
 * @module
 */

export type PddlFile = 'domain' | 'problem';

/** A stretch of the text. Lines and columns count from 1, columns in UTF-16 code units; `start` and `end` are offsets. */
export type Span = { readonly line: number; readonly column: number; readonly start: number; readonly end: number };

/** Kind of mistake → how it is judged. */
export const JUDGEMENTS = {
  // Parentheses and characters
  empty_text: 'invalid',
  no_opening: 'invalid',
  not_ascii: 'invalid',
  missing_closing: 'invalid',
  missing_opening: 'invalid',
  section_inside_section: 'invalid',
  field_inside_list: 'invalid',
  field_outside_action: 'invalid',
  extra_closing: 'invalid',
  text_after_end: 'invalid',
  too_deep: 'invalid',
  too_long: 'invalid',
  too_many_expressions: 'invalid',
  too_many_types: 'invalid',
  // Frame and sections
  no_define: 'invalid',
  wrong_file: 'invalid',
  no_name: 'invalid',
  not_a_section: 'invalid',
  unknown_section: 'invalid',
  unsupported_section: 'unsupported',
  duplicate_section: 'invalid',
  section_order: 'invalid',
  missing_section: 'invalid',
  unknown_requirement: 'invalid',
  unsupported_requirement: 'unsupported',
  // Lists of names
  not_a_name: 'invalid',
  missing_type: 'invalid',
  bad_type: 'invalid',
  unsupported_either: 'unsupported',
  not_a_variable: 'invalid',
  reserved_type: 'invalid',
  bad_declaration: 'invalid',
  // Actions
  unnamed_action: 'invalid',
  unknown_field: 'invalid',
  duplicate_field: 'invalid',
  field_order: 'invalid',
  missing_field: 'invalid',
  bad_field: 'invalid',
  // Conditions
  bad_condition: 'invalid',
  unknown_operator: 'invalid',
  not_arguments: 'invalid',
  imply_arguments: 'invalid',
  quantifier_arguments: 'invalid',
  quantifier_variables: 'invalid',
  equality_arguments: 'invalid',
  nested_term: 'invalid',
  unsupported_condition: 'unsupported',
  // Effects
  bad_effect: 'invalid',
  choice_in_effect: 'invalid',
  negated_effect: 'invalid',
  when_arguments: 'invalid',
  forall_arguments: 'invalid',
  equality_in_effect: 'invalid',
  bad_increase: 'invalid',
  unsupported_effect: 'unsupported',
  conditional_cost: 'unsupported',
  negative_number: 'invalid',
  fractional_number: 'unsupported',
  large_number: 'unsupported',
  // Names
  unknown_predicate: 'invalid',
  unknown_variable: 'invalid',
  unknown_object: 'invalid',
  unknown_type: 'invalid',
  wrong_arity: 'invalid',
  duplicate_object: 'invalid',
  domain_mismatch: 'invalid',
  // Initial state, goal, metric
  bad_fact: 'invalid',
  connective_in_init: 'invalid',
  contradictory_fact: 'invalid',
  contradictory_value: 'invalid',
  bad_value: 'invalid',
  unsupported_fact: 'unsupported',
  bad_goal: 'invalid',
  bad_metric: 'invalid',
  unsupported_metric: 'unsupported',
  // What Fast Downward lets pass
  undeclared_requirement: 'warning',
  section_out_of_order: 'warning',
  no_names_before_type: 'warning',
  dash_in_name: 'warning',
  mark_in_name: 'warning',
  variable_as_object: 'warning',
  undeclared_type: 'warning',
  cyclic_type: 'warning',
  duplicate_type: 'warning',
  duplicate_predicate: 'warning',
  duplicate_function: 'warning',
  duplicate_action: 'warning',
  duplicate_parameter: 'warning',
  reserved_predicate: 'warning',
  shadowed_variable: 'warning',
  argument_type: 'warning',
  duplicate_fact: 'warning',
  equality_in_init: 'warning',
  undeclared_function: 'warning',
  function_arguments: 'warning',
  object_fluent: 'warning',
  several_costs: 'warning',
  empty_effect: 'warning',
  same_name: 'warning',
} as const satisfies Record<string, 'invalid' | 'unsupported' | 'warning'>;

export type DiagnosticKind = keyof typeof JUDGEMENTS;

/** A mistake that keeps the text from being used. The message holds file, line and column, too. */
export type PddlError = {
  readonly status: 'invalid' | 'unsupported';
  readonly kind: DiagnosticKind;
  readonly file: PddlFile;
  readonly line: number;
  readonly column: number;
  readonly message: string;
};

/** Something that is let pass but probably not meant. */
export type PddlWarning = Omit<PddlError, 'status'>;

/** Where parentheses do not match, and the lists that were open there although something should have closed them. */
export type Imbalance = { readonly error: PddlError; readonly unfinished: readonly Pick<Span, 'line' | 'column'>[] };

/** More are not kept: whoever repairs the first hundred asks again. */
const KEPT_MAX = 100;

/** Collects what is wrong with one file. */
export class Diagnostics {
  readonly file: PddlFile;
  readonly errors: PddlError[] = [];
  readonly warnings: PddlWarning[] = [];
  imbalance: Imbalance | null = null;

  constructor(file: PddlFile) {
    this.file = file;
  }

  /** One of a kind at one place. `text` may be a function: what takes time to say is only worked out if it is kept. */
  report(kind: DiagnosticKind, at: Span, text: string | (() => string)): void {
    const status = JUDGEMENTS[kind];
    const kept = status === 'warning' ? this.warnings : this.errors;
    if (kept.length >= KEPT_MAX) return;
    const isTwin = (other: PddlWarning) => other.kind === kind && other.line === at.line && other.column === at.column;
    if (kept.findLast(isTwin) !== undefined) return;
    const place = { file: this.file, line: at.line, column: at.column };
    const said = typeof text === 'string' ? text : text();
    const message = `${this.file}, line ${at.line}, column ${at.column}: ${said}`;
    if (status === 'warning') this.warnings.push({ kind, ...place, message });
    else this.errors.push({ status, kind, ...place, message });
  }

  /** An error in the parentheses. Only the first counts: where it is mended in another way, later ones are none. */
  unbalanced(
    kind: DiagnosticKind,
    at: Span,
    text: string | (() => string),
    unfinished: Imbalance['unfinished'] = [],
  ): void {
    if (this.imbalance !== null) return;
    this.report(kind, at, text);
    const error = this.errors.at(-1);
    if (error !== undefined) this.imbalance = { error, unfinished: [...unfinished] };
  }
}

/** By place; the domain comes first. */
export function byPlace(a: PddlWarning, b: PddlWarning): number {
  if (a.file !== b.file) return a.file === 'domain' ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
