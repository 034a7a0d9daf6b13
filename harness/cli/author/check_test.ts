import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tapedeck } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';

const { folder } = scratchFolder();

it('tapedeck check describes each goal once in a sentence', async () => {
  const suite = {
    name: 'mine',
    title: 'Mine',
    world: 'tabletop',
    tasks: './facts.json',
    planners: ['oracle'],
    model: 'm',
  };
  const facts = [
    ['on', 'table', 'T_block_1'],
    ['on', 'T_block_1', 'C_block_1'],
  ];
  const tasks = [
    { name: 'stack', instruction: 'Stack them.', stepsMax: 20, goal: { kind: 'facts', facts } },
    { name: 'tower', instruction: 'Make a tower.', stepsMax: 20, goal: { kind: 'tower', height: 3 } },
  ];
  const path = join(folder, 'suite.json');
  writeFileSync(path, JSON.stringify({ ...suite, scenes: ['tower_3_01'] }));
  writeFileSync(join(folder, 'facts.json'), JSON.stringify({ tasks }));
  const stack = 'T_block_1 lies on the table and C_block_1 lies on T_block_1';
  expect((await tapedeck('check', path)).out).toContain(
    `\nTask stack is done when ${stack}.\nTask tower is done when some stack has exactly 3 blocks.`,
  );
  const json = JSON.parse((await tapedeck('check', path, '--json')).out);
  expect(json.map(({ goal }: { goal: string }) => goal)).toEqual([stack, 'some stack has exactly 3 blocks']);

  const swapped = { ...tasks[0], goal: { kind: 'facts', facts: [['on', 'T_block_1', 'table']] } };
  writeFileSync(join(folder, 'facts.json'), JSON.stringify({ tasks: [swapped] }));
  const { exitCode, said } = await tapedeck('check', path);
  expect(exitCode).toBe(2);
  expect(said).toContain('write (on table T_block_1) for "T_block_1 lies on the table"');
});
