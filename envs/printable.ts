/** Invisible characters: Unicode's Cc and Cf (such as U+202E), line and paragraph separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes as JSON does, except for tab and line feed. */
export function printable(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === '\t' || character === '\n' ? character : escapes(character),
  );
}

export function withMarks(text: string, mark: string): string {
  return text.replace(UNSEEN, mark);
}

function escapes(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
