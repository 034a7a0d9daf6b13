import { describe, expect, it } from 'vitest';
import { writeSampleCheckout } from '../../interop/planbench/testing/sample_checkout.ts';
import { documentOf, refusal, tapedeck } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';

const { folder, at, file, read } = scratchFolder();
const checkout = at('checkout');
const answer = 'Unstack red from blue, put down red, pick up orange, stack orange on blue';
writeSampleCheckout(checkout, {
  'model_a/task_1': [
    { answer, correct: false },
    { answer: 'put down the red block', stored: '(put-down a)' },
  ],
  'model_a/task_1_again': [{ answer, correct: false }],
  'model_b/task_1': [{ answer: '' }],
});

const DATA = process.env['PLANBENCH'];
if (DATA === undefined) console.warn('PLANBENCH names no checkout: its answers are not read again');

describe('tapedeck planbench', () => {
  it('counts right answers beside published ones, copies once', async () => {
    expect(await documentOf('planbench', '--planbench', checkout)).toMatchObject([
      { model: 'model_a', task: 'task_1', answers: 2, right: 1, published: 0, differ: 1, neverAsked: 0, copies: 0 },
      { model: 'model_a', task: 'task_1_again', answers: 0, copies: 1 },
      { model: 'model_b', task: 'task_1', answers: 0, neverAsked: 1 },
    ]);
  });

  it('writes one line an answer, and names the first of copies', async () => {
    await tapedeck('planbench', '--planbench', checkout, '--task', 'task_1_again', '--answers', at('answers.jsonl'));
    const lines = read('answers.jsonl').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        file: 'llm_planning_analysis/results/cups/model_a/task_1_again.json',
        instance: 1,
        plan: ['unstack a b', 'put-down a', 'pick-up c', 'stack c b'],
        valid: true,
        published: false,
        publishedPlan: [],
        cause: 'plan stored empty',
        copyOf: 'llm_planning_analysis/results/cups/model_a/task_1.json',
      },
    ]);
  });

  it('shows the lines that decide where verdicts differ', async () => {
    const { out } = await tapedeck('planbench', '--planbench', checkout, '--task', 'task_1', '--differences');
    expect(out).toContain(`  | ${answer}`);
    expect(out).toContain('published as wrong; scored here as right by the rule "lines"');
    const none = await tapedeck('planbench', '--planbench', checkout, '--differences', '--cause', 'plan stored twice');
    expect(none.out).toBe('');
  });

  it.skipIf(DATA === undefined)(
    'counts the same from a checkout, named by PLANBENCH, as from the committed plans',
    async () => {
      const fromText = await tapedeck('planbench', '--planbench', DATA!, '--json');
      expect(fromText.exitCode).toBe(0);
      expect(fromText.out).toBe((await tapedeck('planbench', '--json')).out);
    },
  );

  it.each([
    [['--planbench', folder], 'expected llm_planning_analysis/results/DOMAIN/MODEL/TASK.json'],
    [
      ['--planbench', checkout, '--model', 'model_c'],
      `Cannot find model "model_c" in ${checkout}; known: model_a, model_b`,
    ],
    [['--planbench', checkout, '--cause', 'plan stored twice'], '--cause needs --differences'],
    [['--differences'], '--differences needs the answers: add --planbench DIR'],
  ])('refuses %j', async (argv, message) => expect(await refusal('planbench', ...argv)).toContain(message));

  it('names damaged files and answers, continues, and exits with 1', async () => {
    const damaged = at('damaged');
    writeSampleCheckout(damaged, { 'model_a/task_1': [{ answer, query: 'Hello' }, { answer }], 'model_a/task_2': [] });
    file('damaged/llm_planning_analysis/results/cups/model_a/task_2.json', '{');
    const { exitCode, out, said: err } = await tapedeck('planbench', '--planbench', damaged, '--json');
    expect(exitCode).toBe(1);
    expect(err).toContain('task_1.json, instance 1: ');
    expect(err).toContain('task_2.json: ');
    expect(JSON.parse(out)).toMatchObject([{ answers: 1, right: 1 }]);
  });
});
