/** The task and what is sensed at a table, as the slots of prompts. */
import type { TabletopObservation } from '../envs/tabletop/observation.ts';
import type { Start } from './planner.ts';
import { stateText } from './state_text.ts';

/** The slots that `tableSlots` fills. */
export const TABLE_SLOTS = ['objects', 'state', 'task'] as const;

/** `objects` are all surfaces by name: the blocks in the scene's order, and the table. */
export function tableSlots({
  instruction,
  observation,
}: Pick<Start<TabletopObservation>, 'instruction' | 'observation'>): Readonly<
  Record<(typeof TABLE_SLOTS)[number], string>
> {
  return {
    objects: [...observation.blocks, 'table'].join(', '),
    state: stateText(observation),
    task: instruction,
  };
}
