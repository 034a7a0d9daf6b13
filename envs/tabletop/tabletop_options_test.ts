import { expect, it } from 'vitest';
import { tabletopOptionsSchema } from './tabletop_options.ts';

it.each([
  ...[{ motion: 'magic' }, { physics: 'bullet' }, { domain: 'mine' }, { placementSdM: 0.1 }, { placementSdM: -0.001 }],
  ...[{ bounds: { attemptsMax: 0 } }, { bounds: { iterationsMax: Infinity } }, { gravity: 9.81 }],
])('tabletopOptionsSchema refuses %o', (options) => {
  expect(tabletopOptionsSchema.safeParse(options).success).toBe(false);
});
