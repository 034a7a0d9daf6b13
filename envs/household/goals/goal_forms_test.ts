import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TaskError } from '../../task_file.ts';
import { readHouse } from '../scene/read_house.ts';
import { type HouseholdTask, taskFor } from '../tasks.ts';
import { type Goal, goalSchema } from './goal.ts';
import { GOAL_FORMS } from './goal_forms.ts';

const houses = ['house_1', 'house_2', 'house_3', 'house_4', 'house_5'].map((name) =>
  readHouse(readFileSync(new URL(`../houses/${name}.json`, import.meta.url), 'utf8'), name),
);

/** Whether the goal can be set in a house: it names what is there, and there is something left to do. */
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
    let message = '';
    const refused = goalSchema.safeParse([{ that: { nonsense: [] } }]);
    if (!refused.success) message = refused.error.issues[0]?.message ?? '';
    const [, known = ''] = message.split(' one of ');
    expect(GOAL_FORMS.map(({ goal }) => goal)).toEqual(known.split(', '));
  });

  it.each(GOAL_FORMS.map(({ goal, example }) => [goal, example] as const))(
    '%s has an example that is set in a house',
    (goal, example) => {
      expect(JSON.stringify(example)).toContain(`"${goal}":`);
      expect(canBeSet(goalSchema.parse(example))).toBe(true);
    },
  );
});
