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
  it('numbers things by their labels in the order of their appearance, without a layout', () => {
    expect(writeFoon(TEA_FOON).split('\n').slice(0, 7)).toEqual([
      '# Source:\thttps://example.org/tea',
      'O0\tkettle\t1',
      'S0\tcontains\t{hot water}',
      'O1\tcup\t0',
      'S0\tcontains\t{tea bag}',
      'S1\ton\t[saucer]',
      'M0\tpour\t<0:05,0:11>',
    ]);
    expect(writeFoon(readFoon(PORRIDGE, 'porridge.txt').foon)).toBe(PORRIDGE);
  });

  it.for([
    ['a small text', TEA],
    ['an untidy text', UNTIDY_TEA],
    ['a chain', PORRIDGE],
    ['nothing', ''],
    ['a mark', '\ufeff'],
    ['blank lines', '\n\n'],
    ['an end', '//'],
    ['comments', '# only\r\n#this'],
  ] as const)('gives back what was read, byte for byte: %s', ([, text]) => {
    const { foon, layout } = readFoon(text, 'x.txt');
    expect(writeFoon(foon, layout)).toBe(text);
  });

  it.skipIf(SAMPLES.length === 0)(`gives back the published networks (${SAMPLES.length || SAMPLES_MISSING})`, () => {
    expect(SAMPLES).toHaveLength(10);
    for (const { name, text } of SAMPLES) {
      const { foon, layout } = readFoon(text, name);
      expect(writeFoon(foon, layout)).toBe(text);
      expect(readFoon(writeFoon(foon), name).foon).toEqual(foon);
    }
  });

  it('keeps the spelling of every line that still says the same, when the network was changed', () => {
    const { foon, layout } = readFoon('O9\tcup \t00\nM1\twash\tAssumed\tAssumed\nO9\tcup\t0\t8\n//', 'x.txt');
    const [unit] = foon.units;
    if (unit === undefined) throw new Error('there is a unit');
    const changed: Foon = {
      ...foon,
      units: [{ ...unit, motion: { label: 'dry' }, outputs: [{ ...cup, isGoal: true }] }],
    };
    expect(writeFoon(changed, layout)).toBe('O9\tcup \t00\nM1\tdry\t<Assumed>\nO9\tcup\t0\t!\n//');
  });

  it('refuses a layout of another network', () => {
    const { layout } = readFoon(TEA, 'tea.txt');
    expect(() => writeFoon(washing, layout)).toThrow(
      'Cannot write FOON, field layout: expected a layout of this network with no more lines, found a line for source',
    );
    expect(() => writeFoon(TEA_FOON, { ...layout, lines: layout.lines.slice(0, 5) })).toThrow('a line for state');
    const lines = [{ kind: 'aside', text: 'O1\tspy\t0', end: '\n' } as const, ...layout.lines];
    expect(() => writeFoon(TEA_FOON, { ...layout, lines })).toThrow('asides without meaning');
    const endless = layout.lines.map((line) => ({ ...line, end: '' as const }));
    expect(() => writeFoon(TEA_FOON, { ...layout, lines: endless })).toThrow('a line end in every line');
  });

  it('writes what is read as the same network again, whatever it is', () => {
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
