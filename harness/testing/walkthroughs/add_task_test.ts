import { expect, it } from 'vitest';
import { projectCopy } from '../project_copy.ts';

const copy = projectCopy();

const TASK = `{
      "name": "open_the_fridge",
      "family": "kitchen",
      "level": "simple",
      "instruction": "open the fridge",
      "stepsMax": 10,
      "goal": [{"that": {"exists": "?fridge", "of": {"class": "fridge"}, "that": {"state": ["?fridge", "OPEN"]}}}]
    },`;

it('a task is one entry in a file, and is proved possible, measured and played', async () => {
  copy.edit('envs/household/tasks/listings.json', '"tasks": [', `$&\n    ${TASK}`);
  const only = ['--task', 'open_the_fridge'];
  const [checked] = await copy.json('check', 'listings', ...only);
  expect(checked).toMatchObject({ problem: null, reference: { optimal: true } });
  await copy.tapedeck('check', 'listings', '--write');
  const { references } = JSON.parse(copy.read('results/references/listings.json'));
  const { steps } = checked.reference;
  expect(references).toContainEqual(expect.objectContaining({ task: 'open_the_fridge', steps }));

  const run = await copy.json('run', 'listings', ...only, '--planner', 'oracle', '--out', 'out');
  expect(run.episodes).toMatchObject([{ end: 'goal', steps }]);
  const listed = await copy.json('list', 'tasks');
  expect(listed).toContainEqual(expect.objectContaining({ task: 'open_the_fridge' }));
});
