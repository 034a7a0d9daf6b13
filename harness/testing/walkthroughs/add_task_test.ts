/** Adds a task to a copy of the project, as ARCHITECTURE.md says: an entry in a file of tasks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { projectCopy } from '../project_copy.ts';

const copy = projectCopy();
afterAll(() => copy.remove());

const TASK = `{
      "name": "open_the_fridge",
      "family": "kitchen",
      "level": "simple",
      "instruction": "open the fridge",
      "stepsMax": 10,
      "goal": [{"that": {"exists": "?fridge", "of": {"class": "fridge"}, "that": {"state": ["?fridge", "OPEN"]}}}]
    },`;

it('a task is one entry in a file, and is proved possible, measured and played', { timeout: 60_000 }, async () => {
  copy.edit('envs/household/tasks/listings.json', '"tasks": [', `$&\n    ${TASK}`);
  const only = ['--task', 'open_the_fridge'];

  const [checked] = JSON.parse(await copy.tapedeck('check', 'listings', ...only, '--json'));
  expect(checked).toMatchObject({ problem: null, reference: { optimal: true } });
  await copy.tapedeck('check', 'listings', '--write');
  const { references } = JSON.parse(readFileSync(join(copy.folder, 'results/references/listings.json'), 'utf8'));
  expect(references).toContainEqual(
    expect.objectContaining({ task: 'open_the_fridge', steps: checked.reference.steps }),
  );

  const run = JSON.parse(
    await copy.tapedeck('run', 'listings', ...only, '--planner', 'oracle', '--json', '--out', 'out'),
  );
  expect(run.episodes).toMatchObject([{ end: 'goal', steps: checked.reference.steps }]);
  const listed = JSON.parse(await copy.tapedeck('list', 'tasks', '--json'));
  expect(listed).toContainEqual(expect.objectContaining({ task: 'open_the_fridge' }));
});
