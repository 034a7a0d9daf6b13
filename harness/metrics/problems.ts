/**
 * PDDL problems that were given to a task planner.
 *
 * @module
 */
import type { PlannerNote } from '../../planners/planner.ts';
import type { Trace } from '../trace/trace.ts';
import { metric } from './metric.ts';
import { meanOrNull } from './numbers.ts';
import { field } from './poolings.ts';

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

/** The mean over the episodes that came to planning. */
export function averagedOverPlanned<N extends string>(name: N) {
  type Needs = { readonly [K in N]: number | null } & { readonly problems: number };
  return field('mean over the episodes that came to planning', name, (episodes: readonly Needs[]) =>
    meanOrNull(cameToPlanning(episodes).map((each) => each[name])),
  );
}

function cameToPlanning<E extends { readonly problems: number }>(episodes: readonly E[]): E[] {
  return episodes.filter((each) => each.problems > 0);
}
