import type { PlannerNote } from '../../../planners/planner.ts';
import { totalOrNull } from '../episode_counts.ts';
import type { Trace } from '../trace.ts';
import type { EpisodeCounts } from '../trace_schema.ts';
import { costIn, metric } from './metric.ts';
import { Mean, named } from './numbers.ts';
import { episodeCounts, episodeMean, poolOver } from './pooling.ts';

type Roles = EpisodeCounts['roles'];
type Costing = Readonly<{ task: string; roles: Roles }>;
type Planning = { readonly problems: number };

export const COST = [
  metric({
    name: 'calls',
    title: 'Calls',
    meaning: 'answers of the model to prompts',
    count: ({ summary }) => summary.calls,
    compared: costIn('calls'),
    pooled: episodeMean('calls'),
  }),
  metric({
    name: 'roles',
    title: 'Roles',
    meaning: 'calls of the model by role of the method, with their tokens',
    count: ({ summary }) => summary.counts.roles,
    row: (value) => ({ callsByRole: named(callsOf(value)) }),
    pooled: episodeCounts('callsByRole', ({ roles }: { readonly roles: Roles }) => callsOf(roles), 'sum by role'),
  }),
  metric({
    name: 'promptTokens',
    title: 'Prompt tokens',
    meaning: 'tokens of all prompts, as recorded with the answers; none where some answer has no count',
    count: ({ summary }) => totalOrNull(Object.values(summary.counts.roles).map((role) => role.promptTokens)),
    compared: costIn('promptTokens'),
    pooled: episodeMean('promptTokens'),
  }),
  metric({
    name: 'completionTokens',
    title: 'Answer tokens',
    meaning: 'tokens of all replies, as recorded with the answers; none where some answer has no count',
    count: ({ summary }) => totalOrNull(Object.values(summary.counts.roles).map((role) => role.completionTokens)),
    compared: costIn('completionTokens'),
    pooled: episodeMean('completionTokens'),
  }),
  metric({
    name: 'transcriptTokens', // as the OLP release counts
    title: 'Transcript tokens',
    meaning: 'tokens of each message once and each reply once; none where the trace does not count them',
    count({ events }) {
      const counted = events.flatMap((event) => (event.event === 'call' ? (event.transcriptTokens ?? []) : []));
      return counted.length === 0 ? null : totalOrNull(counted);
    },
    pooled: episodeMean('transcriptTokens'),
  }),
  metric({
    name: 'latencyMs',
    title: 'Latency',
    meaning: 'milliseconds that the model took, as recorded; none where there was no call, or nobody measured',
    count({ events }) {
      const calls = events.filter((event) => event.event === 'call');
      return calls.length === 0 ? null : totalOrNull(calls.map((call) => call.latencyMs));
    },
    pooled: episodeMean('latencyMs'),
  }),
  metric({
    name: 'problems',
    title: 'PDDL problems',
    meaning: 'PDDL problems that were given to a task planner',
    count: (trace) => plannedIn(trace).length,
    pooled: {
      how: 'number of episodes that came to planning, and their mean',
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
  metric({
    name: 'expanded',
    title: 'Expanded states',
    meaning: 'states that the task planner expanded, over all problems; none where it does not say',
    count: (trace) => totalOrNull(searchedIn(trace).map((search) => search.expanded)),
    pooled: meanOfPlanned('expanded'),
  }),
  metric({
    name: 'evaluated',
    title: 'Evaluated states',
    meaning: 'states of which the task planner computed the heuristic, over all problems; none where it does not say',
    count: (trace) => totalOrNull(searchedIn(trace).map((search) => search.evaluated)),
    pooled: meanOfPlanned('evaluated'),
  }),
] as const;

function callsOf(roles: Roles): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(roles).map(([role, { calls }]) => [role, calls]));
}

function plannedIn({ events }: Trace): Extract<PlannerNote, { kind: 'planned' }>[] {
  return events.flatMap((event) => (event.event === 'note' && event.note.kind === 'planned' ? [event.note] : []));
}

/** Without problems that the planner refuses unread, as nothing searches them. */
function searchedIn(trace: Trace) {
  return plannedIn(trace).filter(({ status }) => status !== 'invalid' && status !== 'unsupported');
}

function meanOfPlanned<N extends string>(name: N) {
  type Searching = Planning & { readonly task: string } & { readonly [K in N]: number | null };
  const of = (each: Searching) => (each.problems > 0 ? (each[name] as number | null) : undefined);
  return episodeMean(name, of, 'the episodes that came to planning');
}

export function costByRole(episodes: readonly Costing[]) {
  const names = new Set(episodes.flatMap((each) => Object.keys(each.roles)));
  return [...names].sort().map((role) => ({
    role,
    episodes: episodes.length,
    ...meanOfRole('calls', role, episodes),
    ...meanOfRole('promptTokens', role, episodes),
    ...meanOfRole('completionTokens', role, episodes),
  }));
}

function meanOfRole<N extends keyof Roles[string]>(name: N, role: string, episodes: readonly Costing[]) {
  const of = ({ roles }: Costing) => (roles[role] === undefined ? 0 : roles[role][name]);
  return poolOver(episodeMean(name, of), episodes);
}
