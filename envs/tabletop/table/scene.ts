import type { Vector } from './table.ts';

export type SceneBlock = {
  /** A PDDL name; the part before its first `_` is the block's letter or type. */
  readonly name: string;
  readonly centre: Vector;
};

export type Scene = {
  readonly name: string;
  /** Tasks meant for the scene, such as `tower_3`; absent for any task. */
  readonly setting?: string | undefined;
  /** Set for generated scenes; see `testing/make_scenes.ts`. */
  readonly seed?: number | undefined;
  readonly blocks: readonly SceneBlock[];
};

export function letterOf(name: string): string {
  return name.split('_')[0]!.toUpperCase();
}
