/** How large a difference between two methods the committed episodes could have shown, for sentences that say that none was. */
import { detectableShare } from '../tables/paired/measure.ts';
import { tasksOf } from '../tables/papers/llm_state/methods.ts';
import { baselineRows, type EpisodeRow } from './findings.ts';

const ALPHA = 0.05;

export type ComparedOver = 'tabletop' | 'robot' | 'household' | 'simple' | 'hard';

type Detectable = {
  readonly pairs: number;
  readonly tasks: number;
  /** In [0, 1]; null where not even the largest difference would show. */
  readonly share: number | null;
};

/**
 * Of success, over the episodes that both methods have, in a comparison of these two alone at level 5 %; `comparisons` is how many are made
 * together, of which Holm leaves the first so much less. Throws where they have none.
 */
export function detectableBetween(over: ComparedOver, methods: readonly [string, string], comparisons = 1): Detectable {
  const [one, other] = methods.map((method) => cellsOf(over, method)) as [Set<string>, Set<string>];
  const cells = [...one].filter((cell) => other.has(cell));
  if (cells.length === 0)
    throw new Error(`Methods "${methods.join('" and "')}" have no episode of "${over}" in common`);
  const tasks = new Set(cells.map((cell) => cell.split('/')[1])).size;
  return { pairs: cells.length, tasks, share: detectableShare(cells.length, ALPHA / comparisons, tasks) };
}

/** `61 pairs of 15 tasks would show a difference of 17 points`. */
export function detectableClaim({ pairs, tasks, share }: Detectable): string {
  const size = `${pairs} pairs of ${tasks === 1 ? 'one task' : `${tasks} tasks`}`;
  if (share === null) return `${size} would show no difference at all`;
  return `${size} would show a difference of ${Math.ceil(100 * share)} points`;
}

function cellsOf(over: ComparedOver, method: string): Set<string> {
  const isLevel = over === 'simple' || over === 'hard';
  const suite = isLevel ? 'household' : over;
  const tasks = isLevel ? tasksOf(over) : null;
  const episodes = baselineRows<EpisodeRow>('episodes').map(({ episode }) => episode.split('/'));
  const own = episodes.filter(
    ([of, , task = '', planner]) => of === suite && planner === method && (tasks?.includes(task) ?? true),
  );
  return new Set(own.map(([, scene, task, , trial]) => [scene, task, trial].join('/')));
}
