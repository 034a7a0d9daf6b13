/**
 * To be loaded before a program (`node --import`): at its end the most memory that it took goes into the file that `PEAK_MEMORY` names, in
 * megabytes.
 *
 * @module
 */
import { writeFileSync } from 'node:fs';

const { PEAK_MEMORY: path } = process.env;
if (path !== undefined) {
  // In kilobytes, whatever the platform says of them.
  process.on('exit', () => writeFileSync(path, String(Math.round(process.resourceUsage().maxRSS / 1_024))));
}
