import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { wireReplySchema } from '../client.ts';
import { flat } from '../testing/flat.ts';
import { servedSimulator } from '../testing/served_client.ts';

type Message = Readonly<{
  request?: { readonly action: string };
  body?: string;
  status?: number;
  reply: object;
  says?: string;
  pictures?: readonly (readonly [number, number])[];
}>;

const { messages }: { readonly messages: readonly Message[] } = JSON.parse(
  readFileSync(new URL('../conformance.json', import.meta.url), 'utf8'),
);

describe('ServedSimulator', () => {
  it('answers every message of the conformance list, in one conversation', () => {
    const server = servedSimulator([1]);
    for (const { request, body = JSON.stringify(request), status = 200, reply, says, pictures } of messages) {
      const answer = server.answer(body);
      const where = body.slice(0, 200);
      expect(answer.status, where).toBe(status);
      expect(wireReplySchema.parse(answer.reply), where).toMatchObject(reply);
      if (says !== undefined) expect(answer.reply.message, where).toMatch(new RegExp(says));
      const sizes = answer.reply.message_list?.map((text) => {
        const { width, height } = decode(Buffer.from(text, 'base64'));
        return [width, height];
      });
      expect(sizes, where).toEqual(pictures);
    }
  });

  it('has every action in the conformance list', () => {
    const source = readFileSync(new URL('served_simulator.ts', import.meta.url), 'utf8');
    const tables = source.matchAll(/Record<string, Action>> = \{\n([\s\S]*?)\n *\};/g);
    const actions = Array.from(tables, ([, table = '']) =>
      Array.from(table.matchAll(/^ {2,6}(\w+): (?:\(|\w+[(,])/gm), ([, name]) => name),
    ).flat();
    expect(actions.length).toBeGreaterThan(20);
    const listed = new Set(messages.map(({ request }) => request?.action));
    expect(actions.filter((action) => !listed.has(action))).toEqual([]);
  });

  it('answers any message, and continues', () => {
    const server = servedSimulator([1]);
    const words = messages.map(({ request }) => request?.action ?? '');
    const names = ['__proto__', 'constructor', '{}', '[]', 'null', '{"a":1e999}'];
    const hostile = fc.oneof(fc.string(), fc.constantFrom(...names));
    const fields = {
      id: fc.oneof(fc.string(), fc.integer()),
      action: fc.oneof(fc.constantFrom(...words), hostile),
      intParams: fc.option(fc.array(fc.integer(), { maxLength: 4 })),
      stringParams: fc.array(fc.oneof(hostile, fc.json()), { maxLength: 4 }),
    };
    const request = fc.record(fields, { requiredKeys: [] }).map((each) => JSON.stringify(each));
    const body = fc.oneof(request, fc.json(), fc.string());
    fc.assert(
      fc.property(body, (text) => {
        const { status, reply } = server.answer(text);
        expect([200, 400]).toContain(status);
        wireReplySchema.parse(reply);
      }),
    );
    expect(server.answer('{"id":"1","action":"idle"}').reply.success).toBe(true);
  });

  it('refuses nesting that JSON.stringify() cannot write', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const graph = `{"nodes":[{"id":1,"class_name":"a","prefab_name":${deep}}],"edges":[]}`;
    const server = servedSimulator([1]);
    expect(server.answer(deep).status).toBe(400);
    const asked = { id: '1', action: 'expand_scene', stringParams: ['{}', graph] };
    expect(server.answer(JSON.stringify(asked)).reply).toMatchObject({ success: false });
  });
});

it('point_cloud gives points of every node, in JSON', () => {
  const clouds: { id: number; points: number[][] }[] = JSON.parse(flat('kitchen').post('point_cloud').message ?? '');
  const plate = clouds.find(({ id }) => id === 14)?.points ?? [];
  for (const [x, y, z] of plate) expect([x! > -2.2, y! > 0.8, z! < 0.5]).toEqual([true, true, true]);
  expect(plate.length).toBeGreaterThan(7);
});
