/** What a planner does that breaks its contract, and what happened until then. */

export class PlannerFault extends Error {
  override readonly name = 'PlannerFault';
  /** What is wrong, in a sentence. */
  readonly reason: string;
  /** What the planner asked, heard and decided before, a line each; empty where nothing was played. */
  readonly story: readonly string[];

  constructor(error: unknown, story: readonly string[]) {
    const reason = reasonOf(error);
    super([reason, ...(story.length === 0 ? [] : ['', ...story.map((line) => `  ${line}`)])].join('\n'), {
      cause: error,
    });
    this.reason = reason;
    this.story = story;
  }
}

/** An assertion's own words; of anything else, as of a `TypeError` in the planner, what it is, too. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return `The planner throws ${String(error)}`;
  return error.name === 'AssertionError' ? error.message : `The planner throws ${error.name}: ${error.message}`;
}
