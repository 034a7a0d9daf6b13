/** Lists all problems, where opening a tape stops at the first; recomputes request keys. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Journal } from '../format/journal.ts';
import { DAMAGED_DECISION, emptyManifest, type Manifest, readAnyManifest } from '../format/manifest.ts';
import { readPending } from '../format/pending.ts';
import type { Provenance } from '../format/provenance.ts';
import { filesIn, tapeFiles, taskOfFile, taskPaths } from '../format/tape_files.ts';
import { tapeFolders } from '../reading/tape_folders.ts';
import { problemOf, type TapeProblem, verifyTask } from '../writing/task_verify.ts';

type Waiting = { readonly path: string; readonly suite: string; readonly model: string; readonly answers: number };

/** Only the layers that hold the suite, if any does. */
export async function verifyLayers(folders: readonly string[], options: { readonly suite?: string } = {}) {
  const holding = folders.filter((folder) => tapeFolders(folder).some(({ suite }) => suite === options.suite));
  const chosen = options.suite === undefined || holding.length === 0 ? folders : holding;
  const all = newReport();
  for (const folder of chosen) {
    const { tapes, replies, requests, problems, waiting } = await verifyTapes(folder, options);
    all.tapes += tapes;
    all.replies += replies;
    all.requests += requests;
    for (const problem of problems) all.problems.push(problem);
    all.waiting.push(...waiting);
  }
  return all;
}

/** `waiting` is no problem, since replay reads journals. */
function newReport() {
  return { tapes: 0, replies: 0, requests: 0, problems: [] as TapeProblem[], waiting: [] as Waiting[] };
}

/** Verifies all tapes or one suite; nothing to verify is a problem. */
export async function verifyTapes(tapesDir: string, { suite }: { readonly suite?: string } = {}) {
  const report = newReport();
  const { problems } = report;
  const folders = tapeFolders(tapesDir).filter(({ dir }) => isTape(dir));
  const chosen = folders.filter((folder) => suite === undefined || folder.suite === suite);
  if (chosen.length === 0) {
    problems.push({ path: tapesDir, line: null, message: nothingThere(tapesDir, folders, suite) });
  }
  for (const folder of chosen) {
    report.tapes += 1;
    const current = manifestOf(folder, tapesDir, problems);
    if (current === null) continue;
    const { manifest, isDecided } = current;
    for (const problem of await verifyFolder(folder.dir, current, report.waiting)) problems.push(problem);
    for (const [task, summary] of Object.entries(manifest.tasks)) {
      report.replies += summary.replies.entries;
      report.requests += summary.requests.entries;
      for (const problem of await verifyTask(taskPaths(folder.dir, task, { isDecided }), task, summary))
        problems.push(problem);
    }
    problems.push(...verifyProvenance(filesIn(folder.dir).manifest, manifest));
  }
  return report;
}

type Current = { readonly manifest: Manifest; readonly isDecided: boolean };

type Folder = { readonly dir: string; readonly suite: string };

function isTape(dir: string): boolean {
  const { manifest, journal } = filesIn(dir);
  return existsSync(manifest) || existsSync(journal) || hasTasks(dir);
}

function hasTasks(dir: string): boolean {
  return readdirSync(dir).some((file) => taskOfFile(file) !== null);
}

function nothingThere(tapesDir: string, folders: readonly Folder[], suite: string | undefined): string {
  if (!existsSync(tapesDir)) return 'there is no such folder';
  if (suite === undefined || folders.length === 0) return 'there is no tape in it';
  const known = new Set(folders.map((folder) => `"${folder.suite}"`));
  return `there is no tape of suite "${suite}"; known: ${[...known].join(', ')}`;
}

function manifestOf({ dir, suite }: Folder, tapesDir: string, problems: TapeProblem[]): Current | null {
  const files = filesIn(dir);
  const isDecided = existsSync(files.manifestNext);
  const path = isDecided ? files.manifestNext : files.manifest;
  const isNew = !existsSync(path) && !hasTasks(dir);
  if (!isNew && !existsSync(path)) {
    const message = 'there are recordings, but no manifest; restore the tape from version control';
    problems.push({ path, line: null, message });
    return null;
  }
  try {
    const owner = isNew ? Journal.ownerOf(files.journal) : null;
    if (owner !== null) return { manifest: emptyManifest(owner.suite, owner.model), isDecided };
    if (isNew) return null;
    const manifest = readAnyManifest(path);
    const expected = tapeFiles({ tapesDir, suite: manifest.suite, model: manifest.model }).dir;
    if (manifest.suite !== suite || basename(expected) !== basename(dir)) {
      const message = `it belongs to suite "${manifest.suite}" and model "${manifest.model}", which is not where it lies`;
      problems.push({ path, line: null, message });
    }
    return { manifest, isDecided };
  } catch (error) {
    problems.push(isDecided ? { ...problemOf(error), message: DAMAGED_DECISION } : problemOf(error));
    return null;
  }
}

async function verifyFolder(
  dir: string,
  { manifest, isDecided }: Current,
  waiting: Waiting[],
): Promise<readonly TapeProblem[]> {
  const files = filesIn(dir);
  const problems: TapeProblem[] = [];
  for (const file of readdirSync(dir).toSorted()) {
    const task = taskOfFile(file);
    if (isDecided || task === null || manifest.tasks[task] !== undefined) continue;
    problems.push({ path: join(dir, file), line: null, message: 'the manifest does not know it' });
  }
  try {
    const journal = await Journal.read(files.journal, manifest);
    const { suite, model } = manifest;
    const answers = journal?.addresses().length ?? 0;
    if (answers > 0 || isDecided) {
      waiting.push({ path: isDecided ? files.manifestNext : files.journal, suite, model, answers });
    }
    journal?.close();
    await readPending(files.pending);
  } catch (error) {
    problems.push(problemOf(error));
  }
  return problems;
}

function verifyProvenance(path: string, { provenance, tasks }: Manifest): readonly TapeProblem[] {
  const id = ({ source, model, batch }: Pick<Provenance, 'source' | 'model' | 'batch'>) =>
    `source "${source}" and model "${model}"${batch === undefined ? '' : ` in batch "${batch}"`}`;
  const claimed = new Set(provenance.map(id));
  const answered = new Set(Object.values(tasks).flatMap(({ answers }) => answers.map(id)));
  const unanswered = [...claimed].filter((pair) => !answered.has(pair));
  const unclaimed = [...answered].filter((pair) => !claimed.has(pair));
  return [
    ...unanswered.map((pair) => `it claims ${pair}, of which there is no reply`),
    ...unclaimed.map((pair) => `it does not say where the replies of ${pair} come from`),
  ].map((message) => ({ path, line: null, message }));
}
