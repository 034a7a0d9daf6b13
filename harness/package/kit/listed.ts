/**
 * Many words in a line.
 *
 * @module
 */

/** So many things are named in a line; of a house that could not be made smaller, the rest is counted. */
const NAMED_MAX = 12;

export function listed(texts: readonly string[], between = ', '): string {
  const more = texts.length - NAMED_MAX;
  const shown = texts.slice(0, NAMED_MAX).join(between);
  if (texts.length === 0) return 'nothing';
  return more > 0 ? `${shown} and ${more} more` : shown;
}
