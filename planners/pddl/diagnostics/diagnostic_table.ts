/**
 * All diagnostics: kind → severity, failure and wording.
 *
 * The judgement follows Fast Downward's translator: what it refuses is an error, what it lets pass although it is
 * probably not meant is a warning. Features that the embedded planner does not know are refused by name.
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

/** What the wording of a kind is made of. */
export type DiagnosticParts<K extends DiagnosticKind> = Parameters<(typeof DIAGNOSTIC_TABLE)[K]['wording']>;
