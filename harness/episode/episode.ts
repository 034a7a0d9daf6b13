import { z } from 'zod';
import { TapeMissError } from '../../cassettes/cassette/replay.ts';
import { TapeError } from '../../cassettes/disk/read_lines.ts';
import { type ChatReply, type Llm, LlmCallError, type Message } from '../../cassettes/llm.ts';
import type { Action, Env, Observation, Task } from '../../envs/env.ts';
import type { Decision, PastAction, Planner, Start } from '../../planners/planner.ts';
import type { Prompts } from '../../planners/prompts.ts';
import { messageOf } from '../io/errors/failure.ts';
import { given, ownValue } from '../io/own_value.ts';
import { countEvents } from '../trace/episode_counts.ts';
import type { Trace } from '../trace/trace.ts';
import type { EpisodeEnd, TraceEvent, TraceHeader, TraceSummary } from '../trace/trace_schema.ts';
import { PlannerTimeout } from './any_language/program_process.ts';
import { EpisodeLog } from './episode_log.ts';
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

class EnvError extends Error {}

/** Rejects if the tape or client is unusable. */
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

/** A refused secret or missing answer comes first; success excuses a stop or limit. */
function finalEnding(ending: Ending, { goal, miss, refusedSecret }: EpisodeLog): Ending {
  if (refusedSecret !== null) return { end: 'refused_secret', detail: refusedSecret.message };
  if (miss !== null) return { end: 'tape_miss', detail: miss.message };
  const isUndisturbed = ['planner_stopped', 'step_limit', 'call_limit'].includes(ending.end);
  return goal.success && isUndisturbed ? { end: 'goal', detail: ending.detail ?? ending.end } : ending;
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
        log.groundTruth.see(observation);
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
  log.groundTruth.see(first.observation);
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
  log.groundTruth.see(result.observation, { action, ok: result.ok });
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
    throw new EnvError(messageOf(cause), { cause });
  }
}

function endingOf(error: unknown, signal: AbortSignal): Ending {
  const detail = messageOf(error);
  if (signal.aborted) return { end: 'aborted', detail: null };
  if (error instanceof CallLimitError) return { end: 'call_limit', detail };
  if (error instanceof LlmCallError) return { end: error.code === 'api_error' ? 'api_failed' : 'llm_failed', detail };
  if (error instanceof EnvError) return { end: 'env_failed', detail };
  if (error instanceof PlannerTimeout) return { end: 'timeout', detail };
  return { end: 'planner_failed', detail };
}

class CallLimitError extends Error {}

function plannerLlm({ header, task, planner, llm: newLlm, limits }: EpisodeParts, log: EpisodeLog) {
  if (header.model === null) return refusingLlm(planner.name);
  const llm = newLlm((call) => log.events.push(call));
  return limitCalls(task.endsBy === 'planner' ? withTranscript(llm, log) : llm, log, limits);
}

export function refusingLlm(planner: string): Llm {
  const refuse = async () => {
    throw new Error(`Planner "${planner}" declares \`asksModel: false\`, but calls a model`);
  };
  return { chat: refuse, embed: refuse, countTokens: refuse };
}

function limitCalls(llm: Llm, log: EpisodeLog, { callsMax }: EpisodeParts['limits']): Llm {
  async function count<T>(call: () => Promise<T>): Promise<T> {
    if (log.calls >= callsMax) throw new CallLimitError(`more than ${callsMax} calls to the model`);
    log.calls += 1;
    try {
      return await call();
    } catch (error) {
      if (error instanceof TapeMissError) log.miss = error;
      else if (!(error instanceof LlmCallError)) log.unusable = error;
      else if (error.code === 'refused_secret') log.refusedSecret = error;
      throw error;
    }
  }
  return {
    chat: (messages, options) => count(() => llm.chat(messages, options)),
    embed: (texts, options) => count(() => llm.embed(texts, options)),
    countTokens: (text) => llm.countTokens(text),
  };
}

function withTranscript(llm: Llm, log: EpisodeLog): Llm {
  const transcript = new Transcript((text) => llm.countTokens(text));
  async function chat(messages: readonly Message[], options: Parameters<Llm['chat']>[1]): Promise<ChatReply> {
    const reply = await llm.chat(messages, options);
    const transcriptTokens = await transcript.add(messages, reply.text);
    const index = log.events.findLastIndex(({ event }) => event === 'call');
    const call = log.events[index];
    if (call?.event === 'call') log.events[index] = { ...call, transcriptTokens };
    return reply;
  }
  return { chat, embed: (texts, options) => llm.embed(texts, options), countTokens: (text) => llm.countTokens(text) };
}

/** Counts each message once, as OLP's release does. */
export class Transcript {
  readonly #countTokens: Llm['countTokens'];
  readonly #sent = new Set<string>();
  readonly #replies: string[] = [];

  constructor(countTokens: Llm['countTokens']) {
    this.#countTokens = countTokens;
  }

  async add(messages: readonly Message[], reply: string): Promise<number> {
    const unsent = messages.filter((message) => !this.#sent.has(keyOf(message)) && !this.#isReply(message));
    let tokens = await this.#countTokens(reply);
    for (const { content } of unsent) tokens += await this.#countTokens(content);
    for (const message of unsent) this.#sent.add(keyOf(message));
    this.#replies.push(normalized(reply));
    return tokens;
  }

  /** The next question may repeat a reply, truncated. */
  #isReply({ role, content }: Message) {
    const text = normalized(content);
    return role === 'assistant' && text !== '' && this.#replies.some((reply) => reply.startsWith(text));
  }
}

function keyOf({ role, content }: Message) {
  return `${role}\n${content}`;
}

function normalized(text: string) {
  return text.replaceAll('\r\n', '\n').toWellFormed();
}
