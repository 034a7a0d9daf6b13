/** The cells of the first table whose header begins with these words, header first; empty where there is none. */
export function tableCells(text: string, words: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${words} `));
  if (start === -1) return [];
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  const rows = lines.slice(start, length === -1 ? undefined : start + length).filter((_, at) => at !== 1);
  return rows.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}
