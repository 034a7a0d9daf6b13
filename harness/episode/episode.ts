import { z } from 'zod';
import { TapeMissError } from '../../cassettes/cassette/miss.ts';
import { TapeError } from '../../cassettes/disk/tape_error.ts';
import { type Llm, LlmCallError } from '../../cassettes/llm.ts';
import type { Action, Env, Observation, Task } from '../../envs/env.ts';
import type { Decision, PastAction, Planner, Start } from '../../planners/planner.ts';
import type { Prompts } from '../../planners/prompts.ts';
import { messageOf } from '../io/errors/failure.ts';
import { ownValue } from '../io/own_value.ts';
import { countEvents } from '../trace/episode_counts.ts';
import type { Trace } from '../trace/trace.ts';
import type { EpisodeEnd, TraceEvent, TraceHeader, TraceSummary } from '../trace/trace_schema.ts';
import { PlannerTimeout } from './any_language/work_timer.ts';
import { EpisodeLog } from './episode_log.ts';
import { CallLimitReached, plannerLlm } from './planner_llm.ts';
import { worldCalled } from './worlds.ts';

/** `sensesMax`: non-action decisions in a row. */
export const EPISODE_LIMITS = { callsMax: 2_000, sensesMax: 1_000 };

/** Fresh, used once and closed at the end. */
export type EpisodeParts = {
  readonly header: TraceHeader;
  readonly task: Task;
  readonly planner: Planner;
  readonly env: Env;
  readonly seed: number;
  readonly prompts: Prompts;
  readonly llm: (onCall: (call: Extract<TraceEvent, { event: 'call' }>) => void) => Llm;
  readonly limits: typeof EPISODE_LIMITS;
  readonly fastDownward?: Start<Observation>['fastDownward'] | undefined;
  readonly knownPlan?: readonly Action[] | undefined;
  readonly signal: AbortSignal;
};

type Ending = { readonly end: EpisodeEnd; readonly detail: string | null };

class EnvFailed extends Error {}

/** Rejects only where the client is unusable, as with a damaged tape; the trace records other failures. */
export async function runEpisode(
  parts: EpisodeParts,
): Promise<{ readonly trace: Trace; readonly miss: TapeMissError | null }> {
  const log = new EpisodeLog(parts.env, worldCalled(parts.header.world), parts.header.envOptions);
  let ending: Ending;
  try {
    ending = await play(parts, log);
  } catch (error) {
    ending = endingOf(error, parts.signal);
  } finally {
    await parts.env.close();
  }
  if (log.unusable !== null) throw log.unusable;
  if (!parts.signal.aborted) ending = unansweredBy(log) ?? judged(ending, log);
  const { events, steps, goal, calls, miss } = log;
  const reached = { success: ending.end === 'goal', steps, share: goal.share };
  const summary: TraceSummary = { event: 'summary', ...ending, ...reached, calls, counts: countEvents(events) };
  return { trace: { header: parts.header, events, summary }, miss };
}

/** The goal decides the outcome of an orderly end or a limit; a failure stays one. */
function judged(ending: Ending, { goal }: EpisodeLog): Ending {
  const isOrderly = ending.end === 'planner_stopped' || ending.end === 'step_limit' || ending.end === 'call_limit';
  return goal.success && isOrderly ? { end: 'goal', detail: ending.detail ?? ending.end } : ending;
}

function unansweredBy({ miss, refusedSecret }: EpisodeLog): Ending | null {
  if (refusedSecret !== null) return { end: 'refused_secret', detail: refusedSecret.message };
  return miss === null ? null : { end: 'tape_miss', detail: miss.message };
}

async function play(parts: EpisodeParts, log: EpisodeLog): Promise<Ending> {
  const { endsBy = 'goal' } = parts.task;
  const { observation, past } = await begin(parts, log);
  const episode = parts.planner.plan(start(parts, log, observation, past), parts.header.options);
  try {
    let senses = 0;
    let turn = await episode.next();
    while (!turn.done) {
      const decision = checkedDecision(turn.value);
      if (decision.kind === 'stop') {
        log.events.push({ event: 'stop', reason: decision.reason });
        return { end: 'planner_stopped', detail: decision.reason };
      }
      if (decision.kind === 'sense') {
        senses += 1;
        if (senses > parts.limits.sensesMax) return { end: 'planner_stopped', detail: 'senses_without_end' };
        log.events.push({ event: 'sense' });
        const observation = await guarded(log, () => parts.env.observe({ signal: parts.signal }));
        log.groundTruth.sees(observation);
        turn = await episode.next({ ok: true, observation });
        continue;
      }
      senses = 0;
      // The planner may still end the episode after the last step.
      if (endsBy === 'planner' && log.steps >= parts.task.stepsMax) return { end: 'step_limit', detail: null };
      const result = await act(parts, log, 'step', decision.action);
      if (result.goal.success && endsBy === 'goal') return { end: 'goal', detail: null };
      if (endsBy === 'goal' && log.steps >= parts.task.stepsMax) return { end: 'step_limit', detail: null };
      turn = await episode.next({ ok: result.ok, observation: result.observation });
    }
    return { end: 'planner_stopped', detail: 'returned' };
  } finally {
    await episode.return();
  }
}

