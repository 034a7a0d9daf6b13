/**
 * Adds a metric to a copy of the project, as ARCHITECTURE.md says: a file, and its line in the list.
 *
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { projectCopy } from '../project_copy.ts';

const copy = projectCopy();
afterAll(() => copy.remove());

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
  writeFileSync(join(copy.folder, 'harness/trace/metrics/moves.ts'), METRIC);
  const list = 'harness/trace/metrics/metrics.ts';
  copy.edit(list, 'import { calls }', "import { moves } from './moves.ts';\nimport { calls }");
  copy.edit(list, '  calls,\n', '  moves,\n  calls,\n');

  await copy.tapedeck('tables', '--suite', 'listings', '--out', 'out', '--json');

  const column = (file: string, name: string) => {
    const [head = '', first = ''] = readFileSync(join(copy.folder, 'out', file), 'utf8').split('\n');
    return first.split(',')[head.split(',').indexOf(name)];
  };
  expect(column('episodes.csv', 'moves')).toBe('5');
  expect(column('metrics.csv', 'moves')).toBe('5');
  expect(JSON.parse(readFileSync(join(copy.folder, 'out/metrics.json'), 'utf8')).rows[0]).toMatchObject({ moves: 5 });
  const page = readFileSync(join(copy.folder, 'out/metrics.md'), 'utf8');
  expect(page).toMatch(/\| Moved +\|/);
  expect(page).toContain('- Moved: steps that move the robot (sum)');
});
