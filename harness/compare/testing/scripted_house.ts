/**
 * A scripted model for the prompts in `planted/`, which plants a regression and noise. It answers with the reference plan of house 1, but
 * spoils one task for each wording; without the demand for numbers it leaves them out; to a second prompt it has no plan.
 */
import { planCells } from '../../run/plan/episode_list.ts';
import { readSuite } from '../../run/suites/suite.ts';

const SCENE = 'house_1';

/** The ten with the shortest plans. */
export const PLANTED_TASKS = [
  ...['switch_off_bedroom_light', 'open_fridge', 'put_book_on_desk', 'use_computer', 'put_magazine_on_bed'],
  ...['make_toast', 'heat_milk', 'toothbrush_and_facecream_in_cabinet', 'wineglass_and_juice_on_desk'],
  'take_three_from_table',
];

/** Wording → the task that goes wrong with it. */
const SPOILT: readonly (readonly [line: string, task: string])[] = [
  ['Write every object with its number, as in the lists.', 'put_magazine_on_bed'],
  ['Objects have numbers. Write them, as the lists do.', 'take_three_from_table'],
];

export function scriptedHouse(): (prompt: string) => string {
  const cells = planCells({ suite: 'household', scenes: [SCENE] }, readSuite('household'));
  const plans = new Map(
    cells.map(({ task, reference }) => [task.instruction, [task.name, reference?.plan ?? []] as const]),
  );
  return (prompt) => {
    if (!prompt.includes('Done so far:\n[]')) return 'I do not know how to go on.';
    const instruction = prompt.slice(prompt.lastIndexOf('Task: ') + 'Task: '.length).trim();
    const known = plans.get(instruction);
    if (known === undefined) throw new Error(`No task of house 1 has the instruction "${instruction}"`);
    const [name, plan] = known;
    const wording = SPOILT.find(([line]) => prompt.includes(line));
    const actions = wording?.[1] === name ? ['wait()'] : plan;
    const lines = actions.map((action, at) => `${at + 1}. ${action}`);
    return wording === undefined ? lines.join('\n').replaceAll(/(?<=[a-z])\d+/g, '') : lines.join('\n');
  };
}
