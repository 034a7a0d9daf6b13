/**
 * `tapedeck list planners`.
 *
 * @module
 */
import { allPlanners } from '../registry/planners.ts';
import { WORLD_NAMES } from '../registry/worlds.ts';
import type { Row } from './listing.ts';
import { shownOptions } from './shown_options.ts';

export async function listedPlanners(): Promise<readonly Row[]> {
  return (await allPlanners()).map(({ name, title, worlds, options, summary }) => ({
    planner: name,
    title,
    worlds: worlds === 'any' ? WORLD_NAMES : worlds,
    summary,
    options: shownOptions(options),
  }));
}
