import type { Foon } from './foon.ts';
import { FoonError } from './foon_error.ts';
import { canonicalLayout, type FoonLayout, LETTERS, type LineLayout, type Part, partsOf } from './foon_layout.ts';
import { CANONICAL_LINE, type Complain } from './foon_lines.ts';
import { readFoon } from './read_foon.ts';

/** Restores a text's bytes with its own layout. Throws a FoonError on another network's layout. */
export function writeFoon(foon: Foon, layout?: FoonLayout): string {
  if (layout === undefined) return layOut(foon, canonicalLayout(foon));
  const text = layOut(foon, layout);
  if (!isTextOf(foon, text)) throw misfit('asides that do not change it', 'asides that do');
  return text;
}

function isTextOf(foon: Foon, text: string): boolean {
  try {
    const read = readFoon(text, '').foon;
    return layOut(read, canonicalLayout(read)) === layOut(foon, canonicalLayout(foon));
  } catch (error) {
    if (error instanceof FoonError) return false;
    throw error;
  }
}

function layOut(foon: Foon, { byte_order_mark, lines, ids: allIds }: FoonLayout): string {
  const parts = partsOf(foon);
  const [sources, nodes, ids] = [parts.sources.values(), parts.units.values(), allIds.values()];
  const written = lines.map((line, index) => {
    if (line.end === '' && index < lines.length - 1) throw misfit('a line end in every line but the last', 'none');
    if (line.kind === 'aside') return line.text + line.end;
    const part = (line.kind === 'source' ? sources : nodes).next().value;
    if (part?.kind !== line.kind)
      throw misfit(part === undefined ? 'no more lines' : `a line for ${part.kind}`, `a line for ${line.kind}`);
    const head = 'label' in part ? `${LETTERS[part.kind]}${ids.next().value ?? ''}\t` : '';
    return `${head}${spelling(line, part)}${line.end}`;
  });
  const left = nodes.next().value ?? sources.next().value;
  if (left !== undefined) throw misfit(`a line for ${left.kind}`, 'no more lines');
  return (byte_order_mark ? '\ufeff' : '') + written.join('');
}

const refuse: Complain = (expected, found) => {
  throw new FoonError({ task: 'write', expected, found });
};

function spelling({ spelled }: Exclude<LineLayout, { kind: 'aside' }>, { kind, text }: Part): string {
  try {
    return spelled !== undefined && CANONICAL_LINE[kind](spelled, refuse) === text ? spelled : text;
  } catch (error) {
    if (error instanceof FoonError) return text;
    throw error;
  }
}

function misfit(expected: string, found: string): FoonError {
  return new FoonError({
    task: 'write',
    field: 'layout',
    expected: `a layout of this network with ${expected}`,
    found,
  });
}
