/** A fixed sample; everything with TAPEDECK_TEST_FACTOR=5. */

/** Divides neither 5 houses, 10 scenes of a kind nor 15 tasks of a house. */
const STRIDE = 7;

export function someOf<T>(all: readonly T[]): readonly T[] {
  const isLong = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5;
  return isLong ? all : all.filter((_, at) => at % STRIDE === 0);
}
