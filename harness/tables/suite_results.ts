import type { Provenance } from '../../cassettes/format/provenance.ts';
import type { EpisodeMetrics } from '../trace/metrics/metrics.ts';

export type SuiteResults = Readonly<{
  episodes: readonly EpisodeMetrics[];
  instructions: ReadonlyMap<string, string>;
  model: string;
  provenance: readonly string[];
}>;

export type PlannerOrder = ReadonlyMap<string, readonly string[]>;

export function byPlanner<E>(
  all: readonly E[],
  nameOf: (each: E) => Readonly<{ suite: string; planner: string }>,
  order: PlannerOrder = new Map(),
): Readonly<{ suite: string; planner: string; own: readonly E[] }>[] {
  return [...Map.groupBy(all, (each) => nameOf(each).suite)].flatMap(([suite, ofSuite]) => {
    const groups = Map.groupBy(ofSuite, (each) => nameOf(each).planner);
    const place = (planner: string) => order.get(suite)?.indexOf(planner) ?? 0;
    const planners = [...groups.keys()].sort((a, b) => place(a) - place(b));
    return planners.map((planner) => ({ suite, planner, own: groups.get(planner)! }));
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
  const own = episodes.filter((each) => each.complete && each.planner === planner);
  return tasks === undefined ? own : own.filter(({ task }) => tasks.includes(task));
}

type Wanted = Pick<EpisodeMetrics, 'scene' | 'task' | 'planner' | 'trial' | 'complete'>;

type Titled = Readonly<{ planner: string; title: string }>;

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

export function countText(wanted: readonly Pick<Wanted, 'complete'>[]): string {
  return `${wanted.filter(({ complete }) => complete).length} of ${wanted.length}`;
}

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

function taskText(task: string, missing: readonly Wanted[], wanted: readonly Wanted[]): string {
  const { scene } = missing[0]!;
  const all = wanted.filter((each) => each.scene === scene && each.task === task);
  return missing.length === all.length ? task : `${task} (trial ${missing.map(({ trial }) => trial).join(', ')})`;
}

type Answered = Pick<Provenance, 'model' | 'provider' | 'channel' | 'answeredOn' | 'sampling'>;

/** "Anthropic, hand-off through batch files, 2026-11-21 to 2026-11-23, …"; names other models than `requested`. */
export function provenanceClauses(provenance: readonly Answered[], requested: string): string[] {
  const ways = Map.groupBy(provenance, ({ model, provider, channel, sampling, answeredOn }) =>
    JSON.stringify([model, provider, channel, sampling, answeredOn === 'unknown']),
  );
  return [...ways.values()].map((those) => {
    const { model, provider, channel, sampling } = those[0]!;
    const source = model === requested ? provider : `${model}: ${provider}`;
    return `${source}, ${channel}, ${span(those.map(({ answeredOn }) => answeredOn))}, sampling parameters ${sampling}`;
  });
}

function span(dates: readonly string[]): string {
  const [first = '', ...more] = dates.toSorted();
  const last = more.at(-1) ?? first;
  return first === last ? first : `${first} to ${last}`;
}
