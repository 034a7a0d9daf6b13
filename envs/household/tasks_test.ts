import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TaskError } from '../task_file.ts';
import { readHouse } from './scene/read_house.ts';
import { type HouseholdTask, readTasks, taskFor } from './tasks.ts';

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

const house = readHouse(read('houses/house_1.json'), 'houses/house_1.json');
const table1 = readTasks(read('tasks/table_1.json'), 'tasks/table_1.json');
const listings = readTasks(read('tasks/listings.json'), 'tasks/listings.json');

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
    expect(
      table1.map(({ name, level, marked, stepsMax }) => `${name} ${level} ${stepsMax}${marked ? ' *' : ''}`),
    ).toEqual([
      'switch_off_bedroom_light simple 30',
      'open_fridge simple 30',
      'put_book_on_desk simple 30',
      'switch_off_all_lights simple 30',
      'use_computer simple 30',
      'put_magazine_on_bed simple 30',
      'make_toast simple 30',
      'heat_milk simple 30',
      'toothbrush_and_facecream_in_cabinet hard 60',
      'empty_kitchen_table hard 150',
      'wineglass_and_juice_on_desk hard 50',
      'make_3_toasts hard 60',
      'make_6_toasts hard 120',
      'make_2_toasts hard 100 *',
      'take_three_from_table hard 100 *',
    ]);
    expect(table1.map(({ instruction }) => instruction)).toEqual([
      'Switch off the light in bedroom.',
      'Open the fridge.',
      'Put a book on the desk.',
      'Switch off all lights in the house.',
      'Use computer.',
      'Find a magazine, put it on a bed.',
      'Make toast.',
      'Heat milk with microwave.',
      'Put toothbrush and face cream in the bathroom cabinet.',
      'Empty the surface of kitchen table, and place them in kitchen cabinets.',
      'Get wine glass and juice, place them on desk.',
      'Make 3 slices of toasts using toaster and place them on kitchen table.',
      'Make 6 slices of toasts using toaster and place them on kitchen table.',
      'Make 2 slices of toasts using toaster and place them on kitchen table.',
      'Take away three objects from the kitchen table.',
    ]);
  });

  it.each([
    [[{ ...task, name: 'Do it' }], 'line 1, column 19, field tasks[0].name: expected a name in snake_case'],
    [[{ ...task, cap: 1 }], 'field tasks[0]: expected only the keys name, level, instruction'],
    [[task, task], 'field tasks[1].name: expected a name that no task before it has, found "do_it"'],
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

describe('the goals of Table I', () => {
  it('count bread and slices alike in every task about toast', () => {
    const goalOf = (name: string) => JSON.stringify(table1.find((each) => each.name === name)?.goal);
    const either = '{"class":["bread","breadslice"]}';
    expect(goalOf('make_toast')).toContain(`"of":${either},"that":{"toasted":["?slice"]}`);
    expect(goalOf('make_2_toasts')).toContain(`"of":${either},"at_least":2`);
    for (const count of [3, 6])
      expect(goalOf(`make_${count}_toasts`)).toBe(
        goalOf('make_2_toasts')?.replace('"at_least":2', `"at_least":${count}`),
      );
  });
});

describe('the families of tasks', () => {
  it('hold together the tasks of which one would tell about another', () => {
    const robot = readTasks(read('tasks/robot.json'), 'tasks/robot.json');
    const named = [...table1, ...robot, ...listings].filter(({ family }) => family !== undefined);
    const families = Map.groupBy(named, ({ family }) => family);
    expect(Object.fromEntries([...families].map(([family, tasks]) => [family, tasks.map(({ name }) => name)]))).toEqual(
      {
        lights: ['switch_off_bedroom_light', 'switch_off_all_lights', 'listing_switch_off_all_lights'],
        fridge: ['open_fridge', 'heat_milk', 'wineglass_and_juice_on_desk', 'heat_food_and_bring_to_sofa'],
        toast: ['make_toast', 'make_3_toasts', 'make_6_toasts', 'make_2_toasts'],
        kitchen_table: ['empty_kitchen_table', 'take_three_from_table'],
      },
    );
  });

  it('are no part of the task that is played', () => {
    const [toast] = table1.filter(({ name }) => name === 'make_toast');
    if (toast === undefined) throw new Error('The task is there');
    expect(taskFor(house, toast)).toEqual(taskFor(house, { ...toast, family: undefined }));
  });
});

describe('taskFor()', () => {
  it('binds a task to a house, without what only its table needs', () => {
    expect(taskFor(house, task)).toEqual({
      name: 'do_it',
      scene: 'house_1',
      instruction: 'Do it.',
      stepsMax: 30,
      goal: task.goal,
    });
  });

  it('hands on what has been done before, and what a planner remembers of it', () => {
    expect(taskFor(house, listings[0]!)).toMatchObject({
      instruction: 'switch off all the lights in the house',
      stepsMax: 30,
      goal: table1[3]?.goal,
      prologue: [
        { verb: 'move', args: ['lightswitch1'] },
        { verb: 'switchoff', args: ['lightswitch1'] },
        { verb: 'move', args: ['bedroom1'] },
        { verb: 'switchoff', args: ['lightswitch1'] },
      ],
      memory: { llm_state: { keyObjects: ['lightswitch1', 'bedroom1'] } },
    });
  });

  it.each<readonly [string, Partial<HouseholdTask>]>([
    [
      'the house has no "piano"',
      { goal: [{ weight: 1, that: { exists: '?x', of: { class: 'piano' }, that: { held: ['?x'] } } }] },
    ],
    ['the goal holds already at the start', { goal: [{ weight: 1, that: { state: ['fridge1', 'CLOSED'] } }] }],
    [
      'the goal holds already at the start',
      { goal: [{ weight: 1, that: { near: ['towel1'] } }], prologue: [{ verb: 'move', args: ['towel1'] }] },
    ],
  ])('refuses a task with its name and the reason, when %s', (reason, change) => {
    expect(() => taskFor(house, { ...task, ...change })).toThrow(TaskError);
    expect(() => taskFor(house, { ...task, ...change })).toThrow(
      `Cannot set task "do_it" in house "house_1": ${reason}`,
    );
  });
});
