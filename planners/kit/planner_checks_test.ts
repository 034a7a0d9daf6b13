import { get } from 'node:http';
import { get as getSecurely } from 'node:https';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { expect, it, test } from 'vitest';
import { ask, inKitchen, plannerOf, WAIT } from '../testing/household_play.ts';
import { plannerChecks, watchConnections } from './planner_checks.ts';
import { PlannerFault } from './play.ts';

const observation = inKitchen();

const trusting = plannerOf(async function* (start) {
  yield WAIT;
  yield { kind: 'act', action: { verb: JSON.parse(await ask(start)), args: [] } };
});

async function faultOf(seed: number) {
  const heard: (string | null)[] = [];
  const setup = { replies: { what: ['"wait"'] }, runs: 50, seed, onLine: (line: string | null) => heard.push(line) };
  const checks = plannerChecks(trusting, { observation, ...setup });
  const check = checks.find(({ title }) => title === 'plan() survives any reply');
  if (check === undefined || !('run' in check)) throw new Error('There is no such check');
  const fault = await check.run().then(
    () => null,
    (error: unknown) => error,
  );
  return { fault: fault as PlannerFault, heard };
}

test('plannerChecks() shows the play with the simplest reply that fails, the same for the same seed', async () => {
  const { fault, heard } = await faultOf(1);
  expect(fault).toBeInstanceOf(PlannerFault);
  expect(fault.reason).toBe('The planner throws SyntaxError: Unexpected end of JSON input');
  expect(fault.story).toEqual(['decides wait()', 'asks the model for "what"', 'receives ""', 'is ended by return()']);
  expect(fault.message).toBe([fault.reason, '', ...fault.story.map((line) => `  ${line}`)].join('\n'));
  expect(heard.slice(0, 3)).toEqual([null, 'decides wait()', 'asks the model for "what"']);
  expect((await faultOf(1)).fault.message).toBe(fault.message);
});

test('plannerChecks() skips with a reason what cannot be checked', () => {
  const skipped = plannerChecks(trusting, { observation }).filter((check) => 'skipped' in check);
  const acts = 'plan() acts on well-formed replies, with valid decisions and notes';
  const excess = 'plan() discards and counts the excess of a well-formed reply, and continues';
  expect(skipped).toEqual([
    { title: acts, skipped: 'no well-formed replies are known' },
    { title: excess, skipped: 'no excessive well-formed replies are known' },
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
