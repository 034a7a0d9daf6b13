/**
 * How often recorded beliefs do what no right belief does: a line for each invariant of a world's and each planner.
 *
 * @module
 */

import { worldCalled } from '../episode/worlds.ts';
import { commandText } from '../io/command_text.ts';
import type { Fields } from '../trace/metrics/metric.ts';
import { percentRange, sixDigits } from '../trace/metrics/numbers.ts';
import { shareOf } from '../trace/metrics/share.ts';
import { episodeId, isComplete, type Trace } from '../trace/trace.ts';
import type { EventOf, TraceHeader } from '../trace/trace_schema.ts';
import type { Table } from './table.ts';

const UPDATES = 'Updates that break it';

/** One update of a planner's belief. */
type Update = {
  readonly header: TraceHeader;
  readonly task: string;
  readonly tracking: EventOf<'tracking'>;
  readonly isFirst: boolean;
};

/** `planners` are those of each suite in the order in which they are to be listed. Null where no belief could be judged. */
export function beliefTable(
  traces: readonly Trace[],
  planners: ReadonlyMap<string, readonly string[]> = new Map(),
): Table | null {
  const updates = traces.filter(isComplete).flatMap(updatesOf);
  const position = ({ header }: Update) => planners.get(header.suite)?.indexOf(header.planner) ?? 0;
  const suites = [...Map.groupBy(updates, ({ header }) => header.suite).values()];
  const ordered = suites.flatMap((suite) => suite.toSorted((a, b) => position(a) - position(b)));
  const groups = [...Map.groupBy(ordered, ({ header }) => `${header.suite} ${header.planner}`).values()];
  if (groups.length === 0) return null;
  const lines = groups.flatMap(invariantLines);
  return {
    name: 'beliefs',
    title: 'What no right belief does: invariants of state tracking that recorded beliefs break',
    shown: {
      header: ['Suite', 'Planner', 'Invariant', UPDATES, 'Episodes that break it'],
      keys: 3,
      results: [UPDATES],
      lines: lines.map(({ shown }) => shown),
    },
    rows: lines.map(({ row }) => row),
    notes: [
      'updates: of the beliefs that a planner noted in the recorded episodes, judged against the world as it was, those that break the invariant, and their share with its 95 % interval, clustered by task',
      'episodes: of those with such beliefs, the ones in which some belief breaks it',
      ...meanings(groups).map(([name, meaning]) => `${words(name)}: ${meaning}`),
      'the first update of an episode, before which nothing was believed, cannot replace or drop anything, and does not count there',
      ...examples(lines.map(({ row }) => row)),
    ],
  };
}

/** The first of each invariant that is broken. */
function examples(rows: readonly Fields[]): string[] {
  const broken = rows.filter(({ example }) => typeof example === 'string');
  return [...Map.groupBy(broken, ({ invariant }) => String(invariant))].map(([invariant, [first]]) => {
    const { example, replay, read } = first!;
    return `${words(invariant)}, for example, is broken by "${example}": \`${replay}\`, then \`${read}\` shows it`;
  });
}

function updatesOf({ header, events }: Trace): Update[] {
  return events
    .filter((event) => event.event === 'tracking')
    .map((tracking, at) => ({ header, task: header.task, tracking, isFirst: at === 0 }));
}

/** Over the updates of one planner in one suite. */
function invariantLines(updates: readonly Update[]): { readonly shown: readonly string[]; readonly row: Fields }[] {
  const { suite, planner, world } = updates[0]!.header;
  return Object.entries(worldCalled(world).beliefs?.invariants ?? {}).flatMap(([invariant, { ofTwo }]) => {
    const asked = updates.filter(({ isFirst }) => !(ofTwo && isFirst));
    const episodes = [...Map.groupBy(asked, ({ header }) => episodeId(header)).values()].map((own) => ({
      task: own[0]!.task,
      own,
    }));
    const breaks = ({ tracking }: Update) => breakIn(tracking, invariant) !== null;
    const ofUpdates = shareOf(asked, breaks);
    const ofEpisodes = shareOf(episodes, ({ own }) => own.some(breaks));
    if (ofUpdates === null || ofEpisodes === null) return [];
    const example = asked.find(breaks);
    const text = example === undefined ? null : breakIn(example.tracking, invariant);
    const id = example === undefined ? null : episodeId(example.header);
    return {
      shown: [suite, planner, words(invariant), ...[ofUpdates, ofEpisodes].map(shareText)],
      row: {
        ...{ suite, planner, invariant },
        ...fieldsOf('updates', ofUpdates),
        ...fieldsOf('episodes', ofEpisodes),
        example: text,
        episode: id,
        replay: example === undefined ? null : replayText(example.header),
        read: id === null ? null : commandText(['trace', id]),
      },
    };
  });
}

type Share = NonNullable<ReturnType<typeof shareOf>>;

/** `8/30: 26.7 % (10–53)`. */
function shareText({ count, episodes, percent, low, high }: Share): string {
  return `${count}/${episodes}: ${percentRange(percent / 100, low / 100, high / 100)}`;
}

function fieldsOf(name: 'updates' | 'episodes', { count, episodes, low, high }: Share): Fields {
  return {
    [name]: episodes,
    [`${name}Broken`]: count,
    [`${name}Low`]: sixDigits(low / 100),
    [`${name}High`]: sixDigits(high / 100),
  };
}

function breakIn({ broken = [] }: EventOf<'tracking'>, invariant: string): string | null {
  return broken.find((each) => each.invariant === invariant)?.text ?? null;
}

function meanings(groups: readonly (readonly Update[])[]): [name: string, meaning: string][] {
  const worlds = new Set(groups.map((updates) => updates[0]!.header.world));
  return [...worlds].flatMap((world) =>
    Object.entries(worldCalled(world).beliefs?.invariants ?? {}).map(([name, { meaning }]): [string, string] => [
      name,
      meaning,
    ]),
  );
}

function replayText({ suite, scene, task, planner, trial }: TraceHeader): string {
  const trials = trial > 1 ? ['--trials', String(trial)] : [];
  return commandText(['run', suite, '--scene', scene, '--task', task, '--planner', planner, ...trials]);
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}
