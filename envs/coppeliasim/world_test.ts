import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { HOME } from '../tabletop/motion/panda.ts';
import { sceneOf } from '../tabletop/testing/scene_of.ts';
import { RemoteApi } from './api/session.ts';
import { remoteApiConnection } from './connection.ts';
import { LiveTable } from './live_table.ts';
import { connectionTo } from './testing/local_client.ts';
import { answering, listening } from './testing/loopback_server.ts';
import { decodeCbor, encodeCbor } from './wire/cbor.ts';
import { coppeliaSimulator, tableOf } from './world.ts';

const rowSchema = z.strictObject({
  ...{ says: z.string(), func: z.string(), args: z.array(z.unknown()), source: z.string().min(1) },
  /** The functions of the messages that are sent, one after the other. */
  sends: z.array(z.string()).min(1),
  /** CBOR in hexadecimal, written by Python's cbor2 or taken from the RFC. */
  replies: z.array(z.string().regex(/^([0-9a-f]{2})*$/)),
  ...{ gives: z.array(z.unknown()).optional(), fails: z.string().optional() },
});
const LIST = readFileSync(join(import.meta.dirname, 'conformance.json'), 'utf8');
const { client: ROWS } = z.object({ client: z.array(rowSchema) }).parse(JSON.parse(LIST));

async function scripted(replies: readonly string[]) {
  const asked: Record<string, unknown>[] = [];
  const serve = answering((body) => {
    asked.push(decodeCbor(body) as Record<string, unknown>);
    return Buffer.from(replies[asked.length - 1] ?? '', 'hex');
  });
  const address = { ...(await listening(serve)), timeoutMs: 4_500 };
  const connection = remoteApiConnection(address);
  onTestFinished(() => connection.close());
  return { asked, connection, address };
}

const TABLE = sceneOf({ A_block_1: [0.5, 0] }, 'one');

describe('remoteApiConnection()', () => {
  it.each(ROWS)('$func: $says', async ({ func, args, sends, replies, gives, fails }) => {
    const { asked, connection } = await scripted(replies);
    const called = connection.call(func, args);
    if (fails === undefined) expect(await called).toEqual(gives);
    else
      await expect(called).rejects.toMatchObject({ name: 'SimulatorError', message: expect.stringContaining(fails) });
    const [first] = asked;
    expect(first?.['uuid']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const own = { uuid: first?.['uuid'], ver: 2, lang: 'tapedeck', timeout: 5 };
    const expected = sends.map((name) =>
      name === func ? { func, args, argsL: args.length, ...own } : { func: name, args: [], argsL: 0, ...own },
    );
    expect(asked).toEqual(expected);
  });

  it('connects as a new client after close()', async () => {
    const { asked, connection } = await scripted(['a16372657480', 'a16372657480']);
    await connection.call('sim.step', []);
    connection.close();
    await connection.call('sim.step', []);
    expect(new Set(asked.map(({ uuid }) => uuid)).size).toBe(2);
  });

  it('has every function that a table calls in the conformance list', async () => {
    const functions = new Set<string>();
    const elsewhere = new RemoteApi(sceneOf({ B_block_1: [0.4, 0] }));
    const connection = connectionTo(elsewhere, (func, args) => {
      functions.add(func);
      return [func, args];
    });
    const table = new LiveTable(connection, TABLE);
    await table.layOut(HOME);
    await table.move([HOME]);
    await table.grip(true);
    expect(functions.size).toBeGreaterThan(15);
    const listed = ROWS.filter(({ gives }) => gives !== undefined).map(({ func }) => func);
    expect([...functions].filter((func) => !listed.includes(func))).toEqual([]);
  });
});

it('coppeliaSimulator() answers with the simulator’s failure, and rejects if the simulator does not answer', async () => {
  const { address } = await scripted([Buffer.from(encodeCbor({ err: 'The scene is locked' })).toString('hex')]);
  const simulator = coppeliaSimulator(address);
  const message = { layOut: TABLE, home: HOME };
  const failed = "Cannot use CoppeliaSim's remote API: zmqRemoteApi.require: The scene is locked";
  expect(await simulator.ask(message)).toEqual({ failed });
  await expect(simulator.ask(message)).rejects.toThrow(`remote API at "${address.url}": zmqRemoteApi.require`);
});

it('tableOf() sends messages that are the same for all simulators, and fails as recorded', async () => {
  const asked: unknown[] = [];
  const answers = [{ centres: [[0.5, 0, 0.0275]], held: null }, 'done', 'done', { failed: 'It fell' }, 'done', [17]];
  const table = tableOf({ ask: async (message) => answers[asked.push(message) - 1], close() {} }, TABLE);
  expect(await table.layOut(HOME)).toEqual(answers[0]);
  await table.move([HOME]);
  await table.grip(true);
  await expect(table.sense()).rejects.toThrow('It fell');
  await expect(table.sense()).rejects.toThrow('does not describe');
  await expect(table.sense()).rejects.toMatchObject({ name: 'SimulatorError' });
  const look = { look: true };
  expect(asked).toEqual([{ layOut: TABLE, home: HOME }, { move: [HOME] }, { grip: true }, look, look, look]);
});
