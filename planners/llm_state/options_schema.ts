/** Defaults follow the paper; `states`, `summary` and `objects: false` are the ablations of Tables I and II. */
import { z } from 'zod';
import { handsOption } from '../observation_slots.ts';

export const optionsSchema = z
  .strictObject({
    states: z.boolean().default(true).describe('Keep a state at all; false is "w/o States": the Policy alone'),
    summary: z.boolean().default(true).describe('Summarise and reason; false is "w/o Summary": no update_reasoning'),
    objects: z
      .boolean()
      .default(true)
      .describe('Keep object entries; false is "w/o Objects": no Attention, no update_state'),
    update: z
      .enum(['replan', 'every_action'])
      .default('replan')
      .describe(
        "When to go round the loop again: after a failure or the plan's end (Algorithm 1), or after every action",
      ),
    attributes: z
      .enum(['fresh', 'carried'])
      .default('fresh')
      .describe('What Attention and State Estimator are shown of earlier attributes: nothing (Listings 3, 4), or all'),
    observation: z
      .enum(['listing', 'full'])
      .default('listing')
      .describe(
        'What the State Estimator sees of the observation: rooms, hands and what is close (Listing 4), or all (Algorithm 1)',
      ),
    history: z.boolean().default(true).describe('Show the Policy the history (Listing 5); equation 1 omits it'),
    reasoning: z
      .enum(['end', 'start'])
      .default('end')
      .describe('Where the summary stands: below the objects (Listing 5) or above them (Listing 7)'),
    hands: handsOption,
    emptyPlansMax: z
      .int()
      .min(1)
      .default(5)
      .describe('Empty plans in a row after which the planner stops; not stated in the paper'),
    temperature: z.number().min(0).max(2).default(0).describe('Sampling temperature; not stated in the paper'),
  })
  .refine(({ states, summary, objects }) => !states || summary || objects, {
    path: ['states'],
    message: 'a state without summary and without objects holds nothing; say states: false',
  });

export type Options = z.infer<typeof optionsSchema>;
