import { get } from 'node:http';
import { get as getSecurely } from 'node:https';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { expect, it } from 'vitest';
import { watchConnections } from './watch_connections.ts';

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
