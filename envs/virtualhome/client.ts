import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { parsedJson } from '../checked_json.ts';
import type { EnvCallOptions } from '../env.ts';
import { excerpt, quoted } from '../quoted.ts';
import { type SimulatorError, unusable } from '../simulator_error.ts';
import type { Simulator, SimulatorAddress } from '../world.ts';
import { type WireReply, wireReplySchema } from './wire.ts';

export type SimulatorMessage = Readonly<{
  action: string;
  intParams?: readonly number[];
  stringParams?: readonly string[];
}>;

export interface VirtualHomeClient {
  readonly name: string;
  /** Sends once: an unanswered message may have taken effect. Rejects with a SimulatorError or the signal's reason. */
  send(message: SimulatorMessage, signal?: AbortSignal): Promise<WireReply>;
}

const BUSY = 429;
const BUSY_WAIT_MS = 200;
const WORDS_MAX = 300;

export function httpClient({ url, timeoutMs }: SimulatorAddress): VirtualHomeClient {
  const name = `VirtualHome's simulator at "${url}"`;
  let count = 0;
  return {
    name,
    async send(message, signal) {
      const id = String(++count);
      const late = AbortSignal.timeout(timeoutMs);
      const either = signal === undefined ? late : AbortSignal.any([late, signal]);
      const answer = await posted(url, JSON.stringify({ id, ...message }), either).catch((cause: unknown) => {
        signal?.throwIfAborted();
        const problem = late.aborted
          ? `it did not answer "${message.action}" within ${timeoutMs / 1000} s (--simulator-timeout-s)`
          : `"${message.action}" failed: ${reasonOf(cause)}; is it running, and is --simulator its URL?`;
        throw unusable(name, problem, { cause });
      });
      return replyOf(answer, id, name);
    },
  };
}

type Answer = Readonly<{ status: number; text: string }>;

async function posted(url: string, body: string, signal: AbortSignal): Promise<Answer> {
  for (;;) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    const text = await response.text();
    if (response.status !== BUSY) return { status: response.status, text };
    await wait(BUSY_WAIT_MS, undefined, { signal });
  }
}

function replyOf({ status, text }: Answer, id: string, name: string): WireReply {
  const { success, data: reply } = wireReplySchema.safeParse(parsedJson(text));
  if (!success) {
    const expected = "an answer in VirtualHome's protocol ({id, success, message, value, message_list})";
    throw unusable(name, `expected ${expected}, found status ${status} and ${quoted(text, { charactersMax: 100 })}`);
  }
  if (status !== 200) throw unusable(name, `it answered ${status}: ${excerpt(reply.message ?? '', WORDS_MAX)}`);
  if (reply.id === id) return reply;
  const other = excerpt(reply.id, 40);
  throw unusable(name, `it answered request "${other}" when asked "${id}"; does another client use it?`);
}

/** `fetch` puts the reason of a failure in its cause. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const inner = cause instanceof Error ? cause : error;
  if (!(inner instanceof Error)) return String(inner);
  return inner.message === '' && 'code' in inner ? String(inner.code) : inner.message;
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

/** The name is constant, since traces contain it. */
export function clientOf(simulator: Simulator): VirtualHomeClient {
  const name = "VirtualHome's simulator";
  return {
    name,
    async send(message, signal) {
      const answer = answerSchema.safeParse(await simulator.ask(message, signal));
      if (answer.success) return { id: '', ...answer.data };
      throw unusable(name, `the recorded answer to ${quoted(message.action)} is not one of its answers`);
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
    return unusable(name, `"${action}" failed: ${message ? excerpt(message, WORDS_MAX) : 'it gives no reason'}`);
  }

  async function sendDone(message: SimulatorMessage, call: EnvCallOptions | undefined): Promise<WireReply> {
    const reply = await send(message, call?.signal);
    if (reply.success) return reply;
    throw failure(message.action, reply.message);
  }

  return {
    /** Loads the current environment again where `environment` is null; puts the character into a room of the class. */
    async load(environment: number | null, room: string, call?: EnvCallOptions): Promise<void> {
      const intParams = environment === null ? [] : [environment];
      // Its reply names an unknown action: Unity forgets the action while it loads the scene.
      await send({ action: 'clear', intParams }, call?.signal);
      await sendDone({ action: 'environment', intParams }, call);
      const position = { x: 0, y: 0, z: 0 };
      const how = { character_resource: 'Chars/Male1', mode: 'fix_room', character_position: position };
      const character = { ...how, initial_room: room };
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
