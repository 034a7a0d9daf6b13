import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { parsedJson } from '../checked_json.ts';
import type { EnvCallOptions } from '../env.ts';
import { excerpt, quoted } from '../quoted.ts';
import { type SimulatorError, unusable } from '../simulator_error.ts';
import type { Simulator, SimulatorAddress } from '../world.ts';

/** Unity's protocol (`Communication.cs`, `comm_unity.py`). */
const text = z.union([z.string(), z.number().transform(String)]);

export const wireRequestSchema = z.object({
  id: text.nullish().transform((id) => id ?? ''),
  action: z.string().nullish(),
  intParams: z.array(z.int()).nullish(),
  stringParams: z.array(text).nullish(),
});

export const wireReplySchema = z.object({
  id: z.string(),
  success: z.boolean(),
  message: z.string().nullable(),
  value: z.number(),
  message_list: z.array(z.string()).nullable(),
});

export type WireReply = z.infer<typeof wireReplySchema>;

export type Outcome = Partial<Omit<WireReply, 'id'>>;

export function wireReply(id: string, outcome: Outcome): WireReply {
  return { id, success: false, message: null, value: 0, message_list: null, ...outcome };
}

export type Args = Readonly<{ ints: readonly number[] | null; strings: readonly string[] }>;

export const DONE: Outcome = { success: true };
export const DONE_EMPTY: Outcome = { success: true, message: '' };

export function jsonOutcome(value: unknown): Outcome {
  return { success: true, message: JSON.stringify(value) };
}

export function failure(message: string): Outcome {
  return { success: false, message };
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Throws a SettingsError. */
export function readSettings<T>({ strings: [text] }: Args, schema: z.ZodType<T>): T {
  if (text === undefined) throw new SettingsError('stringParams is empty');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new SettingsError((error as Error).message);
  }
  const result = schema.safeParse(parsed);
  if (result.success) return result.data;
  throw new SettingsError(z.prettifyError(result.error).slice(0, 500));
}

export const vectorSchema = z
  .object({ x: z.number(), y: z.number(), z: z.number() })
  .transform(({ x, y, z: depth }) => [x, y, depth] as const);

export type SimulatorMessage = Readonly<{
  action: string;
  intParams?: readonly number[];
  stringParams?: readonly string[];
}>;

export interface VirtualHomeClient {
  readonly name: string;
  /** Sends once: an unanswered message may have had its effect. Rejects with a SimulatorError or the signal's reason. */
  send(message: SimulatorMessage, signal?: AbortSignal): Promise<WireReply>;
}

const BUSY = 429;
const BUSY_WAIT_MS = 200;
const PROBLEM_MAX = 300;

export function httpClient({ url, timeoutMs }: SimulatorAddress): VirtualHomeClient {
  const name = `VirtualHome's simulator at "${url}"`;
  let count = 0;
  return {
    name,
    async send(message, signal) {
      const id = String(++count);
      const timeout = AbortSignal.timeout(timeoutMs);
      const end = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
      const answer = await post(url, JSON.stringify({ id, ...message }), end).catch((cause: unknown) => {
        signal?.throwIfAborted();
        const problem = timeout.aborted
          ? `it did not answer "${message.action}" within ${timeoutMs / 1000} s (--simulator-timeout-s)`
          : `"${message.action}" failed: ${reasonOf(cause)}; check that it runs, and that --simulator is its URL`;
        throw unusable(name, problem, { cause });
      });
      return replyOf(answer, id, name);
    },
  };
}

async function post(url: string, body: string, signal: AbortSignal) {
  for (;;) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    const text = await response.text();
    if (response.status !== BUSY) return { status: response.status, text };
    await wait(BUSY_WAIT_MS, undefined, { signal });
  }
}

