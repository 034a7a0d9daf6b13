/** Test support: the start of an episode in a small flat, with a script of what the model says and the world answers. */
import type { HouseholdObservation } from '../../../envs/household/observation.ts';
import type { PastAction } from '../../planner.ts';
import { answering, playScript } from '../../testing/play_script.ts';
import { innerMonologue } from '../inner_monologue.ts';

const fridge = { name: 'fridge1', relation: 'IN', place: 'kitchen1' } as const;
const table = { name: 'table1', relation: 'IN', place: 'kitchen1' } as const;
const milk = { name: 'milk1', relation: 'IN', place: 'fridge1' } as const;

export const atTheTable: HouseholdObservation = {
  world: 'household',
  objects: [fridge],
  containers: [fridge],
  surfaces: [table],
  rooms: ['kitchen1', 'bedroom1'],
  holding: [],
  closeTo: ['table1'],
  room: 'kitchen1',
};
const atTheFridge: HouseholdObservation = { ...atTheTable, closeTo: ['fridge1'] };
const opened: HouseholdObservation = { ...atTheFridge, objects: [fridge, milk], closeTo: ['fridge1', 'milk1'] };
const taken: HouseholdObservation = { ...atTheFridge, holding: ['milk1'] };

/** What the world says to each action; then the episode is over. */
type Outcomes = readonly (readonly [ok: boolean, observation: HouseholdObservation])[];

export const REPLIES = ['open(fridge1)', 'Robot action: move(fridge1)', 'open(fridge1)', 'pickup(milk1)', 'wait()'];
export const OUTCOMES: Outcomes = [
  [false, atTheTable],
  [true, atTheFridge],
  [true, opened],
  [true, taken],
];

type Setting = {
  readonly options?: Record<string, unknown>;
  readonly past?: readonly PastAction[];
  readonly outcomes?: Outcomes;
};

/** Plays "get the milk" by a script; tells what the planner asked, did and noted. */
export async function getTheMilk(replies: readonly string[], setting: Setting = {}) {
  const { options = {}, past = [], outcomes = OUTCOMES } = setting;
  const { requests, ...played } = await playScript(
    [innerMonologue, options],
    { script: { next_action: replies }, given: { instruction: 'Get the milk.', observation: atTheTable, past } },
    answering(outcomes),
  );
  return { ...played, requests, prompts: requests.map(({ messages }) => messages[0]?.content ?? '') };
}
