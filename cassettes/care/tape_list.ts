import { existsSync, statSync } from 'node:fs';
import { Journal } from '../format/journal.ts';
import { readCurrentManifest } from '../format/manifest.ts';
import { type TapeName, tapeFiles, taskPaths } from '../format/tape_files.ts';
import { knownTapes } from '../reading/known_tapes.ts';

export type ListedTape = Awaited<ReturnType<typeof listTape>>;

export async function listTapes(tapesDir: string): Promise<readonly ListedTape[]> {
  return Promise.all(knownTapes(tapesDir).map(listTape));
}

async function listTape(name: TapeName) {
  const files = tapeFiles(name);
  const { manifest, isRewriteCommitted } = readCurrentManifest(name);
  const { suite, model, tasks, provenance } = manifest;
  const summaries = Object.values(tasks);
  const paths = Object.keys(tasks).flatMap((task) => Object.values(taskPaths(files.dir, task, { isRewriteCommitted })));
  const journal = await Journal.read(files.journal, name);
  journal?.close();
  return {
    suite,
    model,
    tasks: summaries.length,
    replies: sum(summaries.map(({ replies }) => replies.entries)),
    requests: sum(summaries.map(({ requests }) => requests.entries)),
    bytes: sum([files.manifest, ...paths].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)),
    provenance,
    unfinished: existsSync(files.journal) || existsSync(files.manifestNext),
    journaled: journal?.addresses().length ?? 0,
  };
}

function sum(numbers: readonly number[]) {
  return numbers.reduce((total, number) => total + number, 0);
}
