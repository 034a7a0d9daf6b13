import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HouseholdObservation } from '../../../envs/household/observation.ts';
import { placed } from '../../testing/household_play.ts';

const PAPER = resolve(import.meta.dirname, '../../../../shared/papers/llm_state.txt');

export const paperIsPresent = existsSync(PAPER);

/** The lines of a listing (3 to 7), with plain quotes and without line numbers. Line n is at index n - 1. */
export function paperListing(listing: number): string[] {
  const lines = readFileSync(PAPER, 'utf8').split('\n');
  const end = lines.findIndex((line) => line.replace(/\s/g, ' ').startsWith(`Listing ${listing}:`));
  const start = lines.findLastIndex((line, index) => index < end && /^1\D/.test(line));
  return lines.slice(start, end).map((line, index) => {
    const number = String(index + 1);
    if (!line.startsWith(number))
      throw new Error(`Listing ${listing}, line ${number} is not where it should be: ${line}`);
    return line.slice(number.length).replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
  });
}

export function golden(name: string): string {
  return readFileSync(resolve(import.meta.dirname, '../golden', name), 'utf8').replace(/\n$/, '');
}

/** Reads the observation back from the text of a prompt such as Listing 3. */
export function observationFrom(prompt: string): HouseholdObservation {
  const field = (label: string) => new RegExp(`^${label}: (.*)$`, 'm').exec(prompt)?.[1] ?? '';
  const list = (label: string) => Array.from(field(label).matchAll(/'([^']*)'/g), ([, text = '']) => text);
  return {
    world: 'household',
    objects: list('Object List').map(placed),
    containers: list('Container List').map(placed),
    surfaces: list('Surface List').map(placed),
    rooms: list('Room List'),
    holding: list('Current Holding'),
    closeTo: list('You are closed to'),
    room: field('Current Room'),
  };
}
