/** Options of planners; the default is the paper's choice. */
import { z } from 'zod';

export const option = {
  flag: (unlessGiven: boolean, describe: string) => z.boolean().default(unlessGiven).describe(describe),
  count: (unlessGiven: number, [min, max = Number.MAX_SAFE_INTEGER]: readonly [number, number?], describe: string) =>
    z.int().min(min).max(max).default(unlessGiven).describe(describe),
  choice: <const C extends string | number>(choices: readonly C[], unlessGiven: NoInfer<C>, describe: string) =>
    // zod excludes undefined, which C is not.
    z
      .literal(choices)
      .default(unlessGiven as never)
      .describe(describe),
  temperature: (unlessGiven: number, describe: string) =>
    z.number().min(0).max(2).default(unlessGiven).describe(describe),
};
