/**
 * All diagnostics: kind → severity, failure and wording.
 *
 * Severities follow Fast Downward's translator: what it refuses is an error; what it accepts although it is probably a
 * mistake is a warning. Features that the embedded planner does not support are refused by name.
 *
 * @module
 */
import { SEMANTIC_ERRORS } from './semantic_errors.ts';
import { SYNTAX_ERRORS } from './syntax_errors.ts';
import { WARNINGS } from './warnings.ts';

export const DIAGNOSTIC_TABLE = {
  ...SYNTAX_ERRORS,
  ...SEMANTIC_ERRORS,
  ...WARNINGS,
};

export type DiagnosticKind = keyof typeof DIAGNOSTIC_TABLE;

/** The parts from which the message of a kind is made. */
export type DiagnosticParts<K extends DiagnosticKind> = Parameters<(typeof DIAGNOSTIC_TABLE)[K]['wording']>;
