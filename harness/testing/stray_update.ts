/** Vitest takes a file behind `-u` for the kind of update (`--update [type]`), runs all tests and writes every snapshot anew. */
const UPDATES: readonly string[] = ['-u', '--update'];
const KINDS: readonly string[] = ['all', 'new', 'none', 'true', 'false'];

export function strayUpdate(argv: readonly string[]): string | null {
  const at = argv.findIndex((word) => UPDATES.includes(word));
  const [update, next] = argv.slice(at);
  if (at === -1 || next === undefined || next.startsWith('-') || KINDS.includes(next)) return null;
  return `"${next}" behind ${update} would be read as the kind of update, and all tests would run; put ${update} last`;
}
