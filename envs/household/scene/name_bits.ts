export function nameBits<N extends string>(names: readonly N[]): Readonly<Record<N, number>> {
  return Object.fromEntries(names.map((name, index) => [name, 1 << index])) as Record<N, number>;
}

export function bitsOf(known: Readonly<Record<string, number>>, words: readonly string[]): number {
  return words.reduce((mask, word) => (Object.hasOwn(known, word) ? mask | known[word]! : mask), 0);
}
