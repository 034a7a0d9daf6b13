/**
 * Adds a metric to a copy of the project, as ARCHITECTURE.md says: a file, and its line in the list.
 *
 * @module
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { PLACES } from './places.ts';

const copy = mkdtempSync(join(tmpdir(), 'tapedeck-metric-'));
afterAll(() => rmSync(copy, { recursive: true }));

const METRIC = `import { metric } from './metric.ts';
import { summed } from './poolings.ts';

export const moves = metric({
  name: 'moves',
  title: 'Moves',
  meaning: 'steps that move the robot',
  count: ({ events }) => events.filter((event) => event.event === 'step' && event.action.verb === 'move').length,
  row: (value) => ({ moves: value }),
  pooled: summed('moves'),
  columns: { Moved: ({ moves: count }) => String(count) },
});
`;

it('a metric is one file and its line in the list, and stands in every table of metrics', {
  timeout: 60_000,
}, async () => {
  for (const part of ['package.json', 'harness', 'planners', 'envs', 'cassettes', 'results/references']) {
    cpSync(join(PLACES.root, part), join(copy, part), {
      recursive: true,
      filter: (path) => !/\/tapes\/(?!listings)/.test(path),
    });
  }
  symlinkSync(join(PLACES.root, 'node_modules'), join(copy, 'node_modules'), 'dir');
  writeFileSync(join(copy, 'harness/metrics/moves.ts'), METRIC);
  const list = join(copy, 'harness/metrics/metrics.ts');
  const text = readFileSync(list, 'utf8')
    .replace('import { calls }', "import { moves } from './moves.ts';\nimport { calls }")
    .replace('  calls,\n', '  moves,\n  calls,\n');
  writeFileSync(list, text);

  const words = ['harness/main.ts', 'tables', '--suite', 'listings', '--out', 'out', '--json'];
  await promisify(execFile)(process.execPath, words, { cwd: copy });

  const column = (file: string, name: string) => {
    const [head = '', first = ''] = readFileSync(join(copy, 'out', file), 'utf8').split('\n');
    return first.split(',')[head.split(',').indexOf(name)];
  };
  expect(column('episodes.csv', 'moves')).toBe('5');
  expect(column('metrics.csv', 'moves')).toBe('5');
  expect(JSON.parse(readFileSync(join(copy, 'out/metrics.json'), 'utf8')).rows[0]).toMatchObject({ moves: 5 });
  const page = readFileSync(join(copy, 'out/metrics.md'), 'utf8');
  expect(page).toMatch(/\| Moved +\|/);
  expect(page).toContain('- Moved: steps that move the robot (sum)');
});
