const ENTITIES = [
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
] as const;

export function escapedMarkup(text: string): string {
  return ENTITIES.reduce(
    (escaped, [character, entity]) => escaped.replaceAll(character, entity),
    text.replaceAll('&', '&amp;'),
  );
}

export function unescapedMarkup(markup: string): string {
  const plain = markup.replaceAll('&apos;', "'");
  const decoded = ENTITIES.reduce((text, [character, entity]) => text.replaceAll(entity, character), plain);
  return decoded.replaceAll('&amp;', '&');
}
