/**
 * Code that a suite brings along.
 *
 * A suite may name planners by path, and to load a planner is to run it, or as commands. A suite in the current folder is the user's own; one
 * that lies elsewhere is data that somebody handed over, and brings code only where that is allowed.
 *
 * @module
 */
import { realpathSync } from 'node:fs';
import { foreignCode } from '../../episode/registry/planner_spec.ts';
import { CommandFailure } from '../../io/errors/failure.ts';
import { isBelow } from '../../io/is_below.ts';
import type { Suite } from '../suites/suite.ts';

/** Throws a CommandFailure that names the files, where a suite outside the current folder names planners by path or as commands. */
export function refuseForeignCode({ name, folder, planners }: Suite): void {
  if (folder === null || isBelow(realpathSync('.'), realpathSync(folder))) return;
  const files = planners.map((text) => foreignCode(text, folder)).filter((file) => file !== null);
  if (files.length === 0) return;
  throw new CommandFailure(
    2,
    `Suite "${name}" lies outside the current folder and would run code that it brings along: ${files.map((file) => `"${file}"`).join(', ')}. Read it; if you trust it, add --allow-code`,
  );
}
