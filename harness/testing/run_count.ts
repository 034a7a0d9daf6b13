/** Minimum, if the test asks for as many. */
const RUNS_MIN = 10;

/** In the nightly run of CI. */
export const isLong = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5;

export function runCount(deserved: number): number {
  const factor = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1);
  if (!(factor > 0))
    throw new Error(`TAPEDECK_TEST_FACTOR must be a positive number, found "${process.env['TAPEDECK_TEST_FACTOR']}"`);
  return Math.max(Math.min(deserved, RUNS_MIN), Math.ceil((deserved * factor) / 5));
}
