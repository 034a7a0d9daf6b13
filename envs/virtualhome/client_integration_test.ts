import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Action } from '../env.ts';
import { householdOptionsSchema } from '../household/household_options.ts';
import { SimulatorError } from '../simulator_error.ts';
import { httpClient } from './client.ts';
import { LiveHouseholdEnv } from './live_env.ts';
import { referenceTask } from './testing/reference_plans.ts';
import { servedSimulator } from './testing/served_client.ts';
import { shippedHouse } from './testing/shipped_house.ts';

type Answer = Readonly<{
  takes: 'goes on' | 'refuses' | 'gives up';
  says?: string;
  status?: number;
  reply?: object;
  body?: string;
  headers?: Record<string, string>;
  line?: 'closed before the answer' | 'closed in the answer' | 'silent';
  times?: number;
  is_carried_out?: boolean;
}>;
type Request = Readonly<{ id?: string; action: string; stringParams?: readonly string[] }>;

const { client }: { client: { sends: { request: Request; answers: Answer[] }[]; whatever_was_asked: Answer[] } } =
  JSON.parse(readFileSync(new URL('conformance.json', import.meta.url), 'utf8'));

const SENDS = client.sends.map(({ request }) => request);
const act = (verb: string, name: string): Action => ({ verb, args: [name] });

/** Answers the message at `place` in the list by a script. */
async function scripted(answer: Answer | null, place: number) {
  const simulator = servedSimulator([1]);
  const state = { at: NaN, heard: [] as Request[] };
  let left = answer?.times ?? 1;
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming);
    const request: Request = JSON.parse(body);
    const send = (status: number, reply: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    };
    const isMeant = answer !== null && state.at === place && left > 0;
    const isBusy = isMeant && answer.status === 429;
    if (!isBusy) state.at += 1;
    state.heard.push(request);
    if (!isMeant) return send(200, simulator.answer(body).reply);
    left -= 1;
    const isIgnored = answer.is_carried_out === false || isBusy;
    const refusal = { id: request.id, success: false, message: null, value: 0, message_list: null };
    const own = isIgnored ? refusal : simulator.answer(body).reply;
    if (answer.line === 'silent') return;
    if (answer.line === 'closed before the answer') return void response.destroy();
    if (answer.line === 'closed in the answer') {
      response.writeHead(200, { 'content-length': 100 }).write('{"id":');
      return void setImmediate(() => response.destroy());
    }
    const { status = 200, headers } = answer;
    if (answer.body !== undefined) return void response.writeHead(status, headers).end(answer.body);
    send(status, { ...own, ...answer.reply });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, state };
}

async function outcome(answer: Answer | null, place: number) {
  const { url, state } = await scripted(answer, place);
  const timeoutMs = answer?.says?.startsWith('did not answer') === true ? 400 : 10_000;
  const options = householdOptionsSchema.parse({});
  const task = referenceTask('open_fridge', 1);
  const env = new LiveHouseholdEnv({ house: shippedHouse(1), task, options, client: httpClient({ url, timeoutMs }) });
  try {
    state.at = 0;
    await env.reset();
    const atReset = state.heard.splice(0);
    state.at = NaN;
    for (const room of ['kitchen1', 'fridge1']) await env.step(act('move', room));
    state.heard = [];
    state.at = atReset.length;
    const opened = await env.step(act('open', 'fridge1'));
    const sent = [...atReset, ...state.heard];
    return opened.ok ? { takes: 'goes on', says: '', sent } : { takes: 'refuses', says: opened.reason.message, sent };
  } catch (error) {
    expect(error).toBeInstanceOf(SimulatorError);
    return { takes: 'gives up', says: (error as Error).message, sent: [] };
  }
}

describe('httpClient() and LiveHouseholdEnv', () => {
  it('send exactly the messages of the conformance list', async () => {
    const sent = SENDS.map((request) => ({ id: expect.stringMatching(/^\d+$/), ...request }));
    expect(await outcome(null, -1)).toEqual({ takes: 'goes on', says: '', sent });
  });

  const own = client.sends.flatMap(({ request: { action }, answers }, place) =>
    answers.map((answer) => ({ action, place, answer })),
  );
  const any = client.whatever_was_asked.flatMap((answer) =>
    SENDS.map(({ action }, place) => ({ action, place, answer })),
  );

  it.each([...own, ...any])(
    'take to $action, message $place, an answer from $answer.source',
    async ({ place, answer: { says = '', ...answer } }) => {
      const came = await outcome({ says, ...answer }, place);
      expect(came.takes, came.says).toBe(answer.takes);
      expect(came.says).toMatch(new RegExp(says));
    },
  );
});
