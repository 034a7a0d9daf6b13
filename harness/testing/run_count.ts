/** Of the examples that a property deserves a fifth by default, and all of them with TAPEDECK_TEST_FACTOR=5, as CI does at night. */

/** However few are drawn, no fewer than these, where the test asks for as many. */
const RUNS_MIN = 10;

/** At night. */
export const isLong = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5;

/** Throws where TAPEDECK_TEST_FACTOR is no positive number. */
export function runCount(deserved: number): number {
  const factor = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1);
  if (!(factor > 0))
    throw new Error(`TAPEDECK_TEST_FACTOR must be a positive number, found "${process.env['TAPEDECK_TEST_FACTOR']}"`);
  return Math.max(Math.min(deserved, RUNS_MIN), Math.ceil((deserved * factor) / 5));
}
