/**
 * The main of an episodes' thread: makes the same plan as every other thread of the run, then plays the episodes that it is told to.
 * When a run is over, it may be told to plan another.
 *
 * When replaying it opens the tape itself; otherwise the main thread owns the tape.
 *
 * @module
 */
import { parentPort } from 'node:worker_threads';
import type { Recording } from '../../../cassettes/format/journal.ts';
import type { ProgramCommand } from '../../episode/any_language/program_command.ts';
import { servesOwnImports } from '../../episode/registry/serve_own_imports.ts';
import { packError } from '../../io/errors/carried_error.ts';
import { checkSetUp } from '../plan/check_set_up.ts';
import { type PlannedEpisode, plannedEpisodes, plannedKinds, planRun, type RunPlan } from '../plan/run_plan.ts';
import type { RunSettings } from '../plan/run_settings.ts';
import { runCassette } from '../tapes/run_cassette.ts';
import { type RunSimulators, runSimulators } from '../tapes/run_simulators.ts';
import { AskedClients } from './asked_clients.ts';
import { type EpisodeClients, playEpisode } from './play_episode.ts';
import type { FromThread, RunOutline, ThreadOrder, ToThread } from './thread_messages.ts';

type Ordered = {
  readonly plan: RunPlan;
  readonly settings: RunSettings;
  readonly llm: ClientMaker;
  readonly simulators: RunSimulators | null;
};

const asked = new AskedClients(post);
let ordered: Ordered | null = null;

parentPort?.on('message', (message: ToThread) => {
  if ('order' in message) void prepare(message.order);
  else if ('play' in message) void play(message.play);
  else asked.hear(message.answerTo, message.answer);
});

async function prepare({ request, settings, checksSetUp }: ThreadOrder): Promise<void> {
  try {
    const plan = await planRun(request);
    const keep = (recording: Recording) => asked.keepAnswer(recording);
    const simulators = await runSimulators({ env: request.env, suite: plan.suite.name, keep }, settings);
    if (checksSetUp)
      await checkSetUp(simulators === null ? plannedKinds(plan) : plannedEpisodes(plan), { ...settings, simulators });
    ordered = { plan, settings, llm: await clientMaker(plan, settings), simulators };
    post({ outline: outlineOf(plan), isReusable: !servesOwnImports() });
  } catch (error) {
    post({ refused: packError(error), isReusable: !servesOwnImports() });
  }
}

function post(message: FromThread): void {
  parentPort?.postMessage(message);
}

type ClientMaker = (planned: PlannedEpisode) => EpisodeClients['llm'];

async function clientMaker(plan: RunPlan, settings: RunSettings): Promise<ClientMaker> {
  if (settings.mode !== 'replay') return () => (onCall) => asked.llm(plan.model, onCall);
  const cassette = await runCassette(plan, settings);
  return ({ header: { scene, task, trial, planner } }) =>
    (onCall) =>
      cassette.episode({ task: `${scene}/${task}`, trial, planner, onCall });
}

const program = (command: ProgramCommand) => asked.program(command);

async function play(number: number): Promise<void> {
  try {
    if (ordered === null) throw new Error('Nothing is planned yet');
    const { plan, llm, settings, simulators } = ordered;
    const planned = plan.episode(number);
    const taping = simulators === null ? {} : { taping: simulators.of(planned.header) };
    const clients = { llm: llm(planned), ...fastDownwardClient(settings), program, ...taping };
    post({ played: await playEpisode(planned, clients) });
  } catch (error) {
    post({ failed: packError(error) });
  }
}

/** The program is the main thread's; what it wrote is read and checked here. */
function fastDownwardClient({ fastDownward: path }: RunSettings): Pick<EpisodeClients, 'fastDownward'> {
  if (path === undefined) return {};
  const run = (domain: string, problem: string) => asked.fastDownward(domain, problem);
  return {
    async fastDownward(domain, problem) {
      const { planWithFastDownward } = await import('../../../planners/pddl/plan/fast_downward.ts');
      return planWithFastDownward(domain, problem, { path, run });
    },
  };
}

function outlineOf({ suite, model, planners, list, numbers }: RunPlan): RunOutline {
  return { suite, model, planners, kinds: list.kinds, numbers };
}
