import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { projectCopy } from '../project_copy.ts';

const copy = projectCopy();
afterAll(() => copy.remove());

const METRIC = `export const MISTAKES = [
  metric({
    name: 'moves',
    title: 'Moves',
    meaning: 'steps that move the robot',
    count: ({ events }) => events.filter((event) => event.event === 'step' && event.action.verb === 'move').length,
    pooled: episodeSum('moves'),
    columns: { Moved: ({ moves: count }) => String(count) },
  }),
`;

it('a metric is one entry, and stands in every table of metrics', async () => {
  copy.edit('harness/trace/metrics/mistakes.ts', 'export const MISTAKES = [\n', METRIC);
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
