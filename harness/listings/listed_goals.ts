/**
 * `tapedeck list goals`: the forms that a task's goal may have, each with an example as it stands in a file of tasks.
 *
 * @module
 */
import { WORLDS } from '../registry/worlds.ts';
import type { Row } from './listing.ts';

export function listedGoals(): readonly Row[] {
  return WORLDS.flatMap(({ name: world, goalForms = [] }) =>
    goalForms.map(({ goal, holds, example }) => ({ goal, world, holds, example })),
  );
}
