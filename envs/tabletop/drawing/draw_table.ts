/** A picture of the table as it is, and of a motion of the arm that begins there. */
import type { Picture } from '../../world.ts';
import type { TableState } from '../table/table_state.ts';
import { drawPath } from './draw_path.ts';
import { type DrawnBlock, drawScene } from './draw_scene.ts';

/** `names` are the blocks' in the state's order. Throws as `drawPath` does. */
export function drawTable(names: readonly string[], { centres, held }: TableState): Picture {
  const blocks = names.map((name, index): DrawnBlock => {
    const centre = centres[index]!;
    return index === held ? { name, centre, held: true } : { name, centre };
  });
  const others = blocks.filter((_, index) => index !== held);
  const inHand = names[held];
  const carried = inHand === undefined ? {} : { held: inHand };
  return (title, motion) =>
    motion === undefined
      ? drawScene({ blocks, title })
      : drawPath({ blocks: others, ...carried, path: motion.path, title });
}
