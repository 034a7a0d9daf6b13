import { z } from 'zod';
import type { HouseholdObservation, Placed } from '../../envs/household/observation.ts';
import type { Decision, Episode, Planner, Start } from '../planner.ts';
import { answering, playScript, type Script } from './play_script.ts';

/** `mug1 ON desk1` as data. */
export function placed(text: string): Placed {
  const [name = '', relation, place = ''] = text.split(' ');
  return { name, relation: relation === 'ON' ? 'ON' : 'IN', place };
}

/** An empty kitchen, but for what is given. */
export function inKitchen(sensed: Partial<HouseholdObservation> = {}): HouseholdObservation {
  const nothing = { objects: [], containers: [], surfaces: [], holding: [], closeTo: [] };
  return { world: 'household', ...nothing, rooms: ['kitchen1'], room: 'kitchen1', ...sensed };
}

/** The outcome of each action; then the episode ends. */
export type Outcomes = readonly (readonly [ok: boolean, observation: HouseholdObservation])[];

type Setting = Partial<Start<HouseholdObservation>> &
  Readonly<{ options?: Readonly<Record<string, unknown>>; outcomes?: Outcomes }>;

/** Returns a player of the planner; a setting changes the usual one. */
export function householdPlayer<T>(
  planner: Planner<HouseholdObservation, T>,
  usual: Setting & Pick<Start<HouseholdObservation>, 'observation'>,
) {
  return async (script: Script, setting: Setting = {}) => {
    const { options = {}, outcomes = [], ...given } = { ...usual, ...setting };
    const played = await playScript([planner, options], { script, given }, answering(outcomes));
    const asked = played.requests.map(({ options: { purpose } }) => purpose);
    const prompts = played.requests.map(({ messages }) => messages.map(({ content }) => content).join());
    const promptsFor = (purpose: string) => prompts.filter((_, at) => asked[at] === purpose);
    return { ...played, asked, prompts, promptsFor };
  };
}

export type Plan = (start: Start<HouseholdObservation>) => Episode<HouseholdObservation>;

/** A planner of a test, with sound front matter unless given. */
export function plannerOf(plan: Plan, more: Partial<Planner<HouseholdObservation>> = {}) {
  const planner: Planner<HouseholdObservation> = {
    ...{ name: 'tested', title: 'Tested', worlds: ['household'], summary: 'Does what a test says' },
    ...{ options: z.strictObject({}), promptSlots: {}, privileged: () => false, plan },
    ...more,
  };
  return planner;
}

export const WAIT: Decision = { kind: 'act', action: { verb: 'wait', args: [] } };

/** Sends one message with the purpose `what`. */
export async function ask({ llm }: Start<HouseholdObservation>): Promise<string> {
  return (await llm.chat([{ role: 'user', content: 'What?' }], { purpose: 'what', temperature: 0 })).text;
}
