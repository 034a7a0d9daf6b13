/**
 * Ends a program with all that it started: the process group that it leads (`detached`). A child that moved to a session or group of its own
 * (`setsid`) has left the group and cannot be ended.
 *
 * @module
 */

/** Of a group that is empty, or a program that never started, nothing is ended. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is empty.
  }
}
