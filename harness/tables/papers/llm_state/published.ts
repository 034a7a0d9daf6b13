/**
 * The printed figures of LLM-State as data.
 *
 * @module
 */
import { z } from 'zod';
import { readPublished } from '../../read_published.ts';

const percent = z.string().regex(/^\d{1,3}(\.\d{1,2})?$/);
const level = z.enum(['simple', 'hard']);

const publishedSchema = z.strictObject({
  source: z.strictObject({ paper: z.string(), authors: z.string(), id: z.string(), model: z.string() }),
  methods: z.array(z.string()),
  table_1: z.strictObject({
    where: z.string(),
    runsPerCell: z.int(),
    rows: z.array(
      z.strictObject({
        task: z.string(),
        level,
        cap: z.int(),
        successes: z.array(z.int()),
        averageSteps: z.array(z.number()),
      }),
    ),
    means: z.array(z.strictObject({ level, successPercent: z.array(percent) })),
  }),
  table_2: z.strictObject({
    where: z.string(),
    methods: z.array(z.string()),
    means: z.array(z.strictObject({ level, runs: z.int(), successPercent: z.array(percent) })),
  }),
  table_3: z.strictObject({
    where: z.string(),
    task: z.string(),
    cap: z.int(),
    methods: z.array(z.string()),
    runs: z.int(),
    successes: z.array(z.int()),
    averageSteps: z.array(z.number()),
  }),
});

export type PublishedLlmState = z.infer<typeof publishedSchema>;
export type Level = z.infer<typeof level>;

export function publishedLlmState(): PublishedLlmState {
  return readPublished(publishedSchema, import.meta.url);
}
