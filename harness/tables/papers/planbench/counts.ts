/**
 * Counts of right answers, file by file.
 *
 * @module
 */
import type { ScoredAnswer } from './answer.ts';

/** Counts of each result file, copies left out; of a dialogue, its last rounds. `published` is null where the file has no verdicts. */
export function countsByFile(answers: readonly ScoredAnswer[]) {
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
