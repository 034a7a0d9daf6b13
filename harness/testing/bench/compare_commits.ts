/** Measures two commits in turns, so that a busy machine slows both. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PLACES } from '../../io/places.ts';
import { plainTable } from '../../tables/plain_table.ts';
import { shown, spreadOf } from './bench_figures.ts';

const USAGE = `npm run bench:compare -- BEFORE AFTER [--function MODULE:NAME…] [--command WORDS…] [--runs N]

BEFORE and AFTER are commits; "." is the working tree.

  --function MODULE:NAME  Call it without arguments and compare the numbers that it returns, for example
                          planners/pddl/bench/pddl_bench.ts:benchPddl
  --command WORDS         Compare the seconds that a command of the program takes, for example "tables --jobs 1"
  --runs N                Measure each N times (default 5)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    function: { type: 'string', multiple: true, default: [] },
    command: { type: 'string', multiple: true, default: [] },
    runs: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
});
const [before, after] = positionals;
const runs = Number(values.runs);
const measures = [
  ...values.function.map((named) => ({ title: named, of: (tree: string) => numbersOf(named, tree) })),
  ...values.command.map((words) => ({ title: words, of: (tree: string) => secondsOf(words, tree) })),
];
if (values.help || before === undefined || after === undefined || measures.length === 0 || !(runs >= 1)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-commits-'));
const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: PLACES.root, stdio: ['ignore', 'pipe', 'ignore'] });
const trees = [before, after].map((commit, at) => checkedOut(commit, join(folder, String(at))));
try {
  for (const measure of measures) {
    const seen = [new Map<string, number[]>(), new Map<string, number[]>()];
    for (let run = 0; run < runs; run++) {
      for (const [at, tree] of trees.entries()) {
        for (const [name, figure] of Object.entries(measure.of(tree))) {
          seen[at]!.set(name, [...(seen[at]!.get(name) ?? []), figure]);
        }
      }
    }
    console.log(`${measure.title}, ${runs} runs each, in turns`);
    const headings = ['figure', before, after, 'ratio of medians', `spread ${before}`, `spread ${after}`];
    console.log(plainTable(headings, rowsOf(seen)));
  }
} finally {
  for (const [at, tree] of trees.entries())
    if (tree === join(folder, String(at))) git('worktree', 'remove', '--force', tree);
  rmSync(folder, { recursive: true, force: true });
}

function checkedOut(commit: string, tree: string): string {
  if (commit === '.') return PLACES.root;
  git('worktree', 'add', '--detach', tree, commit);
  symlinkSync(join(PLACES.root, 'node_modules'), join(tree, 'node_modules'), 'dir');
  return tree;
}

function secondsOf(words: string, tree: string): Record<string, number> {
  const began = performance.now();
  const argv = [join(tree, 'harness/main.ts'), ...words.split(' ')];
  execFileSync(process.execPath, argv, { cwd: tree, stdio: 'ignore' });
  return { seconds: (performance.now() - began) / 1_000 };
}

function numbersOf(named: string, tree: string): Record<string, number> {
  const [module = '', name] = named.split(':');
  const path = JSON.stringify(join(tree, module));
  const script = `console.log(JSON.stringify(await (await import(${path})).${name}()))`;
  const argv = ['--input-type=module', '-e', script];
  const printed = execFileSync(process.execPath, argv, { cwd: tree, encoding: 'utf8' });
  const figures: Record<string, unknown> = JSON.parse(printed.trim().split('\n').at(-1) ?? '{}');
  const numbers = Object.entries(figures).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return Object.fromEntries(numbers);
}

function rowsOf([one, other]: readonly Map<string, number[]>[]): string[][] {
  return [...one!].flatMap(([name, figures]) => {
    const others = other!.get(name);
    if (others === undefined) return [];
    const [a, b] = [spreadOf(figures), spreadOf(others)];
    const spreads = [a, b].map(({ least, most }) => `${shown(least)}–${shown(most)}`);
    return [[name, shown(a.median), shown(b.median), shown(b.median / a.median), ...spreads]];
  });
}
