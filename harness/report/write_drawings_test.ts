import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { writeDrawings } from './write_drawings.ts';

const root = mkdtempSync(join(tmpdir(), 'tapedeck-drawings-'));
afterAll(() => rmSync(root, { recursive: true }));
const folder = join(root, 'drawings');
const drawn = (...names: string[]) => names.map((name) => ({ name, svg: `<svg>${name}</svg>\n` }));
beforeEach(() => rmSync(folder, { recursive: true, force: true }));

describe('writeDrawings()', () => {
  it('leaves the drawings of this episode only', () => {
    writeDrawings(folder, drawn('foon.svg', 'foon_2.svg', '000_start.svg', '001_pick.svg', '002_place.svg'));
    writeDrawings(folder, drawn('000_start.svg', '001_place.svg'));
    expect(readdirSync(folder).sort()).toEqual(['000_start.svg', '001_place.svg', 'tapedeck_drawings.json']);
    expect(readFileSync(join(folder, '000_start.svg'), 'utf8')).toBe('<svg>000_start.svg</svg>\n');
  });

  it.each(['thesis.svg', '001_cat.svg'])('touches nothing in a folder that holds a file of the user’s: %s', (name) => {
    writeDrawings(folder, drawn('000_start.svg'));
    writeFileSync(join(folder, name), 'do not lose me');
    expect(() => writeDrawings(folder, drawn('foon.svg'))).toThrow(
      `Cannot write drawings to "${folder}": it holds "${name}", which is not of an earlier one; move it away, or name a new folder with --svg`,
    );
    expect(readdirSync(folder).sort()).toEqual(['000_start.svg', name, 'tapedeck_drawings.json'].sort());
  });
});
