/** Capitals collide on some file systems; `+emptyPlansMax=` keeps them. */
const UNSAFE = /(\+\w+=)|[^a-z0-9_.+=,@-]/g;

/** Windows devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/;

/** Injective; safe on Windows, macOS and in shells. */
export function pathSegment(name: string): string {
  if (name === '') return '%';
  const safe = name.replace(UNSAFE, (match, option: string | undefined) => option ?? escaped(match));
  const plain = DEVICE.test(safe) ? `${escaped(safe.charAt(0))}${safe.slice(1)}` : safe;
  return plain.endsWith('.') ? `${plain.slice(0, -1)}%2e` : plain;
}

export function segmentName(segment: string): string {
  if (segment === '%') return '';
  return segment.replace(/%u([0-9a-f]{4})|%([0-9a-f]{2})/g, (_, unit: string | undefined, byte: string) =>
    String.fromCharCode(Number.parseInt(unit ?? byte, 16)),
  );
}

function escaped(character: string) {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `%u${code.padStart(4, '0')}` : `%${code.padStart(2, '0')}`;
}
