/**
 * What lies on the tapes of a run's tasks, in a few words.
 *
 * @module
 */
import { readManifest } from '../../cassettes/format/manifest.ts';
import { tapeFiles } from '../../cassettes/format/tape_files.ts';
import type { RunPlan } from '../run_plan/run_plan.ts';

/** Task (`scene/name`) → SHA-256 of its replies. */
type TapeDigests = Record<string, string>;

/** One for each folder that holds some of the tasks, in the order of the folders. Throws a `TapeError` at a damaged manifest. */
export function tapeDigests(
  plan: Pick<RunPlan, 'suite' | 'model' | 'headers'>,
  folders: readonly string[],
): TapeDigests[] {
  const owner = { suite: plan.suite.name, model: plan.model };
  const wanted = new Set(plan.headers.map(({ scene, task }) => `${scene}/${task}`));
  return folders
    .map((tapesDir) => {
      const manifest = readManifest(tapeFiles({ tapesDir, ...owner }).manifest, owner);
      const tasks = Object.entries(manifest?.tasks ?? {}).filter(([task]) => wanted.has(task));
      return Object.fromEntries(tasks.map(([task, { replies }]) => [task, replies.sha256]));
    })
    .filter((digests) => Object.keys(digests).length > 0);
}
