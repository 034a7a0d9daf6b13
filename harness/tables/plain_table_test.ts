import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withEscapes } from '../io/screen.ts';
import { brokenInto, fittedWidths, plainTable } from './plain_table.ts';

const HEADER = ['planner', 'success', 'steps'];
const LINES = [
  ['oracle', 'goal', '8'],
  ['random', '', '30'],
];

const NAMES = ['planner', 'success rate', 'average steps'];

describe('plainTable()', () => {
  it('shows every column where the width is not known', () => {
    expect(plainTable(HEADER, LINES)).toBe('planner  success  steps\noracle   goal     8\nrandom            30');
  });

  it('leaves out what does not fit, and says so', () => {
    const look = { screen: { columns: 20, hasColours: false }, always: ['planner'] };
    expect(plainTable(HEADER, LINES, look)).toBe(
      'planner  success\noracle   goal\nrandom\n\nLeft out to fit 20 columns, shown with --wide: steps',
    );
  });

  it('calls columns by their full names', () => {
    const look = { screen: { columns: 10, hasColours: false }, names: NAMES, always: ['planner'] };
    expect(plainTable(HEADER, [['oracle', '1/1', '8']], look)).toContain('--wide: success rate; average steps');
  });

  it('never leaves out name and result, by their full names, and shows the others by their importance', () => {
    const look = { screen: { columns: 16, hasColours: false }, names: NAMES };
    const text = plainTable(HEADER, LINES, { ...look, always: ['planner', 'average steps'] });
    expect(text.split('\n').at(0)).toBe('planner  steps');
    expect(text).toContain('--wide: success rate');
    const next = ['average steps', 'success rate'];
    expect(
      plainTable(HEADER, LINES, { ...look, always: ['planner'], next })
        .split('\n')
        .at(0),
    ).toBe('planner  steps');
  });

  it('breaks a cell that is wider than its column into lines', () => {
    const lines = [['oracle', 'reached its goal', '8']];
    const text = plainTable(HEADER, lines, { screen: { columns: 26, hasColours: false } });
    expect(text).toBe('planner  success     steps\noracle   reached     8\n         its goal');
  });

  it('makes room for characters that are shown as escapes', () => {
    expect(plainTable(HEADER, [['a\u202eb', '1/1', '8']])).toBe('planner   success  steps\na\\u202eb  1/1      8');
  });

  it('keeps a row in one line, whatever its cells hold', () => {
    expect(plainTable(HEADER, [['a\nb', 'c\td', '8']])).toBe('planner  success  steps\na b      c d      8');
  });

  it('shows names and values where it has no header', () => {
    expect(
      plainTable(
        [],
        [
          ['model', 'claude'],
          ['jobs', '2'],
        ],
      ),
    ).toBe('model  claude\njobs   2');
  });

  it('sets cells off without changing the layout', () => {
    const lookOf = (cell: string) => (cell === 'goal' ? ('good' as const) : null);
    const text = withEscapes(plainTable(HEADER, LINES, { screen: { hasColours: true }, lookOf }));
    expect(text.split('\n')[1]).toBe('oracle   \x1b[32mgoal\x1b[0m     8');
    expect(text.replace(/\x1b\[\d+m/g, '')).toBe(plainTable(HEADER, LINES));
    expect(plainTable(HEADER, LINES, { lookOf })).toBe(plainTable(HEADER, LINES));
  });
});

/** Columns of one cell each, without spaces; the first is never left out, and the others matter from left to right. */
function fitted(widths: readonly number[], columns: number, given: { always?: number[]; next?: number[] } = {}) {
  const others = widths.map((_, at) => at).slice(1);
  const { always = [0], next = others } = given;
  const cells = widths.map((width) => ['x'.repeat(width)]);
  return Object.fromEntries(fittedWidths(cells, { columns, gap: 2, always, next }));
}

describe('fittedWidths()', () => {
  it('leaves nothing out where all fit, to the character', () => {
    expect(fitted([10, 4, 4], 22)).toEqual({ 0: 10, 1: 4, 2: 4 });
    expect(fitted([10, 4, 4], 21)).toEqual({ 0: 10, 1: 4 });
  });

  it('shows the most important of the others, wherever they stand', () => {
    expect(fitted([10, 8, 8, 8], 30, { next: [3, 1, 2] })).toEqual({ 0: 10, 3: 8, 1: 8 });
  });

  it('shows a less important column where a more important one does not fit', () => {
    expect(fitted([10, 20, 5], 20)).toEqual({ 0: 10, 2: 5 });
  });

  it('never leaves out what is always shown: the widest of it becomes narrower', () => {
    expect(fitted([40, 12, 5], 30, { always: [0, 1], next: [2] })).toEqual({ 0: 16, 1: 12 });
  });

  it('shows the most important alone where a line has no room for a few characters of each', () => {
    expect(fitted([100, 100, 3], 17, { always: [1, 0], next: [2] })).toEqual({ 1: 17 });
    expect(fitted([100, 100, 3], 18, { always: [1, 0], next: [2] })).toEqual({ 0: 8, 1: 8 });
    expect(fitted([100], 5)).toEqual({ 0: 8 });
  });

  it('breaks a column of words rather than leaving one out, and gives it the room that is left', () => {
    const cells = [['name'], ['some words '.repeat(5).trim()], ['12345']];
    const fitting = { gap: 2, always: [0], next: [1, 2] };
    expect(Object.fromEntries(fittedWidths(cells, { ...fitting, columns: 50 }))).toEqual({ 0: 4, 1: 37, 2: 5 });
    expect(Object.fromEntries(fittedWidths(cells, { ...fitting, columns: 30 }))).toEqual({ 0: 4, 1: 24 });
    expect(Object.fromEntries(fittedWidths(cells, { ...fitting, columns: 25 }))).toEqual({ 0: 4, 2: 5 });
  });

  it('does not break what would fill more than three lines', () => {
    const cells = [['name'], ['some words '.repeat(20).trim()]];
    expect(Object.fromEntries(fittedWidths(cells, { columns: 60, gap: 2, always: [0], next: [1] }))).toEqual({ 0: 4 });
  });

  it('fills no more than a line, and leaves out no column for which there is room', () => {
    const widths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(widths, fc.integer({ min: 30, max: 150 }), (all, columns) => {
        const shown = Object.entries(fitted(all, columns)).map(([at, width]) => [Number(at), width] as const);
        const taken = shown.reduce((sum, [, width]) => sum + width + 2, -2);
        expect(taken).toBeLessThanOrEqual(columns);
        for (const [at, width] of shown) expect(width).toBe(all[at]);
        const leftOut = all.filter((_, at) => !shown.some(([each]) => each === at));
        for (const width of leftOut) expect(taken + 2 + width).toBeGreaterThan(columns);
      }),
    );
  });
});

describe('brokenInto()', () => {
  it('keeps words whole', () => {
    expect(brokenInto('put the book on the desk', 12)).toEqual(['put the book', 'on the desk']);
    expect(brokenInto('short', 12)).toEqual(['short']);
    expect(brokenInto('', 12)).toEqual(['']);
  });

  it('breaks a word that is too long, behind a mark where there is one', () => {
    expect(brokenInto('household/house_1/make_toast', 12)).toEqual(['household/', 'house_1/', 'make_toast']);
    expect(brokenInto('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
  });

  it('loses no character but spaces, and makes no line too long', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '_', '/', ' '), maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, width) => {
        const lines = brokenInto(text, width);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});
