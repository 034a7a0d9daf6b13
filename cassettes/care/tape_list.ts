import { existsSync, statSync } from 'node:fs';
import { Journal } from '../format/journal.ts';
import { emptyManifest, readCurrentManifest } from '../format/manifest.ts';
import type { Provenance } from '../format/provenance.ts';
import { type TapeName, tapeFiles, taskPaths } from '../format/tape_files.ts';
import { knownTapes } from '../reading/known_tapes.ts';

export type ListedTape = {
  readonly suite: string;
  readonly model: string;
  readonly tasks: number;
  readonly replies: number;
  readonly requests: number;
  readonly bytes: number;
  readonly provenance: readonly Provenance[];
  readonly unfinished: boolean;
  readonly journaled: number;
};

/** Sorted by suite and model. Throws a `TapeError` on a damaged manifest. */
export async function listTapes(tapesDir: string): Promise<readonly ListedTape[]> {
  const listed = knownTapes(tapesDir).map(async (name) => {
    const files = tapeFiles(name);
    const { manifest, isDecided } = readCurrentManifest(files, name);
    const { tasks, provenance } = manifest ?? emptyManifest(name.suite, name.model);
    const summaries = Object.values(tasks);
    const paths = Object.keys(tasks).flatMap((task) => Object.values(taskPaths(files.dir, task, { isDecided })));
    return {
      suite: name.suite,
      model: name.model,
      tasks: summaries.length,
      replies: sum(summaries.map(({ replies }) => replies.entries)),
      requests: sum(summaries.map(({ requests }) => requests.entries)),
      bytes: sum([files.manifest, ...paths].map(sizeOf)),
      provenance,
      unfinished: existsSync(files.journal) || existsSync(files.manifestNext),
      journaled: await journaledIn(files.journal, name),
    };
  });
  return Promise.all(listed);
}

async function journaledIn(path: string, name: TapeName): Promise<number> {
  const journal = await Journal.read(path, name);
  journal?.close();
  return journal?.addresses().length ?? 0;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
