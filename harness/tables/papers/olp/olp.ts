import { ownValue } from '../../../io/own_value.ts';
import { type EpisodeMetrics, poolSome } from '../../../trace/metrics/metrics.ts';
import { mean } from '../../../trace/metrics/numbers.ts';
import { episodeMean, poolOver, shareOf } from '../../../trace/metrics/pooling.ts';
import { answersOf, coverageNotes, type ShownMethod, type SuiteResults } from '../../suite_results.ts';
import published from './published.json' with { type: 'json' };

const TITLES: Readonly<Record<string, string>> = {
  olp: 'OLP',
  llm_planner: 'LLM-Planner',
  llm_p: 'LLM+P',
  delta: 'DELTA',
  oracle: 'Oracle',
};

/** As in the paper's release, which gave its figures. */
const AS_RELEASED = [
  { method: 'llm_planner', planner: 'llm_planner+calls=3+preconditions=true', setting: 'tower' },
  { method: 'delta', planner: 'delta+domainFrom=example', setting: 'tower' },
] as const;

export type OlpSetting = Readonly<{ setting: string; title: string; size: string }>;

export const SETTINGS: readonly OlpSetting[] = [
  { setting: 'tower', title: 'Tower', size: 'blocks in the tower' },
  { setting: 'spelling', title: 'Spelling', size: 'letters of the word' },
  { setting: 'organize', title: 'Organize', size: 'blocks on the table' },
];

export type OlpMethod = ShownMethod & Readonly<{ paperIndex: number | null; onlySetting?: string }>;

export const OLP_METHODS: readonly OlpMethod[] = [
  ...published.methods.map((planner, paperIndex) => ({
    planner,
    title: ownValue(TITLES, planner) ?? planner,
    paperIndex,
  })),
  { planner: 'oracle', title: 'Oracle', paperIndex: null },
];

export function playedMethods({ episodes }: Pick<SuiteResults, 'episodes'>): OlpMethod[] {
  const played = new Set(episodes.filter(({ complete }) => complete).map(({ planner }) => planner));
  return OLP_METHODS.flatMap((method) => {
    const released = AS_RELEASED.filter((each) => each.method === method.planner && played.has(each.planner));
    const title = `${method.title}, as released`;
    return [method, ...released.map(({ planner, setting }) => ({ ...method, planner, title, onlySetting: setting }))];
  });
}

export function rowsOf(results: Pick<SuiteResults, 'episodes'>) {
  return SETTINGS.flatMap(({ setting, title }) => {
    const methods = playedMethods(results).filter(({ onlySetting = setting }) => onlySetting === setting);
    return methods.map((method) => ({ setting, title, tasks: tasksOf(setting), method }));
  });
}

export function tasksOf(setting: string): string[] {
  return published.figure_7.rows.filter((row) => row.setting === setting).map(({ task }) => task);
}

export function printedCompletion(setting: string, { paperIndex }: OlpMethod): string | undefined {
  const { rows } = published.table_1.completion;
  return paperIndex === null ? undefined : rows.find((row) => row.setting === setting)?.percent[paperIndex];
}

const COST_FIELDS = [
  ...(['solverEpisodes', 'solverProblems', 'expanded', 'expandedLow', 'expandedHigh'] as const),
  ...(['evaluated', 'evaluatedLow', 'evaluatedHigh', 'calls', 'latencyMs', 'latencyMsLow', 'latencyMsHigh'] as const),
  ...(['transcriptTokens', 'transcriptTokensLow', 'transcriptTokensHigh', 'promptTokens', 'completionTokens'] as const),
] as const;

const CALL_TOKENS = episodeMean('callTokens', ({ promptTokens, completionTokens }: EpisodeMetrics) =>
  promptTokens === null || completionTokens === null ? null : promptTokens + completionTokens,
);

const PLAN_LENGTH = episodeMean('planLength', ({ success, steps }: EpisodeMetrics) => (success ? steps : undefined));

export type OlpCell = ReturnType<typeof olpCell>;

export function olpCell(episodes: readonly EpisodeMetrics[]) {
  return {
    episodes: episodes.length,
    completed: shareOf(episodes, (each) => each.completed),
    succeeded: shareOf(episodes, (each) => each.success),
    ...poolSome(episodes, COST_FIELDS),
    ...poolOver(CALL_TOKENS, episodes),
    ...poolOver(PLAN_LENGTH, episodes),
    optimalLength: mean(
      episodes.filter((each) => each.success).map(({ reference }) => (reference?.optimal ? reference.steps : null)),
    ),
  };
}

export function olpNotes(results: SuiteResults): string[] {
  return [...recordedNotes(results), ...COUNTING, ...paperNotes()];
}

export function recordedNotes(results: SuiteResults): string[] {
  return [...coverageNotes(results.episodes, playedMethods(results)), `here: ${answersOf(results)}`];
}

const INTERVALS =
  "intervals: Wilson's, clustered by task, since the scenes of a task share its instruction: runs ÷ design effect between tasks, corrected for few tasks; within one task, episode by episode. Those in brackets behind a mean: 95 %, by bootstrap over tasks";

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

function paperNotes(): string[] {
  const { source, marks, figure_7: figure, table_1: table, settings } = published;
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
