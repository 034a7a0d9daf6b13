import { expect, it } from 'vitest';
import { projectCopy } from '../project_copy.ts';

const copy = projectCopy();

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
    const [head = '', first = ''] = copy.read(`out/${file}`).split('\n');
    return first.split(',')[head.split(',').indexOf(name)];
  };
  expect(column('episodes.csv', 'moves')).toBe('5');
  expect(column('metrics.csv', 'moves')).toBe('5');
  expect(JSON.parse(copy.read('out/metrics.json')).rows[0]).toMatchObject({ moves: 5 });
  const page = copy.read('out/metrics.md');
  expect(page).toMatch(/\| Moved +\|/);
  expect(page).toContain('- Moved: steps that move the robot (sum)');
});
