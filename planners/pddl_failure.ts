/**
 * What kind of failure it is that PDDL from a model gave no plan.
 *
 * `parse`: no reader of PDDL takes it, whatever the domain; parentheses, sections, the form of a condition. `schema`: it is
 * PDDL, but not what was asked for; undeclared names, wrong numbers of arguments, parts that are missing, features that the
 * planner does not know. Where a text has both, it is `parse`, since names are only looked up in what has a form.
 *
 * @module
 */
import { type CheckedPddl, checkPddl, type RefusedPddl } from './pddl/check/check_pddl.ts';
import type { DiagnosticKind, JUDGEMENTS } from './pddl/diagnostics/diagnostics.ts';
import type { PlanDocument } from './pddl/plan/plan_document.ts';

/** A kind of mistake that keeps a text from being used. */
export type RefusedKind = {
  [K in DiagnosticKind]: (typeof JUDGEMENTS)[K] extends 'warning' ? never : K;
}[DiagnosticKind];

/** Every kind of mistake has its place here; the compiler and a test see to it. */
export const FAILURE_OF_KIND: Readonly<Record<RefusedKind, 'parse' | 'schema'>> = {
  // Parentheses, characters, and our own bounds on them
  empty_text: 'parse',
  no_opening: 'parse',
  not_ascii: 'parse',
  missing_closing: 'parse',
  missing_opening: 'parse',
  section_inside_section: 'parse',
  field_inside_list: 'parse',
  field_outside_action: 'parse',
  extra_closing: 'parse',
  text_after_end: 'parse',
  too_deep: 'parse',
  too_long: 'parse',
  too_many_expressions: 'parse',
  too_many_types: 'schema',
  // Frame and sections
  no_define: 'parse',
  wrong_file: 'schema',
  no_name: 'parse',
  not_a_section: 'parse',
  unknown_section: 'parse',
  unsupported_section: 'schema',
  duplicate_section: 'parse',
  section_order: 'parse',
  missing_section: 'schema',
  unknown_requirement: 'parse',
  unsupported_requirement: 'schema',
  // Lists of names
  not_a_name: 'parse',
  missing_type: 'parse',
  bad_type: 'parse',
  unsupported_either: 'schema',
  not_a_variable: 'parse',
  reserved_type: 'schema',
  bad_declaration: 'parse',
  // Actions
  unnamed_action: 'parse',
  unknown_field: 'parse',
  duplicate_field: 'parse',
  field_order: 'parse',
  missing_field: 'schema',
  bad_field: 'parse',
  // Conditions
  bad_condition: 'parse',
  unknown_operator: 'schema',
  not_arguments: 'parse',
  imply_arguments: 'parse',
  quantifier_arguments: 'parse',
  quantifier_variables: 'parse',
  equality_arguments: 'parse',
  nested_term: 'parse',
  unsupported_condition: 'schema',
  // Effects
  bad_effect: 'parse',
  choice_in_effect: 'parse',
  negated_effect: 'parse',
  when_arguments: 'parse',
  forall_arguments: 'parse',
  equality_in_effect: 'schema',
  bad_increase: 'parse',
  unsupported_effect: 'schema',
  conditional_cost: 'schema',
  negative_number: 'parse',
  fractional_number: 'schema',
  large_number: 'schema',
  // Names
  unknown_predicate: 'schema',
  unknown_variable: 'schema',
  unknown_object: 'schema',
  unknown_type: 'schema',
  wrong_arity: 'schema',
  duplicate_object: 'schema',
  domain_mismatch: 'schema',
  // Initial state, goal, metric
  bad_fact: 'parse',
  connective_in_init: 'parse',
  contradictory_fact: 'schema',
  contradictory_value: 'schema',
  bad_value: 'parse',
  unsupported_fact: 'schema',
  bad_goal: 'parse',
  bad_metric: 'parse',
  unsupported_metric: 'schema',
};

export type PddlFailure = 'parse' | 'schema' | 'unsolvable' | 'planning_limit';

/** The failure that errors are; without any it is the planner that takes less than our reader, hence `schema`. */
export function failureOfErrors(errors: RefusedPddl['errors']): 'parse' | 'schema' {
  return errors.some(({ kind }) => FAILURE_OF_KIND[kind as RefusedKind] === 'parse') ? 'parse' : 'schema';
}

/** The failure that a document of these two texts tells of; null where it holds a plan. */
export function failureOf(
  domain: string,
  problem: string,
  { status }: Pick<PlanDocument, 'status'>,
): PddlFailure | null {
  switch (status) {
    case 'solved':
      return null;
    case 'unsolvable':
      return 'unsolvable';
    case 'limit':
      return 'planning_limit';
    default:
      return failureOfErrors(errorsOf(checkPddl(domain, problem)));
  }
}

function errorsOf(checked: CheckedPddl): RefusedPddl['errors'] {
  return checked.status === 'ok' ? [] : checked.errors;
}
