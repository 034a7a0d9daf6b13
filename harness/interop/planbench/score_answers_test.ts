import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../cassettes/testing/tape_fixture.ts';
import { PlanBenchCheckout } from './checkout.ts';
import { AnswerScorer } from './score_answers.ts';
import { CUPS_PROBLEM, PDDL, RIGHT, type SampleAnswer, WORDS, writeSampleCheckout } from './testing/sample_checkout.ts';

function scoredIn(task: string, ...answers: SampleAnswer[]) {
  const folder = temporaryFolder(onTestFinished);
  writeSampleCheckout(folder, { [`some-model/${task}`]: answers });
  const checkout = new PlanBenchCheckout(folder);
  return new AnswerScorer(checkout).score(checkout.files[0]!);
}

const scored = (...answers: SampleAnswer[]) => scoredIn('task_1_plan_generation', ...answers);
const scoredOf = (answer: SampleAnswer) => scored(answer)[0]!.scored;

const STEPS = [
  'unstack the red block from on top of the blue block',
  'put down the red block',
  'pick up the orange block',
  'stack the orange block on top of the blue block',
];
const IN_PDDL = RIGHT.map((action) => `(${action})`).join('\n');
const list = (steps: readonly string[]) => steps.map((step, at) => `${at + 1}. ${step}`).join('\n');
const [LINES, LIST] = [STEPS.join('\n'), list(STEPS)];
const BUT_LAST = list(STEPS.slice(0, 3));
const HALF = list(STEPS.slice(0, 2));
const NEXT = '[STATEMENT]\nAs initial conditions I have that, x';
const HEADINGS = STEPS.map((step, at) => `**${at + 1}. ${step}**\n\n**Effects:**\n\n- pick up the red block\n\n---\n`);
const RESTATED = STEPS.map(
  (step) => `**${step}**\n   - it is clear; ${step.split(' block')[0]}.\n   (${step}, which is clear.)`,
);
const WRONG = 'stack the red block on top of the orange block';
const LAST = `so ${STEPS[3]}`;
const CORRECTED = `No, that is not allowed, so:\n   ${STEPS[2]}\n5. ${STEPS[3]}`;
const SHORTENED = 'unstack red, put down red, pick up orange, stack orange';

