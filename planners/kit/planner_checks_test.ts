/**
 * What a check tells of a planner that fails it.
 */

import { get } from 'node:http';
import { get as getSecurely } from 'node:https';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { expect, it, test } from 'vitest';
import { z } from 'zod';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import type { Episode, Planner, Start } from '../planner.ts';
import { plannerChecks, watchConnections } from './planner_checks.ts';
import { PlannerFault } from './play.ts';

const observation: HouseholdObservation = {
  world: 'household',
  objects: [],
  containers: [],
  surfaces: [],
  rooms: ['hall1'],
  holding: [],
  closeTo: [],
  room: 'hall1',
};

function plannerOf(plan: (start: Start<HouseholdObservation>) => Episode<HouseholdObservation>) {
  const planner: Planner<HouseholdObservation, unknown> = {
    name: 'reader',
    title: 'Reader',
    worlds: ['household'],
    summary: 'Reads replies as JSON, whatever they are',
    options: z.strictObject({}),
    promptSlots: {},
    privileged: () => false,
    plan,
  };
  return planner;
}

/** Waits, asks, and trusts what it hears. */
const trusting = plannerOf(async function* ({ llm }) {
  yield { kind: 'act', action: { verb: 'wait', args: [] } };
  const { text } = await llm.chat([{ role: 'user', content: 'What?' }], { purpose: 'what', temperature: 0 });
  yield { kind: 'act', action: { verb: JSON.parse(text), args: [] } };
});

async function faultOf(planner: Planner<HouseholdObservation, unknown>, title: string, seed = 1) {
  const heard: (string | null)[] = [];
  const setup = {
    observation,
    replies: { what: ['"wait"'] },
    runs: 50,
    seed,
    onLine: (line: string | null) => heard.push(line),
  };
  const check = plannerChecks(planner, setup).find((each) => each.title === title);
  if (check === undefined || !('run' in check)) throw new Error(`There is no check "${title}"`);
  const fault = await check.run().then(
    () => null,
    (error: unknown) => error,
  );
  return { fault: fault as PlannerFault, heard };
}

test('plannerChecks() tells what was said and done, with the simplest reply that brings it about', async () => {
  const { fault, heard } = await faultOf(trusting, 'plan() survives any reply');
  expect(fault).toBeInstanceOf(PlannerFault);
  expect(fault.reason).toBe('The planner throws SyntaxError: Unexpected end of JSON input');
  expect(fault.story).toEqual(['decides wait()', 'asks the model for "what"', 'receives ""', 'is ended by return()']);
  expect(fault.message).toBe([fault.reason, '', ...fault.story.map((line) => `  ${line}`)].join('\n'));
  expect(heard.slice(0, 3)).toEqual([null, 'decides wait()', 'asks the model for "what"']);
});

test('plannerChecks() finds the same with the same seed', async () => {
  const again = async () => (await faultOf(trusting, 'plan() survives any reply', 5)).fault.message;
  expect(await again()).toBe(await again());
});

test('plannerChecks() skips with a reason what cannot be checked', () => {
  const skipped = plannerChecks(trusting, { observation }).flatMap((check) =>
    'skipped' in check ? [[check.title, check.skipped]] : [],
  );
  expect(skipped).toEqual([
    ['plan() acts on well-formed replies, with valid decisions and notes', 'no well-formed replies are known'],
    [
      'plan() discards and counts the excess of a well-formed reply, and continues',
      'no excessive well-formed replies are known',
    ],
  ]);
});

test('plannerChecks() names the slots that no prompt uses', async () => {
  const planner = { ...trusting, promptSlots: { what: ['task', 'scene'] } };
  const promptFiles = [{ prompt: 'what', path: 'what.txt', text: 'Do {{task}}.\n' }];
  const check = plannerChecks(planner, { observation, promptFiles }).find(({ title }) => title.startsWith('prompts: '));
  await expect(check !== undefined && 'run' in check ? check.run() : null).rejects.toThrow(
    'prompt "what" does not use these slots: scene',
  );
});

/** Nobody listens there; that somebody asks is enough. */
const PORT = 48_123;
const URL = `//127.0.0.1:${PORT}/`;

const refused = (request: { on(event: 'error', heard: () => void): unknown }) =>
  new Promise<void>((resolve) => void request.on('error', resolve));

it.each<[string, () => Promise<unknown>, string]>([
  ['fetch', () => fetch(`http:${URL}`).catch(() => null), `fetch http://127.0.0.1:${PORT}`],
  ['fetch of what is encrypted', () => fetch(`https:${URL}`).catch(() => null), `fetch https://127.0.0.1:${PORT}`],
  ['node:http', () => refused(get(`http:${URL}`)), 'http 127.0.0.1'],
  ['node:https', () => refused(getSecurely(`https:${URL}`)), 'http 127.0.0.1'],
  ['node:net', () => refused(connect(PORT, '127.0.0.1')), 'socket'],
  ['node:tls', () => refused(connectSecurely(PORT, '127.0.0.1')), 'socket'],
])('watchConnections() sees a connection by %s', async (_, ask, seen) => {
  const { connections, unwatch } = watchConnections();
  await ask();
  unwatch();
  expect(connections).toContain(seen);
  const before = connections.length;
  await ask();
  expect(connections).toHaveLength(before);
});
