/**
 * What the operating system refuses, in words that say what to do.
 *
 * @module
 */
/** Error code → what is wrong; what to do. */
const PROBLEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ENOENT: 'there is no such file or folder; check the path, and where a link in it leads',
    ENOTDIR: 'a part of the path is a file, not a folder; name another path',
    EISDIR: 'it is a folder; name a file',
    EEXIST: 'a file or a link that leads nowhere is in the way; remove it, or name another path',
    ENOTEMPTY: 'the folder is not empty; name another',
    EACCES: 'this user may not; change its permissions, or name another path',
    EPERM: 'this user may not; change its permissions, or name another path',
    EROFS: 'the disk is read-only; name a path on another',
    ENOSPC: 'no space left on the disk; make room, and run again',
    EDQUOT: 'the quota is used up; make room, and run again',
    EIO: 'the disk failed; try another',
    EMFILE: 'too many files are open; raise the limit (`ulimit -n`), or lower --jobs',
    ENFILE: 'too many files are open on this machine; close some programs',
    ENAMETOOLONG: 'the name is too long; shorten it (options of a planner are part of it)',
    ELOOP: 'its links lead in a circle; mend them',
    ENXIO: 'it is a pipe or a device, not a file; name a file',
    ESPIPE: 'it is a pipe or a device, not a file; name a file',
    EBUSY: 'another program uses it; close that, and run again',
    EADDRINUSE: 'another program listens on this port; name another with --port',
  }),
);

/** `Cannot open "x": it is a folder; name a file`; null for an error that is not the operating system's. */
export function systemProblem(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const full = sqliteProblem(error);
  if (full !== null) return full;
  if (!('syscall' in error) || typeof error.syscall !== 'string') return null;
  const problem = 'code' in error ? PROBLEMS.get(String(error.code)) : undefined;
  if (problem === undefined) return error.message;
  const path = pathOf(error);
  const to = 'dest' in error ? ` to "${error.dest}"` : '';
  return `Cannot ${VERBS.get(error.syscall) ?? error.syscall}${path}${to}: ${problem}`;
}

/** Result codes of SQLite: an error of input or output, a full disk; the bits above tell where it was. */
const [SQLITE_IOERR, SQLITE_FULL] = [10, 13];

function sqliteProblem(error: Error & { readonly errcode?: unknown }): string | null {
  const code = typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
  if (code !== SQLITE_FULL && code !== SQLITE_IOERR) return null;
  const failed = code === SQLITE_FULL ? '' : ', or the disk failed';
  return `Cannot write the database${pathOf(error)}: no space left on the disk${failed}; make room, and run again`;
}

function pathOf(error: Error): string {
  return 'path' in error ? ` "${error.path}"` : '';
}

const VERBS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mkdir: 'make folder',
    scandir: 'list',
    opendir: 'list',
    unlink: 'remove',
    rmdir: 'remove',
    rm: 'remove',
    stat: 'look at',
    lstat: 'look at',
    access: 'open',
    copyfile: 'copy',
    rename: 'rename',
  }),
);
