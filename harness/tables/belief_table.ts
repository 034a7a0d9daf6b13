import { worldCalled } from '../episode/worlds.ts';
import { commandText } from '../io/errors/counted.ts';
import type { Fields } from '../trace/metrics/metric.ts';
import { percentRange, type Share, sixDigits, spaced } from '../trace/metrics/numbers.ts';
import { shareOf } from '../trace/metrics/pooling.ts';
import { episodeId, isComplete, type Trace } from '../trace/trace.ts';
import type { EventOf, TraceHeader } from '../trace/trace_schema.ts';
import { groupByPlanner, type PlannerOrder } from './suite_results.ts';
import { type Columns, shownRows, type Table } from './table.ts';

const UPDATES = 'Updates that break it';

type Update = ReturnType<typeof updatesOf>[number];

export function beliefTable(traces: readonly Trace[], order?: PlannerOrder): Table | null {
  const updates = traces.filter(isComplete).flatMap(updatesOf);
  const groups = groupByPlanner(updates, ({ header }) => header, order).map(({ items }) => items);
  if (groups.length === 0) return null;
  const rows = groups.flatMap(invariantRows);
  const columns: Columns<(typeof rows)[number]> = {
    Suite: 'suite',
    Planner: 'planner',
    Invariant: ({ invariant }) => spaced(invariant),
    [UPDATES]: (row) => brokenText(row.updates, row.updatesBroken, row.updatesLow, row.updatesHigh),
    'Episodes that break it': (row) => brokenText(row.episodes, row.episodesBroken, row.episodesLow, row.episodesHigh),
  };
  return {
    name: 'beliefs',
    title: 'What no right belief does: invariants of state tracking that recorded beliefs break',
    shown: shownRows(rows, columns, { keys: 3, results: [UPDATES] }),
    rows,
    notes: [
      'updates: of the beliefs that a planner noted in the recorded episodes, judged against the world as it was, those that break the invariant, and their share with its 95 % interval, clustered by task',
      'episodes: of those with such beliefs, the ones in which some belief breaks it',
      ...meanings(groups),
      'the first update of an episode, before which nothing was believed, cannot replace or drop anything, and does not count there',
      ...examples(rows),
    ],
  };
}

function examples(rows: readonly Fields[]): string[] {
  const broken = rows.filter(({ example }) => typeof example === 'string');
  return [...Map.groupBy(broken, ({ invariant }) => String(invariant))].map(([invariant, [first]]) => {
    const { example, replay, read } = first!;
    return `${spaced(invariant)}, for example, is broken by "${example}": \`${replay}\`, then \`${read}\` shows it`;
  });
}

function updatesOf({ header, events }: Trace) {
  return events
    .filter((event) => event.event === 'tracking')
    .map((tracking, at) => ({ header, task: header.task, tracking, isFirst: at === 0 }));
}

function brokenText(all: number, broken: number, low: number, high: number): string {
  return `${broken}/${all}: ${percentRange(broken / all, low, high)}`;
}

function invariantRows(updates: readonly Update[]) {
  const { suite, planner, world } = updates[0]!.header;
  return invariantsOf(world).flatMap(([invariant, { ofTwo }]) => {
    const judged = updates.filter(({ isFirst }) => !(ofTwo && isFirst));
    const byEpisode = Map.groupBy(judged, ({ header }) => episodeId(header));
    const episodes = Array.from(byEpisode.values(), (all) => ({ task: all[0]!.task, all }));
    const breaks = ({ tracking }: Update) => breakIn(tracking, invariant) !== null;
    const updateShare = shareOf(judged, breaks);
    const episodeShare = shareOf(episodes, ({ all }) => all.some(breaks));
    if (updateShare === null || episodeShare === null) return [];
    const counted = { ...fieldsOf('updates', updateShare), ...fieldsOf('episodes', episodeShare) };
    return { suite, planner, invariant, ...counted, ...exampleOf(judged.find(breaks), invariant) };
  });
}

function invariantsOf(world: string) {
  return Object.entries(worldCalled(world).beliefs?.invariants ?? {});
}

function fieldsOf<N extends 'updates' | 'episodes'>(name: N, { count, episodes, low, high }: Share) {
  const limits = { [`${name}Low`]: sixDigits(low / 100), [`${name}High`]: sixDigits(high / 100) };
  const fields = { [name]: episodes, [`${name}Broken`]: count, ...limits };
  return fields as Readonly<Record<N | `${N}Broken` | `${N}Low` | `${N}High`, number>>;
}

function exampleOf(update: Update | undefined, invariant: string): Fields {
  if (update === undefined) return { example: null, episode: null, replay: null, read: null };
  const { header, tracking } = update;
  const episode = episodeId(header);
  const read = commandText(['trace', episode]);
  return { example: breakIn(tracking, invariant), episode, replay: replayText(header), read };
}

function breakIn({ broken = [] }: EventOf<'tracking'>, invariant: string): string | null {
  return broken.find((each) => each.invariant === invariant)?.text ?? null;
}

function meanings(groups: readonly (readonly Update[])[]): string[] {
  const worlds = new Set(groups.map((updates) => updates[0]!.header.world));
  return [...worlds].flatMap(invariantsOf).map(([name, { meaning }]) => `${spaced(name)}: ${meaning}`);
}

function replayText({ suite, scene, task, planner, trial }: TraceHeader): string {
  const trials = trial > 1 ? ['--trials', String(trial)] : [];
  return commandText(['run', suite, '--scene', scene, '--task', task, '--planner', planner, ...trials]);
}
