import { describe, expect, it } from 'vitest';
import { cellsOf, familyOf } from './cells.ts';
import { answerOf } from './testing/scored_answer_fixture.ts';

describe('cellsOf()', () => {
  it.each([
    ['task_1_plan_generation', 'one-shot'],
    ['task_1_zero_shot_plan_generation_pddl', 'zero-shot, PDDL'],
    ['task_1_plan_generation_state_tracking', 'one-shot, state tracking'],
    ['task_1_plan_generation_zero_shot_run_1', 'zero-shot'],
    ['task_1_plan_generation_zero_shot_run2', 'zero-shot, run 2'],
    ['task_8_1_goal_shuffling', 'goal shuffling'],
  ])('names the prompt of %s %s', (task, prompt) => {
    expect(cellsOf([answerOf({ task })])).toMatchObject([{ prompt, model: 'gpt-9' }]);
  });

  it('counts an instance once, an empty answer as never asked, and no copy or round of a dialogue', () => {
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

  it('keeps instances of two domains apart, where both go by the name of their family', () => {
    const answers = [answerOf(), answerOf({ domain: 'blocksworld_3' })];
    expect(cellsOf(answers)).toHaveLength(2);
    expect(cellsOf(answers, familyOf)).toMatchObject([{ domain: 'blocksworld', answers }]);
  });
});
