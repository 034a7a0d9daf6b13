import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder, temporaryPath, withPath } from '../../cassettes/disk/disk.ts';
import { commandText } from '../io/errors/counted.ts';
import { codeOf, describeFailure, invalid } from '../io/errors/failure.ts';
import { PLACES } from '../io/places.ts';
import { linesOfFile } from '../io/read_text.ts';
import { writeWhole } from '../io/write_whole.ts';
import { RUN_FILES, type RunRecord, readRunRecord, readTimings } from './run_record.ts';

type RunPlace = { readonly out: string } | Readonly<{ runs: string; name: string | undefined; now: Date }>;

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/;

const NAMESAKES_MAX = 1_000;

export function claimRunFolder(place: RunPlace, run: RunRecord): string {
  if ('out' in place) return claimOrThrow(place.out, '--out', run);
  const { runs, name, now } = place;
  if (name !== undefined) {
    checkRunName(name);
    return claimOrThrow(join(runs, run.suite, name), '--name', run);
  }
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  for (let count = 1; count <= NAMESAKES_MAX; count += 1) {
    const folder = join(runs, run.suite, count === 1 ? time : `${time}-${count}`);
    if (claim(folder, run)) return folder;
  }
  throw invalid(
    `Cannot begin a run: the limit of ${NAMESAKES_MAX} runs at "${time}" is reached; name this run with --name`,
  );
}

export function checkRunName(name: string): void {
  if (NAME.test(name) && !name.endsWith('.') && name !== LATEST) return;
  throw invalid(
    `--name must consist of letters, digits, "_", "-" and ".", begin with a letter or digit, and not be "${LATEST}"; found "${name}"`,
  );
}

/** Only one of two simultaneous runs can create the record. */
function claim(folder: string, run: RunRecord): boolean {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) return false;
  makeFolder(folder);
  if (readdirSync(folder).length > 0) return false;
  const file = join(folder, RUN_FILES.record);
  try {
    writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    rmSync(file, { force: true }); // a partial record would block the next run
    throw withPath(file, error);
  }
}

function claimOrThrow(folder: string, option: string, run: RunRecord): string {
  if (claim(folder, run)) return folder;
  const cannot = `Cannot write the run to "${folder}"`;
  if (!statSync(folder).isDirectory()) throw invalid(`${cannot}: it is a file; name a folder`);
  if (!readdirSync(folder).includes(RUN_FILES.record))
    throw invalid(`${cannot}: it contains files, but no run; name another with ${option}`);
  throw invalid(
    `${cannot}: it contains an earlier run; name another with ${option}, or remove that run: ${commandText(['runs', 'rm', folder])}`,
  );
}

const LATEST = 'latest';

export function latestRun(suiteFolder: string): string | null {
  const pointer = join(suiteFolder, LATEST);
  const entry = lstatSync(pointer, { throwIfNoEntry: false });
  if (entry?.isSymbolicLink()) return resolve(suiteFolder, readlinkSync(pointer));
  if (entry?.isFile()) return join(suiteFolder, basename(readFileSync(pointer, 'utf8').trim()));
  return null;
}

export function pointToLatest(folder: string): void {
  const [suiteFolder, name] = [dirname(folder), basename(folder)];
  const beside = temporaryPath(join(suiteFolder, `${LATEST}.${name}`));
  try {
    symlinkSync(name, beside, 'dir');
  } catch {
    writeWhole(join(suiteFolder, LATEST), `${name}\n`);
    return;
  }
  renameSync(beside, join(suiteFolder, LATEST));
}

export function dropLatest(suiteFolder: string): void {
  rmSync(join(suiteFolder, LATEST), { force: true });
}

/** `name`: a folder, `SUITE/NAME`, or a suite for its latest run. */
export function findRun(name: string, runs: string = PLACES.runs): string {
  const found = runAt(name) ?? runAt(join(runs, name));
  if (found !== null) return found;
  const folder = existsSync(name) ? name : join(runs, name);
  const latest = latestRun(basename(name) === LATEST ? dirname(folder) : folder);
  const why = latest === null ? 'it has no run.json' : `its latest run, "${latest}", does not exist`;
  throw invalid(
    `"${name}" is not a run: ${why}; make one with \`tapedeck run SUITE\`, or choose one with \`tapedeck runs list\``,
  );
}

export function runAt(path: string): string | null {
  const folder = latestRun(basename(path) === LATEST ? dirname(path) : path) ?? path;
  return existsSync(join(folder, RUN_FILES.record)) ? folder : null;
}

export type ListedRun = ReturnType<typeof listRuns>[number];

export function listRuns(runs: string, suite?: string) {
  const suites = suite === undefined ? foldersIn(runs) : [suite];
  return suites.flatMap((each) => {
    const folder = join(runs, each);
    const latest = latestRun(folder);
    const listed = foldersIn(folder).map((name) => {
      const path = join(folder, name);
      const isLatest = latest !== null && resolve(latest) === resolve(path);
      return { name: `${each}/${name}`, folder: path, isLatest, ...runStateOrProblem(path) };
    });
    // "~" sorts after all ISO dates.
    const sortKey = ({ times, name }: (typeof listed)[number]) => `${times?.started ?? '~'} ${name}`;
    return listed.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  });
}

function runStateOrProblem(folder: string) {
  try {
    return { ...runState(folder), problem: null };
  } catch (error) {
    return { run: null, times: null, problem: describeFailure(error).message };
  }
}

export function runState(folder: string) {
  const [run, times] = [readRunRecord(folder), readTimings(folder)];
  if (times.ended !== null) return { run, times };
  let episodesPlayed = 0;
  for (const { isWhole } of linesOfFile(join(folder, RUN_FILES.episodes))) if (isWhole) episodesPlayed += 1;
  return { run: { ...run, episodesPlayed }, times };
}

function foldersIn(folder: string): string[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

const FILES: readonly string[] = Object.values(RUN_FILES);

/** A killed run leaves partial files. */
export function checkRemovable(folder: string): void {
  readRunRecord(folder);
  const runFiles = FILES.flatMap((file) => [file, temporaryPath(file)]);
  const stranger = readdirSync(folder).find((name) => !runFiles.includes(name));
  if (stranger === undefined) return;
  throw invalid(
    `Cannot remove run "${folder}": it contains "${stranger}", which is not part of a run; move that first`,
  );
}

export function removeRun(folder: string): void {
  checkRemovable(folder);
  const partial = readdirSync(folder).filter((name) => !FILES.includes(name));
  for (const file of [...partial, ...FILES]) rmSync(join(folder, file), { force: true });
  rmdirSync(folder);
}
