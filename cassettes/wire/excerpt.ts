/** The beginning of a text from outside, for a message. */

export function excerpt(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax)}…`;
}
