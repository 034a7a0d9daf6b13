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

export function unescapedMarkup(text: string): string {
  const plain = text.replaceAll('&apos;', "'");
  return ENTITIES.reduce((read, [character, entity]) => read.replaceAll(entity, character), plain).replaceAll(
    '&amp;',
    '&',
  );
}
