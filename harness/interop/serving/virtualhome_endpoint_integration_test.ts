import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boundedServer, SERVER_BOUNDS } from '../../../cassettes/endpoint/bounded_server.ts';
import { houseSource } from '../../../envs/virtualhome/server/scene_source.ts';
import { ServedSimulator } from '../../../envs/virtualhome/server/served_simulator.ts';
import { shippedHouse } from '../../../envs/virtualhome/testing/shipped_house.ts';
import { wireReplySchema } from '../../../envs/virtualhome/wire.ts';
import { type VirtualHomeEndpoint, virtualHomeEndpoint } from './virtualhome_endpoint.ts';

const IDLE = '{"id":"1","action":"idle"}';

async function served(more: Partial<VirtualHomeEndpoint> = {}) {
  const simulator = new ServedSimulator([houseSource(shippedHouse(1), 0)]);
  const bounds = { ...SERVER_BOUNDS, connectionsMax: 2_048 };
  const handle = virtualHomeEndpoint({ simulator, bounds, ...more });
  const server = await boundedServer(handle, { host: '127.0.0.1', port: 0, bounds });
  onTestFinished(() => server.close());
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(server.origin, { method: 'POST', body, headers });
    return { status: response.status, reply: wireReplySchema.parse(await response.json()) };
  };
  const socket = (): Socket => {
    const opened = connect(Number(new URL(server.origin).port), '127.0.0.1');
    opened.on('error', () => {});
    onTestFinished(() => void opened.destroy());
    return opened;
  };
  return { origin: server.origin, post, socket, close: server.close };
}

function heard(socket: Socket, until: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
      if (until.test(text)) resolve(text);
    });
    socket.on('close', () => resolve(text));
  });
}

describe('virtualHomeEndpoint()', () => {
  it('answers a POST to any path, and says in the original’s form what it cannot read', async () => {
    const { origin, post } = await served();
    expect(await post(IDLE)).toEqual({
      status: 200,
      reply: { id: '1', success: true, message: '', value: 0, message_list: null },
    });
    expect(await post('')).toMatchObject({ status: 400, reply: { message: 'Request body is null or empty' } });
    expect(await post('no')).toMatchObject({ status: 400, reply: { success: false } });
    const elsewhere = await fetch(`${origin}/any/where`, { method: 'POST', body: IDLE });
    expect(await elsewhere.json()).toMatchObject({ success: true });
    expect((await fetch(origin)).status).toBe(501);
  });

  it('answers no web page, and to no name that is not its own', async () => {
    const { post } = await served({ hosts: ['localhost'] });
    expect(await post(IDLE, { origin: 'http://evil.example' })).toMatchObject({ status: 403 });
    expect(await post(IDLE)).toMatchObject({ status: 403, reply: { message: expect.stringContaining('localhost') } });
  });

  it('tells a defect of its own as the original does, and goes on', async () => {
    const failures: string[] = [];
    const answers = [
      () => {
        throw new Error('broken');
      },
      () => ({ status: 200, reply: { id: '1', success: true, message: '', value: 0, message_list: null } }),
    ];
    const { post } = await served({
      simulator: { answer: () => answers.shift()!() },
      onFailure: (message) => void failures.push(message),
    });
    expect(await post(IDLE)).toMatchObject({ status: 500, reply: { message: 'Unknown error (broken)' } });
    expect(await post(IDLE)).toMatchObject({ status: 200 });
    expect(failures).toEqual(['broken']);
  });

  it('answers 1,000 connections that are open at a time', async () => {
    const { socket } = await served();
    const sockets = Array.from({ length: 1_000 }, socket);
    const request = `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${IDLE.length}\r\n\r\n${IDLE}`;
    const answers = await Promise.all(
      sockets.map((each) => {
        const answer = heard(each, /\}$/);
        each.write(request);
        return answer;
      }),
    );
    expect(answers.filter((answer) => answer.includes('"success":true'))).toHaveLength(1_000);
  });

  it('refuses a body of 100 MB, keeps none of it, and goes on', async () => {
    const { post } = await served();
    const before = process.memoryUsage().rss;
    const answer = await post(`{"id":"1","action":"${'x'.repeat(100 * 2 ** 20)}"}`);
    expect(answer).toMatchObject({ status: 413, reply: { success: false } });
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 2 ** 20);
    expect(await post(IDLE)).toMatchObject({ status: 200 });
  });

  it('answers requests at a time one after the other, each by its id', async () => {
    const { post } = await served();
    const ids = Array.from({ length: 100 }, (_, id) => String(id));
    const answers = await Promise.all(ids.map((id) => post(JSON.stringify({ id, action: 'environment_graph' }))));
    expect(answers.map(({ reply }) => reply.id)).toEqual(ids);
  });
});
