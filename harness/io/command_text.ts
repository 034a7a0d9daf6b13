/** A command as a message quotes it, to be pasted into a shell. */

/** `npx tapedeck` with these words, each in quotation marks where a shell would take it for something else. */
export function commandText(words: readonly string[]): string {
  return ['npx', 'tapedeck', ...words.map(shellWord)].join(' ');
}

/** A word as a shell takes it for one. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
