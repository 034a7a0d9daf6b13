/**
 * What lies on the tapes of a run's tasks, in a few words.
 *
 * @module
 */
import { readCurrentManifest } from '../../../cassettes/format/manifest.ts';
import { tapeFiles } from '../../../cassettes/format/tape_files.ts';
import { SYMBOLIC } from '../../episode/registry/live_worlds.ts';
import type { RunPlan } from '../plan/run_plan.ts';

/** Task (`scene/name`), or simulator and task (`virtualhome scene/name`) → SHA-256 of its replies. */
type TapeDigests = Record<string, string>;

/** One for each folder that holds some of the tasks, in the order of the folders. Throws a `TapeError` at a damaged manifest. */
export function tapeDigests(
  plan: Pick<RunPlan, 'suite' | 'model' | 'list'>,
  folders: readonly string[],
): TapeDigests[] {
  const suite = plan.suite.name;
  const headers = plan.list.firstHeaders();
  const simulators = new Set(headers.map(({ env }) => env).filter((env) => env !== SYMBOLIC));
  const wanted = new Set(headers.map(({ scene, task }) => `${scene}/${task}`));
  const digestsOn = (tapesDir: string, model: string, prefix: string) => {
    const owner = { suite, model };
    const { manifest } = readCurrentManifest(tapeFiles({ tapesDir, ...owner }), owner);
    const tasks = Object.entries(manifest?.tasks ?? {}).filter(([task]) => wanted.has(task));
    return tasks.map(([task, { replies }]) => [`${prefix}${task}`, replies.sha256] as const);
  };
  return folders
    .map((folder) =>
      Object.fromEntries([
        ...digestsOn(folder, plan.model, ''),
        ...Array.from(simulators, (env) => digestsOn(folder, env, `${env} `)).flat(),
      ]),
    )
    .filter((digests) => Object.keys(digests).length > 0);
}
