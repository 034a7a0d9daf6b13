/** Of what is long, a fixed sample by default, and everything with TAPEDECK_TEST_FACTOR=5, as CI does at night. */

/** Divides neither 5 houses, 10 scenes of a kind nor 15 tasks of a house, so that every seventh is of every kind. */
const STRIDE = 7;

export function someOf<T>(all: readonly T[]): readonly T[] {
  const isLong = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5;
  return isLong ? all : all.filter((_, at) => at % STRIDE === 0);
}
