import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../cassettes/testing/tape_fixture.ts';
import { tapedeck } from '../../testing/run_tapedeck.ts';
import { PDDL, RIGHT, writeSampleCheckout } from './testing/sample_checkout.ts';

const folder = temporaryFolder(afterAll);
const [checkout, tape] = [join(folder, 'checkout'), join(folder, 'tape')];
const words = 'Unstack red from blue, put down red, pick up orange, stack orange on blue';
writeSampleCheckout(checkout, {
  'Model_A/task_1': [
    { answer: words },
    { answer: 'put down the red block' },
    { answer: '' },
    { answer: words, query: 'How are you?' },
  ],
  'Model_A/task_1_pddl': [{ answer: RIGHT.map((action) => `(${action})`).join('\n'), query: PDDL }],
  'Model_A/task_3_plan_verification': [{ answer: 'The plan is valid.' }],
});

describe('importModel()', () => {
  it('makes a tape whose replay reproduces the verdicts', { timeout: 30_000 }, async () => {
    const imported = await tapedeck('planbench', 'import', '--planbench', checkout, '--tape', tape, '--json');
    const suite = join(tape, 'model_a.json');
    expect(JSON.parse(imported.out)).toEqual({
      suite,
      model: 'Model_A',
      answers: 3,
      leftOut: { 'the answer is empty': 1, 'the prompt states no problem': 1, 'the prompt does not ask for a plan': 1 },
    });
    const places = ['--tapes', join(tape, 'tapes'), '--out', join(folder, 'run')];
    const run = await tapedeck('run', suite, ...places, '--jobs', '1', '--json');
    const [planner, trial] = ['planbench_one_shot+request=instruction', 1];
    expect(JSON.parse(run.out).episodes).toMatchObject([
      { episode: `model_a/cups/cups_task_1_1/${planner}/${trial}`, success: true },
      { episode: `model_a/cups/cups_task_1_2/${planner}/${trial}`, success: false, failures: { fact_holds: 1 } },
      { episode: `model_a/cups-2/cups_task_1_pddl_1/${planner}/${trial}`, success: true },
    ]);
    const manifest = JSON.parse(readFileSync(join(tape, 'tapes/model_a/model_a/manifest.json'), 'utf8'));
    expect(manifest.provenance).toMatchObject([{ source: 'published', model: 'Model_A', answeredOn: 'unknown' }]);
  });

  it.each([
    [['--tape', tape], 'add --planbench DIR'],
    [['--planbench', checkout], 'Name the folder to write to: --tape DIR'],
  ])('refuses import %j', async (options, message) => {
    const { exitCode, said } = await tapedeck('planbench', 'import', ...options);
    expect({ exitCode, said }).toEqual({ exitCode: 2, said: expect.stringContaining(message) });
  });
});
