/**
 * A command as a message quotes it, to be pasted into a shell.
 *
 * @module
 */

/** `npx tapedeck` with these words, each in quotation marks where a shell would take it for something else. */
export function commandText(words: readonly string[]): string {
  return ['npx', 'tapedeck', ...words.map(quoted)].join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
