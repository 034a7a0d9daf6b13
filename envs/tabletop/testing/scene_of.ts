import { BLOCK_SIZE, micrometres, type Scene } from '../table/table.ts';

type Columns = Readonly<Record<string, readonly [x: number, y: number, level?: number]>>;

export function sceneOf(columns: Columns, name = 'mine'): Scene {
  const blocks = Object.entries(columns).map(([block, [x, y, level = 0]]) => ({
    name: block,
    centre: [x, y, micrometres((level + 0.5) * BLOCK_SIZE)] as const,
  }));
  return { name, blocks };
}
