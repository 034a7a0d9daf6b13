/**
 * Test support: a proxy that cuts, delays, duplicates and garbles what passes through it, at random from a seed.
 *
 * @module
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomNumbers } from '../../random_numbers.ts';

export type Faults = {
  /** How likely each is for a request, 0 to 1. */
  readonly cut?: number;
  readonly delay?: number;
  readonly duplicate?: number;
  readonly garble?: number;
  readonly delayMs?: number;
};

export type FaultyProxy = {
  readonly url: string;
  /** How often each happened. */
  readonly counts: Record<'cut' | 'delay' | 'duplicate' | 'garble', number>;
  readonly close: () => Promise<void>;
};

/** In front of `target`. */
export async function faultyProxy(target: string, seed: number, faults: Faults): Promise<FaultyProxy> {
  const random = randomNumbers(seed);
  const counts = { cut: 0, delay: 0, duplicate: 0, garble: 0 };
  const happens = (fault: keyof typeof counts) => {
    const does = random.uniform() < (faults[fault] ?? 0);
    if (does) counts[fault]++;
    return does;
  };
  const garbled = (bytes: Buffer) => {
    if (bytes.length === 0 || !happens('garble')) return bytes;
    const copy = Buffer.from(bytes);
    copy[Math.floor(random.uniform() * copy.length)] = 32 + Math.floor(random.uniform() * 95);
    return copy;
  };
  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = garbled(await bytesOf(incoming));
    if (happens('delay')) await new Promise((resolve) => setTimeout(resolve, faults.delayMs ?? 20));
    if (happens('cut')) return void outgoing.destroy();
    if (happens('duplicate')) await forwarded(target, body);
    const answer = await forwarded(target, body);
    const bytes = garbled(answer.bytes);
    outgoing.writeHead(answer.status, { 'content-length': bytes.length });
    if (happens('cut')) {
      outgoing.write(bytes.subarray(0, bytes.length / 2));
      return void outgoing.destroy();
    }
    outgoing.end(bytes);
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

function forwarded(target: string, body: Buffer): Promise<{ readonly status: number; readonly bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(target, { method: 'POST', headers: { 'content-length': body.length } }, (response) => {
      bytesOf(response).then((bytes) => resolve({ status: response.statusCode ?? 0, bytes }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
