/** `1 episode`, `2 episodes`; a noun of another plural names it. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** `is` of one thing, else `are`. */
export function are(count: number): 'is' | 'are' {
  return count === 1 ? 'is' : 'are';
}

/** So many kinds of sentences are kept, and so many episodes are named beside the first of a kind. */
export const KINDS_MAX = 10;
const NAMED_MAX = 3;

export type AlikeSentence = {
  readonly sentence: string;
  /** What the sentence is about, such as an episode's name. */
  readonly about: string;
  /** What of the sentence decides whether others are alike; all of it unless given. */
  readonly told?: string;
};

type Kind = { readonly sentence: string; readonly others: string[]; count: number };

/** Reports sentences that are alike but for quoted names and numbers once, with how many there are. */
export class AlikeSentences {
  readonly #noun: string;
  readonly #kinds = new Map<string, Kind>();
  #count = 0;

  /** `noun` is one of the things that sentences are about. */
  constructor(noun = 'episode') {
    this.#noun = noun;
  }

  add({ sentence, about, told = sentence }: AlikeSentence): void {
    this.#count += 1;
    const name = told.replace(/"[^"]*"/g, '""').replace(/\d+/g, '0');
    const known = this.#kinds.get(name);
    if (known !== undefined) {
      known.count += 1;
      if (known.others.length < NAMED_MAX) known.others.push(about);
    } else if (this.#kinds.size < KINDS_MAX) this.#kinds.set(name, { sentence, others: [], count: 1 });
  }

  get count(): number {
    return this.#count;
  }

  /** The first sentence of each kind with the number of those alike, and how many are of further kinds. */
  lines(): string[] {
    const kinds = [...this.#kinds.values()];
    const left = this.#count - kinds.reduce((sum, { count }) => sum + count, 0);
    const lines = kinds.map((kind) => `${kind.sentence}${this.#others(kind)}`);
    return left > 0 ? [...lines, `… and ${left} more`] : lines;
  }

  #others({ count, others }: Kind): string {
    if (count === 1) return '';
    const more = counted(count - 1, `more ${this.#noun}`);
    const rest = count - 1 > others.length ? ', …' : '';
    return `\n  alike in ${more}: ${others.join(', ')}${rest}`;
  }
}

/** The lines of sentences that are at hand. */
export function alikeLines(sentences: Iterable<AlikeSentence>, noun?: string): string[] {
  const all = new AlikeSentences(noun);
  for (const each of sentences) all.add(each);
  return all.lines();
}
