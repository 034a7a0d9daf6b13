/** What tables are made of: the episodes of a suite, who answered in them, and which are missing. */

import type { Provenance } from '../../cassettes/format/provenance.ts';
import type { EpisodeMetrics } from '../trace/metrics/metrics.ts';

export type SuiteResults = {
  /** All that the suite wants; those that its tape does not carry to the end are not complete. */
  readonly episodes: readonly EpisodeMetrics[];
  /** Task → its instruction, in order. */
  readonly instructions: ReadonlyMap<string, string>;
  readonly model: string;
  /** How the answers came about, a clause each. */
  readonly provenance: readonly string[];
};

/** Of each suite, in the order in which they are to be listed. */
export type PlannerOrder = ReadonlyMap<string, readonly string[]>;

/** What each planner of each suite has: a line of a table that is by both. */
export function byPlanner<E>(
  all: readonly E[],
  nameOf: (each: E) => { readonly suite: string; readonly planner: string },
  order: PlannerOrder = new Map(),
): { readonly suite: string; readonly planner: string; readonly own: readonly E[] }[] {
  return [...Map.groupBy(all, (each) => nameOf(each).suite)].flatMap(([suite, ofSuite]) => {
    const groups = Map.groupBy(ofSuite, (each) => nameOf(each).planner);
    const place = (planner: string) => order.get(suite)?.indexOf(planner) ?? 0;
    const planners = [...groups.keys()].sort((a, b) => place(a) - place(b));
    return planners.map((planner) => ({ suite, planner, own: groups.get(planner)! }));
  });
}

/** Who answered, and how the answers came about. */
export function answersOf({ model, provenance }: Pick<SuiteResults, 'model' | 'provenance'>): string {
  return provenance.length === 0
    ? `no answers of model "${model}" are recorded`
    : `answers of model "${model}" from tapes (${provenance.join('; ')})`;
}

/** The episodes of a planner that ran to their end, on some tasks or all. */
export function episodesOf(
  { episodes }: Pick<SuiteResults, 'episodes'>,
  planner: string,
  tasks?: readonly string[],
): EpisodeMetrics[] {
  const own = episodes.filter((each) => each.complete && each.planner === planner);
  return tasks === undefined ? own : own.filter(({ task }) => tasks.includes(task));
}

type Wanted = Pick<EpisodeMetrics, 'scene' | 'task' | 'planner' | 'trial' | 'complete'>;

/** How a table calls a planner. */
type Titled = { readonly planner: string; readonly title: string };

/** A line for all planners that lack nothing, and one for each group of planners that lack the same. */
export function coverageNotes(episodes: readonly Wanted[], columns?: readonly Titled[]): string[] {
  const own = Map.groupBy(episodes, ({ planner }) => planner);
  const titled = columns ?? [...own.keys()].map((planner) => ({ planner, title: planner }));
  const planners = titled.flatMap(({ planner, title }) => {
    const wanted = own.get(planner) ?? [];
    return wanted.length === 0 ? [] : [{ title, count: countText(wanted), missing: missingText(wanted) }];
  });
  const groups = Map.groupBy(planners, ({ count, missing }) => `recorded: ${count} episodes${missing}`);
  return [...groups].map(([text, those]) => `${those.map(({ title }) => title).join(', ')}: ${text}`);
}

/** `61 of 75` */
export function countText(wanted: readonly Pick<Wanted, 'complete'>[]): string {
  return `${wanted.filter(({ complete }) => complete).length} of ${wanted.length}`;
}

/** `; missing: house_4, house_5: make_toast`, scenes with the same missing tasks together; empty where nothing is missing. */
function missingText(wanted: readonly Wanted[]): string {
  const missing = wanted.filter(({ complete }) => !complete);
  if (missing.length === 0) return '';
  if (missing.length === wanted.length) return '; missing: all';
  const scenes = [...Map.groupBy(missing, ({ scene }) => scene)].map(([scene, those]) => ({
    scene,
    tasks: [...Map.groupBy(those, ({ task }) => task)]
      .map(([task, trials]) => taskText(task, trials, wanted))
      .join(', '),
  }));
  const groups = [...Map.groupBy(scenes, ({ tasks }) => tasks)];
  return `; missing: ${groups.map(([tasks, those]) => `${those.map(({ scene }) => scene).join(', ')}: ${tasks}`).join('; ')}`;
}

/** The task's trials are named where only some of them are missing. */
function taskText(task: string, missing: readonly Wanted[], wanted: readonly Wanted[]): string {
  const { scene } = missing[0]!;
  const all = wanted.filter((each) => each.scene === scene && each.task === task);
  return missing.length === all.length ? task : `${task} (trial ${missing.map(({ trial }) => trial).join(', ')})`;
}

type Answered = Pick<Provenance, 'model' | 'provider' | 'channel' | 'answeredOn' | 'sampling'>;

/**
 * A clause for each way of answering, however many days it took: "Anthropic, hand-off through batch files, 2026-11-21 to 2026-11-23, …".
 * The exact model is named where it is not the one that was `asked` for.
 */
export function provenanceClauses(provenance: readonly Answered[], asked: string): string[] {
  const ways = Map.groupBy(provenance, ({ model, provider, channel, sampling, answeredOn }) =>
    JSON.stringify([model, provider, channel, sampling, answeredOn === 'unknown']),
  );
  return [...ways.values()].map((those) => {
    const { model, provider, channel, sampling } = those[0]!;
    const who = model === asked ? provider : `${model}: ${provider}`;
    return `${who}, ${channel}, ${span(those.map(({ answeredOn }) => answeredOn))}, sampling parameters ${sampling}`;
  });
}

/** First and last of some dates as YYYY-MM-DD. */
function span(dates: readonly string[]): string {
  const [first = '', ...more] = dates.toSorted();
  const last = more.at(-1) ?? first;
  return first === last ? first : `${first} to ${last}`;
}
