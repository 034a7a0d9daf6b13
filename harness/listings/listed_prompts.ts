/**
 * `tapedeck list prompts`.
 *
 * @module
 */
import { allPlanners } from '../registry/planners.ts';
import { promptSetNames } from '../registry/prompt_files.ts';
import type { Row } from './listing.ts';

export async function listedPrompts(): Promise<readonly Row[]> {
  return (await allPlanners()).flatMap(({ name, promptSlots }) =>
    promptSetNames(name).map((set) => ({ planner: name, set, prompts: Object.keys(promptSlots) })),
  );
}
