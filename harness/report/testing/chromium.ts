/**
 * Test support: the system's own Chromium, where there is one.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** What `CHROME` names, else the first that lies on the path; null where there is none. */
export function chromiumPath(environment: Readonly<Record<string, string | undefined>>): string | null {
  const { CHROME: named, PATH: path = '' } = environment;
  if (named !== undefined && named !== '') return existsSync(named) ? named : null;
  const places = path.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}
