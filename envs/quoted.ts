/**
 * How a message quotes a text from outside, such as a name: on one line, and cut short.
 *
 * @module
 */

export function quoted(text: string, { charactersMax = 80 }: { readonly charactersMax?: number } = {}): string {
  return JSON.stringify(text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text);
}
