import { onTestFinished } from 'vitest';
import { type OpenaiClientOptions, openaiClient } from '../client/openai_client.ts';
import { chatRequest } from '../wire/wire.ts';
import { chatBody, type ScriptedResponse, type ScriptedServer, scriptedServer } from './scripted_server.ts';

export const KEY = 'not-a-real-key-0123456789';
export const REQUEST = chatRequest('gpt-4-0613', [{ role: 'user', content: 'Toast, please\n"now" é' }], {
  purpose: 'plan',
  temperature: 0.5,
  maxTokens: 64,
});
export const GOOD: ScriptedResponse = { status: 200, body: chatBody('find(bread)') };

/** A client of a server that plays a script; its clock moves by 250 ms each time it is read, and its sleep takes no time. */
export async function serve(script: readonly ScriptedResponse[], options: Partial<OpenaiClientOptions> = {}) {
  const server: ScriptedServer = await scriptedServer((number) => script[number - 1] ?? GOOD);
  onTestFinished(server.close);
  const slept: number[] = [];
  const client = openaiClient({
    ...settings(options),
    baseUrl: server.baseUrl,
    sleep: options.sleep ?? (async (ms) => void slept.push(ms)),
  });
  return { ask: client.ask, slept, server };
}

export function settings(options: Partial<OpenaiClientOptions>) {
  let nowMs = 0;
  const clock = () => {
    nowMs += 250;
    return nowMs;
  };
  return { apiKey: KEY, nowMs: clock, sleep: async () => {}, ...options };
}
