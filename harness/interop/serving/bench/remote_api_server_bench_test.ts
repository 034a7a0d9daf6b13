import { expect, it } from 'vitest';
import { benchRemoteApiServer } from './remote_api_server_bench.ts';

it('benchRemoteApiServer() measures calls that are answered', async () => {
  for (const rate of Object.values(await benchRemoteApiServer({ calls: 50 }))) expect(rate).toBeGreaterThan(0);
});
