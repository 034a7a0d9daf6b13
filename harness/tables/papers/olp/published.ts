/**
 * The printed figures of OLP as data.
 *
 * @module
 */
import { z } from 'zod';
import { readPublished } from '../../read_published.ts';

const percent = z.string().regex(/^\d{1,3}(\.\d{1,2})?$/);
const mark = z.enum(['F', 'D']);
const known = { mark, basis: z.string() };
const setting = z.enum(['tower', 'spelling', 'organize']);
const olpMethod = z.enum(['olp', 'llm_planner', 'llm_p', 'delta']);

/** What is known of the figures; what is not there is not known, and nowhere filled in. */
const publishedOlpSchema = z.strictObject({
  source: z.strictObject({ paper: z.string(), authors: z.string(), id: z.string(), model: z.string() }),
  marks: z.record(mark, z.string()),
  methods: z.array(olpMethod),
  settings: z.array(z.strictObject({ setting, episodes: z.int() })),
  figure_7: z.strictObject({
    where: z.string(),
    what: z.string(),
    ...known,
    scenesPerTask: z.int(),
    rows: z.array(
      z.strictObject({
        setting,
        task: z.string(),
        /** As on the axis: blocks of the tower, letters of the word, blocks in the scene. */
        size: z.int(),
        completionPercent: z.array(z.int().min(0).max(100)),
      }),
    ),
  }),
  table_1: z.strictObject({
    where: z.string(),
    completion: z.strictObject({ ...known, rows: z.array(z.strictObject({ setting, percent: z.array(percent) })) }),
    success: z.strictObject({
      /** Least and most over the settings. */
      range: z.strictObject({ method: olpMethod, percent: z.tuple([percent, percent]), ...known }),
      known: z.array(z.strictObject({ setting, method: olpMethod, percent, ...known })),
    }),
  }),
});

export type PublishedOlp = z.infer<typeof publishedOlpSchema>;
export type OlpSetting = z.infer<typeof setting>;

export function publishedOlp(): PublishedOlp {
  return readPublished(publishedOlpSchema, import.meta.url);
}
