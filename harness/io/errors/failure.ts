/**
 * What the command line does when it cannot do what was asked: one clear message and an exit code.
 *
 * @module
 */
import { meant } from './meant.ts';
import { systemProblem } from './system_problem.ts';

/** 1 the answer is no, 2 usage or invalid input, 3 tape miss, 4 limit reached, 130 interrupted. 0 is success. */
export type ExitCode = 1 | 2 | 3 | 4 | 130;

/**
 * Ends a command with a message for a person and a code for a script.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { CommandFailure, runSuite } from 'tapedeck';
 *
 * const run = runSuite('no_such_suite');
 * await assert.rejects(run, (error) => error instanceof CommandFailure && error.exitCode === 2);
 * ```
 */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** A failure for what a user gave that cannot be used, or a set-up that cannot start: most failures are. */
export function invalid(message: string, options?: ErrorOptions): CommandFailure {
  return new CommandFailure(2, message, options);
}

/** A failure for a name that is not known: says what was probably meant, and lists those that are. */
export function unknownName(kind: string, name: string, known: readonly string[]): CommandFailure {
  const question = meant(name, known);
  const list = `${question === '' ? 'known' : 'Known'}: ${[...new Set(known)].join(', ')}`;
  const rest = known.length === 0 ? 'none is known' : `${question}${list}`;
  return invalid(`No ${kind} is called ${JSON.stringify(name)}; ${rest}`);
}

/** Names of the errors, in any layer, that tell a user what is wrong with what they gave. */
const INPUT_ERRORS = new Set([
  'JsonError',
  'FoonError',
  'DrawingError',
  'PromptError',
  'TapeError',
  'OldNodeError',
  'TapeNameError',
  'MergeConflictError',
  'ChunkFolderError',
  'ExportFileError',
  'IngestError',
  'ApiSettingError',
  'TraceError',
  'TaskError',
  'GoalError',
]);

/** Node's own words name one of its flags, which nobody types here. */
function denialText(error: Error & { readonly permission?: unknown; readonly resource?: unknown }): string {
  const act = DENIED.get(String(error.permission));
  const what = act === undefined || typeof error.resource !== 'string' ? '' : `Cannot ${act} "${error.resource}": `;
  const rule = 'npm script runs without network, records nothing and writes below results/ only';
  return `${what}${what === '' ? 'This' : 'this'} ${rule}; use \`npm run -s tapedeck -- …\` for anything else`;
}

const DENIED: ReadonlyMap<string, string> = new Map([
  ['FileSystemRead', 'read'],
  ['FileSystemWrite', 'write'],
  ['Net', 'connect to'],
  ['ChildProcess', 'start'],
]);

/** What to print and how to exit for anything that was thrown. An unforeseen error shows its stack and exits with 70. */
export function describeFailure(error: unknown): { exitCode: number; message: string } {
  if (!(error instanceof Error)) return { exitCode: 70, message: `Internal error: ${String(error)}` };
  if (error instanceof CommandFailure) return { exitCode: error.exitCode, message: error.message };
  if (error.name === 'TapeMissError') return { exitCode: 3, message: error.message };
  if (error.name === 'ApiUnusableError') {
    return { exitCode: 'isSetUp' in error && error.isSetUp === true ? 2 : 3, message: error.message };
  }
  if (INPUT_ERRORS.has(error.name)) return { exitCode: 2, message: error.message };
  if ('code' in error && error.code === 'ERR_ACCESS_DENIED') {
    return { exitCode: 2, message: denialText(error) };
  }
  // What the operating system refuses (no such folder, disk full) is about what the user named.
  const problem = systemProblem(error);
  if (problem !== null) return { exitCode: 2, message: problem };
  return { exitCode: 70, message: `Internal error, please report it: ${error.stack ?? error.message}` };
}
