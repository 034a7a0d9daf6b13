import { TapeMissError } from '../../cassettes/cassette/miss.ts';
import { type ChatReply, type Llm, LlmCallError, type Message } from '../../cassettes/llm.ts';
import type { Task } from '../../envs/env.ts';
import type { Planner } from '../../planners/planner.ts';
import type { TraceEvent, TraceHeader } from '../trace/trace_schema.ts';
import type { EpisodeLog } from './episode_log.ts';

type LlmParts = Readonly<{
  header: Pick<TraceHeader, 'model'>;
  task: Pick<Task, 'endsBy'>;
  planner: Pick<Planner, 'name'>;
  llm: (onCall: (call: Extract<TraceEvent, { event: 'call' }>) => void) => Llm;
  limits: { readonly callsMax: number };
}>;

export class CallLimitReached extends Error {}

export function plannerLlm({ header, task, planner, llm: newLlm, limits }: LlmParts, log: EpisodeLog): Llm {
  if (header.model === null) return refusingLlm(planner.name);
  const llm = newLlm((call) => log.events.push(call));
  return limitCalls(task.endsBy === 'planner' ? withTranscript(llm, log) : llm, log, limits);
}

/** The trace names no model, so none may answer. */
export function refusingLlm(planner: string): Llm {
  const refuse = async () => {
    throw new Error(`Planner "${planner}" declares \`asksModel: false\`, but calls a model`);
  };
  return { chat: refuse, embed: refuse, countTokens: refuse };
}

function limitCalls(llm: Llm, log: EpisodeLog, { callsMax }: LlmParts['limits']): Llm {
  async function count<T>(call: () => Promise<T>): Promise<T> {
    if (log.calls >= callsMax) throw new CallLimitReached(`more than ${callsMax} calls to the model`);
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
    const at = log.events.findLastIndex(({ event }) => event === 'call');
    const call = log.events[at];
    if (call?.event === 'call') log.events[at] = { ...call, transcriptTokens };
    return reply;
  }
  return { chat, embed: (texts, options) => llm.embed(texts, options), countTokens: (text) => llm.countTokens(text) };
}

/** Counts each message once, as the OLP release does. */
export class Transcript {
  readonly #countTokens: Llm['countTokens'];
  readonly #sent = new Set<string>();
  readonly #replies: string[] = [];

  constructor(countTokens: Llm['countTokens']) {
    this.#countTokens = countTokens;
  }

  async add(messages: readonly Message[], reply: string): Promise<number> {
    const fresh = messages.filter((message) => !this.#sent.has(keyOf(message)) && !this.#isReply(message));
    let tokens = await this.#countTokens(reply);
    for (const { content } of fresh) tokens += await this.#countTokens(content);
    for (const message of fresh) this.#sent.add(keyOf(message));
    this.#replies.push(plain(reply));
    return tokens;
  }

  /** A reply may return, truncated, in the next question. */
  #isReply({ role, content }: Message) {
    const text = plain(content);
    return role === 'assistant' && text !== '' && this.#replies.some((reply) => reply.startsWith(text));
  }
}

function keyOf({ role, content }: Message) {
  return `${role}\n${content}`;
}

function plain(text: string) {
  return text.replaceAll('\r\n', '\n').toWellFormed();
}
