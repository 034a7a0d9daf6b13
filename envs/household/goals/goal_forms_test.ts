import { describe, expect, it } from 'vitest';
import { TaskError } from '../../task_file.ts';
import { type HouseholdTask, taskFor } from '../tasks.ts';
import { FIVE_HOUSES, houseNamed } from '../testing/small_house.ts';
import { type Goal, goalSchema } from './goal.ts';
import { GOAL_FORMS } from './goal_forms.ts';

const houses = FIVE_HOUSES.map(houseNamed);

function canBeSet(goal: Goal): boolean {
  const task: HouseholdTask = { name: 'it', level: 'simple', instruction: 'Do it.', stepsMax: 9, marked: false, goal };
  return houses.some((house) => {
    try {
      return taskFor(house, task).goal === goal;
    } catch (error) {
      expect(error).toBeInstanceOf(TaskError);
      return false;
    }
  });
}

describe('GOAL_FORMS', () => {
  it('are those that a goal may have', () => {
    const message = goalSchema.safeParse([{ that: { nonsense: [] } }]).error?.issues[0]?.message;
    const known = message?.split(' one of ')[1]?.split(', ');
    expect(GOAL_FORMS.map(({ goal }) => goal)).toEqual(known);
  });

  it.each(GOAL_FORMS)('$goal has an example that is set in a house', ({ goal, example }) => {
    expect(JSON.stringify(example)).toContain(`"${goal}":`);
    expect(canBeSet(goalSchema.parse(example))).toBe(true);
  });
});
