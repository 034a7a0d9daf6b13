import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EPISODE, servedEndpoint } from '../testing/served_endpoint.ts';
import { bodyText, boundedServer, SERVER_BOUNDS, type ServerBounds } from './bounded_server.ts';

const BODY = JSON.stringify({ model: 'gpt-4-0613', temperature: 0, messages: [{ role: 'user', content: 'toast' }] });

async function served(bounds: Partial<ServerBounds> = {}) {
  const { origin, finish } = await servedEndpoint(onTestFinished, { bounds });
  const { port } = new URL(origin);
  const socket = () => {
    const opened = connect(Number(port), '127.0.0.1');
    opened.on('error', () => {});
    onTestFinished(() => void opened.destroy());
    return opened;
  };
  return { socket, finish, port };
}

function request(body: string, headers: readonly string[] = []): string {
  const head = ['host: localhost', `x-tapedeck-episode: ${EPISODE}`, `content-length: ${Buffer.byteLength(body)}`];
  return `${['POST /v1/chat/completions HTTP/1.1', ...head, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

function heard(socket: Socket, until?: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
      if (until?.test(text) === true) resolve(text);
    });
    socket.on('close', () => resolve(text));
  });
}

describe('boundedServer()', () => {
  it('answers requests that come at once in their order', async () => {
    const { socket } = await served();
    const sending = socket();
    sending.write(request(BODY) + request(BODY) + request('{', ['connection: close']));
    const answers = await heard(sending);
    expect(Array.from(answers.matchAll(/"content":"(.*?)"|"code":"(.*?)"/g), ([found]) => found)).toEqual([
      '"content":"first ü"',
      '"content":"second"',
      '"code":"invalid_json"',
    ]);
  });

  it.each([
    ['says so', (length: number) => `content-length: ${length}\r\n\r\n`],
    ['does not say so', () => 'transfer-encoding: chunked\r\n\r\n'],
  ])('refuses a body of 300 MB that %s, and keeps none of it', async (_, head) => {
    const { socket } = await served();
    const sending = socket();
    const piece = Buffer.alloc(2 ** 20, 'x');
    const pieces = 300;
    const isChunked = head(0).includes('chunked');
    sending.write(`POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\n${head(pieces * piece.length)}`);
    const before = process.memoryUsage().rss;
    const answer = heard(sending, /\}\}/);
    for (let sent = 0; sent < pieces && sending.writable; sent += 1) {
      if (isChunked) sending.write('100000\r\n');
      sending.write(piece);
      if (isChunked) sending.write('\r\n');
      const isReady = () => Promise.race(['drain', 'close'].map((event) => once(sending, event))).catch(() => {});
      if (sending.writableNeedDrain) await isReady();
    }
    if (isChunked && sending.writable) sending.write('0\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"body_too_long"/);
    // What others left in this process makes some tens of megabytes.
    expect(process.memoryUsage().rss - before).toBeLessThan((pieces / 2) * piece.length);
  });

  it('closes a connection whose request does not come, or not to its end', async () => {
    const { socket } = await served({ requestMs: 200 });
    const [head, body] = [socket(), socket()];
    head.write('POST /v1/chat/completions HTTP/1.1\r\nhost: local');
    body.write(request(BODY).slice(0, -5));
    const answers = await Promise.all([heard(head), heard(body)]);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 |^$/);
  });

  it('closes connections that are too many, and serves the others', async () => {
    const { socket } = await served({ connectionsMax: 2 });
    const [first, second, third] = [socket(), socket(), socket()];
    for (const one of [first, second]) {
      one.write(request(BODY));
      await heard(one, /"content"/);
    }
    third.write(request(BODY));
    expect(await heard(third)).toBe('');
    first.write('GET /v1/models HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    expect(await heard(first)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('serves others while as many connections as it takes stay half open, and closes the oldest of these', async () => {
    const { socket } = await served({ connectionsMax: 2, halfOpenMax: 4 });
    const asking = socket();
    asking.write(request(BODY));
    expect(await heard(asking, /"content"/)).toContain('first ü');
    const halfOpen = Array.from({ length: 20 }, (_, index) => {
      const half = socket();
      if (index % 2 === 0) half.write('POST /v1/chat/completions HTTP/1.1\r\nhost: local');
      return heard(half);
    });
    await Promise.all(halfOpen.slice(0, 16));
    const other = socket();
    other.write(request(BODY, ['connection: close']));
    expect(await heard(other)).toContain('"content":"second"');
    asking.write(request(BODY, ['connection: close']));
    expect(await heard(asking)).toMatch(/^HTTP\/1\.1 /);
  });

  it('closes on what is no HTTP and refuses a name that is not its own, and goes on', async () => {
    const { socket } = await served();
    const answerTo = (text: string) => {
      const sending = socket();
      sending.write(text);
      return heard(sending);
    };
    const headers = `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`;
    for (const garbage of ['\0\0\0\0', 'GET\r\n\r\n', headers, 'HELO there\r\n'])
      expect(await answerTo(garbage)).toMatch(/^HTTP\/1\.1 4(00|31) /);
    const foreign = 'GET /v1/models HTTP/1.1\r\nhost: evil.example:80\r\nconnection: close\r\n\r\n';
    expect(await answerTo(foreign)).toMatch(/^HTTP\/1\.1 403 [\s\S]*"code":"unknown_host"/);
    expect(await answerTo(request(BODY, ['connection: close']))).toContain('first ü');
  });

  it('ends while connections are open and half a request is there', async () => {
    const { socket, finish } = await served();
    const [idle, half] = [socket(), socket()];
    idle.write(request(BODY));
    await heard(idle, /first ü/);
    half.write(request(BODY).slice(0, -5));
    await finish();
    await heard(half);
    expect(half.readable).toBe(false);
  });

  it('rejects where the port is taken', async () => {
    const { port } = await served();
    const taken = boundedServer(async () => {}, { host: '127.0.0.1', port: Number(port), bounds: SERVER_BOUNDS });
    await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('bodyText()', () => {
  it('gives a whole body, and rejects where it is cut off', async () => {
    const came: Promise<string>[] = [];
    const handle: Parameters<typeof boundedServer>[0] = async (incoming, response) => {
      came.push(bodyText(incoming, SERVER_BOUNDS));
      await came.at(-1)?.catch(() => {});
      response.end();
    };
    const server = await boundedServer(handle, { host: '127.0.0.1', port: 0, bounds: SERVER_BOUNDS });
    onTestFinished(() => server.close());
    const sending = connect(Number(new URL(server.origin).port), '127.0.0.1');
    sending.write(request('whole'));
    await heard(sending, /200 OK/);
    sending.end(`${request('').replace('length: 0', 'length: 9')}cut`);
    await expect.poll(() => came.length).toBe(2);
    expect(await came[0]).toBe('whole');
    await expect(came[1]).rejects.toMatchObject({ code: 'body_cut_off' });
  });
});
