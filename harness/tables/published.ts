/**
 * The papers' printed figures as data, and what their own arithmetic says of them.
 *
 * @module
 */
import { z } from 'zod';
import { readCheckedJson } from '../../envs/checked_json.ts';
import { PLACES } from '../places.ts';
import { readText } from '../read_text.ts';

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
  const path = `${PLACES.published}/llm_state.json`;
  return readCheckedJson(readText(path), publishedSchema, path).value;
}

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
  const path = `${PLACES.published}/olp.json`;
  return readCheckedJson(readText(path), publishedOlpSchema, path).value;
}

/**
 * Says what is wrong with a printed percentage of `runs` runs, or null where it can be right: some whole number of
 * successes must round to it, and where the rows give that number, it must be theirs.
 */
export function slipOf(printed: string, runs: number, successes: number | null): string | null {
  const digits = printed.split('.')[1]?.length ?? 0;
  const rounded = (count: number) => ((100 * count) / runs).toFixed(digits);
  const wanted = Number(printed).toFixed(digits);
  if (successes !== null) {
    if (rounded(successes) === wanted) return null;
    return `printed ${printed} %, but the rows give ${successes}/${runs} = ${((100 * successes) / runs).toFixed(2)} %`;
  }
  const below = Math.floor((Number(printed) / 100) * runs);
  if (rounded(below) === wanted || rounded(below + 1) === wanted) return null;
  const near = [below, below + 1].map((count) => `${count}/${runs} = ${((100 * count) / runs).toFixed(2)} %`);
  return `printed ${printed} %, which no whole number of ${runs} runs gives (${near.join(', ')})`;
}
