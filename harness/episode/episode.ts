import { z } from 'zod';
import { TapeMissError } from '../../cassettes/cassette/miss.ts';
import { TapeError } from '../../cassettes/disk/tape_error.ts';
import { type Llm, LlmCallError } from '../../cassettes/llm.ts';
import type { Action, Env, Observation, Task } from '../../envs/env.ts';
import type { Decision, PastAction, Planner, Start } from '../../planners/planner.ts';
import type { Prompts } from '../../planners/prompts.ts';
import { messageOf } from '../io/errors/failure.ts';
import { given, ownValue } from '../io/own_value.ts';
import { countEvents } from '../trace/episode_counts.ts';
import type { Trace } from '../trace/trace.ts';
import type { EpisodeEnd, TraceEvent, TraceHeader, TraceSummary } from '../trace/trace_schema.ts';
import { PlannerTimeout } from './any_language/work_timer.ts';
import { EpisodeLog } from './episode_log.ts';
import { CallLimitReached, plannerLlm } from './planner_llm.ts';
import { worldCalled } from './worlds.ts';

export const EPISODE_LIMITS = { callsMax: 2_000, sensesMax: 1_000 };

export type EpisodeParts = Readonly<{
  header: TraceHeader;
  task: Task;
  planner: Planner;
  env: Env;
  seed: number;
  prompts: Prompts;
  llm: (onCall: (call: Extract<TraceEvent, { event: 'call' }>) => void) => Llm;
  limits: typeof EPISODE_LIMITS;
  fastDownward?: Start<Observation>['fastDownward'] | undefined;
  knownPlan?: readonly Action[] | undefined;
  signal: AbortSignal;
}>;

type Ending = Readonly<{ end: EpisodeEnd; detail: string | null }>;

class EnvFailed extends Error {}

/** Rejects only if the tape or client is unusable; the trace records other failures. */
export async function runEpisode(parts: EpisodeParts) {
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
  if (!parts.signal.aborted) ending = finalEnding(ending, log);
  const { events, steps, goal, calls, miss } = log;
  const result = { success: ending.end === 'goal', steps, share: goal.share };
  const summary: TraceSummary = { event: 'summary', ...ending, ...result, calls, counts: countEvents(events) };
  const trace: Trace = { header: parts.header, events, summary };
  return { trace, miss };
}

/** A missing answer comes first; a reached goal turns a stop or limit into success. */
function finalEnding(ending: Ending, { goal, miss, refusedSecret }: EpisodeLog): Ending {
  if (refusedSecret !== null) return { end: 'refused_secret', detail: refusedSecret.message };
  if (miss !== null) return { end: 'tape_miss', detail: miss.message };
  const isOrderly = ['planner_stopped', 'step_limit', 'call_limit'].includes(ending.end);
  return goal.success && isOrderly ? { end: 'goal', detail: ending.detail ?? ending.end } : ending;
}

async function play(parts: EpisodeParts, log: EpisodeLog): Promise<Ending> {
  const { endsBy = 'goal' } = parts.task;
  const beginning = await begin(parts, log);
  const episode = parts.planner.plan(start(parts, log, beginning), parts.header.options);
  try {
    let senses = 0;
    let turn = await episode.next();
    while (!turn.done) {
      const decision = checkDecision(turn.value);
      if (decision.kind === 'stop') {
        log.events.push({ event: 'stop', reason: decision.reason });
        return { end: 'planner_stopped', detail: decision.reason };
      }
      if (decision.kind === 'sense') {
        senses += 1;
        if (senses > parts.limits.sensesMax) return { end: 'planner_stopped', detail: 'senses_without_end' };
        log.events.push({ event: 'sense' });
        const observation = await callEnv(log, () => parts.env.observe({ signal: parts.signal }));
        log.groundTruth.sees(observation);
        turn = await episode.next({ ok: true, observation });
        continue;
      }
      senses = 0;
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

function checkDecision(value: unknown): Decision {
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

async function begin(parts: EpisodeParts, log: EpisodeLog) {
  const first = await callEnv(log, () => parts.env.reset({ signal: parts.signal }));
  log.goal = first.goal;
  log.groundTruth.remember();
  log.groundTruth.sees(first.observation);
  let { observation } = first;
  const past: PastAction[] = [];
  for (const action of parts.task.prologue ?? []) {
    const result = await act(parts, log, 'prologue', action);
    observation = result.observation;
    past.push({ action, ok: result.ok });
  }
  return { observation, past };
}

async function act(parts: EpisodeParts, log: EpisodeLog, event: 'prologue' | 'step', action: Action) {
  const result = await callEnv(log, () => parts.env.step(action, { signal: parts.signal }));
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
    ...given({ [result.ok ? 'concealed' : 'reason']: refusal, error, motion: result.ok ? result.motion : undefined }),
    goal: result.goal,
  });
  return result;
}

type Beginning = Awaited<ReturnType<typeof begin>>;

function start(parts: EpisodeParts, log: EpisodeLog, { observation, past }: Beginning): Start<Observation> {
  const { task, planner, header, env, prompts, fastDownward, knownPlan, seed } = parts;
  const model = env.model?.bind(env);
  const rehearsal = env.rehearsal?.bind(env);
  return {
    ...{ instruction: task.instruction, observation, past, prompts, seed },
    actions: worldCalled(header.world).actions,
    llm: plannerLlm(parts, log),
    note: (note) => log.note(note),
    ...given({ memory: memoryOf(task, planner.name), skills: task.skills, fastDownward }),
    ...(header.privileged ? given({ model, rehearsal, knownPlan }) : {}),
  };
}

export function memoryOf({ memory }: Task, planner: string): unknown {
  return ownValue(memory ?? {}, planner);
}

async function callEnv<T>(log: EpisodeLog, call: () => T | Promise<T>): Promise<T> {
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
