/**
 * Perception that errs: it misses things that are there, and shows things that are not.
 *
 * A false detection has the name of a small thing of a class that the house has, with an index that the house does not have, and
 * lies on a surface in view, or in the room where there is none. The next perception of that room takes it away again.
 */
import type { Noise } from './noise.ts';
import type { Placed } from './observation.ts';
import { CLASSES, isSeenCategory } from './scene/class_table.ts';
import type { House } from './scene/house.ts';
import { type HouseTables, LIST_BITS } from './scene/house_tables.ts';
import type { Perception, Sight } from './state/last_known.ts';

type FalseDetection = { readonly room: number; readonly placed: Placed };

export class NoisyPerception implements Perception {
  readonly #noise: Noise;
  readonly #classes: readonly string[];
  #found: readonly FalseDetection[] = [];

  constructor(noise: Noise, tables: HouseTables) {
    this.#noise = noise;
    this.#classes = classesToMistake(tables);
  }

  /** What the robot believes to see though it does not exist, the longest believed first. */
  get falseDetections(): readonly Placed[] {
    return this.#found.map(({ placed }) => placed);
  }

  begin(sight: Sight): void {
    const room = sight.robotRoom;
    this.#found = this.#found.filter((found) => found.room !== room);
    if (!this.#noise.happens('falseDetection', { thing: room })) return;
    const { names } = sight.tables.house;
    const className = this.#pick(this.#classes, { room, nth: 1 }) ?? '';
    const surface = this.#pick(surfacesInView(sight), { room, nth: 2 });
    const name = this.#unusedName(className, sight.tables.house);
    const placed: Placed =
      surface === undefined
        ? { name, relation: 'IN', place: names[room]! }
        : { name, relation: 'ON', place: names[surface]! };
    this.#found = [...this.#found, { room, placed }];
  }

  misses(node: number): boolean {
    return this.#noise.happens('missedDetection', { thing: node });
  }

  #pick<T>(list: readonly T[], { room, nth }: { readonly room: number; readonly nth: number }): T | undefined {
    return list[Math.floor(this.#noise.uniform('falseDetection', { thing: room, nth }) * list.length)];
  }

  /** The lowest index that no thing of the house and no false detection has. */
  #unusedName(className: string, house: House): string {
    const used = new Set(this.#found.map(({ placed }) => placed.name));
    let index = 1;
    while (house.indexOf.has(`${className}${index}`) || used.has(`${className}${index}`)) index++;
    return `${className}${index}`;
  }
}

/** Classes of small things that the house has, in id order; where it has none, those that there are at all. */
function classesToMistake({ house, lists }: HouseTables): string[] {
  const isSmall = (has: readonly string[]) => has.includes('GRABBABLE') && !has.includes('SURFACES');
  const present = house.nodes.filter((node, index) => lists[index] === LIST_BITS.objects && isSmall(node.properties));
  const known = [...CLASSES].filter(([, { category, properties }]) => isSeenCategory(category) && isSmall(properties));
  const names = present.length > 0 ? present.map(({ className }) => className) : known.map(([name]) => name);
  return [...new Set(names)];
}

function surfacesInView(sight: Sight): number[] {
  const { lists } = sight.tables;
  return [...lists.keys()].filter(
    (node) =>
      (lists[node]! & LIST_BITS.surfaces) !== 0 &&
      !sight.isHeld(node) &&
      sight.roomOf(node) === sight.robotRoom &&
      sight.isVisible(node),
  );
}
