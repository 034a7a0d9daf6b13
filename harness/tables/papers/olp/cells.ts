/**
 * The methods of OLP's evaluation, and what the recorded episodes of one of them in some tasks come to.
 *
 * @module
 */
import { ownValue } from '../../../io/own_value.ts';
import type { Field } from '../../../trace/metrics/metric.ts';
import { type EpisodeMetrics, poolSome } from '../../../trace/metrics/metrics.ts';
import { meanOrNull, percentRange } from '../../../trace/metrics/numbers.ts';
import { meanOf } from '../../../trace/metrics/poolings.ts';
import { type Share, shareOf } from '../../../trace/metrics/share.ts';
import type { SuiteResults } from '../../suite_results.ts';
import { NOT_RECORDED } from '../../table.ts';
import type { OlpSetting, PublishedOlp } from './published.ts';

/** Planner as written in the suite → printed title; the published methods go by the same names. */
const TITLES: Readonly<Record<string, string>> = {
  olp: 'OLP',
  llm_planner: 'LLM-Planner',
  llm_p: 'LLM+P',
  delta: 'DELTA',
  oracle: 'Oracle',
};

/**
 * Baselines as the paper's release runs them, each played in one setting; the paper's figures are the release's. They have
 * a row of their own as soon as an episode of theirs is there.
 */
const AS_RELEASED = [
  { of: 'llm_planner', planner: 'llm_planner+calls=3+preconditions=true', setting: 'tower' },
  { of: 'delta', planner: 'delta+domainFrom=example', setting: 'tower' },
] as const;

export const SETTINGS: Readonly<Record<OlpSetting, string>> = {
  tower: 'Tower',
  spelling: 'Spelling',
  organize: 'Organize',
};

export type OlpMethod = {
  readonly planner: string;
  readonly title: string;
  /** Position in the published lists; null for the oracle, which is not in the paper. */
  readonly at: number | null;
  /** The only setting in which it is played; without it, all. */
  readonly only?: OlpSetting;
};

/** The paper's methods in its order, then the oracle. */
export function olpMethods({ methods }: Pick<PublishedOlp, 'methods'>): OlpMethod[] {
  return [
    ...methods.map((planner, at) => ({ planner, title: ownValue(TITLES, planner) ?? planner, at })),
    { planner: 'oracle', title: 'Oracle', at: null },
  ];
}

/** Methods of the paper, those that are played as released right behind the paper's own, then the oracle. */
export function playedMethods(published: PublishedOlp, { episodes }: Pick<SuiteResults, 'episodes'>): OlpMethod[] {
  const played = new Set(episodes.filter(({ complete }) => complete).map(({ planner }) => planner));
  return olpMethods(published).flatMap((method) => {
    const released = AS_RELEASED.filter(({ of, planner }) => of === method.planner && played.has(planner));
    const title = `${method.title}, as released`;
    return [method, ...released.map(({ planner, setting }) => ({ ...method, planner, title, only: setting }))];
  });
}

/** A line of a table: a method in a setting. */
type Row = { readonly setting: OlpSetting; readonly tasks: readonly string[]; readonly method: OlpMethod };

/** Every method in every setting in which it is played. */
export function rowsOf(published: PublishedOlp, results: Pick<SuiteResults, 'episodes'>): Row[] {
  return published.settings.flatMap(({ setting }) => {
    const tasks = published.figure_7.rows.filter((row) => row.setting === setting).map(({ task }) => task);
    const methods = playedMethods(published, results).filter(({ only }) => only === undefined || only === setting);
    return methods.map((method) => ({ setting, tasks, method }));
  });
}

/** `1/2 50.0 % (9–91)`: the counts, the share, and its 95 % interval. */
export function shareText(share: Share | null): string {
  if (share === null) return NOT_RECORDED;
  const { count, episodes, percent, low, high } = share;
  return `${count}/${episodes} ${percentRange(percent / 100, low / 100, high / 100)}`;
}

/** A share as columns of a row: `completed`, `completedPercent` and so on. */
export function shareFields<N extends string>(name: N, share: Share | null): Record<string, Field> {
  return {
    [name]: share?.count ?? null,
    [`${name}Percent`]: share?.percent ?? null,
    [`${name}Low`]: share?.low ?? null,
    [`${name}High`]: share?.high ?? null,
  };
}

const COSTS = [
  'solverEpisodes',
  'solverProblems',
  'expanded',
  'expandedLow',
  'expandedHigh',
  'evaluated',
  'evaluatedLow',
  'evaluatedHigh',
  'calls',
  'latencyMs',
  'latencyMsLow',
  'latencyMsHigh',
  'transcriptTokens',
  'transcriptTokensLow',
  'transcriptTokensHigh',
  'promptTokens',
  'completionTokens',
] as const;

/** Tokens of the prompts and replies of all calls. */
const CALL_TOKENS = meanOf(
  'mean, if known of every episode',
  'callTokens',
  ({ promptTokens, completionTokens }: EpisodeMetrics) =>
    promptTokens === null || completionTokens === null ? null : promptTokens + completionTokens,
);

export type OlpCell = ReturnType<typeof olpCell>;

/** What some episodes come to; null where there is none, and where something is not known of all. */
export function olpCell(episodes: readonly EpisodeMetrics[]) {
  const lengths = poolSome(episodes, [
    'averageStepsOfSuccesses',
    'averageStepsOfSuccessesLow',
    'averageStepsOfSuccessesHigh',
  ]);
  return {
    episodes: episodes.length,
    completed: shareOf(episodes, (each) => each.completed),
    succeeded: shareOf(episodes, (each) => each.success),
    ...poolSome(episodes, COSTS),
    ...CALL_TOKENS.over(episodes),
    planLength: lengths.averageStepsOfSuccesses,
    planLengthLow: lengths.averageStepsOfSuccessesLow,
    planLengthHigh: lengths.averageStepsOfSuccessesHigh,
    /** The fewest steps with which the very successes could have been done, on average. */
    optimalLength: meanOrNull(
      episodes
        .filter((each) => each.success)
        .map(({ reference }) => (reference?.optimal === true ? reference.steps : null)),
    ),
  };
}
