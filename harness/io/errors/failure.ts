import { closestName } from '../../../planners/pddl/diagnostics/wording.ts';

/** 1 negative result, 2 usage or invalid input, 3 tape miss, 4 limit reached, 130 interrupted. */
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

export function invalid(message: string, options?: ErrorOptions): CommandFailure {
  return new CommandFailure(2, message, options);
}

export function unknownName(kind: string, name: string, known: readonly string[]): CommandFailure {
  const question = suggestion(name, known);
  const list = `${question === '' ? 'known' : 'Known'}: ${[...new Set(known)].join(', ')}`;
  return invalid(
    `No ${kind} is called ${JSON.stringify(name)}; ${known.length === 0 ? 'there are none' : question + list}`,
  );
}

const INPUT_ERRORS = new Set([
  ...['JsonError', 'FoonError', 'DrawingError', 'PromptError', 'TraceError', 'TaskError', 'GoalError'],
  ...['TapeError', 'OldNodeError', 'TapeNameError', 'MergeConflictError', 'ApiSettingError'],
  ...['ChunkFolderError', 'ExportFileError', 'IngestError'],
]);

/** Node's message names a flag that users do not type here. */
function denialText(error: Error & Readonly<{ permission?: unknown; resource?: unknown }>) {
  const verb = DENIED.get(String(error.permission));
  const denial = verb === undefined || typeof error.resource !== 'string' ? '' : `Cannot ${verb} "${error.resource}": `;
  const rule = 'npm script runs without network, records nothing and writes below results/ only';
  return `${denial}${denial === '' ? 'This' : 'this'} ${rule}; use \`npm run -s tapedeck -- …\` for anything else`;
}

const DENIED = new Map(
  Object.entries({ FileSystemRead: 'read', FileSystemWrite: 'write', Net: 'connect to', ChildProcess: 'start' }),
);

export function describeFailure(error: unknown): { exitCode: number; message: string } {
  if (!(error instanceof Error)) return { exitCode: 70, message: `Internal error: ${String(error)}` };
  if (error instanceof CommandFailure) return { exitCode: error.exitCode, message: error.message };
  if (error.name === 'TapeMissError') return { exitCode: 3, message: error.message };
  if (error.name === 'ApiUnusableError') {
    return { exitCode: 'isSetupError' in error && error.isSetupError === true ? 2 : 3, message: error.message };
  }
  if (INPUT_ERRORS.has(error.name)) return { exitCode: 2, message: error.message };
  if (codeOf(error) === 'ERR_ACCESS_DENIED') return { exitCode: 2, message: denialText(error) };
  const problem = systemProblem(error);
  if (problem !== null) return { exitCode: 2, message: problem };
  return { exitCode: 70, message: `Internal error, please report it: ${error.stack ?? error.message}` };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function suggestion(name: string, known: Iterable<string>): string {
  const likely = closestName(name, known);
  return likely === null ? '' : `did you mean ${JSON.stringify(likely)}? `;
}

const PERMISSION = 'permission denied; change its permissions, or name another path';
const PIPE = 'it is a pipe or a device, not a file; name a file';

const PROBLEMS = new Map(
  Object.entries({
    ENOENT: 'there is no such file or folder; check the path and the links in it',
    ENOTDIR: 'a part of the path is a file, not a folder; name another path',
    EISDIR: 'it is a folder; name a file',
    EEXIST: 'a file or a broken link is in the way; remove it, or name another path',
    ENOTEMPTY: 'the folder is not empty; name another folder',
    EACCES: PERMISSION,
    EPERM: PERMISSION,
    EROFS: 'the disk is read-only; name a path on another disk',
    ENOSPC: 'no space left on the disk; make room, and repeat the command',
    EDQUOT: 'the disk quota is used up; make room, and repeat the command',
    EIO: 'the disk failed; name a path on another disk',
    EMFILE: 'too many files are open; raise the limit (`ulimit -n`), or lower --jobs',
    ENFILE: 'too many files are open on this machine; close some programs',
    ENAMETOOLONG: 'the name is too long; shorten it (options of a planner are part of it)',
    ELOOP: 'its links form a circle; correct them',
    ENXIO: PIPE,
    ESPIPE: PIPE,
    EBUSY: 'another program is using it; close that program, and repeat the command',
    EADDRINUSE: 'another program uses this port; choose another with --port',
  }),
);

export function systemProblem(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const full = sqliteProblem(error);
  if (full !== null) return full;
  if (!('syscall' in error) || typeof error.syscall !== 'string') return null;
  const problem = PROBLEMS.get(codeOf(error));
  if (problem === undefined) return error.message;
  const to = 'dest' in error ? ` to "${error.dest}"` : '';
  return `Cannot ${VERBS.get(error.syscall) ?? error.syscall}${pathOf(error)}${to}: ${problem}`;
}

/** The low byte of SQLite's result codes. */
const [SQLITE_IOERR, SQLITE_FULL] = [10, 13];

function sqliteProblem(error: Error & { readonly errcode?: unknown }) {
  const code = typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
  if (code !== SQLITE_FULL && code !== SQLITE_IOERR) return null;
  const failed = code === SQLITE_FULL ? '' : ', or the disk failed';
  return `Cannot write the database${pathOf(error)}: no space left on the disk${failed}; make room, and repeat the command`;
}

function pathOf(error: Error) {
  return 'path' in error ? ` "${error.path}"` : '';
}

const VERBS = new Map(
  Object.entries({
    ...{ mkdir: 'make folder', scandir: 'list', opendir: 'list', unlink: 'remove', rmdir: 'remove', rm: 'remove' },
    ...{ stat: 'read', lstat: 'read', access: 'open', copyfile: 'copy' },
  }),
);
