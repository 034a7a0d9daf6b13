/** How a message shows a text from outside, such as a name: cut short, and in quotes on one line. */

export function quoted(text: string, { charactersMax = 80 }: { readonly charactersMax?: number } = {}): string {
  return JSON.stringify(excerpt(text, charactersMax));
}

/** The beginning of a text, and whether there is more. */
export function excerpt(text: string, charactersMax: number): string {
  return text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text;
}
