import type { TabletopObservation } from '../../../envs/tabletop/observation.ts';
import type { Start } from '../../planner.ts';
import type { Script } from '../../testing/play_script.ts';
import { type Played, playAtTable, SmallTable } from '../../testing/small_table.ts';
import { type Options, olp } from '../olp.ts';

/** B lies on K; M and S stand alone. */
export const fourBlocks = () => new SmallTable([['K_block_1', 'B_block_1'], ['M_block_1'], ['S_block_1']]);

type Step = Readonly<{ moved: string; onto: string; below?: string }>;

export function planJson(...steps: readonly Step[]): string {
  const names = [...new Set(steps.flatMap(({ moved, onto }) => [onto, moved]))];
  const plan = steps.map(({ moved, onto, below = 'table' }, index) => ({
    step: index + 1,
    action: 'pick and place',
    required_objects: [onto, moved],
    object_states: {
      [onto]: { preconditions: [`on ${below}`, 'under nothing'], effects: [`on ${below}`, `under ${moved}`] },
      [moved]: { preconditions: ['on table', 'under nothing'], effects: [`on ${onto}`, 'under nothing'] },
    },
    instruction: `Place the ${moved} on the ${onto}.`,
  }));
  return JSON.stringify({ all_objects: names, plan }, null, 1);
}

export const REPLIES = {
  prototype: ['Prototype #1'],
  plan_sketch: [
    '1. Place the second block on the first block.\n   The first block is the base.\n2. Place the third block on the second block.',
  ],
  used_objects: ['- first block\n- second block\n- third block'],
  object_level_plan: [
    planJson(
      { moved: 'second block', onto: 'first block' },
      { moved: 'third block', onto: 'second block', below: 'first block' },
    ),
  ],
  grounding: ['{"first block": "K_block_1", "second block": "M_block_1", "third block": "S_block_1"}'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Setting = Readonly<{
  options?: Partial<Options>;
  start?: Partial<Start<TabletopObservation>>;
  /** Number of the action, from 1, that the world refuses. */
  refused?: number;
}>;

export function makeTower(script: Script = {}, { start, ...setting }: Setting = {}): Promise<Played> {
  return playAtTable(olp, { ...REPLIES, ...script }, { table: fourBlocks(), ...setting, ...start });
}
