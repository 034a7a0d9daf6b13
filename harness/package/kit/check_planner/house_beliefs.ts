import * as fc from 'fast-check';
import type { Observation } from '../../../../envs/env.ts';
import { ACTIONS_MAX } from '../../../../envs/household/kit/walk_by.ts';
import { readHouse } from '../../../../envs/household/scene/read_house.ts';
import { household } from '../../../../envs/household/world.ts';
import type { Tracking } from '../../../../envs/world.ts';
import { decisionText } from '../../../../planners/kit/play.ts';
import type { Decision, Start } from '../../../../planners/planner.ts';
import { arbitraryFurnishedHouse } from '../arbitrary_case.ts';
import { caseText } from '../case_text.ts';
import { brokenIn, trackingReport } from '../check_tracker.ts';
import { WatchedHouse, type WatchedStep } from '../play_tracker.ts';
import { shrinkCase } from '../shrink_case.ts';
import type { LoadedPlanner } from './load_planner.ts';
import type { CheckOrder, CheckOutcome, JudgedBeliefs } from './planner_report.ts';

type Listeners = Readonly<{ onLine: (line: string | null) => void; onFound: (found: CheckOutcome) => void }>;

export async function checkHouseBeliefs(
  subject: LoadedPlanner,
  { runs, seed }: CheckOrder,
  { onLine, onFound }: Listeners,
): Promise<CheckOutcome | null> {
  const trackings: Tracking[] = [];
  let episodes = 0;
  const summarize = (invariant: string | null): JudgedBeliefs => {
    const { steps, ...shares } = trackingReport(trackings);
    const broken = invariant === null ? {} : { [invariant]: { beliefs: 1, episodes: 1 } };
    return { source: 'random houses', episodes, beliefs: steps, ...shares, broken };
  };
  for (const [at, house] of fc.sample(arbitraryFurnishedHouse, { numRuns: runs, seed }).entries()) {
    const { steps, asksModel } = await playInHouse(subject, { house, seed: at }, onLine);
    if (asksModel) return null;
    const judgements = steps.flatMap(({ tracking }) => tracking ?? []);
    trackings.push(...judgements);
    if (judgements.length > 0) episodes += 1;
    const invariant = brokenIn(steps);
    if (invariant === null) continue;
    const beliefs = summarize(invariant);
    onFound({ status: 'failed', beliefs, ...failureOf(steps, { invariant, house: at + 1 }) });
    const breaksSame = async (candidate: { readonly house: string }) => {
      try {
        return brokenIn((await playInHouse(subject, { ...candidate, seed: at }, onLine)).steps) === invariant;
      } catch {
        return false; // the house is impossible
      }
    };
    const smallest = await shrinkCase({ house, moves: [] }, breaksSame);
    const again = await playInHouse(subject, { house: smallest.house, seed: at }, onLine);
    return { status: 'failed', beliefs, ...failureOf(again.steps, { invariant, house: at + 1 }) };
  }
  const beliefs = summarize(null);
  if (episodes > 0) return { status: 'passed', beliefs };
  const reason = `no belief in a known form in ${runs} random houses`;
  return { status: 'skipped', beliefs, reason };
}

function failureOf(steps: readonly WatchedStep[], { invariant, house }: { invariant: string; house: number }) {
  const text = steps.at(-1)?.broken.find((each) => each.invariant === invariant)?.text ?? '';
  return {
    reason: `In random house ${house} (shrunk), the planner’s belief breaks "${invariant}": ${text}`,
    trace: caseText(steps).split('\n'),
  };
}

const LOOKS_MAX = 20;

async function playInHouse(
  { planner, choice: { options }, prompts: { prompts } }: LoadedPlanner,
  { house: text, seed }: { house: string; seed: number },
  onLine: (line: string | null) => void,
) {
  const house = new WatchedHouse(readHouse(text, 'house.json'), {}, { selective: true, floors: {} });
  let asksModel = false;
  let isUnbroken = true;
  const refuse = async () => {
    asksModel = true;
    throw new Error('Random houses have no model');
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
      if (note.kind === 'belief' && isUnbroken) isUnbroken = house.judge(note.belief).length === 0;
    },
    ...(planner.privileged(options) ? { model: () => house.env.model() } : {}),
  };
  try {
    const episode = planner.plan(start, options);
    try {
      let next = await episode.next();
      for (let acted = 0, looks = 0; isUnbroken && next.done !== true && acted < ACTIONS_MAX && looks < LOOKS_MAX; ) {
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
    if (!asksModel) house.noteThrown(error);
  }
  return { steps: house.steps, asksModel };
}

function outcomeOf(house: WatchedHouse, decision: Decision) {
  return decision.kind === 'act' ? house.act(decision.action) : { ok: true, observation: house.look() };
}
