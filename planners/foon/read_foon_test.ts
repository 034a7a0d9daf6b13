import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FoonError } from './foon.ts';
import { readFoon } from './read_foon.ts';
import { arbitraryNoise, arbitraryText } from './testing/arbitrary_foon.ts';
import { SAMPLES, SAMPLES_MISSING } from './testing/foon_samples.ts';
import { PORRIDGE, TEA, TEA_FOON, UNTIDY_TEA } from './testing/sample_foons.ts';

function errorOf(text: string): FoonError {
  try {
    readFoon(text, 'tea.txt');
  } catch (error) {
    if (error instanceof FoonError) return error;
    throw error;
  }
  throw new Error('there is no error');
}

describe('readFoon()', () => {
  it('reads inputs, motion and outputs of units, however untidy the text is', () => {
    for (const text of [TEA, UNTIDY_TEA]) expect(readFoon(text, 'tea.txt').foon).toEqual(TEA_FOON);
  });

  it('keeps asides in the layout', () => {
    const { layout } = readFoon(UNTIDY_TEA, 'tea.txt');
    expect(layout.byte_order_mark).toBe(true);
    expect(layout.lines.slice(0, 9)).toEqual([
      { kind: 'aside', text: '// before the first unit', end: '\r\n' },
      { kind: 'aside', text: '//', end: '\r\n' },
      { kind: 'aside', text: '#Source: not with a blank, so a comment', end: '\n' },
      { kind: 'source', spelled: '# Source:  https://example.org/tea ', end: '\r\n' },
      { kind: 'aside', text: '', end: '\r\n' },
      { kind: 'object', spelled: 'kettle \t1\t\t', end: '\r\n' },
      { kind: 'state', spelled: 'contains\t{ hot water }', end: '\n' },
      { kind: 'aside', text: '// in the middle of a unit', end: '\n' },
      { kind: 'object', spelled: 'cup\t00\t8', end: '\n' },
    ]);
    expect(layout.ids.slice(0, 3)).toEqual(['17', '7', '']);
    expect(layout.lines.at(-1)).toEqual({ kind: 'unit_end', end: '' });
  });

  it('gives no units for a text without any', () => {
    expect(readFoon('', 'empty.txt').foon).toEqual({ sources: [], units: [] });
    expect(readFoon('# nothing yet\n//\n', 'empty.txt').foon.units).toEqual([]);
  });

  it('names file, line, expectation and finding', () => {
    const message =
      'Cannot read FOON "tea.txt", line 3: expected <Assumed>, <start,end>, or two fields with start and end, found "soon"';
    const error = errorOf('O1\tcup\t0\nS1\thot\nM1\tpour\tsoon\nO1\tcup\t0\n//\n');
    expect(error).toMatchObject({ message, path: 'tea.txt', line: 3, found: '"soon"' });
  });

  const UNIT = 'O1\tcup\t0\nM1\twash\t<Assumed>\nO1\tcup\t0\n';
  it.for([
    ['an unknown line', 'X1\tcup\t0\n', 1, 'begins with "O", "S", "M"'],
    ['a missing TAB', 'O1 cup 0\n', 1, 'a TAB after "O"'],
    ['an identifier that is no number', 'Ocup\t0\n', 1, 'a number between "O" and the first TAB'],
    ['an object without a label', 'O1\t\t0\n', 1, 'a label'],
    ['an object without a flag', 'O1\tcup\n', 1, 'a motion flag'],
    ['a flag that is neither 0 nor 1', 'O1\tcup\t2\n', 1, 'a motion flag, 0 or 1, found "2"'],
    ['a mark that is neither a goal nor a number', 'O1\tcup\t0\tgoal\n', 1, '"!" or a number'],
    ['a field too many', 'O1\tcup\t0\t!\t5\n', 1, 'at most four fields'],
    ['a state before any object', '//\nS1\thot\n', 2, 'an object in the functional unit before its first state'],
    ['a state after the motion', 'O1\tcup\t0\nM1\twash\t<Assumed>\nS1\thot\n', 3, 'an object below the motion'],
    ['a state in a new unit', `${UNIT}//\nS1\thot\n`, 5, 'an object in the functional unit'],
    ['an open brace', 'O1\tcup\t0\nS1\tcontains\t{tea\n', 2, '"}" at the end of the field'],
    ['a brace within braces', 'O1\tcup\t0\nS1\tcontains\t{tea {hot}}\n', 2, 'an ingredient, without commas and braces'],
    ['an empty ingredient', 'O1\tcup\t0\nS1\tcontains\t{tea,,milk}\n', 2, 'an ingredient'],
    ['an empty relation', 'O1\tcup\t0\nS1\ton\t[]\n', 2, 'the name of an object'],
    ['a bare third field of a state', 'O1\tcup\t0\nS1\ton\ttray\n', 2, 'contents in braces or an object in brackets'],
    ['a fourth field of a state', 'O1\tcup\t0\nS1\ton\t[tray]\t{tea}\n', 2, 'at most three fields'],
    ['a motion without times', 'O1\tcup\t0\nM1\twash\n', 2, '<Assumed>, <start,end>, or two fields'],
    ['a motion with one time', 'O1\tcup\t0\nM1\twash\t0:10\n', 2, '<Assumed>, <start,end>, or two fields'],
    ['an open angle bracket', 'O1\tcup\t0\nM1\twash\t<0:10,0:20\n', 2, '">" at the end of the field'],
    ['a performer without a rate', 'O1\tcup\t0\nM1\twash\t<Assumed>\trobot\n', 2, 'a success rate'],
    ['a rate that is no number', 'O1\tcup\t0\nM1\twash\t<Assumed>\trobot\thigh\n', 2, 'a success rate (a number)'],
    ['a field after the rate', 'O1\tcup\t0\nM1\twash\t<Assumed>\trobot\t1\tx\n', 2, 'no field after the success rate'],
    ['a motion without inputs', 'M1\twash\t<Assumed>\n', 1, 'input objects before the motion'],
    ['two motions', 'O1\tcup\t0\nM1\twash\t<Assumed>\nM1\tdry\t<Assumed>\n', 3, 'one motion in a functional unit'],
    ['a missing end of a unit', `${UNIT}${UNIT}//\n`, 5, 'then "//", found a second motion "wash"'],
    ['a unit without a motion', 'O1\tcup\t0\n//\n', 2, 'a motion before the end of the functional unit'],
    ['a unit without outputs', 'O1\tcup\t0\nM1\twash\t<Assumed>\n//\n', 3, 'output objects'],
    ['a text that ends too early', `${UNIT}//\n${UNIT}`, 7, '"//" at the end of the functional unit of line 5'],
    ['a carriage return within a line', 'O1\tcu\rp\t0\n', 1, 'no control characters'],
  ] as const)('refuses %s', ([, text, line, words]) => {
    expect(errorOf(text)).toMatchObject({ message: expect.stringContaining(words), line });
  });

  it('refuses a text that is longer than any network, and takes very long lines', () => {
    expect(errorOf(`O1\tcup\t${'0'.repeat(4_000_000)}\n`).message.length).toBeLessThan(200);
    expect(errorOf(`S\t${'{'.repeat(1_000_000)}\n`).line).toBe(1);
    expect(errorOf(`O1\t${'a\t'.repeat(1_000_000)}`).line).toBe(1);
    expect(readFoon('#'.repeat(4 * 1024 * 1024), 'x').foon.units).toEqual([]);
    expect(errorOf('#'.repeat(4 * 1024 * 1024 + 1)).expected).toContain('at most');
  });

  it('finds the meaning of any text', () => {
    fc.assert(fc.property(arbitraryText, ({ foon, text }) => void expect(readFoon(text, 'x').foon).toEqual(foon)));
  });

  it('throws nothing but a FoonError with a line, whatever the text is', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryNoise, fc.string({ unit: 'binary' })), (text) => {
        try {
          readFoon(text, 'noise');
        } catch (error) {
          expect(error).toBeInstanceOf(FoonError);
          const { line } = error as FoonError;
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(text.split('\n').length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('finds the mistake in a text with one damaged line, or reads it', () => {
    const lines = PORRIDGE.split('\n');
    fc.assert(
      fc.property(fc.nat({ max: lines.length - 2 }), fc.string({ maxLength: 6 }), (at, noise) => {
        try {
          readFoon(lines.with(at, noise).join('\n'), 'damaged');
        } catch (error) {
          expect(error).toBeInstanceOf(FoonError);
          // A lost line may show only at the end of its unit.
          expect((error as FoonError).line).toBeGreaterThanOrEqual(at + 1);
        }
      }),
    );
  });

  it.skipIf(SAMPLES.length === 0)(`reads the ten published networks (${SAMPLES.length || SAMPLES_MISSING})`, () => {
    const units = SAMPLES.map(({ name, text }) => readFoon(text, name).foon.units.length);
    expect(units).toEqual([8, 4, 7, 8, 7, 14, 5, 2, 1, 1]);
  });
});
