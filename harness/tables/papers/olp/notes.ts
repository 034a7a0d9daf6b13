/**
 * What has to be known to read OLP's table and figure: what was recorded, what is counted, where the paper's figures are from.
 *
 * @module
 */
import { coverageNotes } from '../../coverage.ts';
import { answersOf, type SuiteResults } from '../../suite_results.ts';
import { playedMethods } from './cells.ts';
import type { PublishedOlp } from './published.ts';

export function olpNotes(results: SuiteResults, published: PublishedOlp): string[] {
  return [...recordedNotes(results, published), ...COUNTING, ...paperNotes(published)];
}

/** Which episodes of which methods are there, and who answered. */
export function recordedNotes(results: SuiteResults, published: PublishedOlp): string[] {
  return [...coverageNotes(results.episodes, playedMethods(published, results)), `here: ${answersOf(results)}`];
}

/** How intervals are made. */
const INTERVALS =
  "intervals: Wilson's, clustered by task, since the scenes of a task share its instruction: runs ÷ design effect between tasks, corrected for few tasks; within one task, episode by episode. Those in brackets behind a mean: 95 %, by bootstrap over tasks";

/** Why published completion of OLP may be too high. */
export const RELEASE_COUNTING =
  'how the release counts its own completions: in its loop over the units of an object-level plan, success is set anew for each unit, and a unit without a plan does not end the loop; so only the last unit counts, and the published completion of OLP may be too high. That of its baselines is never set back. Here OLP stops at the first unit without a plan, and the plan is not complete';

const COUNTING = [
  'complete: the whole plan was carried out; success: complete, and the goal holds at the end; both are shares of all recorded episodes, with 95 % intervals',
  INTERVALS,
  'expanded, evaluated: states of the A* search with LM-cut, summed over the PDDL problems of an episode; mean over the episodes that came to planning',
  'latency: seconds that the model took, as recorded with its answers; tokens: mean per episode. Transcript: each message and each reply once, as the release counts; all calls: prompts and replies of all calls, a growing chat anew each time, as recorded with the answers. Where the manifest of the tape says so, a local tokenizer counted them from the visible text',
  "the PDDL domain is Figure 5's with the table mended, so that it never counts as full (`--env-option domain=figure_5` plans to the letter; prompts describe the mended table)",
  'length: actions (a pick is one, a place is one) of the successes; shortest: the fewest that rules and arm allow, for the same episodes, where that is proven',
  "plan times are not here, so that the table stays the same bytes: `wall_ms.jsonl` of a run has each episode's wall-clock time, `tapedeck plan` a search's",
  'the arm decides, too: inverse kinematics and RRT-Connect within limits on iterations; what the rules allow and the arm cannot do, or finds no way to do within them (`bounded`), fails as motion',
  'Oracle plans to the nearest arrangement that meets the goal, in the same domain, and rehearses with the arm; where the arm refuses, it searches for a plan around that. It asks no model',
];

function paperNotes({ source, marks, figure_7: figure, table_1: table, settings }: PublishedOlp): string[] {
  const runs = settings.map(({ setting, episodes }) => `${setting} ${episodes}`).join(', ');
  const { completion, success } = table;
  return [
    `paper: ${source.model}, ${source.id}, CoppeliaSim, one run a scene (${runs}); (F) ${marks.F}, (D) ${marks.D}; not published here: nothing that we could read gives it, and nothing gives plan times, tokens and plan lengths`,
    `paper, complete: ${completion.basis}, which are ${figure.basis}`,
    RELEASE_COUNTING,
    `paper, success: ${success.range.percent.join('–')} % (${success.range.mark}): ${success.range.basis}; ${success.known.map(({ setting, percent, mark, basis }) => `${setting} ${percent} % (${mark}): ${basis}`).join('; ')}`,
    "section V-C gives OLP the most plan completions in all settings; by Figure 7's numbers it shares the first place in Tower with DELTA",
  ];
}
