/**
 * A scene: which blocks there are, and where.
 *
 * @module
 */
import type { Vector } from './table.ts';

export type SceneBlock = {
  /** A PDDL name; up to its first `_` it says what letter or type the block is of. */
  readonly name: string;
  /** The middle of the block, in metres. */
  readonly centre: Vector;
};

export type Scene = {
  readonly name: string;
  /** Which tasks are meant for it, such as `tower_3`; a scene without one is for any task that can be done in it. */
  readonly setting?: string | undefined;
  /** What it was drawn from, where it was; see `testing/make_scenes.ts`. */
  readonly seed?: number | undefined;
  /** In the order in which the robot speaks of them. */
  readonly blocks: readonly SceneBlock[];
};

/** The letter or type of a block, in upper case: `K` of `K_block_1`. */
export function letterOf(name: string): string {
  return (name.split('_')[0] as string).toUpperCase();
}

/** A scene as the text of its file, one block a line. */
export function sceneText({ name, setting, seed, blocks }: Scene): string {
  const header = Object.entries({ name, setting, seed }).filter(([, value]) => value !== undefined);
  const lines = blocks.map(
    (block) => `    { "name": ${JSON.stringify(block.name)}, "centre": [${block.centre.join(', ')}] }`,
  );
  const fields = header.map(([key, value]) => `  "${key}": ${JSON.stringify(value)},\n`).join('');
  return `{\n${fields}  "blocks": [\n${lines.join(',\n')}\n  ]\n}\n`;
}
