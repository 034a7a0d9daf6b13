import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Action } from '../env.ts';
import { householdOptionsSchema } from '../household/household_options.ts';
import { SimulatorError } from '../simulator_error.ts';
import { httpClient } from './client.ts';
import { LiveHouseholdEnv } from './live_env.ts';
import { referenceTask } from './testing/reference_plans.ts';
import { servedSimulator } from './testing/served_client.ts';
import { shippedHouse } from './testing/shipped_house.ts';

type Answer = {
  readonly takes: 'goes on' | 'refuses' | 'gives up';
  readonly says?: string;
  readonly status?: number;
  /** Fields that are not as the simulator would have them. */
  readonly reply?: object;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly line?: 'closed before the answer' | 'closed in the answer' | 'silent';
  /** How often in a row; once unless said otherwise. */
  readonly times?: number;
  /** Whether the simulator does what it is asked to, whatever it answers; it does unless said otherwise. */
  readonly is_carried_out?: boolean;
};

type Request = { readonly id?: string; readonly action: string; readonly stringParams?: readonly string[] };

const { client }: { client: { sends: { request: Request; answers: Answer[] }[]; whatever_was_asked: Answer[] } } =
  JSON.parse(readFileSync(new URL('conformance.json', import.meta.url), 'utf8'));

const SENDS = client.sends.map(({ request }) => request);
const TO_FRIDGE: readonly Action[] = [
  { verb: 'move', args: ['kitchen1'] },
  { verb: 'move', args: ['fridge1'] },
];
const OPEN: Action = { verb: 'open', args: ['fridge1'] };
/** Short where that is what is waited for. */
const TIMEOUT_MS = { short: 400, long: 10_000 };

/** Which of the messages of the list are heard now: those of a reset, or those of opening the fridge. */
type Scripted = { at: number | null; heard: Request[] };

/** A simulator that answers the message at a place of the list, and only that, as a script says. */
async function scripted(answer: Answer | null, place: number): Promise<{ url: string; state: Scripted }> {
  const simulator = servedSimulator([1]);
  const state: Scripted = { at: null, heard: [] };
  let left = answer?.times ?? 1;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const asked: Request = JSON.parse(body);
    const isMeant = answer !== null && state.at === place && left > 0;
    if (state.at !== null && !(isMeant && answer.status === 429)) state.at += 1;
    state.heard.push(asked);
    if (!isMeant) return respond(response, simulator.answer(body));
    left -= 1;
    const isBusy = answer.status === 429;
    const own =
      answer.is_carried_out === false || isBusy
        ? { id: asked.id, success: false, message: null, value: 0, message_list: null }
        : simulator.answer(body).reply;
    if (answer.line === 'silent') return;
    if (answer.line === 'closed before the answer') return void response.destroy();
    if (answer.line === 'closed in the answer') {
      response.writeHead(200, { 'content-length': 100 }).write('{"id":');
      return void setImmediate(() => response.destroy());
    }
    if (answer.body !== undefined) {
      return void response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
    }
    respond(response, { status: answer.status ?? 200, reply: { ...own, ...answer.reply } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, state };
}

function respond(response: ServerResponse, { status, reply }: { status: number; reply: object }): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
}

/** What becomes of a reset and an opened fridge, and what was sent for them. */
async function outcome(answer: Answer | null, place: number) {
  const { url, state } = await scripted(answer, place);
  const house = shippedHouse(1);
  const task = referenceTask('open_fridge', 1);
  const options = householdOptionsSchema.parse({});
  const timeoutMs = answer?.says?.startsWith('did not answer') === true ? TIMEOUT_MS.short : TIMEOUT_MS.long;
  const env = new LiveHouseholdEnv({ house, task, options, client: httpClient({ url, timeoutMs }) });
  try {
    state.at = 0;
    await env.reset();
    const atReset = [...state.heard];
    state.at = null;
    for (const action of TO_FRIDGE) await env.step(action);
    state.heard = [];
    state.at = atReset.length;
    const opened = await env.step(OPEN);
    const taken: Answer['takes'] = opened.ok ? 'goes on' : 'refuses';
    return { taken, said: opened.ok ? '' : opened.reason.message, sent: [...atReset, ...state.heard] };
  } catch (error) {
    expect(error).toBeInstanceOf(SimulatorError);
    return { taken: 'gives up' as const, said: (error as Error).message, sent: state.heard };
  }
}

describe('httpClient() and LiveHouseholdEnv', () => {
  it('send what the list says, and nothing else', async () => {
    const { taken, sent } = await outcome(null, -1);
    expect(taken).toBe('goes on');
    expect(sent).toEqual(SENDS.map((request) => ({ id: expect.stringMatching(/^\d+$/), ...request })));
  });

  const own = client.sends.flatMap(({ request, answers }, place) =>
    answers.map((answer) => ({ action: request.action, place, answer })),
  );
  const any = client.whatever_was_asked.flatMap((answer) =>
    SENDS.map(({ action }, place) => ({ action, place, answer })),
  );

  it.each([...own, ...any])(
    'take to $action, message $place, an answer from $answer.source',
    async ({ place, answer }) => {
      const { taken, said } = await outcome(answer, place);
      expect(taken, said).toBe(answer.takes);
      if (answer.says !== undefined) expect(said).toMatch(new RegExp(answer.says));
    },
  );
});
