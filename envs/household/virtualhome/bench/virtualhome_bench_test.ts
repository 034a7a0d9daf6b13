import { describe, expect, it } from 'vitest';
import { benchVirtualHome } from './virtualhome_bench.ts';

describe('benchVirtualHome()', () => {
  it.each([true, false])('measures all three, on walks of which a fair share is carried out', (madeUp) => {
    const { scene, carriedOutShare, ...rates } = benchVirtualHome({ rounds: 1, actions: 3000, madeUp });
    expect(madeUp ? ['a scene made up'] : ['TestScene1', 'a scene made up']).toContain(scene);
    expect(Object.keys(rates)).toEqual(['actionsPerSecond', 'textActionsPerSecond', 'referenceActionsPerSecond']);
    for (const rate of Object.values(rates)) expect(rate).toBeGreaterThan(0);
    expect(carriedOutShare).toBeGreaterThan(0.3);
  });
});
