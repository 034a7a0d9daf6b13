import { parentPort, workerData } from 'node:worker_threads';
import { TapeError } from '../../../../cassettes/disk/read_lines.ts';
import type { Observation } from '../../../../envs/env.ts';
import { type CheckSetup, plannerChecks } from '../../../../planners/kit/planner_checks.ts';
import { decisionText, PlannerFault } from '../../../../planners/kit/play.ts';
import { worldCalled } from '../../../episode/worlds.ts';
import { CommandFailure, invalid } from '../../../io/errors/failure.ts';
import { packError } from '../../../run/threads/carried_error.ts';
import { episodeId } from '../../../trace/trace.ts';
import { checkHouseBeliefs } from './house_beliefs.ts';
import { firstEpisode, type LoadedPlanner, loadPlanner, startOf } from './load_planner.ts';
import type { CheckOrder, CheckOutcome, FromCheckThread, ToCheckThread } from './planner_report.ts';
import { checkRecordedBeliefs, type RecordedEpisode, recordedEpisodes } from './recorded_beliefs.ts';

/** From the message in `program_process.ts`. */
const NOT_STARTED = 'the program cannot be started';
const CONNECTIONS_CHECK = 'plan() connects to nothing but its model';

type Check = Readonly<{ title: string; run: () => Promise<CheckOutcome> }>;
type Setup = CheckSetup<Observation, unknown>;

const order = workerData as CheckOrder;

function post(message: FromCheckThread): void {
  parentPort?.postMessage(message);
}

function onLine(line: string | null): void {
  post({ line });
}

async function listChecks(subject: LoadedPlanner): Promise<readonly Check[]> {
  const basicSetup = setupOf(subject, await startOf(await firstEpisode(subject, order.planner), subject.world));
  let recording: Promise<RecordedEpisode | null> | undefined;
  let recordedSetup: Promise<Setup> | undefined;
  const findRecording = () => {
    recording ??= firstRecorded(subject);
    return recording;
  };
  const makeSetup = async () => {
    const recorded = await findRecording();
    if (recorded === null) return basicSetup;
    return { ...setupOf(subject, await startOf(recorded.planned, subject.world)), replies: recorded.replies };
  };
  const contract = plannerChecks(subject.planner, basicSetup).map(({ title }, at): Check => {
    return {
      title,
      async run() {
        if (title === CONNECTIONS_CHECK && subject.choice.program !== undefined)
          return { status: 'skipped', reason: 'connections of a program cannot be observed' };
        if (!order.withoutRecorded) recordedSetup ??= makeSetup();
        const check = plannerChecks(subject.planner, (await recordedSetup) ?? basicSetup)[at]!;
        if ('skipped' in check) return { status: 'skipped', reason: check.skipped };
        await check.run();
        return { status: 'passed' };
      },
    };
  });
  return [
    { title: 'plan() plays a recorded episode', run: async () => judgePlay(await findRecording()) },
    ...contract,
    { title: 'belief notes: state-tracking invariants', run: () => checkBeliefs(subject) },
  ];
}

function setupOf(
  { choice, prompts, planner }: LoadedPlanner,
  { observation, start }: Pick<Setup, 'observation' | 'start'>,
): Setup {
  const { runs, seed } = order;
  const hasOptions = JSON.stringify(choice.options) !== JSON.stringify(planner.options.parse({}));
  return {
    runs,
    seed,
    onLine,
    observation,
    ...(start === undefined ? {} : { start }),
    promptFiles: prompts.files,
    ...(hasOptions ? { variants: [choice.options] } : {}),
    ...(planner.asksModel === false ? { replies: {} } : {}),
  };
}

async function firstRecorded(subject: LoadedPlanner): Promise<RecordedEpisode | null> {
  for await (const episode of recordedEpisodes(subject, order, onLine)) if (episode.miss === null) return episode;
  return null;
}

function judgePlay(recorded: RecordedEpisode | null): CheckOutcome {
  if (recorded === null) return { status: 'skipped', reason: 'the tapes contain no recording of the planner' };
  const { header, events, summary } = recorded.trace;
  const name = episodeId(header);
  if (summary.end !== 'planner_failed') return { status: 'passed', note: `${name}, which ends as ${summary.end}` };
  const actions = events.flatMap((each) => (each.event === 'step' ? [each.action] : []));
  const trace = actions.map((action) => decisionText({ kind: 'act', action }));
  return { status: 'failed', reason: `In ${name}, the planner throws: ${summary.detail}`, trace };
}

async function checkBeliefs(subject: LoadedPlanner): Promise<CheckOutcome> {
  if (worldCalled(subject.world).beliefs === undefined)
    return { status: 'skipped', reason: `beliefs about "${subject.world}" cannot be judged` };
  const listeners = { onLine, onFound: (found: CheckOutcome) => post({ found }) };
  const inHouses = subject.planner.asksModel === true ? null : await checkHouseBeliefs(subject, order, listeners);
  return inHouses ?? checkRecordedBeliefs(subject, order, onLine);
}

async function runCheck(check: Check | undefined): Promise<void> {
  if (check === undefined) throw new Error('The main thread requests an unknown check');
  try {
    post({ outcome: await check.run() });
  } catch (error) {
    // The planner is not at fault.
    if (error instanceof TapeError || error instanceof CommandFailure) return post({ failed: packError(error) });
    const { reason, story } = error instanceof PlannerFault ? error : new PlannerFault(error, []);
    const at = reason.indexOf(NOT_STARTED);
    if (at === -1) return post({ outcome: { status: 'failed', reason, trace: story } });
    const failure = invalid(`Cannot load planner ${JSON.stringify(order.planner)}: ${reason.slice(at)}`);
    post({ failed: packError(error instanceof PlannerFault ? failure : error) });
  }
}

try {
  const subject = await loadPlanner(order, onLine);
  const checks = await listChecks(subject);
  parentPort?.on('message', ({ check }: ToCheckThread) => void runCheck(checks[check]));
  const titles = checks.map(({ title }) => title);
  post({ plan: { planner: subject.choice.spec, world: subject.world, titles } });
} catch (error) {
  post({ failed: packError(error) });
}
