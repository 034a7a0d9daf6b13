/**
 * Names from outside as names of files and folders.
 *
 * Ordinary names stay as they are. Whatever could leave the folder, or means something to Windows, macOS or a shell, is
 * written as `%2F` or `%u00e9`. Capitals are, too, since a file system may not tell `Lid` from `lid`; only the name of an option
 * (`+emptyPlansMax=`) keeps its own, for it has no other spelling. Two names never share a segment.
 */

/** An option's name with what is around it, or a character that does not stand for itself. */
const NOT_ITSELF = /(\+\w+=)|[^a-z0-9_.+=,@-]/g;

/** Names that are devices on Windows, whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/;

/** One segment of a path that stands for the name, whatever is in it. */
export function pathSegment(name: string): string {
  if (name === '') return '%';
  const safe = name.replace(NOT_ITSELF, (found, option: string | undefined) => option ?? escaped(found));
  const plain = DEVICE.test(safe) ? `${escaped(safe.charAt(0))}${safe.slice(1)}` : safe;
  return plain.endsWith('.') ? `${plain.slice(0, -1)}%2e` : plain;
}

/** The name that a segment stands for: undoes `pathSegment`. */
export function segmentName(segment: string): string {
  if (segment === '%') return '';
  return segment.replace(/%u([0-9a-f]{4})|%([0-9a-f]{2})/g, (_, unit: string | undefined, byte: string) =>
    String.fromCharCode(Number.parseInt(unit ?? byte, 16)),
  );
}

function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `%u${code.padStart(4, '0')}` : `%${code.padStart(2, '0')}`;
}
