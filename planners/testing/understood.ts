import type { Reading } from '../ask_until_read.ts';

export function understood<V>(reading: Reading<V>): V {
  if (!reading.ok) throw new Error(`${reading.failure}: ${reading.problem}`);
  return reading.value;
}
