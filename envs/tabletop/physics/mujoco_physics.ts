/**
 * Physics by MuJoCo 3.14, compiled to WebAssembly by its makers.
 *
 * Nothing is loaded before it is asked for. Loading reads `mujoco.wasm` (10 MB) beside the package's own module and takes
 * some 0.3 s; it needs leave to read files, and no network.
 *
 * @module
 */
import type { MainModule } from '@mujoco/mujoco';
import { quoted } from '../../quoted.ts';
import { BLOCK_SIZE } from '../table/table.ts';
import type { Physics, StandingBlock } from './physics.ts';
import { settle } from './settle.ts';

const BLOCKS_MAX = 64;
/** Further away a coordinate is a mistake. */
const REACH = 10;
/** Boxes may overlap by as much, as they do after rounding. */
const SLACK = 0.0005;

/** Loads the simulator. */
export async function mujocoPhysics(): Promise<Physics> {
  const { default: loadMujoco } = await import('@mujoco/mujoco');
  // MuJoCo prints its warnings; standard output is not its to write on.
  const quiet = { print: () => {}, printErr: () => {} };
  let mujoco: MainModule | null = await loadMujoco(quiet);
  return {
    async settle(blocks) {
      if (mujoco === null) throw new Error('Cannot settle blocks: the physics is closed');
      check(blocks);
      return settle(mujoco, blocks);
    },
    close() {
      // The module's memory is its own and goes with it.
      mujoco = null;
    },
  };
}

function check(blocks: readonly StandingBlock[]): void {
  if (blocks.length > BLOCKS_MAX) {
    throw new RangeError(`Cannot settle ${blocks.length} blocks: at most ${BLOCKS_MAX}`);
  }
  for (const [index, block] of blocks.entries()) {
    const [x, y, z] = block.centre;
    if (!block.centre.every((coordinate) => Math.abs(coordinate) <= REACH)) {
      throw new RangeError(
        `Cannot settle block ${quoted(block.name)}: its centre (${x}, ${y}, ${z}) is no point near the table`,
      );
    }
    if (z < BLOCK_SIZE / 2 - SLACK) {
      throw new RangeError(
        `Cannot settle block ${quoted(block.name)}: its centre (${x}, ${y}, ${z}) is too low, it lies in the table`,
      );
    }
    const other = blocks.slice(0, index).find((earlier) => overlap(earlier, block));
    if (other !== undefined)
      throw new RangeError(`Cannot settle block ${quoted(block.name)}: it overlaps block ${quoted(other.name)}`);
  }
}

function overlap(a: StandingBlock, b: StandingBlock): boolean {
  return a.centre.every((coordinate, axis) => Math.abs(coordinate - b.centre[axis]!) < BLOCK_SIZE - SLACK);
}
