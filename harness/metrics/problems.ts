/**
 * PDDL problems that were given to a task planner.
 *
 * @module
 */
import type { PlannerNote } from '../../planners/planner.ts';
import type { Trace } from '../trace/trace.ts';
import { metric } from './metric.ts';
import { meanOrNull } from './numbers.ts';
import { meanOf } from './poolings.ts';

export const problems = metric({
  name: 'problems',
  title: 'PDDL problems',
  meaning: 'PDDL problems that were given to a task planner',
  count: (trace) => plannedIn(trace).length,
  row: (value) => ({ problems: value }),
  pooled: {
    how: 'number of episodes that came to planning, and their mean',
    over(episodes: readonly { readonly problems: number }[]) {
      const counts = cameToPlanning(episodes).map((each) => each.problems);
      return { solverEpisodes: counts.length, solverProblems: meanOrNull(counts) };
    },
  },
});

export function plannedIn({ events }: Trace): Extract<PlannerNote, { kind: 'planned' }>[] {
  return events.flatMap((event) => (event.event === 'note' && event.note.kind === 'planned' ? [event.note] : []));
}

/** Those that were read; what is refused unread is not searched. */
export function searchedIn(trace: Trace) {
  return plannedIn(trace).filter(({ status }) => status !== 'invalid' && status !== 'unsupported');
}

/** The mean over the episodes that came to planning; null as soon as one of them is not known. */
export function averagedOverPlanned<N extends string>(name: N) {
  type Needs = { readonly [K in N]: number | null } & { readonly problems: number; readonly task: string };
  return meanOf(
    'mean over the episodes that came to planning; 95 % interval by bootstrap over tasks',
    name,
    (episodes: readonly Needs[]) => {
      const all = cameToPlanning(episodes).map((each) => ({ task: each.task, value: each[name] as number | null }));
      return all.some(({ value }) => value === null) ? [] : all.map(({ task, value }) => ({ task, value: value ?? 0 }));
    },
  );
}

function cameToPlanning<E extends { readonly problems: number }>(episodes: readonly E[]): E[] {
  return episodes.filter((each) => each.problems > 0);
}
