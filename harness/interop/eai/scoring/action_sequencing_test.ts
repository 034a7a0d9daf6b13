import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EaiCheckout } from '../checkout/checkout.ts';
import { readEaiScene } from '../checkout/scene.ts';
import { readTasks } from '../checkout/tasks.ts';
import { writeSampleCheckout } from '../testing/sample_checkout.ts';
import { planScorer } from './action_sequencing.ts';
import type { Naming } from './plan_answer.ts';
import { quirksOf, type Scoring } from './quirks.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-eai-plans-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeSampleCheckout(folder);
const checkout = new EaiCheckout(folder);
const scorers = new Map(
  [...readTasks(checkout).values()].map((task) => [task.id, planScorer(task, readEaiScene(checkout, task.id))]),
);

function scored(id: string, answer: string, scoring: Scoring = 'eai', naming: Naming = 'names') {
  return scorers.get(id)!.score(answer, { naming, quirks: quirksOf(scoring) });
}

describe('planScorer.score()', () => {
  it.each([
    ['prose', 'I am sorry.', 'parsing', 'parsing'],
    ['a list that is no JSON', '{"WALK": [lamp]}', 'parsing', 'parsing'],
    ['an unknown action', '{"FLY": ["lamp"]}', 'hallucination', 'hallucination'],
    ['an object that the task is not about', '{"WALK": ["table"]}', 'hallucination', 'hallucination'],
    ['an action that the prompt offers', '{"WALK": ["lamp"], "PLUGOUT": ["lamp"]}', 'hallucination', 'missed_goals'],
    ['too many objects', '{"WALK": ["lamp", "fridge"]}', 'argument_number', 'argument_number'],
    ['an action in lower case', '{"walk": ["lamp"], "switchon": ["lamp"]}', 'crash', 'reached_goals'],
    ['another word for LOOKAT', '{"WALK": ["lamp"], "LOOKAT_SHORT": ["lamp"]}', 'crash', 'missing_step'],
    ['a step that needs one before', '{"SWITCHON": ["lamp"]}', 'missing_step', 'missing_step'],
    [
      'a step that comes too late',
      '{"WALK": ["lamp"], "WALK": ["fridge"], "SWITCHON": ["lamp"]}',
      'wrong_order',
      'wrong_order',
    ],
    ['what an object is not made for', '{"WALK": ["lamp"], "OPEN": ["lamp"]}', 'affordance', 'affordance'],
    ['what is so already', '{"WALK": ["lamp"], "SWITCHOFF": ["lamp"]}', 'missed_goals', 'missed_goals'],
    ['the goal', '{"WALK": ["lamp"], "SWITCHON": ["lamp"], "WALK": ["fridge"]}', 'reached_goals', 'reached_goals'],
  ])('gives the verdict, when the answer is %s', (_, answer, eai, strict) => {
    expect([scored('1_1', answer).verdict, scored('1_1', answer, 'strict').verdict]).toEqual([eai, strict]);
  });

  it('counts an answer that is no JSON twice, as EAI does', () => {
    expect(scored('1_1', '{"WALK": [lamp]}').parsingErrors).toBe(2);
    expect(scored('1_1', '{"WALK": [lamp]}', 'strict').parsingErrors).toBe(1);
  });

  it('goes on after additional steps, and counts each', () => {
    const answer = '{"WALK": ["lamp"], "SWITCHOFF": ["lamp"], "SWITCHOFF": ["lamp"], "SWITCHON": ["lamp"]}';
    const { success, executable, additionalSteps } = scored('1_1', answer);
    expect({ success, executable, additionalSteps }).toEqual({ success: true, executable: true, additionalSteps: 2 });
    expect(scored('1_1', answer, 'strict').additionalSteps).toBe(1);
  });

  it('gives the recorded program no credit, as EAI does', () => {
    const answer = '{"WALK": ["lamp"], "SWITCHON": ["lamp"]}';
    expect(scored('1_1', answer)).toMatchObject({ success: false, executable: true, reached: { nodes: 0 } });
    expect(scored('1_1', answer, 'strict')).toMatchObject({ success: true, executable: true, reached: { nodes: 1 } });
  });

  it('looks for goals where a plan came to a stop, as EAI does', () => {
    const answer = '{"WALK": ["lamp"], "SWITCHON": ["lamp"], "OPEN": ["lamp"]}';
    expect(scored('1_1', answer)).toMatchObject({ verdict: 'affordance', success: true, executable: false });
    expect(scored('1_1', answer, 'strict')).toMatchObject({ verdict: 'affordance', success: false });
  });

  it('reads a fence, prose around it, single quotes and keys that come twice', () => {
    const answer = "```json\n{'WALK': ['fridge'],\n 'WALK': ['lamp'],\n 'SWITCHON': ['lamp']}\n``` That is all.";
    expect(scored('1_1', answer).success).toBe(true);
  });

  it('takes pairs of name and id, when told so', () => {
    expect(scored('1_1', '{"WALK": ["lamp", 7], "TOUCH": ["lamp", "7"]}', 'eai', 'pairs').verdict).toBe('missed_goals');
    expect(scored('1_1', '{"WALK": ["lamp", 8]}', 'eai', 'pairs').verdict).toBe('hallucination');
    expect(scored('1_1', '{"WALK": ["lamp"]}', 'eai', 'pairs').verdict).toBe('parsing');
  });

  it('does not see actions without arguments, as EAI does not', () => {
    const answer = '{"WALK": ["bed"], "SIT": ["bed"], "STANDUP": [], "WALK": ["bed"]}';
    expect(scored('4_1', answer).verdict).toBe('wrong_order'); // it did not sit in the beginning
    expect(scored('4_1', answer, 'strict').verdict).toBe('reached_goals');
  });

  it('seeks the second of two groups of actions first, as the published figures do', () => {
    const answer = '{"WALK": ["cup"], "GRAB": ["cup"], "RINSE": ["cup"], "DROP": ["cup"]}';
    expect(scored('5_1', answer)).toMatchObject({ success: false, reached: { actions: 1 } });
    expect(scored('5_1', answer, 'strict')).toMatchObject({ success: true, reached: { actions: 2 } });
  });

  it('takes a group for done by one of its actions', () => {
    const read = '{"FIND": ["book"], "GRAB": ["book"], "READ": ["book"]}';
    expect(scored('3_1', read)).toMatchObject({ success: true, reached: { edges: 1, actions: 1 } });
  });
});

describe('planScorer.isScored()', () => {
  it('leaves out tasks with two edges under EAI, and tasks without goals under the strict scoring', () => {
    const ids = (scoring: Scoring) =>
      [...scorers].filter(([, scorer]) => scorer.isScored(quirksOf(scoring))).map(([id]) => id);
    expect(ids('eai')).toEqual(['1_1', '3_1', '4_1', '5_1']);
    expect(ids('strict')).toEqual(['1_1', '2_1', '3_1', '5_1']);
  });
});
