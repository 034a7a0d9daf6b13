import { readFileSync } from 'node:fs';
import type { Action } from '../../envs/env.ts';
import type { Fact, TabletopObservation } from '../../envs/tabletop/observation.ts';
import type { Planner, Start } from '../planner.ts';
import { playScript, type Script, type ScriptedPlay } from './play_script.ts';

const SKILLS = new URL('../../envs/tabletop/pddl/fixed_table.pddl', import.meta.url);
export const SMALL_TABLE_SKILLS = readFileSync(SKILLS, 'utf8');

/** B lies on A, C beside them; each stack from the bottom up. */
const STACKS: readonly (readonly string[])[] = [['A_block_1', 'B_block_1'], ['C_block_1']];

export class SmallTable {
  readonly #blocks: readonly string[];
  #stacks: string[][];
  #held: string | null = null;

  constructor(stacks = STACKS) {
    this.#blocks = stacks.flat().sort();
    this.#stacks = stacks.map((stack) => [...stack]);
  }

  /** Stacks as `A_block_1 B_block_1`, from the bottom up, sorted. */
  get stacks(): string[] {
    return this.#stacks.map((stack) => stack.join(' ')).sort();
  }

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
    const facts: Fact[] = [['in', 'hand', this.#held ?? 'air']];
    const states = this.#blocks.map((object) => {
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
    return { world: 'tabletop', blocks: this.#blocks, states, facts: [...facts, ['on', 'table', 'air']] };
  }
}

export type Played = ScriptedPlay &
  Readonly<{
    /** `refused: ` stands before a refused action. */
    did: readonly string[];
    stacks: readonly string[];
  }>;

type Given<T> = Partial<Omit<Start<TabletopObservation>, 'skills' | 'observation'>> &
  Readonly<{
    options?: Partial<T>;
    skills?: string | null;
    table?: SmallTable;
    /** Number of the decision, from 1, that the world refuses. */
    refused?: number;
  }>;

export async function playAtTable<T>(
  planner: Planner<TabletopObservation, T>,
  script: Script,
  { options = {}, skills = SMALL_TABLE_SKILLS, table = new SmallTable(), refused = 0, ...given }: Given<T> = {},
): Promise<Played> {
  const oks: boolean[] = [];
  const start = { observation: table.observe(), ...(skills === null ? {} : { skills }), ...given };
  const played = await playScript([planner, options], { script, given: start }, (decision, number) => {
    const ok = decision.kind !== 'act' || (number !== refused && table.step(decision.action));
    oks.push(ok);
    return { ok, observation: table.observe() };
  });
  return {
    ...played,
    did: played.did.map((text, index) => (oks[index] === true ? text : `refused: ${text}`)),
    stacks: table.stacks,
  };
}
