import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type RandomNumbers, randomNumbers, seedOf } from '../../random_numbers.ts';
import type { HttpAnswer, ServedSimulator } from '../server/served_simulator.ts';

type Fault = 'cut' | 'delay' | 'duplicate' | 'garble' | 'lose' | 'stale';

export type Faults = Partial<Readonly<Record<Fault | 'after' | 'delayMs', number>>>;

export async function faultyProxy(simulator: Pick<ServedSimulator, 'answer'>, seed: number, faults: Faults) {
  const random = randomNumbers(seedOf(seed));
  const counts = { cut: 0, delay: 0, duplicate: 0, garble: 0, lose: 0, stale: 0 };
  let requests = 0;
  let last: HttpAnswer | null = null;
  const happens = (fault: Fault) => {
    const does = requests > (faults.after ?? 0) && random.uniform() < (faults[fault] ?? 0);
    if (does) counts[fault]++;
    return does;
  };
  const garbled = (body: string) => (happens('garble') ? withOneOther(body, random) : body);

  const server = createServer(async (incoming, outgoing) => {
    requests += 1;
    const body = garbled(await text(incoming).catch(() => ''));
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
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, counts, close };
}

const DIGITS = '0123456789';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const PRINTABLE = Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code)).join('');

/** Replaces a digit by a digit and a capital by a capital, which can pass unnoticed. */
function withOneOther(body: string, random: RandomNumbers): string {
  if (body === '') return body;
  const at = random.below(body.length);
  const alike = [DIGITS, CAPITALS].find((letters) => letters.includes(body[at]!)) ?? PRINTABLE;
  return body.slice(0, at) + alike[random.below(alike.length)]! + body.slice(at + 1);
}
