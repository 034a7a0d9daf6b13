import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLACES } from '../io/places.ts';
import { isLong } from '../testing/run_count.ts';
import { tapedeck } from '../testing/run_tapedeck.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-widths-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [before, after] = ['before', 'after'].map((name) => join(folder, name)) as [string, string];
const ROBOT = ['--planner', 'llm_state', '--planner', 'oracle'];

beforeAll(async () => {
  for (const out of [before, after]) await tapedeck('run', 'robot', ...ROBOT, '--out', out);
});

/** util-linux' `script` gives a program a terminal. */
const HAS_SCRIPT = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;

const program = [process.execPath, join(PLACES.root, 'harness/main.ts')];
const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, TERM: 'xterm' };
const options = { encoding: 'utf8', cwd: PLACES.root, env } as const;

function onTerminal(columns: number, words: readonly string[]): string[] {
  const quoted = [...program, ...words].map((word) => `'${word}'`).join(' ');
  const command = `stty cols ${columns}; ${quoted} 2>/dev/null`;
  const text = execFileSync('script', ['-qec', command, '/dev/null'], options);
  return text.replaceAll('\r\n', '\n').split('\n');
}

function inPipe(words: readonly string[]): string[] {
  const [node = '', ...rest] = [...program, ...words];
  return execFileSync(node, rest, { ...options, stdio: 'pipe' }).split('\n');
}

const TABLES = ['tables', '--suite', 'robot', '--table', 'table_3', '--out', join(folder, 'out')];
const CASES: readonly (readonly [words: readonly string[], heading: RegExp, always: readonly string[]])[] = [
  [['list', 'tasks'], /\btask\b/, ['scene', 'task', 'feasible']],
  [['runs', 'show', before], /^planner /, ['planner', 'SR']],
  [['compare', before, after], /Verdict$/, ['Baseline', 'Candidate', 'Verdict']],
  [TABLES, /^Method/, ['Method', 'Success']],
];

describe.skipIf(!HAS_SCRIPT)('tables on a terminal (skipped where there is no util-linux `script`)', () => {
  describe.each(CASES)('%j', (words, heading, always) => {
    let whole = '';
    beforeAll(() => {
      whole = inPipe(words).find((line) => heading.test(line)) ?? '';
    });

    it.each(isLong ? [60, 80, 120, 200] : [60, 120])('shows names and results, in %i columns', (columns) => {
      const lines = onTerminal(columns, words);
      const at = lines.findIndex((line) => heading.test(line));
      const table = lines.slice(at, lines.indexOf('', at));
      const shown = (table[0] ?? '').split(/ {2,}/);
      expect(shown).toEqual(expect.arrayContaining([...always]));
      for (const line of table) expect(line.length, line).toBeLessThanOrEqual(columns);
      const remark = lines.slice(at).find((line) => line.startsWith('Hidden'));
      const isWhole = whole.split(/ {2,}/).length === shown.length;
      expect(remark?.replace(/: .*/, '')).toBe(
        isWhole ? undefined : `Hidden to fit ${columns} columns, shown with --wide`,
      );
    });

    it('shows all columns with --wide, as in a pipe', () => {
      const wide = onTerminal(60, [...words, '--wide']).find((line) => heading.test(line));
      expect(wide).toBe(whole);
    });
  });
});