function replyOf({ status, text }: Awaited<ReturnType<typeof post>>, id: string, name: string): WireReply {
  const { success, data: reply } = wireReplySchema.safeParse(parsedJson(text));
  if (!success) {
    const found = `status ${status} and ${quoted(text, { charactersMax: 100 })}`;
    throw unusable(name, `expected {id, success, message, value, message_list}, found ${found}`);
  }
  if (status !== 200) throw unusable(name, `it answered ${status}: ${excerpt(reply.message ?? '', PROBLEM_MAX)}`);
  if (reply.id === id) return reply;
  throw unusable(name, `it answered request "${excerpt(reply.id, 40)}" instead of "${id}"; end other clients`);
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const reason = cause instanceof Error ? cause : error;
  if (!(reason instanceof Error)) return String(reason);
  return reason.message === '' && 'code' in reason ? String(reason.code) : reason.message;
}

const answerSchema = wireReplySchema.omit({ id: true });

export function virtualHomeSimulator(address: SimulatorAddress): Simulator {
  const client = httpClient(address);
  return {
    async ask(message, signal) {
      const { id: _, ...answer } = await client.send(message as SimulatorMessage, signal);
      return answer;
    },
    close() {},
  };
}

export function clientOf(simulator: Simulator): VirtualHomeClient {
  const name = "VirtualHome's simulator";
  return {
    name,
    async send(message, signal) {
      const answer = answerSchema.safeParse(await simulator.ask(message, signal));
      if (answer.success) return { id: '', ...answer.data };
      throw unusable(name, `the recorded answer to ${quoted(message.action)} has the wrong form`);
    },
  };
}

const SCRIPT_CONFIG = JSON.stringify({
  ...{ randomize_execution: false, random_seed: -1, processing_time_limit: 10, skip_execution: false },
  ...{ output_folder: 'Output/', file_name_prefix: 'script', frame_rate: 5, image_synthesis: [] },
  ...{ find_solution: false, save_pose_data: false, save_scene_states: false, camera_mode: ['AUTO'] },
  ...{ recording: false, image_width: 640, image_height: 480, time_scale: 1, skip_animation: true },
});

const agentsSchema = z.object({ 0: z.object({ message: z.string() }) });

export type Conversation = ReturnType<typeof conversation>;

export function conversation({ name, send }: VirtualHomeClient) {
  function failure(action: string, message: string | null): SimulatorError {
    return unusable(name, `"${action}" failed: ${message ? excerpt(message, PROBLEM_MAX) : 'it gives no reason'}`);
  }

  async function sendDone(message: SimulatorMessage, call: EnvCallOptions | undefined): Promise<WireReply> {
    const reply = await send(message, call?.signal);
    if (reply.success) return reply;
    throw failure(message.action, reply.message);
  }

  return {
    /** A null `environment` reloads the current one. `room` is a class. */
    async load(environment: number | null, room: string, call?: EnvCallOptions): Promise<void> {
      const intParams = environment === null ? [] : [environment];
      // Unity replies with an error while it loads the scene.
      await send({ action: 'clear', intParams }, call?.signal);
      await sendDone({ action: 'environment', intParams }, call);
      const character = {
        ...{ character_resource: 'Chars/Male1', mode: 'fix_room', character_position: { x: 0, y: 0, z: 0 } },
        initial_room: room,
      };
      await sendDone({ action: 'add_character', stringParams: [JSON.stringify(character)] }, call);
    },

    async graph(call?: EnvCallOptions): Promise<string> {
      return (await sendDone({ action: 'environment_graph' }, call)).message ?? '';
    },

    async run(line: string, call?: EnvCallOptions): Promise<string | null> {
      const stringParams = [SCRIPT_CONFIG, `<char0> ${line}`];
      const { success, message } = await send({ action: 'render_script', stringParams }, call?.signal);
      const agents = agentsSchema.safeParse(parsedJson(message ?? ''));
      if (!agents.success) throw failure('render_script', message);
      const report = agents.data[0].message;
      return success && report === 'Success' ? null : report;
    },
  };
}
