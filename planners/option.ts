/** Options of planners, whose default is the paper's choice. */
import { z } from 'zod';

export const option = {
  flag: (value: boolean, describe: string) => z.boolean().default(value).describe(describe),
  count: (value: number, [min, max = Number.MAX_SAFE_INTEGER]: readonly [number, number?], describe: string) =>
    z.int().min(min).max(max).default(value).describe(describe),
  choice: <const C extends string | number>(choices: readonly C[], value: NoInfer<C>, describe: string) =>
    z
      .literal(choices)
      .default(value as never)
      .describe(describe),
  temperature: (value: number, describe: string) => z.number().min(0).max(2).default(value).describe(describe),
};
