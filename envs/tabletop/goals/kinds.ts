/** Numbers for words, the same for the same word. */

/** From 0, in the order in which the words first appear. */
export function kindsOf(words: readonly string[]): number[] {
  const distinct = [...new Set(words)];
  return words.map((word) => distinct.indexOf(word));
}
