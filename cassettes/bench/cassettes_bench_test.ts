import { expect, test } from 'vitest';
import { benchCassettes } from './cassettes_bench.ts';

test('benchCassettes() measures all clients', async () => {
  const bench = await benchCassettes({ rounds: 1, entries: 5, promptLength: 100 });
  for (const rate of Object.values(bench)) expect(rate).toBeGreaterThan(0);
});
