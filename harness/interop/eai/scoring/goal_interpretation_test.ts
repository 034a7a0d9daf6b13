import { afterAll, describe, expect, it } from 'vitest';
import { readEaiScene } from '../checkout/scene.ts';
import { readTasks } from '../checkout/tasks.ts';
import { sampleCheckout } from '../testing/sample_checkout.ts';
import { scoreGoals } from './goal_interpretation.ts';
import { quirksOf, type Scoring } from './quirks.ts';

const checkout = sampleCheckout(afterAll);
const tasks = readTasks(checkout);

function scored(id: string, answer: unknown, scoring: Scoring = 'eai') {
  return scoreGoals(tasks.get(id)!, {
    scene: readEaiScene(checkout, id),
    answer: typeof answer === 'string' ? answer : JSON.stringify(answer),
    quirks: quirksOf(scoring),
  });
}

describe('scoreGoals()', () => {
  const LAMP = { name: 'lamp', state: 'ON' };

  it('counts what is right, wrong and missed, by kind of goal', () => {
    const answer = {
      'node goals': [LAMP, LAMP, { ...LAMP, state: 'CLEAN' }],
      'edge goals': [{ from_name: 'character', relation: 'CLOSE', to_name: 'fridge' }],
      'action goals': [{ action: 'look', description: '' }],
    };
    const wrong = { tp: 0, fp: 1, fn: 0 };
    const hits = { node: { tp: 1, fp: 1, fn: 0 }, edge: wrong, action: wrong };
    expect(scored('1_1', answer)).toMatchObject({ verdict: 'scored', ...hits });
  });

  it('reads a fence, the end of a turn and single quotes', () => {
    expect(scored('1_1', "```json\n{'node goals': [{'name': 'lamp', 'state': 'ON'}]}\n```<|eot_id|>").node.tp).toBe(1);
  });

  it.each([
    ['prose', 'The lamp is to be on.'],
    ['a list', '[1]'],
    ['goals that are no list', '{"node goals": 1}'],
  ])('skips the task when the answer is %s, as EAI does', (_, answer) => {
    expect(scored('1_1', answer)).toMatchObject({ verdict: 'parsing', node: { tp: 0, fp: 0, fn: 0 } });
    expect(scored('1_1', answer, 'strict').node.fn).toBe(1);
  });

  it.each([
    ['names no object of the task', { name: 'table', state: 'ON' }, { hallucinated: 1, malformed: 0 }],
    ['lacks a key', { name: 'lamp' }, { hallucinated: 0, malformed: 1 }],
    ['has a name that is no text', { name: ['lamp'], state: 'ON' }, { hallucinated: 1, malformed: 0 }],
  ])('does not count a goal as wrong that %s, as EAI does not', (_, goal, counts) => {
    expect(scored('1_1', { 'node goals': [goal] })).toMatchObject({ node: { tp: 0, fp: 0, fn: 1 }, ...counts });
    expect(scored('1_1', { 'node goals': [goal] }, 'strict').node.fp).toBe(1);
  });

  it('accepts several actions for one goal, as EAI does', () => {
    const answer = { 'action goals': [{ action: 'READ' }, { action: 'lookat' }, { action: 'DRINK' }] };
    expect(scored('3_1', answer).action).toEqual({ tp: 2, fp: 1, fn: -1 });
    expect(scored('3_1', answer, 'strict').action).toEqual({ tp: 1, fp: 2, fn: 0 });
  });

  it('matches a name to one object of its class, as EAI does', () => {
    const answer = { 'edge goals': [{ from_name: 'cup', relation: 'ON', to_name: 'bed' }] };
    expect(scored('2_1', answer).edge).toEqual({ tp: 1, fp: 0, fn: 1 });
    expect(scored('2_1', answer, 'strict').edge).toEqual({ tp: 1, fp: 0, fn: 1 });
  });
});
