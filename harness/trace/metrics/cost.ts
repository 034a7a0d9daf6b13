import type { PlannerNote } from '../../../planners/planner.ts';
import { totalOrNull } from '../episode_counts.ts';
import type { Trace } from '../trace.ts';
import type { EpisodeCounts } from '../trace_schema.ts';
import { costIn, metric } from './metric.ts';
import { countsText, Mean, sum } from './numbers.ts';
import { episodeCounts, episodeMean, poolOver } from './pooling.ts';

type Roles = EpisodeCounts['roles'];
type Costing = Readonly<{ task: string; roles: Roles }>;
type Planning = { readonly problems: number };

export const COST = [
  metric({
    name: 'calls',
    title: 'Calls',
    meaning: 'model calls that got an answer',
    count: ({ summary }) => summary.calls,
    compared: costIn('calls'),
    pooled: episodeMean('calls'),
  }),
  metric({
    name: 'roles',
    title: 'Roles',
    meaning: 'model calls by their role in the method, with their tokens',
    count: ({ summary }) => summary.counts.roles,
    row: (value) => ({ callsByRole: countsText(callsOf(value)) }),
    pooled: episodeCounts('callsByRole', ({ roles }: { readonly roles: Roles }) => callsOf(roles), 'sum by role'),
  }),
  tokenMetric('promptTokens', 'Prompt tokens', 'tokens of all prompts'),
  tokenMetric('completionTokens', 'Answer tokens', 'tokens of all replies'),
  metric({
    name: 'transcriptTokens', // as the OLP release counts
    title: 'Transcript tokens',
    meaning: 'tokens of each message once and each reply once; no value if the trace does not count them',
    count({ events }) {
      const counts = events.flatMap((event) => (event.event === 'call' ? (event.transcriptTokens ?? []) : []));
      return counts.length === 0 ? null : sum(counts);
    },
    pooled: episodeMean('transcriptTokens'),
  }),
  metric({
    name: 'latencyMs',
    title: 'Latency',
    meaning: 'recorded model time in milliseconds; no value without calls, or if the time of a call is unknown',
    count({ events }) {
      const calls = events.filter((event) => event.event === 'call');
      return calls.length === 0 ? null : totalOrNull(calls.map((call) => call.latencyMs));
    },
    pooled: episodeMean('latencyMs'),
  }),
  metric({
    name: 'problems',
    title: 'PDDL problems',
    meaning: 'PDDL problems that the task planner received',
    count: (trace) => plansIn(trace).length,
    pooled: {
      how: 'number of episodes with a problem, and their mean',
      begin() {
        const counts = new Mean();
        let episodes = 0;
        return {
          add({ problems }: Planning) {
            if (problems === 0) return;
            episodes += 1;
            counts.add(problems);
          },
          result: () => ({ solverEpisodes: episodes, solverProblems: counts.result() }),
        };
      },
    },
  }),
  searchMetric('expanded', 'Expanded states', 'states that the task planner expanded'),
  searchMetric('evaluated', 'Evaluated states', 'states for which the task planner computed the heuristic'),
] as const;

function tokenMetric<N extends 'promptTokens' | 'completionTokens'>(name: N, title: string, tokens: string) {
  return metric({
    name,
    title,
    meaning: `${tokens}, as recorded with the answers; no value if an answer has no count`,
    count: ({ summary }: Trace) => totalOrNull(Object.values(summary.counts.roles).map((role) => role[name])),
    compared: costIn(name),
    pooled: episodeMean(name),
  });
}

function callsOf(roles: Roles): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(roles).map(([role, { calls }]) => [role, calls]));
}

function searchMetric<N extends 'expanded' | 'evaluated'>(name: N, title: string, states: string) {
  type Search = Planning & { readonly task: string } & Readonly<Record<N, number | null>>;
  return metric({
    name,
    title,
    meaning: `${states}, over all problems; no value if it does not report them`,
    count(trace: Trace) {
      // The planner refuses some problems unread.
      const searches = plansIn(trace).filter(({ status }) => status !== 'invalid' && status !== 'unsupported');
      return totalOrNull(searches.map((search) => search[name]));
    },
    pooled: episodeMean(
      name,
      (each: Search) => (each.problems > 0 ? each[name] : undefined),
      'the episodes with a problem',
    ),
  });
}

function plansIn({ events }: Trace): Extract<PlannerNote, { kind: 'planned' }>[] {
  return events.flatMap((event) => (event.event === 'note' && event.note.kind === 'planned' ? [event.note] : []));
}

export function costByRole(episodes: readonly Costing[]) {
  const names = new Set(episodes.flatMap((each) => Object.keys(each.roles)));
  return [...names].sort().map((role) => {
    const meanOver = <N extends keyof Roles[string]>(name: N) =>
      poolOver(
        episodeMean(name, ({ roles }: Costing) => (roles[role] === undefined ? 0 : roles[role][name])),
        episodes,
      );
    const tokens = { ...meanOver('promptTokens'), ...meanOver('completionTokens') };
    return { role, episodes: episodes.length, ...meanOver('calls'), ...tokens };
  });
}
