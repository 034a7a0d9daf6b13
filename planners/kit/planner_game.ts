/** How a planner is played with while it is checked, and what has happened so far. */
import type * as fc from 'fast-check';
import type { Observation } from '../../envs/env.ts';
import type { Planner, Start } from '../planner.ts';
import { type PromptFile, promptSet } from '../prompts.ts';
import { deepFreeze } from './deep_freeze.ts';
import { type Played, play, type Say } from './play.ts';

export type CheckSetup<O extends Observation, T> = {
  readonly observation: O;
  /**
   * Purpose → well-formed replies, of which at least one makes the planner act. Given in turn, again and again. Without them it is
   * not tested that the planner acts.
   */
  readonly replies?: Readonly<Record<string, readonly string[]>>;
  /** Purpose → replies that are well-formed but hold too much, be it long names or many calls. */
  readonly hugeReplies?: Readonly<Record<string, readonly string[]>>;
  /** What else the planner is given: skills, memory, past, a model of the world; with `actions`, it may ask for nothing else. */
  readonly start?: Partial<Omit<Start<O>, 'llm' | 'note' | 'observation' | 'prompts'>>;
  /** The prompt files, if the planner has any. */
  readonly promptFiles?: readonly PromptFile[];
  /** Options to play with besides the defaults: one set for each ablation. */
  readonly variants?: readonly Partial<T>[];
  /** Most model calls in a row without an action; the planner must have stopped by then. */
  readonly callsMax?: number;
  /** How many times it is given hostile replies; 200 unless told otherwise. */
  readonly runs?: number;
  /** Makes these the same each time; an integer. */
  readonly seed?: number;
  /** Told what happens in a play as it happens, line by line; null where another begins. */
  readonly onLine?: (line: string | null) => void;
};

/** What the checks play with. All that a planner is given is frozen, so that one that changes it fails every check. */
export type Game<T> = {
  /** The options to play with. Throws where the planner takes no default. */
  readonly variants: () => readonly T[];
  /** Null where nobody has said any. */
  readonly replies: Readonly<Record<string, readonly string[]>> | null;
  readonly hugeReplies: Readonly<Record<string, readonly string[]>> | null;
  readonly attempts: fc.Parameters<unknown>;
  readonly sayWellFormed: Say;
  playWith(say: Say, options: T, decisionsMax?: number): Promise<Played>;
  /** What has happened in the last play. */
  story(): readonly string[];
};

export function plannerGame<O extends Observation, T>(planner: Planner<O, T>, setup: CheckSetup<O, T>): Game<T> {
  const { observation, replies, hugeReplies, callsMax = 50, runs = 200, seed, promptFiles: files = [] } = setup;
  deepFreeze([observation, setup.start?.past, setup.start?.memory]);
  const verbs = setup.start?.actions?.verbs;
  let story: string[] = [];
  return {
    variants: () => [{}, ...(setup.variants ?? [])].map((given) => deepFreeze(planner.options.parse(given))),
    replies: replies ?? null,
    hugeReplies: hugeReplies ?? null,
    attempts: { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
    sayWellFormed(purpose, count) {
      const known = replies?.[purpose] ?? [''];
      return known[count % known.length] ?? '';
    },
    playWith(say, options, decisionsMax = 12) {
      const prompts = promptSet('contract', files, planner.promptSlots);
      const start = { instruction: 'do it', past: [], seed: 1, ...setup.start, prompts, observation };
      story = [];
      const own = story;
      setup.onLine?.(null);
      const onLine = (line: string) => {
        own.push(line);
        setup.onLine?.(line);
      };
      const told = { onLine, ...(verbs === undefined ? {} : { verbs }) };
      return play(planner, options, { start, say, decisionsMax, callsMax, ...told });
    },
    story: () => story,
  };
}
