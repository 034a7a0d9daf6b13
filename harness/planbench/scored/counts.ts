/**
 * Counts of right answers, file by file.
 *
 * @module
 */
import type { ScoredAnswer } from './answer.ts';

export type Counts = {
  readonly domain: string;
  readonly model: string;
  readonly task: string;
  readonly answers: number;
  readonly right: number;
  /** Right by the published verdicts; null where the file has none. */
  readonly published: number | null;
  readonly differ: number;
  readonly ambiguous: number;
  readonly neverAsked: number;
  readonly copies: number;
};

/** Counts of each result file, copies left out; of a dialogue, its last rounds. */
export function countsByFile(answers: readonly ScoredAnswer[]): Counts[] {
  const files = Map.groupBy(answers, ({ file }) => file);
  return [...files.values()].map((all) => {
    const { domain, model, task } = all[0]!;
    const last = new Map(all.filter(({ copyOf }) => copyOf === null).map((answer) => [answer.instance, answer]));
    const own = [...last.values()];
    const given = own.filter(({ rule }) => rule !== null);
    const judged = given.filter(({ published }) => published !== null);
    return {
      domain,
      model,
      task,
      answers: given.length,
      right: given.filter(({ valid }) => valid).length,
      published: judged.length === 0 ? null : judged.filter(({ published }) => published).length,
      differ: given.filter(({ cause }) => cause !== null).length,
      ambiguous: given.filter(({ ambiguous }) => ambiguous).length,
      neverAsked: own.length - given.length,
      copies: all.filter(({ copyOf }) => copyOf !== null).length,
    };
  });
}
