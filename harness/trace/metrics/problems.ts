/**
 * PDDL problems that were given to a task planner.
 *
 * @module
 */
import type { PlannerNote } from '../../../planners/planner.ts';
import type { Trace } from '../trace.ts';
import { metric } from './metric.ts';
import { KnownMean } from './numbers.ts';
import { meanOf, pooling } from './poolings.ts';

export const problems = metric({
  name: 'problems',
  title: 'PDDL problems',
  meaning: 'PDDL problems that were given to a task planner',
  count: (trace) => plannedIn(trace).length,
  row: (value) => ({ problems: value }),
  pooled: pooling('number of episodes that came to planning, and their mean', () => {
    const counts = new KnownMean();
    let episodes = 0;
    return {
      add(each: { readonly problems: number }) {
        if (each.problems === 0) return;
        episodes += 1;
        counts.add(each.problems);
      },
      result: () => ({ solverEpisodes: episodes, solverProblems: counts.mean() }),
    };
  }),
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
    (each: Needs) => (each.problems > 0 ? (each[name] as number | null) : undefined),
  );
}
