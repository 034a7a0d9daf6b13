import type { Provenance } from '../../cassettes/format/provenance.ts';
import type { EpisodeMetrics } from '../trace/metrics/metrics.ts';
import type { Trace } from '../trace/trace.ts';
import type { Table } from './table.ts';

export type SuiteResults = Readonly<{
  episodes: readonly EpisodeMetrics[];
  instructions: ReadonlyMap<string, string>;
  model: string;
  provenance: readonly string[];
}>;

export type Content = Omit<Table, 'name' | 'title'>;

export type PaperTable = Pick<Table, 'name' | 'title'> & {
  readonly suite: string;
  content(results: SuiteResults): Content;
};

export type PaperFigure = {
  readonly suite: string;
  readonly file: string;
  draw(results: SuiteResults, traces: readonly Trace[]): Promise<string>;
};

export type ShownMethod = Readonly<{ planner: string; title: string }>;

export type PlannerOrder = ReadonlyMap<string, readonly string[]>;

export function groupByPlanner<E>(
  all: readonly E[],
  nameOf: (item: E) => Readonly<{ suite: string; planner: string }>,
  order: PlannerOrder = new Map(),
): Readonly<{ suite: string; planner: string; items: readonly E[] }>[] {
  return [...Map.groupBy(all, (item) => nameOf(item).suite)].flatMap(([suite, ofSuite]) => {
    const groups = Map.groupBy(ofSuite, (item) => nameOf(item).planner);
    const place = (planner: string) => order.get(suite)?.indexOf(planner) ?? 0;
    const planners = [...groups.keys()].sort((a, b) => place(a) - place(b));
    return planners.map((planner) => ({ suite, planner, items: groups.get(planner)! }));
  });
}

export function answersOf({ model, provenance }: Pick<SuiteResults, 'model' | 'provenance'>): string {
  return provenance.length === 0
    ? `no answers of model "${model}" are recorded`
    : `answers of model "${model}" from tapes (${provenance.join('; ')})`;
}

export function episodesOf(
  { episodes }: Pick<SuiteResults, 'episodes'>,
  planner: string,
  tasks?: readonly string[],
): EpisodeMetrics[] {
  return episodes.filter((each) => each.complete && each.planner === planner && tasks?.includes(each.task) !== false);
}

type PlannedEpisode = Pick<EpisodeMetrics, 'scene' | 'task' | 'planner' | 'trial' | 'complete'>;

export function coverageNotes(episodes: readonly PlannedEpisode[], methods?: readonly ShownMethod[]): string[] {
  const ofPlanner = Map.groupBy(episodes, ({ planner }) => planner);
  const listed = methods ?? [...ofPlanner.keys()].map((planner) => ({ planner, title: planner }));
  const planners = listed.flatMap(({ planner, title }) => {
    const all = ofPlanner.get(planner) ?? [];
    return all.length === 0 ? [] : [{ title, count: countText(all), missing: missingText(all) }];
  });
  const groups = Map.groupBy(planners, ({ count, missing }) => `recorded: ${count} episodes${missing}`);
  return [...groups].map(([text, same]) => `${same.map(({ title }) => title).join(', ')}: ${text}`);
}

export function countText(all: readonly Pick<PlannedEpisode, 'complete'>[]): string {
  return `${all.filter(({ complete }) => complete).length} of ${all.length}`;
}

function missingText(all: readonly PlannedEpisode[]): string {
  const missing = all.filter(({ complete }) => !complete);
  if (missing.length === 0) return '';
  if (missing.length === all.length) return '; missing: all';
  const taskText = ([task, trials]: [string, readonly PlannedEpisode[]]) => {
    const planned = all.filter((each) => each.scene === trials[0]!.scene && each.task === task);
    return trials.length === planned.length ? task : `${task} (trial ${trials.map(({ trial }) => trial).join(', ')})`;
  };
  const scenes = [...Map.groupBy(missing, ({ scene }) => scene)].map(([scene, sceneEpisodes]) => ({
    scene,
    tasks: [...Map.groupBy(sceneEpisodes, ({ task }) => task)].map(taskText).join(', '),
  }));
  const groups = [...Map.groupBy(scenes, ({ tasks }) => tasks)];
  return `; missing: ${groups.map(([tasks, same]) => `${same.map(({ scene }) => scene).join(', ')}: ${tasks}`).join('; ')}`;
}

type Answered = Pick<Provenance, 'model' | 'provider' | 'channel' | 'answeredOn' | 'sampling'>;

/** "Anthropic, hand-off through batch files, 2026-11-21 to 2026-11-23, …" */
export function provenanceClauses(provenance: readonly Answered[], requested: string): string[] {
  const sources = Map.groupBy(provenance, ({ model, provider, channel, sampling, answeredOn }) =>
    JSON.stringify([model, provider, channel, sampling, answeredOn === 'unknown']),
  );
  return [...sources.values()].map((answers) => {
    const { model, provider, channel, sampling } = answers[0]!;
    const source = model === requested ? provider : `${model}: ${provider}`;
    return `${source}, ${channel}, ${span(answers.map(({ answeredOn }) => answeredOn))}, sampling parameters ${sampling}`;
  });
}

function span(dates: readonly string[]): string {
  const [first = '', ...more] = dates.toSorted();
  const last = more.at(-1) ?? first;
  return first === last ? first : `${first} to ${last}`;
}
