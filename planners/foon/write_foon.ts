/**
 * Writes the text form of a FOON: in the layout it was read in, or in the canonical one.
 *
 * @module
 */

import { checkFoon } from './check_foon.ts';
import type { Foon, FunctionalUnit, MotionNode, ObjectNode, ObjectState } from './foon.ts';
import { FoonError } from './foon_error.ts';
import { canonicalLayout, type FoonLayout, type LineLayout } from './foon_layout.ts';
import {
  type Complain,
  motionLine,
  objectLine,
  readMotionLine,
  readObjectLine,
  readSourceLine,
  readStateLine,
  sourceLine,
  stateLine,
} from './foon_lines.ts';
import { readFoon } from './read_foon.ts';

/**
 * The text of `foon`. With the layout that it was read in this is that text, byte for byte; where the network has been
 * changed since, a line's own spelling is kept as long as it says the same.
 *
 * Throws a FoonError when a name cannot be written, or the layout has other lines than the network.
 */
export function writeFoon(foon: Foon, layout?: FoonLayout): string {
  checkFoon(foon);
  if (layout === undefined) return layOut(foon, canonicalLayout(foon));
  const text = layOut(foon, layout);
  // The other half of a pair: a layout that was made for another network must not change what is said.
  if (!saysTheSame(text, foon)) throw misfit('asides that say nothing', 'asides that change what is said');
  return text;
}

function saysTheSame(text: string, foon: Foon): boolean {
  try {
    const read = readFoon(text, 'what was written').foon;
    return layOut(read, canonicalLayout(read)) === layOut(foon, canonicalLayout(foon));
  } catch (error) {
    if (error instanceof FoonError) return false;
    throw error;
  }
}

function layOut(foon: Foon, { byteOrderMark, lines }: FoonLayout): string {
  const parts = partsOfAll(foon.units);
  const sources = foon.sources.values();
  const written = lines.map((line, index) => {
    if (line.end === '' && index < lines.length - 1) throw misfit('a line end in every line but the last', 'none');
    if (line.kind === 'aside') return line.text + line.end;
    const part = line.kind === 'source' ? sourcePart(sources.next()) : parts.next().value;
    if (part?.kind !== line.kind)
      throw misfit(part === undefined ? 'no more lines' : `a line for ${part.kind}`, `a line for ${line.kind}`);
    return `${spelling(line, part)}${line.end}`;
  });
  const left = parts.next().value ?? sourcePart(sources.next());
  if (left !== undefined) throw misfit(`a line for ${left.kind}`, 'no more lines');
  return (byteOrderMark ? '\ufeff' : '') + written.join('');
}

function* partsOfAll(units: readonly FunctionalUnit[]): Generator<Part, undefined> {
  for (const unit of units) yield* partsOf(unit);
}

/** What one line says: its kind, its canonical spelling, and how another spelling of it is made canonical. */
type Part = { readonly kind: LineLayout['kind']; readonly text: string; readonly respell: (spelled: string) => string };

function partsOf({ inputs, motion, outputs }: FunctionalUnit): Part[] {
  const end: Part = { kind: 'unit_end', text: '//', respell: (spelled) => spelled.trimEnd() };
  return [...inputs.flatMap(objectParts), motionPart(motion), ...outputs.flatMap(objectParts), end];
}

function objectParts(node: ObjectNode): Part[] {
  const respell = (spelled: string) => objectLine(readObjectLine(spelled, refuse));
  return [{ kind: 'object', text: objectLine(node), respell }, ...node.states.map(statePart)];
}

function statePart(state: ObjectState): Part {
  return { kind: 'state', text: stateLine(state), respell: (spelled) => stateLine(readStateLine(spelled, refuse)) };
}

function motionPart(motion: MotionNode): Part {
  return {
    kind: 'motion',
    text: motionLine(motion),
    respell: (spelled) => motionLine(readMotionLine(spelled, refuse)),
  };
}

function sourcePart({ value }: IteratorResult<string, undefined>): Part | undefined {
  if (value === undefined) return undefined;
  return { kind: 'source', text: sourceLine(value), respell: (spelled) => sourceLine(readSourceLine(spelled)) };
}

const LETTERS: Readonly<Record<string, string>> = { object: 'O', state: 'S', motion: 'M' };

function spelling(line: Exclude<LineLayout, { kind: 'aside' }>, part: Part): string {
  const text = line.spelled !== undefined && means(line.spelled, part) ? line.spelled : part.text;
  return 'id' in line ? `${LETTERS[line.kind]}${line.id}\t${text}` : text;
}

function means(spelled: string, part: Part): boolean {
  try {
    return part.respell(spelled) === part.text;
  } catch (error) {
    if (error instanceof FoonError) return false;
    throw error;
  }
}

const refuse: Complain = (expected, found) => {
  throw new FoonError({ task: 'write', expected, found });
};

function misfit(expected: string, found: string): FoonError {
  return new FoonError({
    task: 'write',
    field: 'layout',
    expected: `a layout of this network with ${expected}`,
    found,
  });
}
