/** LLM-State in one task, whose tape answers every trial as the recorded one. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Entry } from '../../../cassettes/format/entry.ts';
import { formatManifest, readAnyManifest } from '../../../cassettes/format/manifest.ts';
import { sealLine } from '../../../cassettes/format/sealed_line.ts';
import { tapeFiles, taskPaths } from '../../../cassettes/format/tape_files.ts';
import { openTape } from '../../../cassettes/reading/tape.ts';
import { PLACES } from '../../io/places.ts';

const PLANNER = 'llm_state';
const TASK = { scene: 'house_1', task: 'open_fridge' };
/** Writes the peak memory in kilobytes. */
const SAYS_PEAK_MEMORY = `data:text/javascript,${encodeURIComponent(
  "import { writeFileSync } from 'node:fs'; process.on('exit', () => writeFileSync(process.env.PEAK_MEMORY, String(process.resourceUsage().maxRSS)));",
)}`;
const TAPE = { suite: 'household', model: 'claude' };

/** Takes about five milliseconds an episode. */
export async function benchManyEpisodes(counts: readonly number[] = [1_000, 10_000]) {
  const measured: Awaited<ReturnType<typeof measure>>[] = [];
  for (const episodes of counts) measured.push(await measure(episodes));
  return measured;
}

async function measure(episodes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-many-episodes-'));
  try {
    const tapeMegabytes = await writeTape(join(folder, 'tapes'), episodes);
    const peak = join(folder, 'peak_memory.txt');
    const began = performance.now();
    const words = [
      ...['--import', SAYS_PEAK_MEMORY, join(PLACES.root, 'harness/main.ts')],
      ...['run', TAPE.suite, '--planner', PLANNER, '--scene', TASK.scene, '--task', TASK.task],
      ...['--tapes', join(folder, 'tapes'), '--trials', String(episodes), '--out', join(folder, 'run')],
    ];
    const env = { ...process.env, PEAK_MEMORY: peak };
    execFileSync(process.execPath, words, { stdio: 'ignore', cwd: PLACES.root, env });
    const seconds = (performance.now() - began) / 1_000;
    const peakMegabytes = Math.round(Number(readFileSync(peak, 'utf8')) / 1_024);
    return { episodes, episodesPerSecond: episodes / seconds, peakMegabytes, tapeMegabytes };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function writeTape(tapesDir: string, trials: number): Promise<number> {
  const name = `${TASK.scene}/${TASK.task}`;
  const [from, to] = [tapeFiles({ tapesDir: PLACES.tapes, ...TAPE }), tapeFiles({ tapesDir, ...TAPE })];
  const files = taskPaths('', name);
  const shipped = readAnyManifest(from.manifest);
  const task = shipped.tasks[name];
  if (task === undefined) throw new Error(`The shipped tape has no task "${name}"`);
  mkdirSync(dirname(join(to.dir, files.replies)), { recursive: true });
  cpSync(join(from.dir, files.requests), join(to.dir, files.requests));
  const entries = await entriesOf(name);
  const sha256 = createHash('sha256');
  let bytes = 0;
  for (let trial = 1; trial <= trials; trial += 1) {
    const lines = Buffer.from(entries.map((entry) => `${sealLine({ ...entry, trial })}\n`).join(''));
    sha256.update(lines);
    bytes += lines.length;
    appendFileSync(join(to.dir, files.replies), lines);
  }
  const replies = { entries: trials * entries.length, sha256: sha256.digest('hex') };
  writeFileSync(to.manifest, formatManifest({ ...shipped, tasks: { [name]: { ...task, replies } } }));
  return bytes / 2 ** 20;
}

async function entriesOf(task: string): Promise<readonly Entry[]> {
  const tape = await openTape({ tapesDir: PLACES.tapes, ...TAPE });
  const entries: Entry[] = [];
  for await (const address of tape.addressesOf(task)) {
    const entry = address.trial === 1 ? await tape.find(address) : null;
    if (entry !== null) entries.push(entry);
  }
  await tape.close();
  return entries;
}
