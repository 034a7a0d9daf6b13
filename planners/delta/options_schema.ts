import { z } from 'zod';
import { pddlOptions } from '../plan_task.ts';

export const optionsSchema = pddlOptions.extend({
  domainFrom: z
    .enum(['words', 'example'])
    .default('words')
    .describe(
      "What the domain is written from: the robot's actions and predicates in words (paper), or an example of picking and placing and the objects alone (release)",
    ),
});

export type Options = z.infer<typeof optionsSchema>;
