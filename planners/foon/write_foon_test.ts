import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Foon, ObjectNode } from './foon.ts';
import { readFoon } from './read_foon.ts';
import { arbitraryFoon, arbitraryText } from './testing/arbitrary_foon.ts';
import { SAMPLES, SAMPLES_MISSING } from './testing/foon_samples.ts';
import { PORRIDGE, TEA, TEA_FOON, UNTIDY_TEA } from './testing/sample_foons.ts';
import { writeFoon } from './write_foon.ts';

const cup: ObjectNode = { label: 'cup', states: [], inMotion: false, isGoal: false };
const washing: Foon = { sources: [], units: [{ inputs: [cup], motion: { label: 'wash' }, outputs: [cup] }] };

describe('writeFoon()', () => {
  it('numbers labels in the order of appearance, without a layout', () => {
    expect(writeFoon(readFoon(PORRIDGE, 'porridge.txt').foon)).toBe(PORRIDGE);
  });

  it.each([TEA, UNTIDY_TEA, PORRIDGE, '', '\ufeff', '\n\n', '//', '# only\r\n#this'])(
    'gives back what was read, byte for byte: %j',
    (text) => {
      const { foon, layout } = readFoon(text, 'x.txt');
      expect(writeFoon(foon, layout)).toBe(text);
    },
  );

  it.skipIf(SAMPLES.length === 0)(`gives back the published networks (${SAMPLES.length || SAMPLES_MISSING})`, () => {
    expect(SAMPLES).toHaveLength(10);
    for (const { name, text } of SAMPLES) {
      const { foon, layout } = readFoon(text, name);
      expect(writeFoon(foon, layout)).toBe(text);
      expect(readFoon(writeFoon(foon), name).foon).toEqual(foon);
    }
  });

  it('keeps the spelling of every line that a change of the network leaves alone', () => {
    const { foon, layout } = readFoon('O9\tcup \t00\nM1\twash\tAssumed\tAssumed\nO9\tcup\t0\t8\n//', 'x.txt');
    const unit = { ...foon.units[0]!, motion: { label: 'dry' }, outputs: [{ ...cup, isGoal: true }] as const };
    const changed = writeFoon({ ...foon, units: [unit] }, layout);
    expect(changed).toBe('O9\tcup \t00\nM1\tdry\t<Assumed>\nO9\tcup\t0\t!\n//');
  });

  const { layout } = readFoon(TEA, 'tea.txt');
  it.each([
    ['with no more lines, found a line for source', washing, layout.lines],
    ['a line for state', TEA_FOON, layout.lines.slice(0, 5)],
    [
      'asides that do not change it',
      TEA_FOON,
      [{ kind: 'aside', text: 'O1\tspy\t0', end: '\n' } as const, ...layout.lines],
    ],
    ['a line end in every line', TEA_FOON, layout.lines.map((line) => ({ ...line, end: '' as const }))],
  ])('refuses a layout of another network: %s', (message, foon, lines) => {
    expect(() => writeFoon(foon, { ...layout, lines })).toThrow(
      /^Cannot write FOON, field layout: expected a layout of/,
    );
    expect(() => writeFoon(foon, { ...layout, lines })).toThrow(message);
  });

  it('writes any network so that it reads back', () => {
    fc.assert(
      fc.property(arbitraryFoon, (foon) => {
        expect(readFoon(writeFoon(foon), 'x').foon).toEqual(foon);
      }),
    );
  });

  it('gives back any text, byte for byte', () => {
    fc.assert(
      fc.property(arbitraryText, ({ text }) => {
        const { foon, layout } = readFoon(text, 'x');
        expect(writeFoon(foon, layout)).toBe(text);
      }),
    );
  });
});
