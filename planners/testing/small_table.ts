/**
 * Test support: three blocks on a table that obey the rules of OLP's Figure 5, and a player of episodes among them.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import type { Action } from '../../envs/env.ts';
import type { Fact, TabletopObservation } from '../../envs/tabletop/observation.ts';
import type { Planner, PlannerNote, Start } from '../planner.ts';
import { type ScriptedLlm, scriptedLlm } from './scripted_llm.ts';
import { shippedPrompts } from './shipped_prompts.ts';

/** The domain that planners are given. */
export const SMALL_TABLE_SKILLS = readFileSync(
  new URL('../../envs/tabletop/pddl/fixed_table.pddl', import.meta.url),
  'utf8',
);

/** B lies on A, C beside them; each stack from the bottom up. */
const STACKS: readonly (readonly string[])[] = [['A_block_1', 'B_block_1'], ['C_block_1']];

export class SmallTable {
  #stacks = STACKS.map((stack) => [...stack]);
  #held: string | null = null;

  /** Stacks as `A_block_1 B_block_1`, from the bottom up, sorted. */
  get stacks(): string[] {
    return this.#stacks.map((stack) => stack.join(' ')).sort();
  }

  /** Whether it was carried out. */
  step({ verb, args: [block = '', surface = ''] }: Action): boolean {
    const stack = this.#stacks.find((each) => each.at(-1) === (verb === 'pick' ? block : surface));
    if (verb === 'pick') {
      if (this.#held !== null || stack === undefined || (stack.at(-2) ?? 'table') !== surface) return false;
      this.#held = stack.pop() as string;
    } else {
      if (verb !== 'place' || this.#held !== block || (surface !== 'table' && stack === undefined)) return false;
      if (surface === 'table') this.#stacks.push([block]);
      else stack?.push(block);
      this.#held = null;
    }
    this.#stacks = this.#stacks.filter(({ length }) => length > 0);
    return true;
  }

  observe(): TabletopObservation {
    const blocks = STACKS.flat().sort();
    const facts: Fact[] = [['in', 'hand', this.#held ?? 'air']];
    const states = blocks.map((object) => {
      const stack = this.#stacks.find((each) => each.includes(object));
      if (stack === undefined) {
        facts.push(['on', object, 'hand'], ['under', object, 'air']);
        return { object, states: ['in hand'] };
      }
      const at = stack.indexOf(object);
      const [below = 'table', above] = [stack[at - 1], stack[at + 1]];
      facts.push(['on', object, above ?? 'air'], ['under', object, below]);
      return { object, states: [`on ${below}`, `under ${above ?? 'nothing'}`] };
    });
    for (const [bottom] of this.#stacks) facts.push(['on', 'table', bottom as string]);
    return { world: 'tabletop', blocks, states, facts: [...facts, ['on', 'table', 'air']] };
  }
}

export type Played = {
  /** `pick B_block_1 A_block_1`, with `refused: ` before it where the world refused; last `stop: plan_completed`. */
  readonly did: readonly string[];
  readonly stacks: readonly string[];
  readonly notes: readonly PlannerNote[];
  readonly requests: ScriptedLlm['requests'];
};

type Given<T> = Partial<Omit<Start<TabletopObservation>, 'skills'>> & {
  readonly options?: Partial<T>;
  /** Null for none. */
  readonly skills?: string | null;
};

/** Plays an episode to its end. A purpose with one reply may give it alone. */
export async function playAtTable<T>(
  planner: Planner<TabletopObservation, T>,
  script: Readonly<Record<string, string | readonly string[]>>,
  { options = {}, skills = SMALL_TABLE_SKILLS, ...given }: Given<T> = {},
): Promise<Played> {
  const table = new SmallTable();
  const replies = Object.entries(script).map(([purpose, said]) => [purpose, typeof said === 'string' ? [said] : said]);
  const llm = scriptedLlm(Object.fromEntries(replies));
  const notes: PlannerNote[] = [];
  const start: Start<TabletopObservation> = {
    instruction: 'Make a tower with 3 blocks.',
    observation: table.observe(),
    llm,
    prompts: shippedPrompts(planner),
    note: (note) => notes.push(note),
    past: [],
    ...(skills === null ? {} : { skills }),
    seed: 1,
    ...given,
  };
  const episode = planner.plan(start, planner.options.parse(options));
  const did: string[] = [];
  for (let turn = await episode.next(); turn.done !== true && did.length < 100; ) {
    const decision = turn.value;
    let ok = true;
    if (decision.kind === 'act') {
      ok = table.step(decision.action);
      did.push(`${ok ? '' : 'refused: '}${[decision.action.verb, ...decision.action.args].join(' ')}`);
    } else did.push(decision.kind === 'stop' ? `stop: ${decision.reason}` : 'sense');
    turn = await episode.next({ ok, observation: table.observe() });
  }
  return { did, stacks: table.stacks, notes, requests: llm.requests };
}
