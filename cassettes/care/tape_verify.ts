import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Journal } from '../format/journal.ts';
import { DAMAGED_COMMIT, emptyManifest, type Manifest, readAnyManifest } from '../format/manifest.ts';
import { readPendingRequests } from '../format/pending.ts';
import type { Provenance } from '../format/provenance.ts';
import { filesIn, tapeFiles, taskOfFile, taskPaths } from '../format/tape_files.ts';
import { tapeFolders } from '../reading/tape_folders.ts';
import { problemOf, type TapeProblem, verifyTask } from '../writing/task_verify.ts';

type UnstoredRecordings = Readonly<{ path: string; suite: string; model: string; answers: number }>;

function newReport() {
  return { tapes: 0, replies: 0, requests: 0, problems: [] as TapeProblem[], waiting: [] as UnstoredRecordings[] };
}

type Report = ReturnType<typeof newReport>;

export async function verifyLayers(folders: readonly string[], options: { suite?: string } = {}) {
  const withSuite = folders.filter((folder) => tapeFolders(folder).some(({ suite }) => suite === options.suite));
  const report = newReport();
  for (const folder of withSuite.length === 0 ? folders : withSuite) await verifyTapes(folder, options, report);
  return report;
}

export async function verifyTapes(tapesDir: string, { suite }: { suite?: string } = {}, report = newReport()) {
  const folders = tapeFolders(tapesDir).filter(({ dir }) => isTape(dir));
  const chosen = folders.filter((folder) => suite === undefined || folder.suite === suite);
  if (chosen.length === 0) {
    report.problems.push({ path: tapesDir, line: null, message: describeMissing(tapesDir, folders, suite) });
  }
  for (const folder of chosen) {
    report.tapes += 1;
    const current = readCurrent(folder, tapesDir, report);
    if (current !== null) await verifyTape(folder.dir, current, report);
  }
  return report;
}

type Current = Readonly<{ manifest: Manifest; isRewriteCommitted: boolean }>;

async function verifyTape(dir: string, { manifest, isRewriteCommitted }: Current, report: Report) {
  const { problems } = report;
  for (const file of readdirSync(dir).toSorted()) {
    const task = taskOfFile(file);
    if (isRewriteCommitted || task === null || manifest.tasks[task] !== undefined) continue;
    problems.push({ path: join(dir, file), line: null, message: 'the manifest does not list it' });
  }
  try {
    await verifyJournal(dir, { manifest, isRewriteCommitted }, report);
  } catch (error) {
    problems.push(problemOf(error));
  }
  for (const [task, summary] of Object.entries(manifest.tasks)) {
    report.replies += summary.replies.entries;
    report.requests += summary.requests.entries;
    for (const problem of await verifyTask(taskPaths(dir, task, { isRewriteCommitted }), task, summary))
      problems.push(problem);
  }
  problems.push(...verifyProvenance(filesIn(dir).manifest, manifest));
}

async function verifyJournal(dir: string, { manifest, isRewriteCommitted }: Current, { waiting }: Report) {
  const files = filesIn(dir);
  const journal = await Journal.read(files.journal, manifest);
  const { suite, model } = manifest;
  const answers = journal?.addresses().length ?? 0;
  const path = isRewriteCommitted ? files.manifestNext : files.journal;
  if (answers > 0 || isRewriteCommitted) waiting.push({ path, suite, model, answers });
  journal?.close();
  await readPendingRequests(files.pending);
}

type Folder = ReturnType<typeof tapeFolders>[number];

function isTape(dir: string) {
  const { manifest, journal } = filesIn(dir);
  return existsSync(manifest) || existsSync(journal) || hasTasks(dir);
}

function hasTasks(dir: string) {
  return readdirSync(dir).some((file) => taskOfFile(file) !== null);
}

function describeMissing(tapesDir: string, folders: readonly Folder[], suite: string | undefined) {
  if (!existsSync(tapesDir)) return 'there is no such folder';
  if (suite === undefined || folders.length === 0) return 'there is no tape in it';
  const suites = new Set(folders.map((folder) => `"${folder.suite}"`));
  return `there is no tape of suite "${suite}"; known: ${[...suites].join(', ')}`;
}

function readCurrent({ dir, suite }: Folder, tapesDir: string, { problems }: Report): Current | null {
  const files = filesIn(dir);
  const isRewriteCommitted = existsSync(files.manifestNext);
  const path = isRewriteCommitted ? files.manifestNext : files.manifest;
  if (!existsSync(path) && hasTasks(dir)) {
    const message = 'there are recordings, but no manifest; restore the tape from version control';
    problems.push({ path, line: null, message });
    return null;
  }
  try {
    if (!existsSync(path)) {
      const owner = Journal.ownerOf(files.journal);
      return owner && { manifest: emptyManifest(owner), isRewriteCommitted };
    }
    const manifest = readAnyManifest(path);
    const expected = tapeFiles({ tapesDir, suite: manifest.suite, model: manifest.model }).dir;
    if (manifest.suite !== suite || basename(expected) !== basename(dir)) {
      const message = `it belongs to suite "${manifest.suite}" and model "${manifest.model}", not to this folder`;
      problems.push({ path, line: null, message });
    }
    return { manifest, isRewriteCommitted };
  } catch (error) {
    problems.push(isRewriteCommitted ? { ...problemOf(error), message: DAMAGED_COMMIT } : problemOf(error));
    return null;
  }
}

function verifyProvenance(path: string, { provenance, tasks }: Manifest): readonly TapeProblem[] {
  const id = ({ source, model, batch }: Pick<Provenance, 'source' | 'model' | 'batch'>) =>
    `source "${source}" and model "${model}"${batch === undefined ? '' : ` in batch "${batch}"`}`;
  const claims = new Set(provenance.map(id));
  const replies = new Set(Object.values(tasks).flatMap(({ answers }) => answers.map(id)));
  const claimsOnly = [...claims].filter((claim) => !replies.has(claim));
  const repliesOnly = [...replies].filter((claim) => !claims.has(claim));
  return [
    ...claimsOnly.map((claim) => `it declares ${claim}, but has no such reply`),
    ...repliesOnly.map((claim) => `it does not say where the replies of ${claim} come from`),
  ].map((message) => ({ path, line: null, message }));
}
