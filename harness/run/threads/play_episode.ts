import type { AnsweredCall } from '../../../cassettes/cassette/episode_llm.ts';
import type { TapeMissError } from '../../../cassettes/cassette/miss.ts';
import type { TapedSimulator } from '../../../cassettes/cassette/taped_simulator.ts';
import type { Llm } from '../../../cassettes/llm.ts';
import type { Simulator } from '../../../envs/world.ts';
import type { Planner } from '../../../planners/planner.ts';
import type { ProgramCommand } from '../../episode/any_language/program_command.ts';
import { type ProgramTalk, programPlanner } from '../../episode/any_language/program_planner.ts';
import { EPISODE_LIMITS, type EpisodeParts, runEpisode } from '../../episode/episode.ts';
import type { PlannerChoice } from '../../episode/planner_spec.ts';
import { episodeId, type Trace } from '../../trace/trace.ts';
import type { TraceEvent } from '../../trace/trace_schema.ts';
import type { PlannedEpisode } from '../plan/run_plan.ts';
import type { Taping } from '../tapes/run_simulators.ts';

/** What a miss lacks: enough to export it as a request. */
export type MissRecord = {
  readonly suite: string;
  readonly model: string;
  readonly task: string;
  readonly trial: number;
  readonly key: string;
  readonly occurrence: number;
  readonly url: string;
  readonly body: unknown;
  readonly planner: string;
  /** Which part of the planner asks, such as `attention`. */
  readonly purpose: string;
  /** Groups tasks that have something in common; null for a task of its own. */
  readonly family: string | null;
  readonly episode: string;
  /** The sentence that says what is missing and what comes closest. */
  readonly message: string;
};

export type PlayedEpisode = {
  readonly trace: Trace;
  readonly miss: MissRecord | null;
  /** Of a simulator, where the episode was played in one. */
  readonly simulated?: TapedSimulator['counts'] | undefined;
};

/** What an episode asks outside of itself. */
export type EpisodeClients = Pick<EpisodeParts, 'fastDownward'> & {
  /** For planners that are programs. */
  readonly program?: (command: ProgramCommand) => ProgramTalk;
  /** For tasks that are played in a simulator. */
  readonly taping?: Taping | undefined;
  readonly llm: (onCall: (call: AnsweredCall) => void) => Llm;
};

/** Rejects when the client cannot be used, as with a damaged tape. */
export async function playEpisode(planned: PlannedEpisode, clients: EpisodeClients): Promise<PlayedEpisode> {
  const { newEnv, choice, prompts, seed, callsMax } = planned;
  const { taping, fastDownward, llm } = clients;
  const played: { simulator?: TapedSimulator } = {};
  const through = taping && ((live: Simulator) => (played.simulator = taping(live)));
  const { trace: whole, miss } = await runEpisode({
    ...planned,
    planner: plannerOf(choice, clients),
    env: newEnv(seed, through),
    prompts: prompts.prompts,
    fastDownward,
    llm: (onCall) => llm((call) => onCall(callEvent(call))),
    limits: { ...EPISODE_LIMITS, callsMax },
    // To end an episode, its thread is ended.
    signal: new AbortController().signal,
  });
  const { simulator } = played;
  const trace = simulator === undefined ? whole : withSimulator(whole, simulator);
  return {
    trace,
    miss: miss === null ? null : missRecord(miss, trace, planned),
    ...(simulator === undefined ? {} : { simulated: simulator.counts }),
  };
}

/** The same for tape and live simulator, so that a trace says by which of a tape's answers it came about. */
function withSimulator({ header, events, summary }: Trace, { counts, said }: TapedSimulator): Trace {
  return { header, events, summary: { ...summary, simulator: { answers: counts.fromTape + counts.asked, said } } };
}

function plannerOf({ planner, program, spec, options }: PlannerChoice, { program: talk }: EpisodeClients): Planner {
  if (program === undefined) return planner;
  if (talk === undefined) throw new Error(`Planner "${spec}" is a program, and nobody is here to start it`);
  return programPlanner(spec, options, () => talk(program));
}

function callEvent(call: AnsweredCall): Extract<TraceEvent, { event: 'call' }> {
  return {
    event: 'call',
    purpose: call.purpose,
    key: call.key,
    occurrence: call.occurrence,
    finishReason: call.finishReason,
    ...(call.flaw === null ? {} : { flaw: call.flaw }),
    promptTokens: call.usage?.promptTokens ?? null,
    completionTokens: call.usage?.completionTokens ?? null,
    latencyMs: call.latencyMs,
  };
}

function missRecord(miss: TapeMissError, { header }: Trace, { family }: PlannedEpisode): MissRecord {
  const { suite, model, address, request, purpose, message } = miss;
  const { planner } = header;
  return { suite, model, ...address, ...request, planner, purpose, family, episode: episodeId(header), message };
}
