/**
 * Test support: stands between a client and a simulator, and cuts, delays, duplicates, garbles, loses and mixes up what passes, at random
 * from a seed.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type RandomNumbers, randomNumbers, seedOf } from '../../random_numbers.ts';
import type { HttpAnswer, ServedSimulator } from '../server/served_simulator.ts';

const FAULTS = ['cut', 'delay', 'duplicate', 'garble', 'lose', 'stale'] as const;
export type Fault = (typeof FAULTS)[number];

export type Faults = Partial<Readonly<Record<Fault, number>>> & {
  /** So many requests pass untouched before the first fault. */
  readonly after?: number;
  readonly delayMs?: number;
};

export type FaultyProxy = {
  readonly url: string;
  /** How often each happened. */
  readonly counts: Record<Fault, number>;
  readonly close: () => Promise<void>;
};

/** How likely each fault is for a message, 0 to 1; a message is a request or its answer. */
export async function faultyProxy(
  simulator: Pick<ServedSimulator, 'answer'>,
  seed: number,
  faults: Faults,
): Promise<FaultyProxy> {
  const random = randomNumbers(seedOf(seed));
  const counts = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>;
  let requests = 0;
  let last: HttpAnswer | null = null;
  const happens = (fault: Fault) => {
    const does = requests > (faults.after ?? 0) && random.uniform() < (faults[fault] ?? 0);
    if (does) counts[fault]++;
    return does;
  };
  const garbled = (text: string) => (happens('garble') ? withOneOther(text, random) : text);

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    requests += 1;
    const body = garbled(await textOf(incoming));
    if (happens('delay')) await wait(faults.delayMs ?? 20);
    if (happens('cut')) return void outgoing.destroy();
    if (happens('duplicate')) simulator.answer(body);
    const before = last;
    last = simulator.answer(body);
    if (happens('lose')) return;
    const { status, reply } = before !== null && happens('stale') ? before : last;
    const bytes = Buffer.from(garbled(JSON.stringify(reply)));
    outgoing.writeHead(status, { 'content-length': bytes.length });
    if (!happens('cut')) return void outgoing.end(bytes);
    outgoing.write(bytes.subarray(0, bytes.length / 2));
    outgoing.destroy();
  }

  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing).catch(() => outgoing.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One character is another: any, or, as that is what can pass for true, a digit for a digit or a letter for a letter. */
function withOneOther(text: string, random: RandomNumbers): string {
  if (text === '') return text;
  const at = random.below(text.length);
  const was = text[at]!;
  const alike = /\d/.test(was) ? '0123456789' : /[A-Z]/.test(was) ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' : PRINTABLE;
  return text.slice(0, at) + alike[random.below(alike.length)]! + text.slice(at + 1);
}

const PRINTABLE = Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code)).join('');

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
