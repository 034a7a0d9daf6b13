/**
 * A planner that asks no model, played through a house in which what it believes is held against the truth.
 *
 * @module
 */
import type { Observation } from '../../../../envs/env.ts';
import { ACTIONS_MAX } from '../../../../envs/household/kit/walk_by.ts';
import { readHouse } from '../../../../envs/household/scene/read_house.ts';
import { household } from '../../../../envs/household/world.ts';
import { decisionText } from '../../../../planners/kit/play.ts';
import type { Decision, Start } from '../../../../planners/planner.ts';
import { WatchedHouse, type WatchedStep } from '../watched_house.ts';
import type { LoadedPlanner } from './load_planner.ts';

export type HousePlay = {
  readonly steps: readonly WatchedStep[];
  /** It turned out to ask one. */
  readonly asksModel: boolean;
};

/** Looks without an action between them. */
const LOOKS_MAX = 20;

/** Until the planner stops, has acted often enough, or believes or does what is wrong, which the last step then says. */
export async function playInHouse(
  { planner, choice: { options }, prompts: { prompts } }: LoadedPlanner,
  { house: text, seed }: { readonly house: string; readonly seed: number },
  onLine: (line: string | null) => void,
): Promise<HousePlay> {
  const house = new WatchedHouse(readHouse(text, 'house.json'), {}, { selective: true, floors: {} });
  let asksModel = false;
  let isRight = true;
  const refuse = async () => {
    asksModel = true;
    throw new Error('There is no model in a random house');
  };
  onLine(null);
  const start: Start<Observation> = {
    instruction: 'Tidy up.',
    observation: house.begin(),
    actions: household.actions as NonNullable<Start<Observation>['actions']>,
    llm: { chat: refuse, embed: refuse, countTokens: refuse },
    prompts,
    past: [],
    seed,
    note(note) {
      if (note.kind === 'belief' && isRight) isRight = house.believes(note.belief).length === 0;
    },
    ...(planner.privileged(options) ? { model: () => house.env.model() } : {}),
  };
  try {
    const episode = planner.plan(start, options);
    try {
      let next = await episode.next();
      for (let acted = 0, looks = 0; isRight && next.done !== true && acted < ACTIONS_MAX && looks < LOOKS_MAX; ) {
        onLine(`decides ${decisionText(next.value)}`);
        if (next.value.kind === 'stop') break;
        if (next.value.kind === 'act') acted += 1;
        looks = next.value.kind === 'act' ? 0 : looks + 1;
        next = await episode.next(outcomeOf(house, next.value));
      }
    } finally {
      await episode.return();
    }
  } catch (error) {
    const told = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    if (!asksModel) house.note({ tracking: null, broken: [{ invariant: 'does_not_throw', text: told }] });
  }
  return { steps: house.steps, asksModel };
}

function outcomeOf(house: WatchedHouse, decision: Decision) {
  return decision.kind === 'act' ? house.act(decision.action) : { ok: true, observation: house.look() };
}
