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

/** `suite` may be a path. Throws a CommandFailure, or a FoonError or DrawingError for an invalid or too large plan. */
export async function drawTrace(trace: Trace, suite = trace.header.suite): Promise<Drawing[]> {
  const plans = drawPlans(trace);
  const draw = WORLDS.find(({ name }) => name === trace.header.world)?.draw;
  if (draw !== undefined) return [...plans, ...(await drawActions(trace, draw, suite))];
  if (plans.length > 0) return plans;
  const worlds = WORLDS.flatMap((world) => (world.draw === undefined ? [] : [`the ${world.name}`])).join(', ');
  throw invalid(`Cannot draw episode "${episodeId(trace.header)}": only ${worlds} and object-level plans can be drawn`);
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

/** Replaces earlier drawings. Throws a CommandFailure if the folder contains other files. */
export function writeDrawings(folder: string, drawings: readonly Drawing[]): void {
  const names = drawings.map(({ name }) => name);
  const files = ownFiles({ folder, list: LIST, what: 'drawings', option: '--svg' });
  for (const name of files) if (name !== LIST && !names.includes(name)) rmSync(join(folder, name));
  // The list comes first, so that the next command recognizes the drawings of a killed one.
  writeWhole(join(folder, LIST), listOf(names));
  for (const { name, svg } of drawings) writeWhole(join(folder, name), svg);
}
