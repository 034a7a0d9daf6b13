import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TaskError } from '../task_file.ts';
import type { Condition } from './goals/goal.ts';
import { type HouseholdTask, readTasks, taskFor } from './tasks.ts';
import { houseNamed } from './testing/small_house.ts';
import { actionsOf } from './testing/walks.ts';

const house = houseNamed('house_1');
const [table1, robot, listings] = ['table_1', 'robot', 'listings'].map((name) =>
  readTasks(readFileSync(new URL(`tasks/${name}.json`, import.meta.url), 'utf8'), name),
) as [HouseholdTask[], HouseholdTask[], HouseholdTask[]];

const task: HouseholdTask = {
  name: 'do_it',
  level: 'simple',
  instruction: 'Do it.',
  stepsMax: 30,
  marked: false,
  goal: [{ weight: 1, that: { exists: '?fridge', of: { class: 'fridge' }, that: { state: ['?fridge', 'OPEN'] } } }],
};

describe('readTasks()', () => {
  it("reads Table I's tasks, in its order, with its words and caps", () => {
    const lines = table1.map(({ name, level, marked, stepsMax, instruction }) => {
      return `${name} ${level} ${stepsMax}${marked ? ' *' : ''}: ${instruction}`;
    });
    const onTable = 'slices of toasts using toaster and place them on kitchen table.';
    expect(lines).toEqual([
      'switch_off_bedroom_light simple 30: Switch off the light in bedroom.',
      'open_fridge simple 30: Open the fridge.',
      'put_book_on_desk simple 30: Put a book on the desk.',
      'switch_off_all_lights simple 30: Switch off all lights in the house.',
      'use_computer simple 30: Use computer.',
      'put_magazine_on_bed simple 30: Find a magazine, put it on a bed.',
      'make_toast simple 30: Make toast.',
      'heat_milk simple 30: Heat milk with microwave.',
      'toothbrush_and_facecream_in_cabinet hard 60: Put toothbrush and face cream in the bathroom cabinet.',
      'empty_kitchen_table hard 150: Empty the surface of kitchen table, and place them in kitchen cabinets.',
      'wineglass_and_juice_on_desk hard 50: Get wine glass and juice, place them on desk.',
      `make_3_toasts hard 60: Make 3 ${onTable}`,
      `make_6_toasts hard 120: Make 6 ${onTable}`,
      `make_2_toasts hard 100 *: Make 2 ${onTable}`,
      'take_three_from_table hard 100 *: Take away three objects from the kitchen table.',
    ]);
  });

  it.each([
    [[{ ...task, name: 'Do it' }], 'line 1, column 19, field tasks[0].name: expected a name in snake_case'],
    [[{ ...task, cap: 1 }], 'field tasks[0]: expected only the keys name, level, instruction'],
    [[task, task], 'field tasks[1].name: expected a name that no earlier task has, found "do_it"'],
    [[{ ...task, stepsMax: 0 }], 'field tasks[0].stepsMax: expected at least 1 (number), found 0'],
    [
      [{ ...task, goal: [{ that: { on: ['?x'] } }] }],
      'field tasks[0].goal[0].that.on: expected two terms, found ["?x"]',
    ],
    [[{ ...task, prologue: [{ verb: 'wait' }] }], 'field tasks[0].prologue[0].args: expected an array, found nothing'],
    [[], 'field tasks: expected at least 1 (array)'],
  ])('refuses a file of mistake %#, and says where', (tasks, message) => {
    expect(() => readTasks(JSON.stringify({ tasks }), 'tasks.json')).toThrow(message);
  });
});

it('the goals of Table I count bread and slices alike in every task about toast', () => {
  const goalOf = (name: string) => JSON.stringify(table1.find((each) => each.name === name)?.goal);
  const either = '{"class":["bread","breadslice"]}';
  const two = goalOf('make_2_toasts');
  expect(goalOf('make_toast')).toContain(`"of":${either},"that":{"toasted":["?slice"]}`);
  expect(two).toContain(`"of":${either},"at_least":2`);
  for (const count of [3, 6]) {
    expect(goalOf(`make_${count}_toasts`)).toBe(two?.replace('"at_least":2', `"at_least":${count}`));
  }
});

it('families hold together the tasks of which one would tell about another', () => {
  const named = [...table1, ...robot, ...listings].filter(({ family }) => family !== undefined);
  const families = [...Map.groupBy(named, ({ family }) => family)];
  expect(Object.fromEntries(families.map(([family, tasks]) => [family, tasks.map(({ name }) => name)]))).toEqual({
    lights: ['switch_off_bedroom_light', 'switch_off_all_lights', 'listing_switch_off_all_lights'],
    fridge: ['open_fridge', 'heat_milk', 'wineglass_and_juice_on_desk', 'heat_food_and_bring_to_sofa'],
    toast: ['make_toast', 'make_3_toasts', 'make_6_toasts', 'make_2_toasts'],
    kitchen_table: ['empty_kitchen_table', 'take_three_from_table'],
  });
});

describe('taskFor()', () => {
  it('binds a task to a house, without what only its table needs', () => {
    const { level: _, marked: __, ...bound } = task;
    expect(taskFor(house, { ...task, family: 'any' })).toEqual({ ...bound, scene: 'house_1' });
  });

  it('hands on what has been done before, and what a planner remembers of it', () => {
    expect(taskFor(house, listings[0]!)).toMatchObject({
      instruction: 'switch off all the lights in the house',
      stepsMax: 30,
      goal: table1[3]?.goal,
      prologue: actionsOf('move lightswitch1, switchoff lightswitch1, move bedroom1, switchoff lightswitch1'),
      memory: { llm_state: { keyObjects: ['lightswitch1', 'bedroom1'] } },
    });
  });

  it.each<[string, Condition, string]>([
    ['the house has no "piano"', { exists: '?x', of: { class: 'piano' }, that: { held: ['?x'] } }, ''],
    ['the goal already holds at the start', { state: ['fridge1', 'CLOSED'] }, ''],
    ['the goal already holds at the start', { near: ['towel1'] }, 'move towel1'],
  ])('refuses a task with its name and the reason, when %s', (reason, that, walk) => {
    const bind = () => taskFor(house, { ...task, goal: [{ weight: 1, that }], prologue: actionsOf(walk) });
    expect(bind).toThrow(TaskError);
    expect(bind).toThrow(`Cannot set task "do_it" in house "house_1": ${reason}`);
  });
});
