import { z } from 'zod';
import type { AnsweredCall } from '../../../cassettes/cassette/episode_llm.ts';
import type { TapeMissError } from '../../../cassettes/cassette/replay.ts';
import type { TapedSimulator } from '../../../cassettes/cassette/taped_simulator.ts';
import type { Llm } from '../../../cassettes/llm.ts';
import type { Simulator } from '../../../envs/world.ts';
import type { Planner } from '../../../planners/planner.ts';
import { type ProgramCommand, type ProgramTalk, programPlanner } from '../../episode/any_language/program_planner.ts';
import { EPISODE_LIMITS, type EpisodeParts, runEpisode } from '../../episode/episode.ts';
import type { PlannerChoice } from '../../episode/planner_spec.ts';
import { episodeId, type Trace } from '../../trace/trace.ts';
import type { TraceEvent } from '../../trace/trace_schema.ts';
import type { PlannedEpisode } from '../plan/run_plan.ts';
import type { Taping } from '../tapes/run_simulators.ts';

export const missSchema = z.object({
  suite: z.string(),
  model: z.string(),
  task: z.string(),
  trial: z.int(),
  key: z.string(),
  occurrence: z.int(),
  url: z.string(),
  body: z.unknown(),
  planner: z.string(),
  purpose: z.string(),
  family: z.string().nullable(),
  episode: z.string(),
  message: z.string(),
});

export type MissRecord = Readonly<z.infer<typeof missSchema>>;

export type PlayedEpisode = Readonly<{
  trace: Trace;
  miss: MissRecord | null;
  simulated?: TapedSimulator['counts'] | undefined;
}>;

export type EpisodeClients = Pick<EpisodeParts, 'fastDownward'> &
  Readonly<{
    program?: (command: ProgramCommand) => ProgramTalk;
    taping?: Taping | undefined;
    llm: (onCall: (call: AnsweredCall) => void) => Llm;
  }>;

export async function playEpisode(planned: PlannedEpisode, clients: EpisodeClients): Promise<PlayedEpisode> {
  const { newEnv, choice, prompts, seed, callsMax, family, header } = planned;
  const { taping, fastDownward, llm } = clients;
  const simulators: TapedSimulator[] = [];
  const { trace, miss } = await runEpisode({
    ...planned,
    planner: plannerOf(choice, clients),
    env: newEnv(seed, taping && ((live: Simulator) => (simulators[0] = taping(live)))),
    prompts: prompts.prompts,
    fastDownward,
    llm: (onCall) => llm((call) => onCall(callEvent(call))),
    limits: { ...EPISODE_LIMITS, callsMax },
    signal: new AbortController().signal,
  });
  const { planner } = header;
  const record = miss && missRecord(miss, { planner, family, episode: episodeId(header) });
  const [simulator] = simulators;
  if (simulator === undefined) return { trace, miss: record };
  const { counts, digest: said } = simulator;
  const summary = { ...trace.summary, simulator: { answers: counts.fromTape + counts.asked, said } };
  return { trace: { ...trace, summary }, miss: record, simulated: counts };
}

function plannerOf({ planner, program, spec, options }: PlannerChoice, { program: talk }: EpisodeClients): Planner {
  return program === undefined || talk === undefined ? planner : programPlanner(spec, options, () => talk(program));
}

function callEvent(call: AnsweredCall): Extract<TraceEvent, { event: 'call' }> {
  const { purpose, key, occurrence, finishReason, flaw, usage, latencyMs } = call;
  const { promptTokens = null, completionTokens = null } = usage ?? {};
  const request = { event: 'call', purpose, key, occurrence, finishReason } as const;
  return { ...request, ...(flaw === null ? {} : { flaw }), promptTokens, completionTokens, latencyMs };
}

export function missRecord(
  { missed: { suite, model, address, request, purpose }, message }: TapeMissError,
  { planner, family, episode }: Pick<MissRecord, 'planner' | 'family' | 'episode'>,
): MissRecord {
  return { suite, model, ...address, ...request, planner, purpose, family, episode, message };
}
