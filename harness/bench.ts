/**
 * `npm run bench`: how fast things are, each beside a plain reference in the same run.
 *
 * Absolute figures depend on the machine; the ratios are what to compare.
 *
 * @module
 */
import { benchCassettes } from '../cassettes/cassettes_bench.ts';
import { benchHousehold } from '../envs/household/household_bench.ts';
import { benchReplay } from './replay_bench.ts';

/** One line of the report. */
export type BenchLine = {
  readonly what: string;
  readonly perSecond: number;
  /** What it is compared with, measured in the same run. */
  readonly reference: string;
  readonly referencePerSecond: number;
};
