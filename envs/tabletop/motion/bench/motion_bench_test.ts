import { describe, expect, it } from 'vitest';
import { benchMotion } from './motion_bench.ts';

describe('benchMotion()', () => {
  it('measures checks and plans, on queries of our own that are solved', () => {
    const { queries, solvedShare, rawLength, length, ...figures } = benchMotion({ rounds: 1, checks: 500, own: 8 });
    expect(queries).toBe('our own 8 queries');
    expect(solvedShare).toBe(1);
    expect(rawLength).toBeGreaterThan(length);
    for (const figure of Object.values(figures)) expect(figure).toBeGreaterThan(0);
  });
});
