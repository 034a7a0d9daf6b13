import { describe, expect, it } from 'vitest';
import { JsonError, readCheckedJson } from '../../checked_json.ts';
import { TaskError } from '../../task_file.ts';
import { type HouseholdTask, taskFor } from '../tasks.ts';
import { FIVE_HOUSES, houseNamed } from '../testing/small_house.ts';
import { GOAL_FORMS, type Goal, goalSchema } from './goal.ts';

function read(text: string): unknown {
  return readCheckedJson(text, goalSchema, 'goal.json').value;
}

const ONLY_KEYS = 'only the keys exists, of, that';

describe('goalSchema', () => {
  it.each([
    '[{"that": {"state": ["fridge1", "OPEN"]}}]',
    '[{"weight": 2, "that": {"or": [{"held": ["?x"]}, {"not": {"near": ["mug1"]}}]}}]',
    '[{"that": {"forall": "?x", "of": {"property": "HAS_SWITCH"}, "that": {"state": ["?x", "OFF"]}}}]',
    '[{"that": {"count": "?x", "of": {"initially": {"on": ["?x", "desk1"]}}, "at_least": 2, "that": {"held": ["?x"]}}}]',
    '[{"that": {"then": [{"ever": {"heated": ["?x"]}}, {"toasted": ["?x"]}]}}]',
  ])('takes %s', (text) => {
    expect(read(text)).toMatchObject(JSON.parse(text));
  });

  it.each([
    ['[]', '', 'at least 1 (array)'],
    ['[{"that": {"open": ["?x"]}}]', '[0].that', 'a condition: an object with one of state, on, inside'],
    ['[{"that": {"on": ["?x"]}}]', '[0].that.on', 'two terms'],
    ['[{"that": {"on": ["?x", "a b"]}}]', '[0].that.on[1]', 'a variable such as "?book", or a name'],
    ['[{"that": {"state": ["?x", "AJAR"]}}]', '[0].that.state[1]', '"OPEN" or "CLOSED"'],
    ['[{"that": {"not": {"and": [{"held": [7]}]}}}]', '[0].that.not.and[0].held[0]', 'a string'],
    ['[{"that": {"exists": "x", "of": {"class": "mug"}, "that": {"held": ["?x"]}}}]', '[0].that.exists', 'a variable'],
    ['[{"that": {"exists": "?x", "of": {}, "that": {"held": ["?x"]}}}]', '[0].that.of', 'at least one of class'],
    ['[{"that": {"exists": "?x", "of": {"class": "mug"}, "that": {"held": ["?x"]}, "x": 1}}]', '[0].that', ONLY_KEYS],
    ['[{"weight": 0, "that": {"held": ["?x"]}}]', '[0].weight', 'at least 0.001'],
  ])('refuses %s, and says where', (text, field, expected) => {
    const error = expect.objectContaining({ field, expected: expect.stringMatching(`^${RegExp.escape(expected)}`) });
    expect(() => read(text)).toThrow(error);
    expect(() => read(text)).toThrow(JsonError);
  });
});

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
