import { hash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export type FakeProviderOptions = Readonly<{
  nowMs: () => number;
  requestsPerMinute?: number;
  burst?: number;
  latencyMs?: number;
  /** One request in so many fails in some way, the first time. */
  errorEvery?: number;
  respond?: (prompt: string) => Readonly<{ status: number; body: string }> | null;
}>;

export type AskedOfProvider = Readonly<{
  key: string;
  prompt: string;
  atMs: number;
  status: number;
  isAnswer: boolean;
}>;

export type FakeProvider = Awaited<ReturnType<typeof fakeProvider>>;
const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

export async function fakeProvider(options: FakeProviderOptions) {
  const { nowMs: clock, requestsPerMinute, burst = 3, latencyMs = 0, errorEvery, respond } = options;
  const asked: AskedOfProvider[] = [];
  const before = new Set<string>();
  const spacingMs = 60_000 / (requestsPerMinute ?? Number.POSITIVE_INFINITY);
  const limits = requestsPerMinute && { 'x-ratelimit-limit-requests': String(requestsPerMinute) };
  let filledMs = 0;

  function blockedMs(nowMs: number): number {
    const from = Math.max(filledMs, nowMs);
    const early = from - nowMs - (burst - 1) * spacingMs;
    if (early > 0.5) return early;
    filledMs = from + spacingMs;
    return 0;
  }

  const server = createServer(async (request, response) => {
    const { model, messages } = (await json(request)) as Record<string, unknown>;
    const prompt = JSON.stringify([model, messages]);
    const key = (request.headers.authorization ?? '').replace('Bearer ', '');
    const nowMs = clock();
    const note = (status: number, isAnswer = false) => void asked.push({ key, prompt, atMs: nowMs, status, isAnswer });
    const waitMs = blockedMs(nowMs);
    if (waitMs > 0) {
      note(429);
      return send(response, 429, '{"error":{"message":"slow down"}}', { 'retry-after-ms': String(Math.ceil(waitMs)) });
    }
    const isFirst = before.size !== before.add(prompt).size;
    const fails = errorEvery !== undefined && isFirst && numberOf(prompt) % errorEvery === 0;
    const given = fails ? FAULTS[numberOf(`fault ${prompt}`) % FAULTS.length] : respond?.(prompt);
    if (given === 'break') {
      note(0);
      return response.destroy();
    }
    const { status, body } = given ?? { status: 200, body: answer(prompt) };
    // noted when given, so that it counts although its asker has gone
    if (latencyMs > 0) await sleep(latencyMs);
    note(status, status === 200 && body.startsWith('{'));
    send(response, status, body, limits || {});
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${port}/v1`, asked, close };
}

const FAULTS = [{ status: 500, body: '{}' }, { status: 200, body: '<html>' }, 'break'] as const;

function answer(prompt: string): string {
  const content = `re: ${hash('sha256', prompt, 'hex').slice(0, 12)}`;
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
  return JSON.stringify({ model: 'fake-1', choices, usage: USAGE });
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string>): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

function numberOf(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16);
}
