/**
 * A folder of drawings: what one episode looks like, and nothing else.
 *
 * @module
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { invalid } from '../errors/failure.ts';
import { writeWhole } from '../files/write_whole.ts';
import type { Drawing } from './draw_trace.ts';

/** As `drawTrace` names drawings: `foon.svg`, `foon_2.svg`, `003_pick.svg`. */
const DRAWING = /^(foon(_\d+)?|\d{3,}_\w+)\.svg(\.part)?$/;

/** Replaces the drawings in a folder. Throws a CommandFailure where it holds anything else. */
export function writeDrawings(folder: string, drawings: readonly Drawing[]): void {
  const there = existsSync(folder) ? readdirSync(folder) : [];
  const other = there.find((name) => !DRAWING.test(name));
  if (other !== undefined) {
    throw invalid(
      `Cannot draw into "${folder}": it holds "${other}", which is no drawing of an episode; name a new folder with --svg`,
    );
  }
  for (const name of there) rmSync(join(folder, name));
  for (const { name, svg } of drawings) writeWhole(join(folder, name), svg);
}
