import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ReadAnswer } from './causes.ts';
import { PlanBenchCheckout } from './checkout.ts';
import { AnswerScorer } from './score_answers.ts';
import { CUPS_PROBLEM, PDDL, RIGHT, type SampleAnswer, WORDS, writeSampleCheckout } from './testing/sample_checkout.ts';

function scored(...answers: SampleAnswer[]): ReadAnswer[] {
  return scoredIn('task_1_plan_generation', ...answers);
}

function scoredIn(task: string, ...answers: SampleAnswer[]): ReadAnswer[] {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-planbench-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeSampleCheckout(folder, { [`some-model/${task}`]: answers });
  const checkout = new PlanBenchCheckout(folder);
  return new AnswerScorer(checkout).score(checkout.files[0]!);
}

const STEPS = [
  'unstack the red block from on top of the blue block',
  'put down the red block',
  'pick up the orange block',
  'stack the orange block on top of the blue block',
];
const IN_PDDL = RIGHT.map((action) => `(${action})`).join('\n');
const list = (steps: readonly string[]) => steps.map((step, at) => `${at + 1}. ${step}`).join('\n');

describe('AnswerScorer', () => {
  it.each([
    ['bare lines', STEPS.join('\n'), 'lines'],
    ['a numbered list', list(STEPS), 'listed'],
    ['bold steps with explanations', list(STEPS.map((step) => `**${step}** (since the red block is clear)`)), 'listed'],
    [
      'steps that their headings announce',
      list(STEPS.map((step) => `**${step}**: ${step}, as it is clear.`)),
      'listed',
    ],
    ['a list that is repeated as the plan', `${list(STEPS)}\n\n[PLAN]\n${STEPS.join('\n')}\n[PLAN END]`, 'marked'],
    [
      'a recap after the plan',
      `${STEPS.join('\n')}\n[PLAN END]\n\nFirst I looked at the goal:\n${list(STEPS)}`,
      'marked',
    ],
    [
      'a next example after the plan',
      `${STEPS.join('\n')}\n[PLAN END]\n\n[STATEMENT]\nAs initial conditions I have that, x\n[PLAN]\n${STEPS[0]}`,
      'marked',
    ],
    ['one line', STEPS.map((step, at) => `${at + 1}. ${step}`).join(' '), 'listed'],
    ['a line joined by "then"', STEPS.join(', then '), 'lines'],
    ['colours alone', 'Unstack red from blue\nPut down red\nPick up orange\nStack orange on blue', 'lines'],
    ['calls', 'unstack(a, b)\nput_down(a)\nPickUp(c)\nstack(c, b)', 'lines'],
    ['PDDL with links', '(unstack a from b)\n(put-down a)\n(pick-up c)\n(stack c on b)', 'lines'],
    [
      '"it"',
      'Unstack the red block from the blue block, and put it down. Pick up the orange block and stack it on the blue block.',
      'lines',
    ],
    [
      'a step that is taken back',
      `${list(STEPS.slice(0, 3))}\n4. stack the orange block on top of the red block is not correct, so ${STEPS[3]}`,
      'listed',
    ],
    [
      'a step that is taken back behind it',
      `${list(STEPS.slice(0, 3))}\n4. stack the red block on top of the orange block (no, this action is not allowed), so ${STEPS[3]}`,
      'listed',
    ],
    [
      'a step that the next one takes back',
      `${list(STEPS.slice(0, 2))}\n3. pick up the blue block\n4. No, that is not allowed, so:\n   ${STEPS[2]}\n5. ${STEPS[3]}`,
      'listed',
    ],
    [
      'a plan on the line that names it',
      `${list(STEPS.slice(0, 2))}\n\n**Answer:** ${STEPS.join('; then ')}.`,
      'marked',
    ],
    [
      'a list that goes on below the explanations of its items',
      STEPS.map((step, at) => `**${at + 1}. ${step}**\n\n**Effects:**\n\n- pick up the red block\n\n---\n`).join('\n'),
      'listed',
    ],
    [
      'items that restate less than their headings',
      list(
        STEPS.map(
          (step) => `**${step}**\n   - it is clear; ${step.split(' block')[0]}.\n   (${step}, which is clear.)`,
        ),
      ),
      'listed',
    ],
    [
      'items that say only below what they do',
      list(STEPS.map((step) => `**Next move**\n   - *Action:* ${step}`)),
      'listed',
    ],
    [
      'a revised plan below a heading without a colon',
      `1. pick up the red block\n\ncorrection of the plan\n\n${list(STEPS)}`,
      'marked',
    ],
    [
      'a plan that is shortened behind it',
      `Plan:\n${list(STEPS)}\n\nFinal plan: unstack red, put down red, pick up orange, stack orange`,
      'marked',
    ],
    ['initials of colours', '1. Unstack R from B\n2. Put down R\n3. PickUp(O)\n4. Stack(O, B)', 'listed'],
    ['a block that is put on the table', list(STEPS.with(1, 'Put the red block on the table')), 'listed'],
    ['the last of two plans', `A plan:\n1. pick up the red block\n\nWait, corrected plan:\n${list(STEPS)}`, 'marked'],
  ])('reads %s', (_, answer, rule) => {
    const [read] = scored({ answer });
    expect(read!.scored.plan).toEqual(RIGHT);
    expect(read!.scored).toMatchObject({ valid: true, failure: null, rule });
  });

  it.each([
    ['PDDL', 'Plan:\n(unstack a b)\n(put-down a)\n(pick-up c)\n(stack c b)'],
    ['comments of PDDL', '; 1. pick up c\n(plan\n  (unstack a b)\n  (put-down a)\n  (pick-up c)\n  (stack c b)\n)'],
    ['brackets around some objects', 'unstack(a) from b\nput-down(a)\npick-up(c)\nstack \\(c\\) on \\(b\\)'],
    ['italics', '1. Unstack _a_ from _b_\n2. Put down _a_\n3. Pick up _c_\n4. Stack _c_ on _b_'],
  ])('reads %s below a prompt in PDDL', (_, answer) => {
    expect(scored({ query: PDDL, answer })[0]!.scored).toMatchObject({ plan: RIGHT, valid: true });
  });

  it('repairs nothing: a pick-up of a stacked block stays one, an unknown name fails, a missing step is missed', () => {
    const failures = scored(
      { answer: 'pick up the red block' },
      { answer: '(pick-up cup)', query: PDDL },
      { answer: list(STEPS.slice(0, 2)) },
      { answer: `${STEPS[0]}\nput down the red block on top of the orange block` },
      { answer: `${STEPS[0]}\n2. put down the block\n${STEPS[2]}\n${STEPS[3]}` },
      { answer: 'There is no plan.' },
      { answer: '' },
    ).map((read) => read.scored.failure);
    expect(failures).toEqual([
      { kind: 'precondition', step: 1, action: 'pick-up a', unmet: ['ontable a'] },
      { kind: 'name', step: 1, action: 'pick-up cup' },
      { kind: 'goal', missing: ['on c b'] },
      { kind: 'name', step: 2, action: 'put-down a c' },
      { kind: 'name', step: 2, action: 'put-down' },
      { kind: 'no plan' },
      { kind: 'never asked' },
    ]);
  });

  it('calls an answer ambiguous whose plans differ in their verdict', () => {
    const [both, one] = scored(
      { answer: `${list(STEPS)}\n\nOr:\n\n${list(STEPS.slice(0, 3))}` },
      { answer: list(STEPS) },
    );
    expect([both!.scored.ambiguous, one!.scored.ambiguous]).toEqual([true, false]);
  });

  it('says where the plan stands, and why the published verdict differs', () => {
    const answer = `Here is what I do.\n${STEPS.join('\n')}\nDone.`;
    const right = RIGHT.map((action) => `(${action})`).join('\n');
    const read = scored(
      { answer, stored: '', correct: false },
      { answer, stored: `${right}\n${right}`, correct: false },
      { answer, stored: right, correct: false },
      { answer, stored: right, correct: true },
    );
    expect(read.map((each) => each.scored.cause)).toEqual([
      'plan stored empty',
      'plan stored twice',
      'verdict on the stored plan',
      null,
    ]);
    expect(read.map((each) => each.scored.storedCause)).toEqual([null, null, 'unexplained', null]);
    const [first, last] = read[0]!.span!;
    expect(answer.slice(first, last + 1)).toBe(STEPS.join('\n'));
  });

  it.each([
    ['words stored with the plan', null, '(unstack a from b)\n(put-down a)\n(pick-up c)\n(stack c on b)'],
    ['other actions stored with the plan', null, `${IN_PDDL}\n(pick-up b)`],
    ['steps left out of the stored plan', null, '(unstack a b)\n(pick-up c)'],
    ['plan stored otherwise', null, '(pick-up a)\n(put-down a)\n(pick-up a)\n(pick-up a)\n(put-down a)'],
    ['verdict on the stored plan', 'text beside the stored plan', `The plan:\n${IN_PDDL}`],
  ])('names "%s" as the cause, and "%s" for the stored plan', (cause, storedCause, stored) => {
    const [read] = scored({ answer: list(STEPS), stored, correct: false });
    expect(read!.scored).toMatchObject({ cause, storedCause });
  });

  it.each([
    ['goal reached before the end', `${IN_PDDL}\n(unstack c b)`],
    ['unknown name in the stored plan', IN_PDDL.replace('stack c b', 'stack c cup')],
  ])('names "%s" as the cause of a plan that was published as right', (storedCause, stored) => {
    expect(scored({ answer: list(STEPS), stored, correct: true })[0]!.scored).toMatchObject({
      cause: null,
      storedCause,
    });
  });

  it('names the instance file where the plan was judged by another problem', () => {
    const own = CUPS_PROBLEM.replace('(on c b)', '(holding a)');
    const judged = (stored: string, problem: string) => {
      const [read] = scored({ answer: list(STEPS), stored, correct: false, problem });
      return read!.scored.storedCause;
    };
    expect(judged(IN_PDDL, own)).toBe('other goal in the instance file');
    expect(judged(IN_PDDL, own.replace(/\bc\b/g, 'cup'))).toBe('other names in the instance file');
  });

  it('judges a state by its facts, two of which may share a clause', () => {
    const query = `${WORDS}\n[ACTION SEQUENCE]\n${STEPS.slice(0, 2).join('\n')}\n[ACTION SEQUENCE END]`;
    const blocks = 'the red block is clear, the blue block is clear, the orange block is clear, the hand is empty';
    const states = ['both the red block and the blue block are on the table', 'the red block is on the table'].map(
      (where) => `${blocks}, ${where} and the orange block is on the table`,
    );
    const answers = states.map((answer) => ({ query, answer }));
    const read = scoredIn('task_7_plan_execution', ...answers).map(({ scored: { valid } }) => valid);
    expect(read).toEqual([true, false]);
  });

  it('counts on after an unexpected event', () => {
    const query = `${WORDS}\n[PLAN]\nunstack the red block from on top of the blue block\n[PLAN END]\n\nAfter executing the action "unstack the red block" at step 1 in the plan, the following facts unexpectedly became true: the hand is empty and the red block is on the table\nThe following facts became unexpectedly false: the hand is currently holding red block\n[PLAN]`;
    expect(scored({ query, answer: STEPS.slice(2).join('\n') })[0]!.scored.valid).toBe(true);
  });
});
