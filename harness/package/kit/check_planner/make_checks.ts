import type { Observation } from '../../../../envs/env.ts';
import { type CheckSetup, plannerChecks } from '../../../../planners/kit/planner_checks.ts';
import { decisionText } from '../../../../planners/kit/play.ts';
import { worldCalled } from '../../../episode/worlds.ts';
import { episodeId } from '../../../trace/trace.ts';
import { checkHouseBeliefs, type Saying } from './house_beliefs.ts';
import { firstEpisode, type LoadedPlanner, loadPlanner, startOf } from './load_planner.ts';
import type { CheckOrder, CheckOutcome, CheckPlan } from './planner_report.ts';
import { checkRecordedBeliefs, type RecordedEpisode, recordedEpisodes } from './recorded_beliefs.ts';

export type MadeCheck = { readonly title: string; readonly run: () => Promise<CheckOutcome> };

type Setup = CheckSetup<Observation, unknown>;

const CONNECTIONS = 'plan() asks nobody but the model that it is given';

/** Plays nothing yet. Throws a CommandFailure where the planner cannot be loaded. */
export async function makeChecks(
  order: CheckOrder,
  saying: Saying,
): Promise<{ readonly plan: CheckPlan; readonly checks: readonly MadeCheck[] }> {
  const under = await loadPlanner(order, saying.onLine);
  const first = await startOf(await firstEpisode(under, order.planner), under.world);
  const without: Setup = { ...common(under, order, saying), observation: first.observation, start: first.start };
  let setup: Promise<Setup> | null = null;
  let recorded: RecordedEpisode | null = null;
  const lookUp = async () => {
    setup ??= (async () => {
      recorded = await firstRecorded(under, order, saying.onLine);
      if (recorded === null) return without;
      const { observation, start } = await startOf(recorded.planned, under.world);
      return { ...without, observation, start, replies: recorded.replies };
    })();
    return setup;
  };
  const contract = plannerChecks(under.planner, without).map(
    ({ title }, at): MadeCheck => ({
      title,
      async run() {
        if (title === CONNECTIONS && under.choice.program !== undefined)
          return { status: 'skipped', reason: 'connections of a program cannot be seen from here' };
        const check = plannerChecks(under.planner, order.withoutRecorded ? without : await lookUp())[at]!;
        if ('skipped' in check) return { status: 'skipped', reason: check.skipped };
        await check.run();
        return { status: 'passed' };
      },
    }),
  );
  const plays = async (): Promise<CheckOutcome> => {
    await lookUp();
    if (recorded === null) return { status: 'skipped', reason: 'nothing of it is recorded on these tapes' };
    return playedWell(recorded);
  };
  const checks: MadeCheck[] = [
    { title: 'plan() plays a recorded episode', run: plays },
    ...contract,
    { title: 'belief notes: state-tracking invariants', run: () => checkBeliefs(under, order, saying) },
  ];
  const { choice, world } = under;
  return { plan: { planner: choice.spec, world, titles: checks.map(({ title }) => title) }, checks };
}

function common(
  { choice, prompts, planner }: LoadedPlanner,
  { runs, seed }: CheckOrder,
  { onLine }: Saying,
): Pick<Setup, 'runs' | 'seed' | 'onLine' | 'promptFiles' | 'variants' | 'replies'> {
  const hasChosen = JSON.stringify(choice.options) !== JSON.stringify(planner.options.parse({}));
  return {
    runs,
    seed,
    onLine,
    promptFiles: prompts.files,
    ...(hasChosen ? { variants: [choice.options] } : {}),
    // A planner that asks no model gets no replies.
    ...(planner.asksModel === false ? { replies: {} } : {}),
  };
}

/** The first episode that the tape holds to the end; null without one. */
async function firstRecorded(
  under: LoadedPlanner,
  order: CheckOrder,
  onLine: Saying['onLine'],
): Promise<RecordedEpisode | null> {
  for await (const episode of recordedEpisodes(under, order, onLine)) if (episode.miss === null) return episode;
  return null;
}

function playedWell({ trace: { header, events, summary } }: RecordedEpisode): CheckOutcome {
  const name = episodeId(header);
  if (summary.end !== 'planner_failed') return { status: 'passed', note: `${name}, which ends as ${summary.end}` };
  const trace = events.flatMap((each) =>
    each.event === 'step' ? [decisionText({ kind: 'act', action: each.action })] : [],
  );
  return { status: 'failed', reason: `In ${name}, the planner throws: ${summary.detail}`, trace };
}

async function checkBeliefs(under: LoadedPlanner, order: CheckOrder, saying: Saying): Promise<CheckOutcome> {
  if (worldCalled(under.world).beliefs === undefined)
    return { status: 'skipped', reason: `beliefs about "${under.world}" cannot be judged` };
  const inHouses = under.planner.asksModel === true ? null : await checkHouseBeliefs(under, order, saying);
  return inHouses ?? checkRecordedBeliefs(under, order, saying.onLine);
}
