import { expect, it } from 'vitest';
import { benchDumpedScenes } from './dumped_scenes_bench.ts';

it('benchDumpedScenes() measures both readers', () => {
  for (const rate of Object.values(benchDumpedScenes({ rounds: 1, documents: 1 }))) expect(rate).toBeGreaterThan(0);
});
