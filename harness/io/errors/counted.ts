export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

export function are(count: number): 'is' | 'are' {
  return count === 1 ? 'is' : 'are';
}

export const KINDS_MAX = 10;
const NAMED_MAX = 3;

type AlikeSentence = Readonly<{ sentence: string; about: string; kind?: string }>;

/** Sentences are alike up to quoted names and numbers. */
export class AlikeSentences {
  readonly #noun: string;
  readonly #kinds = new Map<string, { readonly sentence: string; readonly others: string[]; count: number }>();
  count = 0;

  constructor(noun = 'episode') {
    this.#noun = noun;
  }

  add({ sentence, about, kind = sentence }: AlikeSentence): void {
    this.count += 1;
    const pattern = kind.replace(/"[^"]*"/g, '""').replace(/\d+/g, '0');
    const group = this.#kinds.get(pattern);
    if (group !== undefined) {
      group.count += 1;
      if (group.others.length < NAMED_MAX) group.others.push(about);
    } else if (this.#kinds.size < KINDS_MAX) this.#kinds.set(pattern, { sentence, others: [], count: 1 });
  }

  get lines(): readonly string[] {
    let unlisted = this.count;
    const lines = Array.from(this.#kinds.values(), ({ sentence, others, count }) => {
      unlisted -= count;
      if (count === 1) return sentence;
      const ellipsis = count - 1 > others.length ? ', …' : '';
      return `${sentence}\n  alike in ${counted(count - 1, `more ${this.#noun}`)}: ${others.join(', ')}${ellipsis}`;
    });
    return unlisted > 0 ? [...lines, `… and ${unlisted} more`] : lines;
  }
}

export function alikeLines(sentences: Iterable<AlikeSentence>, noun?: string): readonly string[] {
  const all = new AlikeSentences(noun);
  for (const each of sentences) all.add(each);
  return all.lines;
}

export function commandText(words: readonly string[]): string {
  return ['npx', 'tapedeck', ...words.map(shellWord)].join(' ');
}

export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
