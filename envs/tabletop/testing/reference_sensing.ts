import type { Fact, TabletopObservation } from '../observation.ts';
import { BLOCK_SIZE, SPOTS, type Vector } from '../table/table.ts';

export type Seen = Readonly<{ name: string; centre: Vector; fallen?: boolean }>;

export function referenceSensing(blocks: readonly Seen[], held: string | null): TabletopObservation {
  const standing = blocks.filter(({ name, fallen }) => name !== held && fallen !== true);
  const supportOf = (upper: Seen): string | null => {
    if (!standing.includes(upper)) return null;
    const candidates = standing.filter((lower) => lower !== upper && lies(upper.centre, lower.centre));
    const top = Math.max(...candidates.map(({ centre }) => centre[2]));
    return candidates.find(({ centre }) => centre[2] === top)?.name ?? null;
  };
  const onBlock = (lower: Seen): string | null => {
    const candidates = standing.filter((upper) => supportOf(upper) === lower.name);
    const lowest = Math.min(...candidates.map(({ centre }) => centre[2]));
    return candidates.find(({ centre }) => centre[2] === lowest)?.name ?? null;
  };
  const below = (upper: Seen): string => blocks.find((lower) => onBlock(lower) === upper.name)?.name ?? 'table';
  const states = blocks.map((block) => ({
    object: block.name,
    states: block.name === held ? ['in hand'] : [`on ${below(block)}`, `under ${onBlock(block) ?? 'nothing'}`],
  }));
  const facts: Fact[] = [['in', 'hand', held ?? 'air']];
  for (const block of blocks) {
    facts.push(['on', block.name, block.name === held ? 'hand' : (onBlock(block) ?? 'air')]);
    facts.push(['under', block.name, block.name === held ? 'air' : below(block)]);
    if (block.name !== held && below(block) === 'table') facts.push(['on', 'table', block.name]);
  }
  const others = blocks.filter(({ name }) => name !== held);
  if (SPOTS.some((spot) => others.every((block) => leavesFree(spot, block.centre)))) facts.push(['on', 'table', 'air']);
  return { world: 'tabletop', blocks: blocks.map(({ name }) => name), states, facts };
}

function lies([x, y, z]: Vector, lower: Vector): boolean {
  const isInside = Math.max(Math.abs(x - lower[0]), Math.abs(y - lower[1])) <= BLOCK_SIZE / 2 + 1e-9;
  return isInside && z > lower[2] && z - BLOCK_SIZE / 2 - (lower[2] + BLOCK_SIZE / 2) <= 0.01 + 1e-9;
}

function leavesFree([sx, sy]: readonly [number, number], [x, y, z]: Vector): boolean {
  const apart = Math.max(Math.abs(x - sx), Math.abs(y - sy)) >= BLOCK_SIZE + 0.01;
  return apart || z - BLOCK_SIZE / 2 >= 0.05 || z + BLOCK_SIZE / 2 <= 0;
}
