/**
 * A scripted model for the prompts in `planted/`, by which a regression is planted and noise is made. No language model is asked.
 *
 * It knows the reference plans of house 1. Told to write objects with their numbers, it answers with the plan, but for one task, which is another
 * for each wording; not told so, it leaves the numbers out. Asked again, it is at a loss.
 */
import { planCells } from '../../run/plan/plan_cells.ts';
import { readSuite } from '../../run/suites/suite.ts';

const SCENE = 'house_1';

/** The tasks that are on the planted tape: the ten with the shortest plans. */
export const PLANTED_TASKS = [
  'switch_off_bedroom_light',
  'open_fridge',
  'put_book_on_desk',
  'use_computer',
  'put_magazine_on_bed',
  'make_toast',
  'heat_milk',
  'toothbrush_and_facecream_in_cabinet',
  'wineglass_and_juice_on_desk',
  'take_three_from_table',
];

/** Wording → the task that goes wrong with it. */
const SPOILT: readonly (readonly [line: string, task: string])[] = [
  ['Write every object with its number, as in the lists.', 'put_magazine_on_bed'],
  ['Objects have numbers. Write them, as the lists do.', 'take_three_from_table'],
];

/** What it answers to a prompt of the policy. */
export function scriptedHouse(): (prompt: string) => string {
  const cells = planCells({ suite: 'household', scenes: [SCENE] }, readSuite('household'));
  const plans = new Map(
    cells.map(({ task, reference }) => [task.instruction, { task: task.name, plan: reference?.plan ?? [] }]),
  );
  return (prompt) => {
    if (!prompt.includes('Done so far:\n[]')) return 'I do not know how to go on.';
    const instruction = prompt.slice(prompt.lastIndexOf('Task: ') + 'Task: '.length).trim();
    const known = plans.get(instruction);
    if (known === undefined) throw new Error(`No task of house 1 is told as "${instruction}"`);
    const told = SPOILT.find(([line]) => prompt.includes(line));
    const actions = told?.[1] === known.task ? ['wait()'] : known.plan;
    const lines = actions.map((action, at) => `${at + 1}. ${action}`);
    return told === undefined ? lines.join('\n').replaceAll(/(?<=[a-z])\d+/g, '') : lines.join('\n');
  };
}
