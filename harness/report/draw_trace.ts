import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readFoon } from '../../planners/foon/read_foon.ts';
import { WORLDS } from '../episode/worlds.ts';
import { invalid } from '../io/errors/failure.ts';
import { listOf, ownFiles } from '../io/own_folder.ts';
import { writeWhole } from '../io/write_whole.ts';
import { type Drawing, drawActions } from '../run/reading/replayed_cell.ts';
import { episodeId, type Trace } from '../trace/trace.ts';
import { foonSvg } from './foon/foon_svg.ts';

/**
 * `suite` may be a path. Throws a CommandFailure where there is nothing to draw or the world departs from the trace,
 * a FoonError for an invalid plan, a DrawingError for one that is too large.
 */
export async function drawTrace(trace: Trace, suite = trace.header.suite): Promise<Drawing[]> {
  const plans = drawPlans(trace);
  const draw = WORLDS.find(({ name }) => name === trace.header.world)?.draw;
  if (draw !== undefined) return [...plans, ...(await drawActions(trace, draw, suite))];
  if (plans.length > 0) return plans;
  const drawn = WORLDS.filter((world) => world.draw !== undefined)
    .map(({ name }) => `the ${name}`)
    .join(', ');
  throw invalid(`Cannot draw episode "${episodeId(trace.header)}": only ${drawn} and object-level plans can be drawn`);
}

function drawPlans({ header, events }: Trace): Drawing[] {
  const texts = events.flatMap((event) =>
    event.event === 'note' && event.note.kind === 'belief' ? (foonText(event.note.belief) ?? []) : [],
  );
  return texts.map((text, at) => {
    const name = at === 0 ? 'foon.svg' : `foon_${at + 1}.svg`;
    const { foon } = readFoon(text, `${episodeId(header)}, ${name}`);
    return { name, svg: foonSvg(foon, { title: header.instruction }) };
  });
}

export function foonText(belief: unknown): string | null {
  const isPlan = typeof belief === 'object' && belief !== null && 'foon' in belief;
  return isPlan && typeof belief.foon === 'string' ? belief.foon : null;
}

const LIST = 'tapedeck_drawings.json';

/** Replaces earlier drawings. Throws a CommandFailure if the folder holds other files. */
export function writeDrawings(folder: string, drawings: readonly Drawing[]): void {
  const there = ownFiles({ folder, list: LIST, what: 'drawings', option: '--svg' });
  const names = drawings.map(({ name }) => name);
  const old = there.filter((name) => name !== LIST && !names.includes(name));
  for (const name of old) rmSync(join(folder, name));
  // First, so that the next command knows the drawings of a killed one.
  writeWhole(join(folder, LIST), listOf(names));
  for (const { name, svg } of drawings) writeWhole(join(folder, name), svg);
}