describe('AnswerScorer', () => {
  it.each([
    ['bare lines', LINES, 'lines'],
    ['a numbered list', LIST, 'listed'],
    ['bold steps with explanations', list(STEPS.map((step) => `**${step}** (since the red block is clear)`)), 'listed'],
    ['steps below headings', list(STEPS.map((step) => `**${step}**: ${step}, as it is clear.`)), 'listed'],
    ['a list that is repeated as the plan', `${LIST}\n\n[PLAN]\n${LINES}\n[PLAN END]`, 'marked'],
    ['a recap after the plan', `${LINES}\n[PLAN END]\n\nFirst I looked at the goal:\n${LIST}`, 'marked'],
    ['a next example after the plan', `${LINES}\n[PLAN END]\n\n${NEXT}\n[PLAN]\n${STEPS[0]}`, 'marked'],
    ['one line', LIST.replaceAll('\n', ' '), 'listed'],
    ['a line joined by "then"', STEPS.join(', then '), 'lines'],
    ['colours alone', 'Unstack red from blue\nPut down red\nPick up orange\nStack orange on blue', 'lines'],
    ['calls', 'unstack(a, b)\nput_down(a)\nPickUp(c)\nstack(c, b)', 'lines'],
    ['PDDL with links', '(unstack a from b)\n(put-down a)\n(pick-up c)\n(stack c on b)', 'lines'],
    ['"it"', `${STEPS[0]}, and put it down. Pick up the orange block and stack it on the blue block.`, 'lines'],
    [
      'a step taken back',
      `${BUT_LAST}\n4. stack the orange block on top of the red block is not correct, ${LAST}`,
      'listed',
    ],
    ['a step taken back behind it', `${BUT_LAST}\n4. ${WRONG} (no, this action is not allowed), ${LAST}`, 'listed'],
    ['a step that the next one takes back', `${HALF}\n3. pick up the blue block\n4. ${CORRECTED}`, 'listed'],
    ['a plan on the line that names it', `${HALF}\n\n**Answer:** ${STEPS.join('; then ')}.`, 'marked'],
    ['a list that goes on below explanations', HEADINGS.join('\n'), 'listed'],
    ['items that restate less than their headings', list(RESTATED), 'listed'],
    ['steps below items', list(STEPS.map((step) => `**Next move**\n   - *Action:* ${step}`)), 'listed'],
    ['a revised plan', `1. pick up the red block\n\ncorrection of the plan\n\n${LIST}`, 'marked'],
    ['a plan that is shortened behind it', `Plan:\n${LIST}\n\nFinal plan: ${SHORTENED}`, 'marked'],
    ['initials of colours', '1. Unstack R from B\n2. Put down R\n3. PickUp(O)\n4. Stack(O, B)', 'listed'],
    ['a block that is put on the table', list(STEPS.with(1, 'Put the red block on the table')), 'listed'],
    ['the last of two plans', `A plan:\n1. pick up the red block\n\nWait, corrected plan:\n${LIST}`, 'marked'],
  ])('reads %s', (_, answer, rule) => {
    expect(scoredOf({ answer })).toMatchObject({ plan: RIGHT, valid: true, failure: null, rule });
  });

  it.each([
    ['PDDL', 'Plan:\n(unstack a b)\n(put-down a)\n(pick-up c)\n(stack c b)'],
    ['comments of PDDL', '; 1. pick up c\n(plan\n  (unstack a b)\n  (put-down a)\n  (pick-up c)\n  (stack c b)\n)'],
    ['brackets around some objects', 'unstack(a) from b\nput-down(a)\npick-up(c)\nstack \\(c\\) on \\(b\\)'],
    ['italics', '1. Unstack _a_ from _b_\n2. Put down _a_\n3. Pick up _c_\n4. Stack _c_ on _b_'],
  ])('reads %s below a prompt in PDDL', (_, answer) => {
    expect(scoredOf({ query: PDDL, answer })).toMatchObject({ plan: RIGHT, valid: true });
  });

  it('repairs no wrong action, unknown name or missing step', () => {
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

  it('calls an answer ambiguous if its plans differ in their verdicts', () => {
    const [both, one] = scored({ answer: `${LIST}\n\nOr:\n\n${BUT_LAST}` }, { answer: LIST });
    expect([both!.scored.ambiguous, one!.scored.ambiguous]).toEqual([true, false]);
  });

  it('locates the plan in the answer', () => {
    const answer = `Here is what I do.\n${LINES}\nDone.`;
    const [{ span } = { span: null }] = scored({ answer });
    expect(answer.slice(span![0], span![1] + 1)).toBe(LINES);
  });

  it.each([
    ['plan stored empty', null, '', false],
    ['plan stored twice', null, `${IN_PDDL}\n${IN_PDDL}`, false],
    ['verdict on the stored plan', 'unexplained', IN_PDDL, false],
    [null, null, IN_PDDL, true],
    ['words stored with the plan', null, '(unstack a from b)\n(put-down a)\n(pick-up c)\n(stack c on b)', false],
    ['other actions stored with the plan', null, `${IN_PDDL}\n(pick-up b)`, false],
    ['steps left out of the stored plan', null, '(unstack a b)\n(pick-up c)', false],
    ['plan stored otherwise', null, '(pick-up a)\n(put-down a)\n(pick-up a)\n(pick-up a)\n(put-down a)', false],
    ['verdict on the stored plan', 'text beside the stored plan', `The plan:\n${IN_PDDL}`, false],
    [null, 'goal reached before the end', `${IN_PDDL}\n(unstack c b)`, true],
    [null, 'unknown name in the stored plan', IN_PDDL.replace('stack c b', 'stack c cup'), true],
  ])('names "%s" as the cause, and "%s" for the stored plan', (cause, storedCause, stored, correct) => {
    expect(scoredOf({ answer: LIST, stored, correct })).toMatchObject({ cause, storedCause });
  });

  it.each([
    ['other goal', 'c'],
    ['other names', 'cup'],
  ])('names the instance file where the plan was judged by another problem: %s', (difference, name) => {
    const problem = CUPS_PROBLEM.replace('(on c b)', '(holding a)').replace(/\bc\b/g, name);
    const { storedCause } = scoredOf({ answer: LIST, stored: IN_PDDL, correct: false, problem });
    expect(storedCause).toBe(`${difference} in the instance file`);
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

  it('continues after an unexpected event', () => {
    const query = `${WORDS}\n[PLAN]\nunstack the red block from on top of the blue block\n[PLAN END]\n\nAfter executing the action "unstack the red block" at step 1 in the plan, the following facts unexpectedly became true: the hand is empty and the red block is on the table\nThe following facts became unexpectedly false: the hand is currently holding red block\n[PLAN]`;
    expect(scoredOf({ query, answer: STEPS.slice(2).join('\n') }).valid).toBe(true);
  });
});
