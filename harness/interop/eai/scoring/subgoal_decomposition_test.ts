import { afterAll, describe, expect, it } from 'vitest';
import { readEaiScene } from '../checkout/scene.ts';
import { readTasks } from '../checkout/tasks.ts';
import { sampleCheckout } from '../testing/sample_checkout.ts';
import { quirksOf, type Scoring } from './quirks.ts';
import { readVocabulary, SubgoalScorer } from './subgoal_decomposition.ts';

const checkout = sampleCheckout(afterAll);
const vocabulary = readVocabulary(checkout);
const scorers = new Map(
  [...readTasks(checkout).values()].map((task) => [task.id, new SubgoalScorer(task, readEaiScene(checkout, task.id))]),
);

function scored(id: string, output: readonly string[] | string, scoring: Scoring = 'eai') {
  const answer = typeof output === 'string' ? output : JSON.stringify({ actions_to_include: [], output });
  return scorers.get(id)!.score(answer, { vocabulary, quirks: quirksOf(scoring) });
}

const EITHER = ['NEXT_TO(character.65, lamp.7) or OFF(lamp.7)', 'OPEN(lamp.7) or ON(lamp.7)'];

describe('SubgoalScorer.score()', () => {
  it.each([
    ['prose', '1_1', 'Turn it on.', 'parsing'],
    ['no subgoals', '1_1', [], 'parsing'],
    ['"not"', '1_1', ['not OFF(lamp.7)'], 'parsing'],
    ['an object without id', '1_1', ['ON(lamp)'], 'parsing'],
    ['an unknown state', '1_1', ['GLOWING(lamp.7)'], 'hallucination'],
    ['an unknown object', '1_1', ['ON(lamp.8)'], 'hallucination'],
    ['too many objects', '1_1', ['ON(lamp.7, bed.16)'], 'argument_number'],
    ['three objects for BETWEEN, as the prompt says', '1_1', ['BETWEEN(lamp.7, bed.16, book.15)'], 'argument_number'],
    ['what an object is not made for', '1_1', ['OPEN(lamp.7)'], 'affordance'],
    ['what lies in something closed', '1_1', ['HOLDS_RH(character.65, milk.11)'], 'missing_step'],
    ['lying before walking', '1_1', ['ONTOP(character.65, bed.16)', 'ON(lamp.7)'], 'wrong_order'],
    ['another goal', '1_1', ['NEXT_TO(character.65, lamp.7)'], 'missed_goals'],
    ['the goal', '1_1', ['NEXT_TO(character.65, lamp.7) and ON(lamp.7)'], 'reached_goals'],
    ['an action and a state', '3_1', ['HOLDS_RH(character.65, book.15)', 'READ(book.15)'], 'reached_goals'],
    ['an action that is nowhere', '3_1', ['HOLDS_RH(character.65, book.15)'], 'missed_goals'],
    ['actions in order', '5_1', ['GRAB(cup.13)', 'WASH(cup.13)'], 'reached_goals'],
    ['actions in the wrong order', '5_1', ['WASH(cup.13)', 'GRAB(cup.13)'], 'missed_goals'],
  ])('gives the verdict, when the answer has %s', (_, id, output, verdict) => {
    expect(scored(id, output).verdict).toBe(verdict);
  });

  it('notes additional steps, and continues', () => {
    const verdict = { id: '1_1', verdict: 'reached_goals', executable: true };
    expect(scored('1_1', ['OFF(lamp.7)', 'ON(lamp.7)'])).toEqual({ ...verdict, hasAdditionalStep: true });
  });

  it.each([
    ['follows every way to a state', ['CLEAN(cup.13)', 'ON(lamp.7)'], 'reached_goals', 'reached_goals'],
    ['lets a goal be undone, as EAI does', ['ON(lamp.7)', 'OFF(lamp.7)'], 'reached_goals', 'missed_goals'],
    ['takes the first of two alternatives under EAI, the better one strictly', EITHER, 'affordance', 'reached_goals'],
  ])('%s', (_, output, eai, strict) => {
    expect([scored('1_1', output).verdict, scored('1_1', output, 'strict').verdict]).toEqual([eai, strict]);
  });
});
