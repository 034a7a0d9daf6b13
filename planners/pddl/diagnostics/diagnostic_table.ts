/**
 * All diagnostics: kind → severity, failure and wording.
 *
 * Severities follow Fast Downward's translator: what it refuses is an error; what it accepts although it is probably a
 * mistake is a warning. Features that the embedded planner does not support are refused by name.
 *
 * @module
 */
import { SEMANTIC_ERRORS } from './semantic_errors.ts';
import {
  ACTION_ERRORS,
  CHARACTER_ERRORS,
  CONDITION_ERRORS,
  EFFECT_ERRORS,
  NAME_LIST_ERRORS,
  PROBLEM_ERRORS,
  SECTION_ERRORS,
} from './syntax_errors.ts';
import { WARNINGS } from './warnings.ts';

export const DIAGNOSTIC_TABLE = {
  ...CHARACTER_ERRORS,
  ...SECTION_ERRORS,
  ...NAME_LIST_ERRORS,
  ...ACTION_ERRORS,
  ...CONDITION_ERRORS,
  ...EFFECT_ERRORS,
  ...PROBLEM_ERRORS,
  ...SEMANTIC_ERRORS,
  ...WARNINGS,
};

export type DiagnosticKind = keyof typeof DIAGNOSTIC_TABLE;

/** The parts from which the message of a kind is made. */
export type DiagnosticParts<K extends DiagnosticKind> = Parameters<(typeof DIAGNOSTIC_TABLE)[K]['wording']>;
