import { parentPort } from 'node:worker_threads';
import { servesOwnImports } from '../../episode/own_imports.ts';
import type { TraceHeader } from '../../trace/trace_schema.ts';
import { type PlayablePlan, plannedEpisodes, plannedKinds, planRun, type RunPlan } from '../plan/run_plan.ts';
import type { RunSettings } from '../plan/run_request.ts';
import { runCassette } from '../tapes/run_cassette.ts';
import { runSimulators } from '../tapes/run_simulators.ts';
import { packError } from './carried_error.ts';
import { checkSetup } from './check_setup.ts';
import type { FromThread, ThreadOrder, ToThread } from './episode_thread.ts';
import { type EpisodeClients, playEpisode } from './play_episode.ts';
import { mainThreadClients } from './questions.ts';

type Ready = Readonly<{ plan: PlayablePlan; clientsOf: (header: TraceHeader) => EpisodeClients }>;

const clients = mainThreadClients(post);
let ready: Ready | null = null;

parentPort?.on('message', (message: ToThread) => {
  if ('order' in message) void prepare(message.order);
  else if ('play' in message) void play(message.play);
  else clients.hear(message.answerTo, message.answer);
});

function post(message: FromThread) {
  parentPort?.postMessage(message);
}

async function prepare({ request, settings, checksSetup }: ThreadOrder) {
  try {
    const playable = await planRun(request);
    const { episode: _, list, ...plan } = playable;
    const simulators = await runSimulators(request, settings, { suite: plan.suite.name, keep: clients.keepAnswer });
    if (checksSetup) {
      const episodes = simulators === null ? plannedKinds(playable) : plannedEpisodes(playable);
      await checkSetup(episodes, settings, simulators);
    }
    const llm = await llmMaker(plan, settings);
    ready = {
      plan: playable,
      clientsOf: (header) => ({
        llm: llm(header),
        fastDownward: fastDownwardClient(settings),
        program: clients.program,
        taping: simulators?.of(header),
      }),
    };
    post({ plan: { ...plan, kinds: list.kinds }, isReusable: !servesOwnImports() });
  } catch (error) {
    post({ refused: packError(error), isReusable: !servesOwnImports() });
  }
}

async function play(number: number) {
  try {
    if (ready === null) throw new Error('The thread has no plan yet');
    const planned = ready.plan.episode(number);
    post({ played: await playEpisode(planned, ready.clientsOf(planned.header)) });
  } catch (error) {
    post({ failed: packError(error) });
  }
}

type LlmMaker = (header: TraceHeader) => EpisodeClients['llm'];

async function llmMaker(plan: Pick<RunPlan, 'suite' | 'model'>, settings: RunSettings): Promise<LlmMaker> {
  if (settings.mode !== 'replay') return () => (onCall) => clients.llm(plan.model, onCall);
  const cassette = await runCassette(plan, settings);
  return ({ scene, task, trial, planner }) =>
    (onCall) =>
      cassette.episode({ task: `${scene}/${task}`, trial, planner, onCall });
}

function fastDownwardClient({ fastDownward: path }: RunSettings): EpisodeClients['fastDownward'] {
  if (path === undefined) return undefined;
  return async (domain, problem) => {
    const { planWithFastDownward } = await import('../../../planners/pddl/plan/fast_downward.ts');
    return planWithFastDownward(domain, problem, { path, run: clients.fastDownward });
  };
}
