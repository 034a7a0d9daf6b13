import { z } from 'zod';
import { pddlOptions } from '../plan_task.ts';

export const optionsSchema = pddlOptions.extend({
  predicates: z
    .boolean()
    .default(true)
    .describe('Say what the predicates mean, as the paper describes the domain; the release leaves it to the example'),
});

export type Options = z.infer<typeof optionsSchema>;
