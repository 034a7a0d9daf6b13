/**
 * What was probably meant by a name that is not known.
 *
 * @module
 */
import { closestName } from '../../../planners/pddl/diagnostics/wording.ts';

/** `did you mean "tables"? `, or nothing where no known name is close. */
export function meant(name: string, known: Iterable<string>): string {
  const likely = closestName(name, known);
  return likely === null ? '' : `did you mean ${JSON.stringify(likely)}? `;
}