/** Throws what ends the episode as `planner_failed`. */
function checkedDecision(value: unknown): Decision {
  const parsed = decisionSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const found = JSON.stringify(value)?.slice(0, 200) ?? String(value);
  throw new Error(
    `the planner yielded ${found}; expected {kind: "act", action: {verb, args}}, {kind: "sense"} or {kind: "stop", reason}`,
  );
}

const decisionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('act'), action: z.object({ verb: z.string(), args: z.array(z.string()) }) }),
  z.object({ kind: z.literal('sense') }),
  z.object({ kind: z.literal('stop'), reason: z.string() }),
]);

async function begin(
  parts: EpisodeParts,
  log: EpisodeLog,
): Promise<{ observation: Observation; past: readonly PastAction[] }> {
  const first = await guarded(log, () => parts.env.reset({ signal: parts.signal }));
  log.goal = first.goal;
  log.groundTruth.remember();
  log.groundTruth.sees(first.observation);
  let observation = first.observation;
  const past: PastAction[] = [];
  for (const action of parts.task.prologue ?? []) {
    const result = await act(parts, log, 'prologue', action);
    observation = result.observation;
    past.push({ action, ok: result.ok });
  }
  return { observation, past };
}

async function act(parts: EpisodeParts, log: EpisodeLog, event: 'prologue' | 'step', action: Action) {
  const result = await guarded(log, () => parts.env.step(action, { signal: parts.signal }));
  if (event === 'step') log.steps += 1;
  log.goal = result.goal;
  log.groundTruth.sees(result.observation, { action, ok: result.ok });
  const refusal = result.ok ? result.concealed : result.reason;
  const error = refusal === undefined ? undefined : log.groundTruth.errorOf(action, refusal);
  if (refusal === undefined) log.groundTruth.remember();
  log.events.push({
    event,
    number: event === 'step' ? log.steps : log.events.length + 1,
    action,
    ok: result.ok,
    ...(refusal === undefined ? {} : { [result.ok ? 'concealed' : 'reason']: refusal }),
    ...(error === undefined ? {} : { error }),
    ...(result.ok && result.motion !== undefined ? { motion: result.motion } : {}),
    goal: result.goal,
  });
  return result;
}

function start(
  parts: EpisodeParts,
  log: EpisodeLog,
  observation: Observation,
  past: readonly PastAction[],
): Start<Observation> {
  const { task, planner } = parts;
  const memory = memoryOf(task, planner.name);
  return {
    instruction: task.instruction,
    observation,
    actions: worldCalled(parts.header.world).actions,
    llm: plannerLlm(parts, log),
    prompts: parts.prompts,
    note: (note) => log.note(note),
    past,
    ...(memory === undefined ? {} : { memory }),
    ...(task.skills === undefined ? {} : { skills: task.skills }),
    ...(parts.fastDownward === undefined ? {} : { fastDownward: parts.fastDownward }),
    seed: parts.seed,
    ...(parts.header.privileged ? privilegesOf(parts) : {}),
  };
}

/** For privileged planners only; `model` gives the world at the time of the call. */
function privilegesOf({ env, knownPlan }: EpisodeParts): Pick<Start<Observation>, 'model' | 'rehearsal' | 'knownPlan'> {
  const model = env.model?.bind(env);
  const rehearsal = env.rehearsal?.bind(env);
  return {
    ...(model === undefined ? {} : { model }),
    ...(rehearsal === undefined ? {} : { rehearsal }),
    ...(knownPlan === undefined ? {} : { knownPlan }),
  };
}

export function memoryOf({ memory }: Task, planner: string): unknown {
  return ownValue(memory ?? {}, planner);
}

/** Attributes a failure to the world, not to the planner or the simulator's tape. */
async function guarded<T>(log: EpisodeLog, call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof TapeMissError) log.miss = cause;
    else if (cause instanceof TapeError) log.unusable = cause;
    throw new EnvFailed(messageOf(cause), { cause });
  }
}

function endingOf(error: unknown, signal: AbortSignal): Ending {
  const detail = messageOf(error);
  if (signal.aborted) return { end: 'aborted', detail: null };
  if (error instanceof CallLimitReached) return { end: 'call_limit', detail };
  if (error instanceof LlmCallError) return { end: error.code === 'api_error' ? 'api_failed' : 'llm_failed', detail };
  if (error instanceof EnvFailed) return { end: 'env_failed', detail };
  if (error instanceof PlannerTimeout) return { end: 'timeout', detail };
  return { end: 'planner_failed', detail };
}
