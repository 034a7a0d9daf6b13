/** Names ignore case, as in PDDL; output keeps the scene's spelling. */
import { quoted } from '../../quoted.ts';
import { IN_HAND, ON_TABLE } from './arrangement.ts';

export const NAME_LENGTH_MAX = 64;

export const RESERVED_NAMES: readonly string[] = ['air', 'hand', 'table', 'nothing'];

export type Meaning = number | 'hand' | 'air';

export class BlockNames {
  readonly blocks: readonly string[];
  readonly #meanings: ReadonlyMap<string, Meaning>;

  constructor(blocks: readonly string[]) {
    this.blocks = blocks;
    this.#meanings = new Map<string, Meaning>([
      ...blocks.map((name, block) => [foldCase(name), block] as const),
      ['table', ON_TABLE],
      ['hand', 'hand'],
      ['air', 'air'],
    ]);
  }

  find(word: string): Meaning | undefined {
    return word.length > NAME_LENGTH_MAX ? undefined : this.#meanings.get(foldCase(word));
  }

  nameOf(block: number): string {
    return this.blocks[block]!;
  }

  placeName(place: number): string {
    if (place === ON_TABLE) return 'the table';
    return place === IN_HAND ? 'the hand' : quoted(this.nameOf(place));
  }
}

/** ASCII only, as in PDDL. */
export function foldCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
