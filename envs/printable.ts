/**
 * Text from outside on a screen or a page: characters that show nothing of themselves must neither steer it nor turn the direction of reading.
 */

/** Control and format characters (Unicode's Cc and Cf, such as U+202E), and what separates lines and paragraphs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Shows them as escapes, which JSON understands, too; leaves tab and line feed. */
export function printable(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === '\t' || character === '\n' ? character : escapes(character),
  );
}

/** Puts a mark in the place of each, tab and line feed among them. */
export function withMarks(text: string, mark: string): string {
  return text.replace(UNSEEN, mark);
}

function escapes(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
