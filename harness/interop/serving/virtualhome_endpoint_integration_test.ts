import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { boundedServer, SERVER_BOUNDS } from '../../../cassettes/endpoint/bounded_server.ts';
import { servedSimulator } from '../../../envs/virtualhome/testing/served_client.ts';
import { wireReply, wireReplySchema } from '../../../envs/virtualhome/wire.ts';
import { type VirtualHomeEndpoint, virtualHomeEndpoint } from './serve_virtualhome.ts';

const IDLE = '{"id":"1","action":"idle"}';

async function served(more: Partial<VirtualHomeEndpoint> = {}) {
  const bounds = { ...SERVER_BOUNDS, ...more.bounds };
  const handle = virtualHomeEndpoint({ simulator: servedSimulator([1]), ...more, bounds });
  const { origin, close } = await boundedServer(handle, { host: '127.0.0.1', port: 0, bounds });
  onTestFinished(close);
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(origin, { method: 'POST', body, headers });
    return { status: response.status, reply: wireReplySchema.parse(await response.json()) };
  };
  return { origin, post };
}

describe('virtualHomeEndpoint()', () => {
  it('answers a POST to any path, and reports unreadable requests in the original’s form', async () => {
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

  it('refuses web pages and foreign host names', async () => {
    const { post } = await served({ hosts: ['localhost'] });
    expect(await post(IDLE, { origin: 'http://evil.example' })).toMatchObject({ status: 403 });
    expect(await post(IDLE)).toMatchObject({ status: 403, reply: { message: expect.stringContaining('localhost') } });
  });

  it('reports an internal error in the original’s form, and continues', async () => {
    const failures: string[] = [];
    const answer = vi.fn(() => ({ status: 200, reply: wireReply('1', { success: true }) }));
    answer.mockImplementationOnce(() => {
      throw new Error('broken');
    });
    const { post } = await served({ simulator: { answer }, onFailure: (message) => void failures.push(message) });
    expect(await post(IDLE)).toMatchObject({ status: 500, reply: { message: 'Unknown error (broken)' } });
    expect(await post(IDLE)).toMatchObject({ status: 200 });
    expect(failures).toEqual(['broken']);
  });

  it('refuses a body of 100 MB without storing it, and continues', async () => {
    const { post } = await served();
    const before = process.memoryUsage().rss;
    const answer = await post(`{"id":"1","action":"${'x'.repeat(100 * 2 ** 20)}"}`);
    expect(answer).toMatchObject({ status: 413, reply: { success: false } });
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 2 ** 20);
    expect(await post(IDLE)).toMatchObject({ status: 200 });
  });

  it('answers concurrent requests in turn, each by its id', async () => {
    const { post } = await served();
    const ids = Array.from({ length: 100 }, (_, id) => String(id));
    const answers = await Promise.all(ids.map((id) => post(JSON.stringify({ id, action: 'environment_graph' }))));
    expect(answers.map(({ reply }) => reply.id)).toEqual(ids);
  });
});
