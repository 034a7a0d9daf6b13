/**
 * Leaves out errors that only follow from another one, as when a parenthesis is missing.
 *
 * A missing parenthesis shows only where the next section begins, or at the end of the file. Often an earlier error, such as a
 * condition inside an atom, tells better where it is missing. So the first such error is reported together with the place where
 * the parentheses stop matching; everything else may follow from the same slip and is left out.
 *
 * @module
 */
import type { DiagnosticKind } from './diagnostic_table.ts';
import { byPlace, type Diagnostics, type Imbalance, type PddlError } from './diagnostics.ts';

/** If the file is something else altogether, nothing more is said of it. */
const OTHER_FILE: ReadonlySet<DiagnosticKind> = new Set(['wrong_file', 'no_define']);

/** What seems to be missing may stand behind the slip. */
const ABSENCES: ReadonlySet<DiagnosticKind> = new Set(['missing_section', 'missing_field']);

/** Errors that suggest a parenthesis missing before their place, or inside the list that begins there. */
const MISSING_BEFORE: ReadonlySet<DiagnosticKind> = new Set([
  'nested_term',
  'not_a_name',
  'not_a_section',
  'bad_type',
  'bad_condition',
  'bad_effect',
  'bad_fact',
  'bad_field',
  'unknown_field',
  'bad_goal',
  'no_name',
]);
const MISSING_INSIDE: ReadonlySet<DiagnosticKind> = new Set([
  'not_arguments',
  'imply_arguments',
  'quantifier_arguments',
  'equality_arguments',
  'when_arguments',
  'forall_arguments',
  'bad_increase',
  'bad_value',
]);

/** These show that a ")" is missing; the other kinds of imbalance, that a "(" is missing or a ")" is too many. */
const CLOSING: ReadonlySet<DiagnosticKind> = new Set([
  'missing_closing',
  'section_inside_section',
  'field_inside_list',
]);

/** The errors of one file, without those that only follow from others. */
export function withoutCascadingErrors({ errors, imbalance }: Diagnostics): readonly PddlError[] {
  const other = errors.find(({ kind }) => OTHER_FILE.has(kind));
  if (other !== undefined) return [other];
  if (imbalance === null) return errors;
  const first = errors.filter((error) => isCause(error, imbalance)).sort(byPlace)[0];
  return first === undefined ? [imbalance.error] : [withAdvice(first, imbalance), imbalance.error];
}

/** Whether an error may be the cause of the imbalance, or is independent of it. */
function isCause(error: PddlError, { error: last, unfinished }: Imbalance): boolean {
  if (error.status !== 'invalid' || byPlace(error, last) >= 0 || ABSENCES.has(error.kind)) return false;
  return !unfinished.some(({ line, column }) => line === error.line && column === error.column);
}

function withAdvice(error: PddlError, { error: last }: Imbalance): PddlError {
  const isClosing = CLOSING.has(last.kind);
  const isInside = isClosing && MISSING_INSIDE.has(error.kind);
  if (!isInside && !MISSING_BEFORE.has(error.kind)) return error;
  const where = isInside ? 'in it' : 'before it';
  return { ...error, message: `${error.message}; perhaps a "${isClosing ? ')' : '('}" is missing ${where}` };
}
