/**
 * How many of the episodes that a suite wants its tapes hold, and which are missing.
 *
 * @module
 */
import type { EpisodeMetrics } from '../trace/metrics/metrics.ts';

type Wanted = Pick<EpisodeMetrics, 'scene' | 'task' | 'planner' | 'trial' | 'complete'>;

/** How a table calls a planner. */
type Titled = { readonly planner: string; readonly title: string };

/** A line for all planners that lack nothing, and one for each group of planners that lack the same. */
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

/** `61 of 75` */
export function countText(wanted: readonly Pick<Wanted, 'complete'>[]): string {
  return `${wanted.filter(({ complete }) => complete).length} of ${wanted.length}`;
}

/** `; missing: house_4, house_5: make_toast`, scenes with the same missing tasks together; empty where nothing is missing. */
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

/** The task's trials are named where only some of them are missing. */
function taskText(task: string, missing: readonly Wanted[], wanted: readonly Wanted[]): string {
  const { scene } = missing[0]!;
  const all = wanted.filter((each) => each.scene === scene && each.task === task);
  return missing.length === all.length ? task : `${task} (trial ${missing.map(({ trial }) => trial).join(', ')})`;
}
