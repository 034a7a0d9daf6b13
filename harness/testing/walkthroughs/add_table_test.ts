import { expect, it } from 'vitest';
import { projectCopy } from '../project_copy.ts';

const copy = projectCopy();

const TABLE = `import type { PaperTable } from '../../suite_results.ts';

export const tableOfLengths: PaperTable = {
  suite: 'listings',
  name: 'lengths',
  title: 'LLM-State: how long its printed episode is',
  content: ({ episodes, instructions }) => ({
    shown: {
      header: ['Task', 'Steps'],
      lines: episodes.map(({ task, steps }) => [instructions.get(task) ?? task, String(steps)]),
    },
    rows: episodes.map(({ task, steps }) => ({ task, steps })),
    notes: ['steps: actions, refused ones included'],
  }),
};
`;

it('a table is one file and its line in the list, and is written in every form', async () => {
  copy.add('harness/tables/papers/llm_state/lengths.ts', TABLE);
  const list = 'harness/tables/papers/papers.ts';
  copy.edit(list, 'import type { PaperTable }', "import { tableOfLengths } from './llm_state/lengths.ts';\n$&");
  copy.edit(list, '  tableThree,\n', '$&  tableOfLengths,\n');
  const { files, tables } = await copy.json('tables', '--suite', 'listings', '--out', 'out');
  const task = 'listing_switch_off_all_lights';
  expect(files).toEqual(expect.arrayContaining(['lengths.md', 'lengths.csv', 'lengths.json']));
  expect(tables[0]).toMatchObject({ name: 'lengths', rows: [{ task, steps: expect.any(Number) }] });
  const [{ steps }] = tables[0].rows;
  expect(steps).toBeGreaterThan(0);
  expect(copy.read('out/lengths.csv')).toBe(`task,steps\n${task},${steps}\n`);
  expect(copy.read('out/lengths.md')).toContain(`| switch off all the lights in the house | ${steps}`);
  expect(copy.read('out/SHA256SUMS')).toContain('lengths.csv');
});
