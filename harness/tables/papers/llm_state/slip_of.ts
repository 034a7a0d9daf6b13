/**
 * What a paper's own arithmetic says of a printed percentage.
 *
 * @module
 */

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
