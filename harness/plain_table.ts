/**
 * A table for a terminal: columns padded with spaces, nothing else.
 *
 * @module
 */

export function plainTable(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = header.map((title, at) => Math.max(title.length, ...lines.map((line) => (line[at] ?? '').length)));
  return [header, ...lines]
    .map((line) =>
      line
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
