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
