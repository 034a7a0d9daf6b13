import type { TaskShare } from '../../../trace/metrics/intervals.ts';
import { type EpisodeMetrics, poolSome } from '../../../trace/metrics/metrics.ts';
import { clusteredShare } from '../../../trace/metrics/pooling.ts';
import type { ShownMethod } from '../../suite_results.ts';
import { NOT_RECORDED } from '../../table.ts';
import published from './published.json' with { type: 'json' };

const SUCCESS_COLUMNS = [
  ...(['successes', 'successLow', 'successHigh', 'averageSteps', 'averageStepsOfSuccesses', 'referenceSteps'] as const),
  ...(['stepsRatio', 'goalConditionRecall', 'executability', 'calls', 'promptTokens', 'completionTokens'] as const),
];

export type Cell = ReturnType<typeof cellOf>;

export function cellOf(all: readonly EpisodeMetrics[]) {
  const episodes = all.filter((episode) => episode.complete);
  return { episodes: episodes.length, ...poolSome(episodes, SUCCESS_COLUMNS) };
}

export function ratioText({ successes, episodes }: Cell): string {
  return episodes === 0 ? NOT_RECORDED : `${successes}/${episodes}`;
}

const METHODS = {
  inner_monologue: { title: 'InnerM-W', planner: 'inner_monologue' },
  progprompt: { title: 'ProgPrompt', planner: 'progprompt' },
  without_states: { title: 'w/o States', planner: 'llm_state+states=false' },
  without_summary: { title: 'w/o Summary', planner: 'llm_state+summary=false' },
  without_objects: { title: 'w/o Objects', planner: 'llm_state+objects=false' },
  llm_state: { title: 'Ours', planner: 'llm_state' },
};

const BOUNDS: readonly ShownMethod[] = [
  { title: 'Random', planner: 'random' },
  { title: 'Oracle', planner: 'oracle' },
];

export const ONE_HAND_PLANNERS: readonly ShownMethod[] = [
  { title: 'ProgPrompt, told', planner: 'progprompt+hands=1' },
  { title: 'w/o States, told', planner: 'llm_state+hands=1+states=false' },
  { title: 'Ours, told', planner: 'llm_state+hands=1' },
];

/** `method`: published name, else the planner; `paperIndex`: place in the published lists. */
export type Column = ShownMethod & Readonly<{ method: string; paperIndex: number | null }>;

export function columnsOf(methods: readonly string[], others: readonly ShownMethod[] = []): Column[] {
  return [
    ...methods.map((method, paperIndex) => ({ method, ...METHODS[method as keyof typeof METHODS], paperIndex })),
    ...[...others, ...BOUNDS].map((each) => ({ method: each.planner, ...each, paperIndex: null })),
  ];
}

export function householdColumns(): Column[] {
  const { methods, table_2: tableTwo } = published;
  const names = [...new Set([...methods, ...tableTwo.methods])].filter((name) => name !== 'llm_state');
  return renameOurs(columnsOf([...names, 'llm_state']));
}

export function robotColumns(): Column[] {
  return renameOurs(columnsOf(published.table_3.methods, ONE_HAND_PLANNERS));
}

function renameOurs(columns: readonly Column[]): Column[] {
  return columns.map((column) => ({ ...column, title: column.title.replace(/^Ours\b/, 'LLM-State') }));
}

export function rowsOf(level: string) {
  return published.table_1.rows.filter((row) => row.level === level);
}

export function tasksOf(level: string): string[] {
  return rowsOf(level).map((row) => row.task);
}

/** The paper's share over the recorded tasks, or over all without any. */
export function sameTasks(method: string, level: string, episodes: readonly EpisodeMetrics[]) {
  const rows = rowsOf(level);
  const recorded = rows.filter(({ task }) => episodes.some((episode) => episode.complete && episode.task === task));
  const same = recorded.length === 0 ? rows : recorded;
  const at = published.methods.indexOf(method);
  const runs = published.table_1.runsPerCell;
  const shares = same.map((row): TaskShare => ({ successes: row.successes[at] ?? 0, runs }));
  return { tasks: same.length, tasksAll: rows.length, share: at === -1 ? null : clusteredShare(shares) };
}

/** A misprint: not the percentage of `successes` or, if null, of any whole number of runs. */
export function slipOf(printed: string, runs: number, successes: number | null): string | null {
  const digits = printed.split('.')[1]?.length ?? 0;
  const isPrinted = (count: number) => ((100 * count) / runs).toFixed(digits) === Number(printed).toFixed(digits);
  const fraction = (count: number) => `${count}/${runs} = ${((100 * count) / runs).toFixed(2)} %`;
  if (successes !== null) {
    return isPrinted(successes) ? null : `printed ${printed} %, but the rows give ${fraction(successes)}`;
  }
  const below = Math.floor((Number(printed) / 100) * runs);
  const near = [below, below + 1];
  if (near.some(isPrinted)) return null;
  return `printed ${printed} %, which no whole number of ${runs} runs gives (${near.map(fraction).join(', ')})`;
}
