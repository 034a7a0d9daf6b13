/**
 * Test support: an episode at a table of four blocks, with a small world that carries out whatever the rules allow.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import type { Action } from '../../../envs/env.ts';
import type { Fact, TabletopObservation } from '../../../envs/tabletop/observation.ts';
import type { PlannerNote, Start } from '../../planner.ts';
import { type ScriptedLlm, scriptedLlm } from '../../testing/scripted_llm.ts';
import { shippedPrompts } from '../../testing/shipped_prompts.ts';
import { olp } from '../olp.ts';
import type { Options } from '../options_schema.ts';

export const DOMAIN = readFileSync(`${import.meta.dirname}/../../../envs/tabletop/pddl/fixed_table.pddl`, 'utf8');

/** Stacks, from the bottom up, and what the hand holds. */
export type Table = { readonly stacks: readonly (readonly string[])[]; readonly held?: string };

/** B lies on K; M and S stand alone. */
export const TABLE: Table = { stacks: [['K_block_1', 'B_block_1'], ['M_block_1'], ['S_block_1']] };

export function observed({ stacks, held }: Table): TabletopObservation {
  const placed = stacks.flatMap((stack) =>
    stack.map((block, i) => ({ block, below: stack[i - 1] ?? 'table', above: stack[i + 1] ?? 'air' })),
  );
  const facts: Fact[] = [['in', 'hand', held ?? 'air']];
  if (held !== undefined) facts.push(['on', held, 'hand'], ['under', held, 'air']);
  for (const { block, below, above } of placed) {
    facts.push(['on', block, above], ['under', block, below]);
    if (below === 'table') facts.push(['on', 'table', block]);
  }
  facts.push(['on', 'table', 'air']);
  const states = placed.map(({ block, below, above }) => {
    return { object: block, states: [`on ${below}`, `under ${above === 'air' ? 'nothing' : above}`] };
  });
  const blocks = [...placed.map(({ block }) => block), ...(held === undefined ? [] : [held])].sort();
  return { world: 'tabletop', blocks, states, facts };
}

/** The table after an action that the rules allow; null where they do not. */
export function after({ stacks, held }: Table, { verb, args: [block = '', surface = ''] }: Action): Table | null {
  if (verb === 'pick') {
    const from = stacks.find((stack) => stack.at(-1) === block && (stack.at(-2) ?? 'table') === surface);
    if (held !== undefined || from === undefined) return null;
    const left = stacks.map((stack) => (stack === from ? stack.slice(0, -1) : stack));
    return { stacks: left.filter(({ length }) => length > 0), held: block };
  }
  if (held !== block) return null;
  if (surface === 'table') return { stacks: [...stacks, [block]] };
  const onto = stacks.find((stack) => stack.at(-1) === surface);
  if (onto === undefined) return null;
  return { stacks: stacks.map((stack) => (stack === onto ? [...stack, block] : stack)) };
}

type Step = { readonly moved: string; readonly onto: string; readonly below?: string };

/** The JSON of steps that put one object on another. */
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

/** A tower of three, of which K is the bottom: B has to be taken off first, or does already lie where it has to. */
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

export type Script = Readonly<Record<string, readonly string[]>>;

export type Told = {
  readonly options?: Partial<Options>;
  readonly table?: Table;
  readonly start?: Partial<Start<TabletopObservation>>;
  /** Which action, from 1, the world refuses. */
  readonly refused?: number;
};

export type TowerEpisode = {
  /** `pick B_block_1 K_block_1`, …, `stop: plan_completed`. */
  readonly did: readonly string[];
  readonly notes: readonly PlannerNote[];
  readonly requests: ScriptedLlm['requests'];
  readonly table: Table;
};

/** Plays an episode to its end. */
export async function makeTower(script: Script = {}, told: Told = {}): Promise<TowerEpisode> {
  const llm = scriptedLlm({ ...REPLIES, ...script });
  const notes: PlannerNote[] = [];
  const did: string[] = [];
  let { table = TABLE } = told;
  const episode = olp.plan(
    {
      instruction: 'Make a tower with 3 blocks.',
      observation: observed(table),
      llm,
      prompts: shippedPrompts(olp),
      note: (note) => notes.push(note),
      past: [],
      skills: DOMAIN,
      seed: 1,
      ...told.start,
    },
    olp.options.parse(told.options ?? {}),
  );
  let turn = await episode.next();
  while (turn.done !== true) {
    const decision = turn.value;
    if (decision.kind === 'stop') did.push(`stop: ${decision.reason}`);
    if (decision.kind === 'act') did.push([decision.action.verb, ...decision.action.args].join(' '));
    const isRefused = did.length === told.refused;
    const next = decision.kind === 'act' && !isRefused ? after(table, decision.action) : null;
    table = next ?? table;
    turn = await episode.next({ ok: next !== null, observation: observed(table) });
  }
  return { did, notes, requests: llm.requests, table };
}
