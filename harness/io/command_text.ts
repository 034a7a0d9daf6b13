export function commandText(words: readonly string[]): string {
  return ['npx', 'tapedeck', ...words.map(shellWord)].join(' ');
}

export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
