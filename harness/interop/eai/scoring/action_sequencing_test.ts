import { afterAll, describe, expect, it } from 'vitest';
import { readEaiScene } from '../checkout/scene.ts';
import { readTasks } from '../checkout/tasks.ts';
import { sampleCheckout } from '../testing/sample_checkout.ts';
import { type Naming, planScorer } from './action_sequencing.ts';
import { quirksOf, type Scoring } from './quirks.ts';

const checkout = sampleCheckout(afterAll);
const scorers = new Map(
  [...readTasks(checkout).values()].map((task) => [task.id, planScorer(task, readEaiScene(checkout, task.id))]),
);

function scored(id: string, answer: string, scoring: Scoring = 'eai', naming: Naming = 'names') {
  return scorers.get(id)!.score(answer, { naming, quirks: quirksOf(scoring) });
}

describe('planScorer.score()', () => {
  it.each([
    ['prose', 'I am sorry.', 'parsing', 'parsing'],
    ['a list that is not JSON', '{"WALK": [lamp]}', 'parsing', 'parsing'],
    ['an unknown action', '{"FLY": ["lamp"]}', 'hallucination', 'hallucination'],
    ['an object that the task is not about', '{"WALK": ["table"]}', 'hallucination', 'hallucination'],
    ['an action that the prompt offers', '{"WALK": ["lamp"], "PLUGOUT": ["lamp"]}', 'hallucination', 'missed_goals'],
    ['too many objects', '{"WALK": ["lamp", "fridge"]}', 'argument_number', 'argument_number'],
    ['an action in lower case', '{"walk": ["lamp"], "switchon": ["lamp"]}', 'crash', 'reached_goals'],
    ['another word for LOOKAT', '{"WALK": ["lamp"], "LOOKAT_SHORT": ["lamp"]}', 'crash', 'missing_step'],
    ['a step that needs one before', '{"SWITCHON": ["lamp"]}', 'missing_step', 'missing_step'],
    ['a late step', '{"WALK": ["lamp"], "WALK": ["fridge"], "SWITCHON": ["lamp"]}', 'wrong_order', 'wrong_order'],
    ['what an object is not made for', '{"WALK": ["lamp"], "OPEN": ["lamp"]}', 'affordance', 'affordance'],
    ['what is so already', '{"WALK": ["lamp"], "SWITCHOFF": ["lamp"]}', 'missed_goals', 'missed_goals'],
    ['the goal', '{"WALK": ["lamp"], "SWITCHON": ["lamp"], "WALK": ["fridge"]}', 'reached_goals', 'reached_goals'],
  ])('gives the verdict, when the answer is %s', (_, answer, eai, strict) => {
    expect([scored('1_1', answer).verdict, scored('1_1', answer, 'strict').verdict]).toEqual([eai, strict]);
  });

  const WALK_ON = '{"WALK": ["lamp"], "SWITCHON": ["lamp"]}';
  const ADDITIONAL = '{"WALK": ["lamp"], "SWITCHOFF": ["lamp"], "SWITCHOFF": ["lamp"], "SWITCHON": ["lamp"]}';
  const STOPPED = '{"WALK": ["lamp"], "SWITCHON": ["lamp"], "OPEN": ["lamp"]}';
  const STAND_UP = '{"WALK": ["bed"], "SIT": ["bed"], "STANDUP": [], "WALK": ["bed"]}';
  const RINSE = '{"WALK": ["cup"], "GRAB": ["cup"], "RINSE": ["cup"], "DROP": ["cup"]}';
  const FENCED = "```json\n{'WALK': ['fridge'],\n 'WALK': ['lamp'],\n 'SWITCHON': ['lamp']}\n``` That is all.";
  const READ = '{"FIND": ["book"], "GRAB": ["book"], "READ": ["book"]}';

  it.each<[string, string, string, object, object]>([
    ['an answer that is no JSON twice', '1_1', '{"WALK": [lamp]}', { parsingErrors: 2 }, { parsingErrors: 1 }],
    [
      ...(['each additional step, and goes on', '1_1', ADDITIONAL] as const),
      ...([{ success: true, executable: true, additionalSteps: 2 }, { additionalSteps: 1 }] as const),
    ],
    [
      ...(['nothing for the recorded program', '1_1', WALK_ON] as const),
      { success: false, executable: true, reached: { nodes: 0 } },
      { success: true, executable: true, reached: { nodes: 1 } },
    ],
    [
      ...(['goals where a plan came to a stop', '1_1', STOPPED] as const),
      { verdict: 'affordance', success: true, executable: false },
      { verdict: 'affordance', success: false },
    ],
    ['a fence, prose, single quotes and keys that come twice', '1_1', FENCED, { success: true }, { success: true }],
    ['no action without arguments', '4_1', STAND_UP, { verdict: 'wrong_order' }, { verdict: 'reached_goals' }],
    [
      ...(['the second of two groups of actions first', '5_1', RINSE] as const),
      { success: false, reached: { actions: 1 } },
      { success: true, reached: { actions: 2 } },
    ],
    [
      ...(['a group for done by one of its actions', '3_1', READ] as const),
      ...([{ success: true, reached: { edges: 1, actions: 1 } }, {}] as const),
    ],
  ])('counts %s, as EAI does', (_, id, answer, eai, strict) => {
    expect(scored(id, answer)).toMatchObject(eai);
    expect(scored(id, answer, 'strict')).toMatchObject(strict);
  });

  it.each([
    ['{"WALK": ["lamp", 7], "TOUCH": ["lamp", "7"]}', 'missed_goals'],
    ['{"WALK": ["lamp", 8]}', 'hallucination'],
    ['{"WALK": ["lamp"]}', 'parsing'],
  ])('takes pairs of name and id, when told so: %s', (answer, verdict) => {
    expect(scored('1_1', answer, 'eai', 'pairs').verdict).toBe(verdict);
  });
});

describe('planScorer.isScored()', () => {
  it('omits tasks with two edges under EAI, and tasks without goals under strict scoring', () => {
    const ids = (scoring: Scoring) =>
      [...scorers].filter(([, scorer]) => scorer.isScored(quirksOf(scoring))).map(([id]) => id);
    expect(ids('eai')).toEqual(['1_1', '3_1', '4_1', '5_1']);
    expect(ids('strict')).toEqual(['1_1', '2_1', '3_1', '5_1']);
  });
});
