import { expect, it } from 'vitest';
import { noteEvent, stepEvent, traceHeader, traceSummary } from '../../../trace/testing/trace_fixture.ts';
import type { EventOf, TraceEvent, TraceSummary } from '../../../trace/trace_schema.ts';
import {
  cellsOf,
  familyOf,
  packedAnswers,
  readScoredAnswers,
  recordedAnswers,
  type ScoredAnswer,
  unpackedAnswers,
} from './answer.ts';
import { answerOf } from './testing/scored_answer_fixture.ts';

const answers = readScoredAnswers();

it('readScoredAnswers() reads what packing wrote', () => {
  expect(unpackedAnswers(packedAnswers(answers.slice(0, 700)))).toEqual(answers.slice(0, 700));
});

it('readScoredAnswers() gives a cause where, and only where, verdicts of given answers differ', () => {
  const differs = ({ rule, valid, published }: ScoredAnswer) =>
    rule !== null && published !== null && valid !== published;
  expect(answers.filter((answer) => (answer.cause !== null) !== differs(answer))).toEqual([]);
  expect(answers.length).toBeGreaterThan(45_000);
});

it('readScoredAnswers() has 99 % of the published verdicts on the plans as stored, and a cause for each of the others', () => {
  const judged = answers.filter((answer) => answer.published !== null && answer.publishedPlanValid !== null);
  const others = judged.filter((answer) => answer.published !== answer.publishedPlanValid);
  expect(others.length / judged.length).toBeLessThan(0.01);
  expect(others.filter(({ storedCause }) => storedCause === null)).toEqual([]);
  expect(judged.filter(({ storedCause }) => storedCause !== null)).toEqual(others);
});

it.each([
  ['task_1_plan_generation', 'one-shot'],
  ['task_1_zero_shot_plan_generation_pddl', 'zero-shot, PDDL'],
  ['task_1_plan_generation_state_tracking', 'one-shot, state tracking'],
  ['task_1_plan_generation_zero_shot_run_1', 'zero-shot'],
  ['task_1_plan_generation_zero_shot_run2', 'zero-shot, run 2'],
  ['task_8_1_goal_shuffling', 'goal shuffling'],
])('cellsOf() names the prompt of %s %s', (task, prompt) => {
  expect(cellsOf([answerOf({ task })])).toMatchObject([{ prompt, model: 'gpt-9' }]);
});

it('cellsOf() counts an instance once, an empty answer as never asked, and no copy or round of a dialogue', () => {
  const empty = { rule: null, valid: false };
  const answers = [
    answerOf({ instance: 1, ...empty }),
    answerOf({ instance: 1, file: 'again.json' }),
    answerOf({ instance: 2, ...empty }),
    answerOf({ instance: 3, copyOf: 'a.json' }),
    answerOf({ instance: 4, round: 0 }),
  ];
  const [cell, ...others] = cellsOf(answers);
  expect(others).toEqual([]);
  expect(cell).toMatchObject({ answers: [{ instance: 1, file: 'again.json' }], neverAsked: 1 });
});

it('cellsOf() keeps instances of two domains apart, where both go by the name of their family', () => {
  const answers = [answerOf(), answerOf({ domain: 'blocksworld_3' })];
  expect(cellsOf(answers)).toHaveLength(2);
  expect(cellsOf(answers, familyOf)).toMatchObject([{ domain: 'blocksworld', answers }]);
});

const published = [{ domain: 'blocksworld_3', instance: 7, objects: 3 }] as ScoredAnswer[];
const discards = { discarded: [], discardedCounts: {}, remarks: ['rule: marked'] };
const note = noteEvent({ kind: 'parsed', purpose: 'plan', accepted: 1, ...discards });

function step(number: number, refused?: readonly [precondition: string, message: string]): EventOf<'step'> {
  const step = stepEvent({ number, action: { verb: 'stack', args: ['a', 'b'] } });
  if (refused === undefined) return step;
  return { ...step, ok: false, reason: { precondition: refused[0], message: refused[1] } };
}

function answerTo(events: readonly TraceEvent[], summary: Partial<TraceSummary> = {}, header = {}) {
  const named = { suite: 'planbench', planner: 'planbench_one_shot', task: 'blocksworld_3_7', model: 'mine' };
  const trace = {
    header: traceHeader({ ...named, reference: { steps: 4, optimal: true }, ...header }),
    events: [note, ...events],
    summary: traceSummary(summary, events),
  };
  return recordedAnswers([trace], published)[0];
}

it('recordedAnswers() gives an episode that reached its goal as a right answer to its instance, with what is published of that', () => {
  expect(answerTo([step(1), step(2)])).toMatchObject({
    ...{ domain: 'blocksworld_3', instance: 7, model: 'mine, recorded here', objects: 3, optimalLength: 4 },
    ...{ plan: ['stack a b', 'stack a b'], rule: 'marked', valid: true, failure: null, published: null },
  });
});

const unknown = step(1, ['unknown_object', 'There is no object "z"']);
const unmet = step(2, ['fact_holds', 'stack a b needs holding a']);
const precondition = { kind: 'precondition', step: 2, action: 'stack a b', unmet: ['holding a'] };
it.each([
  ['a refused action', [step(1), unmet], 'planner_stopped', precondition],
  ['a refused action once the goal holds', [step(1), unmet], 'goal', precondition],
  ['an unknown object', [unknown], 'planner_stopped', { kind: 'name', step: 1 }],
  ['a goal that is missed', [step(1)], 'planner_stopped', { kind: 'goal' }],
  ['no plan', [], 'planner_stopped', { kind: 'no plan' }],
] as const)('recordedAnswers() counts %s as wrong', (_, events, end, failure) => {
  expect(answerTo(events, { end })).toMatchObject({ valid: false, failure });
});

it.each([
  ['other suites', {}, { suite: 'tabletop' }],
  ['other planners', {}, { planner: 'oracle' }],
  ['what is not recorded', { end: 'tape_miss' } as const, {}],
])('recordedAnswers() leaves out %s', (_, summary, header) => {
  expect(answerTo([], summary, header)).toBeUndefined();
});
