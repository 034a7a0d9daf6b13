/** The table in README.md, read off the prompts that each tabletop method sends. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TabletopObservation } from '../envs/tabletop/observation.ts';
import { delta } from './delta/delta.ts';
import { llmP } from './llm_p/llm_p.ts';
import { llmPlanner } from './llm_planner/llm_planner.ts';
import { olp } from './olp/olp.ts';
import { REPLIES } from './olp/testing/tower_episode.ts';
import type { Planner } from './planner.ts';
import { stateText } from './table_slots.ts';
import { RIGHT_DOMAIN, RIGHT_PROBLEM, RIGHT_SUBGOALS } from './testing/pddl_corpus.ts';
import { playAtTable, SmallTable } from './testing/small_table.ts';
import { tableCells } from './testing/table_cells.ts';

const STEPS = '1. pick(C_block_1, table)\n2. place(C_block_1, B_block_1)';
const SAYINGS = {
  ...REPLIES,
  ...{ plan: STEPS, actions: STEPS, objects: 'Three blocks.', goal: 'C_block_1 on B_block_1' },
  ...{ domain: RIGHT_DOMAIN, problem: RIGHT_PROBLEM, subgoals: RIGHT_SUBGOALS },
};

const shipped = (planner: unknown) => planner as Planner<TabletopObservation, Record<string, unknown>>;

/** All that is asked of a model in each of a method's conversations, without its answers. */
async function conversationsOf(planner: unknown, options: Record<string, unknown> = {}): Promise<string[]> {
  const { requests } = await playAtTable(shipped(planner), SAYINGS, { options });
  const last = requests.filter(({ messages }, index) => {
    const next = requests[index + 1]?.messages;
    return next === undefined || next.length <= messages.length;
  });
  return last.map(({ messages }) => {
    const prompts = messages.filter(({ role }) => role !== 'assistant');
    return prompts.map(({ content }) => content).join('\n\n');
  });
}

async function columns(): Promise<readonly (readonly [title: string, asked: string])[]> {
  const [plan = '', grounding = '', ...more] = await conversationsOf(olp);
  expect(more).toEqual([]);
  const others: readonly (readonly [title: string, planner: unknown, options?: Record<string, unknown>])[] = [
    ['LLM-Planner', llmPlanner],
    ['LLM-Planner R', llmPlanner, { calls: 3, preconditions: true }],
    ['LLM+P', llmP],
    ['LLM+P R', llmP, { predicates: false }],
    ['DELTA', delta],
    ['DELTA R', delta, { domainFrom: 'example' }],
  ];
  const single = others.map(async ([title, planner, options]) => {
    const conversations = await conversationsOf(planner, options);
    expect(conversations).toHaveLength(1);
    return [title, conversations[0]!] as const;
  });
  return [['OLP, plan', plan], ['OLP, grounding', grounding], ...(await Promise.all(single))];
}

const STATE = `State:\n${stateText(new SmallTable().observe())}\n`;

const PREDICATES = `three predicates, each of two arguments:
- (on A B) says that B lies on A; (on A air) that there is nothing on A; (on table air) that the table has room; (on A hand) that the hand is on A, holding it.
- (under A B) says that A lies on B; (under A air) that there is nothing under A, since the hand holds it.
- (in hand A) says that A is in the hand; (in hand air) that the hand is empty.
`;

const FACTS: readonly (readonly [fact: string, told: RegExp | string])[] = [
  ['the task', 'Make a tower with 3 blocks.'],
  ['how many objects there are of each kind', '- A block: 1\n- B block: 1\n- C block: 1\n'],
  ['the name of each object', /A_block_1(, |\n- )B_block_1(, |\n- )C_block_1/],
  ['what lies where, and the hand (the same words)', STATE],
  ['that all objects are on the table at first', 'Assume that all objects are on the table at first.'],
  ['what pick and place do, in words', /pick\(.*(into the hand)[\s\S]*place\(.*(in the hand)/],
  ['when they can be used, in words', /(To pick, t|\. T)he hand must be empty/],
  ['that the table has room for several', /several blocks stand side by side|counts as having nothing on it while/],
  ['what the predicates mean (the same words)', PREDICATES],
  ['plans for other tasks, to choose one', /Prototype #1\nObjective: /],
  ['a worked example, of other things', /Example( \d\nTask|.*\(define|.* file:)|This is Prototype #1 in that form/i],
  ['pick and place as formulas, in an example', /:action pick[^:]*:parameters[^:]*:precondition.*\(in hand air\)/],
  ['to justify the plan', 'together with its justification'],
  ['to use few actions', 'as few actions as possible'],
];

describe('the prompts of the tabletop methods', () => {
  test('tell each method what the table in README.md says', async () => {
    const methods = await columns();
    const rows = FACTS.map(([fact, told]) => [
      fact,
      ...methods.map(([, asked]) =>
        (typeof told === 'string' ? asked.includes(told) : told.test(asked)) ? 'yes' : '–',
      ),
    ]);
    const readme = readFileSync(resolve(import.meta.dirname, 'README.md'), 'utf8');
    expect(tableCells(readme, 'fact at the table')).toEqual([
      ['fact at the table', ...methods.map(([title]) => title)],
      ...rows,
    ]);
  });

  test('tell the state once, and in no other words', async () => {
    for (const [title, asked] of await columns()) {
      const lines = asked.split('\n').filter((line) => /^- .*[ABC]_block_1.* (on|under) /.test(line));
      expect(lines.length, title).toBe(title === 'OLP, plan' ? 0 : 3);
    }
  });
});
