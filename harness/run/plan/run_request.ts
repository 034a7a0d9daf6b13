/**
 * What a run is asked to do: plain data, so that a thread can be sent it.
 *
 * @module
 */
import type { EnvChoice } from '../../episode/registry/live_worlds.ts';

/** Which episodes of a suite to run, and how. Absent lists mean all that the suite has. */
export type RunRequest = EnvChoice & {
  readonly suite: string;
  readonly planners?: readonly string[];
  readonly scenes?: readonly string[];
  readonly tasks?: readonly string[];
  readonly trials?: number;
  /** Only this one of each task's trials, from 1. */
  readonly trial?: number;
  readonly model?: string;
  /** Planner name → prompt set or folder. */
  readonly prompts?: Readonly<Record<string, string>>;
  /** `KEY=VALUE`, on top of what the suite tells the world. */
  readonly envOptions?: readonly string[];
  readonly shard?: { readonly index: number; readonly count: number };
  readonly callsMax?: number;
  /** Whether a suite from outside the current folder may bring planners of its own. */
  readonly allowCode?: boolean;
  /** Leaves reference plans out, so that who would take them has to search. */
  readonly searchAnew?: boolean;
};
