/**
 * What Python's `str.strip` does, where EAI prepares answers with it: blanks as Python counts them, or given characters.
 *
 * @module
 */

export function pythonStrip(text: string, characters?: string): string {
  const isStripped = (character: string) =>
    characters === undefined ? /\s/.test(character) : characters.includes(character);
  let [start, end] = [0, text.length];
  while (start < end && isStripped(text[start]!)) start++;
  while (end > start && isStripped(text[end - 1]!)) end--;
  return text.slice(start, end);
}
