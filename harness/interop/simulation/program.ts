/**
 * A VirtualHome program with the graph that it runs in, as it was read.
 *
 * @module
 */
import type { CheckedJson } from '../../../envs/checked_json.ts';
import type { Graph } from '../../../envs/household/scene/read_graph.ts';

export type Program = {
  readonly name: string;
  readonly steps: readonly ProgramStep[];
  readonly graph: CheckedJson<Graph>;
  /** The graph after it, as recorded. */
  readonly recorded: CheckedJson<Graph> | null;
};

/** A script line, and where it stands: `"programs.jsonl", line 3, column 40, field steps[2], program "file27_2"`. */
export type ProgramStep = { readonly text: string; readonly place: string };
