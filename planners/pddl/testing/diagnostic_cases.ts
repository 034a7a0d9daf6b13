/**
 * Faulty PDDL for every warning, with the place that is reported and words of the message; and what all cases start from.
 *
 * @module
 */
import type { DiagnosticKind, Diagnostics, PddlFile } from '../diagnostics/diagnostics.ts';

/** What the diagnostics of a file say, without places. */
export function wordings({ errors, warnings }: Diagnostics): string[] {
  return [...errors, ...warnings].map(({ message }) => message.replace(/^\w+, line \d+, column \d+: /, ''));
}

/** A valid domain and problem, which every case changes in one place. */
export const VALID: Readonly<Record<PddlFile, string>> = {
  domain: `(define (domain blocks)
  (:requirements :adl :action-costs)
  (:types block - object)
  (:constants table - object)
  (:predicates (on ?x - block ?y - object) (clear ?x - object) (free))
  (:functions (total-cost) - number)
  (:action move
    :parameters (?x - block ?y - object)
    :precondition (and (clear ?x) (clear ?y))
    :effect (and (on ?x ?y) (not (clear ?y)) (increase (total-cost) 1))))
`,
  problem: `(define (problem two)
  (:domain blocks)
  (:objects a b - block)
  (:init (on a table) (clear a) (clear b) (= (total-cost) 0))
  (:goal (on a b))
  (:metric minimize (total-cost)))
`,
};

/** Kind, file, a part of the valid text, what stands there instead (`¦` marks the place), words of the message. */
export type DiagnosticCase = readonly [
  kind: DiagnosticKind,
  file: PddlFile,
  right: string,
  wrong: string,
  ...words: string[],
];

/** Parts of the valid domain that are changed often. */
export const CONDITION = '(and (clear ?x) (clear ?y))';
export const EFFECT = '(and (on ?x ?y) (not (clear ?y)) (increase (total-cost) 1))';
/** What is accepted with a warning. */
export const WARNING_CASES: readonly DiagnosticCase[] = [
  [
    'undeclared_requirement',
    'domain',
    ':adl :action-costs',
    ':strips :typing :negative-preconditions',
    '":action-costs"',
  ],
  [
    'section_out_of_order',
    'domain',
    '(:types block - object)\n  (:constants table - object)',
    '(:constants table - object) (¦:types block - object)',
    '":types" should come before ":constants"',
  ],
  ['no_names_before_type', 'problem', 'a b - block', 'a b - block ¦- block', 'found none'],
  ['dash_in_name', 'problem', 'a b - block', 'a b - block ¦-c', '"-c"', 'a blank is missing'],
  ['mark_in_name', 'problem', 'a b - block', 'a b ¦c, - block', '"c,"', 'blanks separate names'],
  ['mark_in_name', 'problem', 'a b - block', 'a b ¦"c" - block', 'blanks separate names'],
  ['mark_in_name', 'problem', 'a b - block', 'a b - block ¦block: c', 'a type stands behind its names'],
  ['mark_in_name', 'problem', 'a b - block', 'a b - block ¦// blocks', 'a comment begins with ";"'],
  ['variable_as_object', 'problem', 'a b - block', 'a b ¦?c - block', '"?c"', 'taken for an object'],
  ['undeclared_type', 'domain', 'block - object', 'block - ¦item', '"item"', 'beside "object"'],
  ['undeclared_type', 'domain', '?y - object)\n', '?y - ¦blok)\n', 'no object has it', 'did you mean "block"'],
  ['duplicate_type', 'domain', 'block - object', 'block ¦block - object', '"block"'],
  ['duplicate_predicate', 'domain', '(free)', '(free) (¦free)', 'the last declaration counts'],
  ['duplicate_function', 'domain', '(total-cost)', '(total-cost) (¦total-cost)', '":functions"'],
  [
    'duplicate_action',
    'domain',
    '(:action',
    '(:action move :effect (free)) (:action ¦'.replace('¦', ''),
    '"move"',
    'plans cannot tell them apart',
  ],
  ['duplicate_parameter', 'domain', '?y - object)\n', '?y ¦?y - object)\n', 'both are the same object'],
  ['reserved_predicate', 'domain', '(free)', '(free) (¦imply ?x)', 'a word of PDDL'],
  ['shadowed_variable', 'domain', CONDITION, '(exists (¦?x) (clear ?x))', '"?x" hides a variable'],
  ['argument_type', 'domain', '(on ?x ?y)', '(on ¦?y ?x)', '"?y" of type "object"', '"on" expects "block"'],
  ['argument_type', 'problem', '(on a table)', '(on ¦table a)', '"table"'],
  ['duplicate_fact', 'problem', '(clear b)', '(clear b) ¦(clear a)', '"(clear a)"', 'line 4, column 23'],
  ['equality_in_init', 'problem', '(clear b)', '(clear b) ¦(not (= a b))', 'says nothing'],
  ['undeclared_function', 'problem', '(= (total-cost) 0)', '(= (total-cost) 0) (= (¦weight a) 1)', '"weight"'],
  [
    'undeclared_function',
    'domain',
    '(total-cost) 1',
    '(total-cost) (¦weight ?x)',
    '"weight"',
    'Declared: "total-cost"',
  ],
  ['function_arguments', 'problem', '(= (total-cost) 0)', '¦(= (total-cost a) 0)', 'takes no arguments, found 1'],
  ['object_fluent', 'domain', '(total-cost) - number', '(total-cost) - number (owner ?x) - ¦block', 'only "number"'],
  ['several_costs', 'domain', EFFECT, `¦${EFFECT.replace('1))', '1) (increase (total-cost) 2))')}`, '2 costs'],
  ['empty_effect', 'domain', EFFECT, '¦(and)', 'changes nothing'],
  ['same_name', 'problem', 'a b - block', 'a b - block c ¦block', 'is a "-" missing before it'],
  ['same_name', 'domain', '(free)', '(free) (¦block ?x)', 'a type and a predicate'],
];
