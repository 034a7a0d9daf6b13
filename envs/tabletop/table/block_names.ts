/**
 * The names of a scene's blocks, and what a word from outside means among them.
 *
 * Case does not matter, since plans that went through PDDL come in lower case; the world itself always uses the scene's spelling.
 */
import { quoted } from '../../quoted.ts';
import { IN_HAND, ON_TABLE } from './arrangement.ts';

export const NAME_LENGTH_MAX = 64;

/** Words that no block can be called: what is not a block, and how nothing and everything around it are spoken of. */
export const RESERVED_NAMES: readonly string[] = ['air', 'hand', 'table', 'nothing'];

/** What a known word means: a block, `ON_TABLE`, or the word itself. */
export type Meaning = number | 'hand' | 'air';

export class BlockNames {
  readonly blocks: readonly string[];
  readonly #meanings: ReadonlyMap<string, Meaning>;

  /** No two of the names differ in case only. */
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

  /** A block, the table or the hand, for a sentence. */
  said(place: number): string {
    if (place === ON_TABLE) return 'the table';
    return place === IN_HAND ? 'the hand' : quoted(this.nameOf(place));
  }
}

/** As PDDL folds it: ASCII letters only. */
export function foldCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
