import { expect, it } from 'vitest';
import { benchVirtualHomeServer } from './virtualhome_server_bench.ts';

it('benchVirtualHomeServer() measures lines that are all carried out', async () => {
  const { carriedOutShare, ...rates } = await benchVirtualHomeServer({ lines: 80 });
  for (const rate of Object.values(rates)) expect(rate).toBeGreaterThan(0);
  expect(carriedOutShare).toBe(1);
});
