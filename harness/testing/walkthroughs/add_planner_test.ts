import { expect, it, onTestFinished } from 'vitest';
import { chatBody, scriptedServer } from '../../../cassettes/testing/scripted_server.ts';
import { projectCopy } from '../project_copy.ts';

const copy = projectCopy();

const PLANNER = `import { z } from 'zod';
import type { HouseholdObservation } from '../../../envs/household/observation.ts';
import { ParseLog } from '../parse_log.ts';
import type { Episode, Planner, Start } from '../planner.ts';
import { readCalls } from '../read_calls.ts';

const optionsSchema = z.strictObject({
  temperature: z.number().min(0).max(2).default(0).describe('Sampling temperature'),
});

type Options = z.infer<typeof optionsSchema>;

export const oneAtATime: Planner<HouseholdObservation, Options> = {
  name: 'one_at_a_time',
  title: 'One at a time',
  worlds: ['household'],
  summary: 'Asks for one action, carries it out and asks again',
  options: optionsSchema,
  promptSlots: { next: ['task', 'done'] },
  privileged: () => false,
  plan,
};

const VERBS = new Map([
  ['move', ['name']],
  ['switchoff', ['name']],
] as const);

async function* plan(start: Start<HouseholdObservation>, { temperature }: Options): Episode<HouseholdObservation> {
  const { instruction, llm, note, past, prompts } = start;
  for (let done = past.length; ; done++) {
    const content = prompts.render('next', { task: instruction, done: String(done) });
    const reply = await llm.chat([{ role: 'user', content }], { purpose: 'next', temperature });
    const log = new ParseLog();
    const [call] = readCalls(reply.text, VERBS, log);
    note(log.note('next', call === undefined ? 0 : 1));
    if (call === undefined) break;
    yield { kind: 'act', action: { verb: call.name, args: call.args } };
  }
  yield { kind: 'stop', reason: 'no_action' };
}
`;

const ANSWERS = [
  ...['move("desk1")', 'switchoff("lightswitch2")', 'move("livingroom1")', 'move("cabinet1")'],
  ...['switchoff("lightswitch4")', 'move("kitchen1")', 'move("lightswitch3")', 'switchoff("lightswitch3")'],
];

it('a planner is one folder and its line in the list, and is listed, recorded and replayed', async () => {
  copy.add('planners/one_at_a_time/one_at_a_time.ts', PLANNER);
  copy.add('planners/one_at_a_time/prompts/paper/next.txt', 'Task: {{task}}\nActions so far: {{done}}\nNext action:\n');
  const module = '../../planners/one_at_a_time/one_at_a_time.ts';
  const line = `  one_at_a_time: async () => (await import('${module}')).oneAtATime,\n$&`;
  copy.edit('harness/episode/planners.ts', '  random: ', line);
  const model = await scriptedServer((number) => ({ status: 200, body: chatBody(ANSWERS[number - 1] ?? '') }));
  onTestFinished(model.close);
  const run = ['run', 'listings', '--planner', 'one_at_a_time', '--tapes', 'tapes', '--json'];
  const api = { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'sk-not-a-real-key-0123456789abcdef' };
  const recorded = JSON.parse(await copy.tapedeckIn(api, ...run, '--mode', 'record', '--out', 'recorded'));

  expect(recorded.episodes).toMatchObject([{ end: 'goal', steps: ANSWERS.length, calls: ANSWERS.length }]);
  const content = 'Task: switch off all the lights in the house\nActions so far: 4\nNext action:';
  expect(model.seen[0]?.body).toMatchObject({ temperature: 0, messages: [{ content }] });
  const replayed = JSON.parse(await copy.tapedeck(...run, '--out', 'replayed'));
  expect(replayed.episodes).toEqual(recorded.episodes);
  expect(model.seen).toHaveLength(ANSWERS.length);
  const listed = await copy.json('list', 'planners');
  expect(listed).toContainEqual(expect.objectContaining({ planner: 'one_at_a_time' }));
});
