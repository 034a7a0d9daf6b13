import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathSegment, segmentName } from '../disk/path_segment.ts';
import { TASK_LENGTH_MAX } from './entry.ts';

export class TapeNameError extends Error {
  override readonly name = 'TapeNameError';
}

export type TapeName = Readonly<{ tapesDir: string; suite: string; model: string }>;

/** `below` are read-only folders, highest first. */
export type LayeredName = TapeName & { readonly below?: readonly string[] };
export type TapeLayers = Pick<LayeredName, 'tapesDir' | 'below'>;

export function tapeFiles({ tapesDir, suite, model }: TapeName): ReturnType<typeof filesIn> {
  if (!/^[a-z0-9_][a-z0-9_.-]*$/.test(suite)) {
    throw new TapeNameError(`Cannot name a tape after suite "${suite}": only a-z, 0-9, "_", "." and "-" are allowed`);
  }
  return filesIn(join(tapesDir, pathSegment(suite), pathSegment(modelFolder(model))));
}

export function filesIn(dir: string) {
  return {
    dir,
    manifest: join(dir, 'manifest.json'),
    manifestNext: join(dir, 'manifest.next.json'),
    journal: join(dir, 'tape.journal.jsonl'),
    pending: join(dir, 'pending.jsonl'),
    lock: join(dir, 'tape.lock'),
  };
}

export type TaskFiles = ReturnType<typeof taskPaths>;

export function taskPaths(dir: string, task: string, { isRewriteCommitted = false } = {}) {
  const [, scene, name] = /^([a-z0-9_-]+)\/([a-z0-9_.-]+)$/.exec(task) ?? [];
  if (scene === undefined || name === undefined || task.length > TASK_LENGTH_MAX) {
    throw new TapeNameError(
      `Cannot name a tape file after task "${task}": expected "scene/name" made of a-z, 0-9, "_", "-" (and "." in the name), ` +
        `at most ${TASK_LENGTH_MAX} characters`,
    );
  }
  const pathOf = (ending: string) => {
    const path = join(dir, pathSegment(`${scene}.${name}.${ending}`));
    return isRewriteCommitted && existsSync(nextOf(path)) ? nextOf(path) : path;
  };
  return { replies: pathOf('replies.jsonl'), requests: pathOf('requests.jsonl.gz') };
}

export function nextOf(path: string): string {
  return `${path}.next`;
}

export function taskOfFile(file: string): string | null {
  const plain = segmentName(file);
  const [, scene, name] = /^([a-z0-9_-]+)\.([a-z0-9_.-]+)\.(?:replies\.jsonl|requests\.jsonl\.gz)$/.exec(plain) ?? [];
  if (pathSegment(plain) !== file) return null;
  return scene === undefined || name === undefined ? null : `${scene}/${name}`;
}

/** `Qwen/Qwen2.5-7B` → `qwen-qwen2.5-7b`; the manifest shows collisions. */
function modelFolder(model: string) {
  const folder = model.toLowerCase().replaceAll(/[^a-z0-9_.-]+/g, '-');
  if (!/^[a-z0-9_]/.test(folder)) {
    throw new TapeNameError(`Cannot name a tape after model "${model}": it must begin with a letter or a digit`);
  }
  return folder;
}
