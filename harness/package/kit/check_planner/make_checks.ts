import type { Observation } from '../../../../envs/env.ts';
import { type CheckSetup, plannerChecks } from '../../../../planners/kit/planner_checks.ts';
import { decisionText } from '../../../../planners/kit/play.ts';
import { worldCalled } from '../../../episode/worlds.ts';
import { episodeId } from '../../../trace/trace.ts';
import { checkHouseBeliefs, type Listeners } from './house_beliefs.ts';
import { firstEpisode, type LoadedPlanner, loadPlanner, startOf } from './load_planner.ts';
import type { CheckOrder, CheckOutcome, CheckPlan } from './planner_report.ts';
import { checkRecordedBeliefs, type RecordedEpisode, recordedEpisodes } from './recorded_beliefs.ts';

export type RunnableCheck = Readonly<{ title: string; run: () => Promise<CheckOutcome> }>;

type Setup = CheckSetup<Observation, unknown>;

const CONNECTIONS = 'plan() connects to nothing but its model';

/** Plays nothing yet. Throws a CommandFailure if the planner cannot be loaded. */
export async function makeChecks(
  order: CheckOrder,
  listeners: Listeners,
): Promise<Readonly<{ plan: CheckPlan; checks: readonly RunnableCheck[] }>> {
  const subject = await loadPlanner(order, listeners.onLine);
  const first = await startOf(await firstEpisode(subject, order.planner), subject.world);
  const without: Setup = { ...common(subject, order, listeners), observation: first.observation, start: first.start };
  let setup: Promise<Setup> | null = null;
  let recorded: RecordedEpisode | null = null;
  const lookUp = async () => {
    setup ??= (async () => {
      recorded = await firstRecorded(subject, order, listeners.onLine);
      if (recorded === null) return without;
      const { observation, start } = await startOf(recorded.planned, subject.world);
      return { ...without, observation, start, replies: recorded.replies };
    })();
    return setup;
  };
  const contract = plannerChecks(subject.planner, without).map(
    ({ title }, at): RunnableCheck => ({
      title,
      async run() {
        if (title === CONNECTIONS && subject.choice.program !== undefined)
          return { status: 'skipped', reason: 'connections of a program cannot be seen from here' };
        const check = plannerChecks(subject.planner, order.withoutRecorded ? without : await lookUp())[at]!;
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
  const checks: RunnableCheck[] = [
    { title: 'plan() plays a recorded episode', run: plays },
    ...contract,
    { title: 'belief notes: state-tracking invariants', run: () => checkBeliefs(subject, order, listeners) },
  ];
  const { choice, world } = subject;
  return { plan: { planner: choice.spec, world, titles: checks.map(({ title }) => title) }, checks };
}

function common(
  { choice, prompts, planner }: LoadedPlanner,
  { runs, seed }: CheckOrder,
  { onLine }: Listeners,
): Pick<Setup, 'runs' | 'seed' | 'onLine' | 'promptFiles' | 'variants' | 'replies'> {
  const hasChosen = JSON.stringify(choice.options) !== JSON.stringify(planner.options.parse({}));
  return {
    runs,
    seed,
    onLine,
    promptFiles: prompts.files,
    ...(hasChosen ? { variants: [choice.options] } : {}),
    // A planner without a model gets no replies.
    ...(planner.asksModel === false ? { replies: {} } : {}),
  };
}

/** The first episode with all answers on tape. */
async function firstRecorded(
  subject: LoadedPlanner,
  order: CheckOrder,
  onLine: Listeners['onLine'],
): Promise<RecordedEpisode | null> {
  for await (const episode of recordedEpisodes(subject, order, onLine)) if (episode.miss === null) return episode;
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

async function checkBeliefs(subject: LoadedPlanner, order: CheckOrder, listeners: Listeners): Promise<CheckOutcome> {
  if (worldCalled(subject.world).beliefs === undefined)
    return { status: 'skipped', reason: `beliefs about "${subject.world}" cannot be judged` };
  const inHouses = subject.planner.asksModel === true ? null : await checkHouseBeliefs(subject, order, listeners);
  return inHouses ?? checkRecordedBeliefs(subject, order, listeners.onLine);
}
