import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { EVALUATIONS } from '../../interop/eai/checkout/checkout.ts';
import { documentOf, refusal, tapedeck } from '../../testing/run_tapedeck.ts';

test('tapedeck list planners says whose option each line is', async () => {
  const { out } = await tapedeck('list', 'planners');
  expect(out).toMatch(/^ {2}llm_state\+summary= .*default true/m);
  expect(out).toMatch(/^ {2}olp\+solver= /m);
});

test('tapedeck list worlds shows what each is told, and as JSON what its files are like', async () => {
  const { out } = await tapedeck('list', 'worlds');
  expect(out).toMatch(/^household +move\/1, pickup\/1, placein\/2, .* 6$/m);
  expect(out).toMatch(/^ {2}household --env-option hands= .*default 2/m);
  const worlds = await documentOf('list', 'worlds');
  const tabletop = worlds.find(({ world }: { world: string }) => world === 'tabletop');
  expect(tabletop.schemas.scene).toMatchObject({ type: 'object', required: ['name', 'blocks'] });
  expect(Object.keys(tabletop.schemas)).toEqual(['observation', 'scene', 'task', 'options']);
});

it('tapedeck list lists all entries as text and as JSON', async () => {
  for (const kind of ['suites', 'scenes', 'models', 'prompts'])
    expect((await documentOf('list', kind)).length).toBeGreaterThan(0);
  const { out } = await tapedeck('list');
  expect(out).toMatch(/^kind .*\nsuites +household, listings, planbench, robot/);
  const all = await documentOf('list');
  expect(all.tasks).toContainEqual(expect.objectContaining({ task: 'make_toast' }));
  expect(all.planners).toEqual(await documentOf('list', 'planners'));
});

describe('tapedeck list with a filter', () => {
  it('lists the entries of the given suites', async () => {
    const rows = (kind: string) => documentOf('list', kind, '--suite', 'robot');
    expect(await rows('suites')).toMatchObject([{ suite: 'robot' }]);
    expect(await rows('scenes')).toMatchObject([{ scene: 'robot_home' }]);
    expect(await rows('tasks')).toMatchObject([{ task: 'heat_food_and_bring_to_sofa' }]);
    expect(await rows('models')).toMatchObject([{ model: 'claude' }]);
  });

  it.for(['suites', 'scenes', 'tasks', 'models'])('refuses unknown names: %s', async (kind) => {
    const known = 'known: household, listings, planbench, robot, spelling_distractors, tabletop';
    expect(await refusal('list', kind, '--suite', 'nope')).toBe(`No suite is called "nope"; ${known}`);
    expect(await tapedeck('list', '--json', '--suite', 'nope')).toMatchObject({ exitCode: 2 });
  });

  it.each([
    ['models --tapes nowhere', 'Cannot read tapes: folder "nowhere" does not exist'],
    [
      'worlds --suite robot',
      '`tapedeck list worlds` does not accept --suite; these kinds do: suites, tasks, scenes, models',
    ],
    ['--suite robot', '--suite needs one of these kinds: suites, tasks, scenes, models'],
  ])('refuses %s', async (line, said) => expect(await refusal('list', ...line.split(' '))).toBe(said));
});

it('tapedeck list tasks shows 75 cells of the household, all feasible, with the steps of their reference plans', async () => {
  const { out } = await tapedeck('list', 'tasks', '--suite', 'household', '--json');
  const cells = JSON.parse(out) as { feasible: boolean; stepsMax: number; referenceSteps: number }[];
  expect(cells).toHaveLength(75);
  const isRight = (each: (typeof cells)[number]) =>
    each.feasible && each.referenceSteps > 0 && each.referenceSteps <= each.stepsMax;
  expect(cells.filter((each) => !isRight(each))).toEqual([]);
});

it('tapedeck list classes shows the actions of each class', async () => {
  const { out } = await tapedeck('list', 'classes');
  expect(out).toMatch(/^toaster +household +Appliances +move, .*switchon.* toasts its contents$/m);
  expect(out).toMatch(/^block +tabletop +Blocks +pick, place/m);
});

it('tapedeck list goals shows each form with an example that can be pasted', async () => {
  const { out } = await tapedeck('list', 'goals');
  const [, example = ''] = /^held +household +.*? {2}(\[.*\])$/m.exec(out) ?? [];
  expect((await documentOf('list', 'goals')).find(({ goal }: { goal: string }) => goal === 'held')).toMatchObject({
    world: 'household',
    example: JSON.parse(example),
  });
});

it('tapedeck list editions and defects say which edition of VirtualHome’s simulator has what', async () => {
  const editions = await documentOf('list', 'editions');
  expect(editions.map(({ edition }: { edition: string }) => edition)).toEqual(['v2.3', 'released-programs', 'eai']);
  expect(editions[1].defects).toContain('grab_again');
  const defects = await documentOf('list', 'defects');
  expect(defects).toContainEqual(expect.objectContaining({ defect: 'seat_kept', paper: 'has no postures' }));
  const { out } = await tapedeck('list', 'defects');
  expect(out).toMatch(/^find_raises +v2\.3 +FIND of something that is not close raises/m);
  expect(out).toMatch(/^seat_kept +v2\.3, released-programs, eai +WALK keeps/m);
});

it('tapedeck list quirks shows the evaluation of each quirk, and the effect under both scorings', async () => {
  for (const evaluation of EVALUATIONS) {
    expect(
      (await documentOf('list', 'quirks')).some(({ of }: { of: string[] }) => of.includes(evaluation)),
      evaluation,
    ).toBe(true);
  }
  const { out } = await tapedeck('list', 'quirks');
  expect(out).toMatch(/^quirk +of +eai +strict\n/m);
  expect(out).toMatch(/^one_edge_counts +action_sequencing +at most one required edge counts/m);
});

it('tapedeck list schemas says where they lie', async () => {
  const schemas = (await documentOf('list', 'schemas')) as { schema: string; file: string; document: object }[];
  const names = ['suite', 'household_scene', 'household_tasks', 'tabletop_scene', 'tabletop_tasks'];
  expect(schemas.map(({ schema }) => schema)).toEqual(expect.arrayContaining(names));
  for (const { file, document } of schemas) expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(document);
  const { out } = await tapedeck('list', 'schemas');
  expect(out).toMatch(/^suite +A suite of .* +\S*harness\/cli\/schemas\/suite\.json$/m);
});
