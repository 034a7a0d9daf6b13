import { expect, it } from 'vitest';
import { benchRemoteApiServer } from './remote_api_server_bench.ts';

it('benchRemoteApiServer() measures calls that are answered', async () => {
  const { callsPerSecond, unsentPerSecond } = await benchRemoteApiServer({ calls: 50 });
  expect(callsPerSecond).toBeGreaterThan(0);
  expect(unsentPerSecond).toBeGreaterThan(0);
});
