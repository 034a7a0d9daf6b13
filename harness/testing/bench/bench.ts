/** Figures depend on the machine; compare the ratios, or two commits with `compare_commits.ts`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { plainTable } from '../../tables/plain_table.ts';
import { BENCH_HEADINGS, type BenchFigure, benchCells, benchFigures } from './bench_figures.ts';
import { benchPeers } from './peers.ts';
import { GROUPS, type Measured, type Row } from './rows.ts';

const USAGE = `npm run bench -- [--only GROUP…] [--runs N] [--peers] [--json FILE]

  --only GROUP  Measure these groups only: ${Object.keys(GROUPS).join(', ')}
  --runs N      Measure each group N times (default 5); the table shows medians, and the spread of the ratio
  --peers       Measure other programs, too: nock, promptfoo, Fast Downward, OMPL
  --json FILE   Write the figures to FILE; those of other groups in it stay`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    runs: { type: 'string', default: '5' },
    peers: { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const unknown = (values.only ?? []).filter((name) => !Object.hasOwn(GROUPS, name));
const runs = Number(values.runs);
if (values.help || unknown.length > 0 || !Number.isInteger(runs) || runs < 1) {
  if (unknown.length > 0) console.error(`Unknown group ${unknown.map((name) => `"${name}"`).join(', ')}`);
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const groups = Object.entries(GROUPS).filter(([name]) => values.only?.includes(name) ?? true);
const kept = storedFigures().filter(({ group }) => group !== 'peers' && !groups.some(([name]) => name === group));
const figures: BenchFigure[] = [];
const missing: string[] = [];
for (const [name, measure] of groups) {
  const measured = await repeated(measure);
  if (typeof measured === 'string') missing.push(`Not measured: ${name}. ${measured}`);
  else figures.push(...benchFigures(name, measured));
  store();
  console.error(`${name} done`);
}
if (values.peers) {
  const peers = await benchPeers();
  figures.push(...benchFigures('peers', [peers.rows]));
  missing.push(...peers.missing);
  store();
}
console.log(plainTable(BENCH_HEADINGS, figures.map(benchCells)));
for (const line of missing) console.log(line);

function storedFigures(): readonly BenchFigure[] {
  if (values.json === undefined || !existsSync(values.json)) return [];
  return JSON.parse(readFileSync(values.json, 'utf8')).figures;
}

function store(): void {
  if (values.json === undefined) return;
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version };
  const stored = { machine, runs, figures: [...kept, ...figures], missing };
  writeFileSync(values.json, `${JSON.stringify(stored, null, 2)}\n`);
}

async function repeated(measure: () => Measured | Promise<Measured>): Promise<(readonly Row[])[] | string> {
  const all: (readonly Row[])[] = [];
  for (let run = 0; run < runs; run++) {
    const measured = await measure();
    if (typeof measured === 'string') return measured;
    all.push(measured);
  }
  return all;
}
