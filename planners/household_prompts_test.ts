/** The table in README.md, read off the last prompts of sixty actions in the house of Listing 3; every fourth fails. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../cassettes/llm.ts';
import type { HouseholdObservation } from '../envs/household/observation.ts';
import { innerMonologue } from './inner_monologue/inner_monologue.ts';
import { play } from './kit/play.ts';
import { llmState } from './llm_state/llm_state.ts';
import { golden, observationFrom } from './llm_state/testing/paper_listings.ts';
import type { Planner } from './planner.ts';
import { progPrompt } from './progprompt/progprompt.ts';
import { shippedPrompts } from './testing/shipped_prompts.ts';
import { tableCells } from './testing/table_cells.ts';

type Method = readonly [title: string, planner: unknown, options: Readonly<Record<string, unknown>>];

const METHODS: readonly Method[] = [
  ['InnerM-W', innerMonologue, {}],
  ['InnerM-W, `scene=short`', innerMonologue, { scene: 'short' }],
  ['ProgPrompt', progPrompt, {}],
  ['LLM-State', llmState, {}],
  ['w/o States', llmState, { states: false }],
  ['w/o Summary', llmState, { summary: false }],
  ['w/o Objects', llmState, { objects: false }],
];

/** Purpose → its letter in the table, and the reply: one action at a time, with a name of its own for N. */
const KINDS: Readonly<Record<string, readonly [letter: string, reply: string]>> = {
  next_action: ['N', 'move(stepN)'],
  program: ['W', "assert('close' to 'mug1')\n    else: wait()\nmove('stepN')"],
  assertion: ['J', 'True'],
  attention: ['A', 'add_related_objects("mug1")'],
  state_estimator: ['E', 'update_reasoning("The mug was washed.")\nupdate_state("mug1", "clean")'],
  policy: ['P', '1. move(stepN)'],
};

const observation: HouseholdObservation = { ...observationFrom(golden('attention.txt')), holding: ['cellphone7'] };

async function promptsOf([, method, options]: Method) {
  const planner = method as Planner<HouseholdObservation>;
  const { requests } = await play(planner, planner.options.parse(options), {
    start: { instruction: 'Wash the mug.', observation, prompts: shippedPrompts(planner), past: [], seed: 1 },
    say: (purpose, count) => KINDS[purpose]?.[1].replace('stepN', `step${count}`) ?? '',
    ...{ decisionsMax: 60, callsMax: 10 },
  });
  const asked = requests as { messages: readonly Message[]; options: { purpose: string } }[];
  const texts = Map.groupBy(asked, ({ options }) => options.purpose);
  return Array.from(texts, ([kind, all]) => {
    const text = (request: (typeof asked)[number] | undefined) => request?.messages[0]?.content ?? '';
    return { kind, first: text(all[0]), last: text(all.at(-1)) };
  });
}

const SEARCH = 'You may need to search different places and containers for relevant items.';
const CLOSED_TO = 'You can only interact (e.g. pickup, open, switch on) with objects that are closed to you.';
const CLOSE_TO = CLOSED_TO.replace('closed to', 'close to');
const TWO_HANDS = 'You only have two hands, when you hold two items, you cannot pickup/open/switch on other items.';
const NINE_ACTIONS =
  /move\(a\), pickup\(a\), placein\(a, ?b\), placeon\(a, ?b\), open\(a\), close\(a\), switchon\(a\), switchoff\(a\), wait\(\)/;

const LATEST = /step(5[5-9])\b/;
const count = (text: string, part: string) => text.split(part).length - 1;
const NEAR = "'plate3', 'cellphone1'";
const PLACE = "'mug1 ON desk1'";

function present(prompt: string): string {
  return prompt.slice(Math.max(0, prompt.lastIndexOf('Scene: ')));
}

/** The rows of the table: what may be told, and how to see it in a prompt. */
const FACTS: readonly (readonly [fact: string, isTold: (prompt: { first: string; last: string }) => boolean])[] = [
  ['search places and containers (Listing 5, word for word)', ({ last }) => last.includes(SEARCH)],
  ['only what is close can be handled (Listing 5: "closed to you")', ({ last }) => last.includes(CLOSED_TO)],
  ['the same, in its rivals\' prompts: "close to you"', ({ last }) => last.includes(CLOSE_TO)],
  ['full hands (Listing 5, word for word)', ({ last }) => last.includes(TWO_HANDS)],
  ['the nine actions, `wait()` among them', ({ last }) => NINE_ACTIONS.test(last)],
  ['what a device needs or does; why an action failed', ({ first }) => /toast|microwave|heat|because/i.test(first)],
  ['to be concise, in less than 20 steps', ({ last }) => last.includes('concise and short, less than 20 steps')],
  ['to think about failures', ({ last }) => last.includes('possible failure cases')],
  ['that a thing may be `not_graspable`, in an example', ({ last }) => last.includes('not_graspable')],
  ['that a room is searched, in an example', ({ first }) => /move\('?veranda1'?\)/.test(first)],
  ['an action that fails, in an example', ({ first }) => /Success: False|\(Fail\)|failed/.test(first)],
  ['what to do where something does not hold, in an example', ({ first }) => /^\s+else: \w/m.test(first)],
  ['the task', ({ last }) => /wash.the.mug/i.test(last)],
  ['names of things seen', ({ last }) => /'mug1\b/.test(last)],
  ['their last-known places', ({ last }) => present(last).includes(PLACE)],
  ['which are containers, which surfaces', ({ last }) => /Container List: \['toilet1/.test(present(last))],
  ['all rooms', ({ last }) => /'livingroom1'/.test(last)],
  ['the room now', ({ last }) => /^(Current Room: |Room: |room = '|Scene: in )bedroom1/m.test(present(last))],
  ['hands now', ({ last }) => /\['cellphone7'\]/.test(present(last))],
  ['what is near now', ({ last }) => present(last).includes(NEAR)],
  ['the latest actions', ({ last }) => LATEST.test(last)],
  ['all actions since step 0', ({ last }) => LATEST.test(last) && /step0\b/.test(last)],
  [
    'whether each succeeded',
    ({ last }) =>
      /step5\d(\)\nSuccess: False|'\) failed|'\]\(Fail\))/.test(last) && /Success: True|succeeded|\(Success/.test(last),
  ],
  ['hands and what was near after each', ({ last }) => count(last, NEAR) > 1],
  ['things and their places after each', ({ last }) => count(last, PLACE) > 1],
  ['key objects', ({ last }) => /^mug1: /m.test(last)],
  ['their attributes', ({ last }) => /^mug1: clean/m.test(last)],
  ['a summary', ({ last }) => last.includes('Reasoning: The mug was washed.')],
];

test('the prompts of the household methods tell what the table in README.md says', async () => {
  const prompts = await Promise.all(METHODS.map(promptsOf));
  const cell = (kinds: (typeof prompts)[number], isTold: (typeof FACTS)[number][1]) => {
    return kinds.flatMap((each) => (isTold(each) ? [KINDS[each.kind]?.[0]] : [])).join(' ') || '–';
  };
  const rows = FACTS.map(([fact, isTold]) => [fact, ...prompts.map((kinds) => cell(kinds, isTold))]);
  const readme = readFileSync(resolve(import.meta.dirname, 'README.md'), 'utf8');
  expect(tableCells(readme, 'fact')).toEqual([['fact', ...METHODS.map(([title]) => title)], ...rows]);
});
