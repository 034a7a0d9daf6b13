/**
 * One side of a comparison: episodes with what they come to, wherever they were read from.
 *
 * @module
 */
import type { RunRecord, SuiteRecord } from '../run/run_record.ts';
import type { Fields } from '../trace/metrics/metric.ts';
import type { EpisodeName, Trace } from '../trace/trace.ts';

export type SideEpisode = EpisodeName & {
  /** `household/house_1/make_toast/llm_state/1`. */
  readonly episode: string;
  readonly end: string;
  /** Whether it ran to an end of its own; one that did not is compared with nothing. */
  readonly complete: boolean;
  /** Its row in the table of episodes. */
  readonly row: Fields;
  /** Null where the planner asks none. */
  readonly model: string | null;
  /** Hex SHA-256 of scene, task and prompts, as in the header of its trace. */
  readonly digests: { readonly scene: string; readonly task: string; readonly prompts: string };
  /** What the world was told, and which plays the scene. */
  readonly world: { readonly env: string; readonly envOptions: unknown };
};

/** Where a side was read from: the folder of a run, a folder of tapes, or of tables such as `results/baseline`; or a model's published answers. */
export type SideKind = 'run' | 'tapes' | 'tables' | 'planbench';

export type Side = {
  /** As it was named. */
  readonly name: string;
  readonly kind: SideKind;
  /** Which Tapedeck played it; null where nobody says. */
  readonly code: RunRecord['tapedeck'] | null;
  /** False for a run that was interrupted. */
  readonly finished: boolean;
  readonly suites: readonly SuiteRecord[];
  readonly episodes: readonly SideEpisode[];
  /** Where the answers of its episodes lie, lowest layer first. */
  readonly tapes: readonly string[];
  /** The traces of some of its episodes; those that cannot be had are left out. */
  traces(episodes: readonly SideEpisode[]): Promise<ReadonlyMap<string, Trace>>;
};
