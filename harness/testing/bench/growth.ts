/** Each size in a process of its own: `npm run bench:growth -- [SERIES…]`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTape } from '../../../cassettes/reading/tape.ts';
import { record, recording, tapeIn } from '../../../cassettes/testing/tape_fixture.ts';
import { householdEnvs } from '../../../envs/household/household_env.ts';
import { readHouse } from '../../../envs/household/scene/read_house.ts';
import { readTasks, taskFor } from '../../../envs/household/tasks.ts';
import { planProblem } from '../../../planners/pddl/plan/plan_problem.ts';
import { blocksProblem } from '../../../planners/pddl/testing/blocks_problem.ts';
import { PLACES } from '../../io/places.ts';
import { plainTable } from '../../tables/plain_table.ts';
import { shown } from './bench_figures.ts';
import { benchManyEpisodes } from './many_episodes_bench.ts';

type Series = Readonly<{
  what: string;
  sizes: readonly number[];
  /** In seconds. */
  measure: (size: number) => number | Promise<number>;
}>;

const STEPS = 2_000;
const BLOCK_SEEDS = [1, 2, 3, 4, 5];

const SERIES: Readonly<Record<string, Series>> = {
  episodes: {
    what: 'recorded episodes replayed',
    sizes: [1_000, 10_000, 100_000],
    async measure(size) {
      const [measured] = await benchManyEpisodes([size]);
      return size / measured!.episodesPerSecond;
    },
  },
  entries: {
    what: 'tape entries, opened and one found',
    sizes: [1_000, 10_000, 100_000, 1_000_000],
    measure: entriesOpened,
  },
  blocks: {
    what: `blocks, text to shortest plan, ${BLOCK_SEEDS.length} problems`,
    sizes: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    measure: blocksPlanned,
  },
  things: { what: `things in a house, ${STEPS} steps`, sizes: [50, 150, 500, 1_500, 5_000], measure: stepsTaken },
};

const [first, second, ...rest] = process.argv.slice(2);
if (first === '--measure') {
  const seconds = await SERIES[second!]!.measure(Number(rest[0]));
  console.log(JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1_024 }));
} else {
  const names = first === undefined ? Object.keys(SERIES) : process.argv.slice(2);
  const unknown = names.filter((name) => !Object.hasOwn(SERIES, name));
  if (unknown.length > 0) {
    console.error(`Unknown series ${unknown.join(', ')}; known: ${Object.keys(SERIES).join(', ')}`);
    process.exit(2);
  }
  for (const name of names) report(name);
}

function report(name: string): void {
  const { what, sizes } = SERIES[name]!;
  const rows: string[][] = [];
  let before: { size: number; seconds: number } | null = null;
  for (const size of sizes) {
    const said = execFileSync(process.execPath, [import.meta.filename, '--measure', name, String(size)], {
      encoding: 'utf8',
      cwd: PLACES.root,
    });
    const { seconds, megabytes } = JSON.parse(said.trim().split('\n').at(-1)!);
    const slope = before === null ? '' : shown(Math.log(seconds / before.seconds) / Math.log(size / before.size));
    rows.push([size.toLocaleString('en-US'), shown(1_000 * seconds), slope, shown(megabytes)]);
    before = { size, seconds };
  }
  console.log(`${name}: ${what}`);
  console.log(plainTable(['size', 'ms', 'slope on a log scale', 'MB'], rows));
}

async function entriesOpened(size: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-growth-'));
  try {
    const name = tapeIn(folder);
    const newEntry = (_: unknown, at: number) => recording(`What next after step ${at}?`, { text: `1. wait(${at})` });
    await record(name, Array.from({ length: size }, newEntry));
    const began = performance.now();
    const tape = await openTape(name);
    for (const task of tape.tasks()) {
      for await (const address of tape.addressesOf(task)) {
        if ((await tape.find(address)) === null) throw new Error('An entry is lost');
        break;
      }
    }
    await tape.close();
    return (performance.now() - began) / 1_000;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function blocksPlanned(size: number): number {
  const began = performance.now();
  for (const seed of BLOCK_SEEDS) {
    const { status } = planProblem(...blocksProblem(size, seed), {});
    if (status !== 'solved') throw new Error(`${size} blocks, seed ${seed}: ${status}`);
  }
  return (performance.now() - began) / 1_000;
}

function stepsTaken(size: number): number {
  const house = JSON.parse(readFileSync(join(PLACES.root, 'envs/household/houses/house_1.json'), 'utf8'));
  const things = house.things.slice(0, size);
  const candles = things.filter(({ is }: { is: string }) => /^candle\d+$/.test(is)).length;
  for (let candle = candles + 1; things.length < size; candle++)
    things.push({ is: `candle${candle}`, in: 'kitchen1', at: [-2.5, 0.1, -3.9] });
  const scene = readHouse(JSON.stringify({ ...house, things, perTask: {} }), 'grown_house.json');
  const tasks = readTasks(readFileSync(join(PLACES.root, 'envs/household/tasks/table_1.json'), 'utf8'), 'table_1.json');
  const env = householdEnvs(scene, taskFor(scene, tasks[0]!))();
  env.reset();
  const began = performance.now();
  for (let step = 0; step < STEPS; step++)
    env.step({ verb: 'move', args: [step % 2 === 0 ? 'kitchen1' : 'bathroom1'] });
  return (performance.now() - began) / 1_000;
}
