import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withEscapes } from '../io/screen.ts';
import { breakText, fitWidths, plainTable } from './plain_table.ts';

const HEADER = ['planner', 'success', 'steps'];
const LINES = [
  ['oracle', 'goal', '8'],
  ['random', '', '30'],
];

const NAMES = ['planner', 'success rate', 'average steps'];
const wide = (columns: number) => ({ columns, hasColours: false });
const firstLine = (text: string) => text.split('\n')[0];

it('plainTable() shows every column where the width is not known, with or without a header', () => {
  expect(plainTable(HEADER, LINES)).toBe('planner  success  steps\noracle   goal     8\nrandom            30');
  const lines = ['model claude', 'jobs 2'].map((line) => line.split(' '));
  expect(plainTable([], lines)).toBe('model  claude\njobs   2');
});

it('plainTable() leaves out columns that do not fit, and names them in full', () => {
  expect(plainTable(HEADER, LINES, { screen: wide(20), always: ['planner'] })).toBe(
    'planner  success\noracle   goal\nrandom\n\nHidden to fit 20 columns, shown with --wide: steps',
  );
  const look = { screen: wide(10), names: NAMES, always: ['planner'] };
  expect(plainTable(HEADER, [['oracle', '1/1', '8']], look)).toContain('--wide: success rate; average steps');
});

it('plainTable() never leaves out name and result, by their full names, and shows the others by their importance', () => {
  const look = { screen: wide(16), names: NAMES };
  const text = plainTable(HEADER, LINES, { ...look, always: ['planner', 'average steps'] });
  expect(firstLine(text)).toBe('planner  steps');
  expect(text).toContain('--wide: success rate');
  const next = ['average steps', 'success rate'];
  expect(firstLine(plainTable(HEADER, LINES, { ...look, always: ['planner'], next }))).toBe('planner  steps');
});

it('plainTable() breaks a cell that is wider than its column into lines', () => {
  const text = plainTable(HEADER, [['oracle', 'reached its goal', '8']], { screen: wide(26) });
  expect(text).toBe('planner  success     steps\noracle   reached     8\n         its goal');
});

it.each([
  [['a\u202eb', '1/1', '8'], 'planner   success  steps\na\\u202eb  1/1      8'],
  [['a\nb', 'c\td', '8'], 'planner  success  steps\na b      c d      8'],
])('plainTable() shows %j in one line, with its escapes', (cells, expected) => {
  expect(plainTable(HEADER, [cells])).toBe(expected);
});

it('plainTable() colours cells without changing the layout', () => {
  const lookOf = (cell: string) => (cell === 'goal' ? ('good' as const) : null);
  const text = withEscapes(plainTable(HEADER, LINES, { screen: { hasColours: true }, lookOf }));
  expect(text.split('\n')[1]).toBe('oracle   \x1b[32mgoal\x1b[0m     8');
  expect(text.replace(/\x1b\[\d+m/g, '')).toBe(plainTable(HEADER, LINES));
  expect(plainTable(HEADER, LINES, { lookOf })).toBe(plainTable(HEADER, LINES));
});

type Importance = Readonly<{ always?: number[]; next?: number[] }>;

/** Widths of columns of one cell each; by default only the first is always shown. */
function fitted(cells: readonly string[], columns: number, { always = [0], next }: Importance = {}) {
  const others = cells.map((_, at) => at).slice(1);
  const given = { columns, gap: 2, always, next: next ?? others };
  return Object.fromEntries(
    fitWidths(
      cells.map((cell) => [cell]),
      given,
    ),
  );
}

const solid = (...widths: number[]) => widths.map((width) => 'x'.repeat(width));
const worded = (times: number) => ['name', 'some words '.repeat(times).trim()];

it.each<[string, string[], number, Importance, object]>([
  ['leaves nothing out where all fit', solid(10, 4, 4), 22, {}, { 0: 10, 1: 4, 2: 4 }],
  ['leaves out the last, where a character is missing', solid(10, 4, 4), 21, {}, { 0: 10, 1: 4 }],
  ['shows the most important of the others', solid(10, 8, 8, 8), 30, { next: [3, 1, 2] }, { 0: 10, 3: 8, 1: 8 }],
  ['shows a less important column where a more important one does not fit', solid(10, 20, 5), 20, {}, { 0: 10, 2: 5 }],
  ['narrows the widest of what is always shown', solid(40, 12, 5), 30, { always: [0, 1], next: [2] }, { 0: 16, 1: 12 }],
  ['shows the most important alone on a short line', solid(100, 100, 3), 17, { always: [1, 0], next: [2] }, { 1: 17 }],
  ['shows a few characters of each', solid(100, 100, 3), 18, { always: [1, 0], next: [2] }, { 0: 8, 1: 8 }],
  ['never shows fewer characters than a few', solid(100), 5, {}, { 0: 8 }],
  ['gives a column of words the room that is left', [...worded(5), '12345'], 50, {}, { 0: 4, 1: 37, 2: 5 }],
  ['breaks a column of words rather than leaving it out', [...worded(5), '12345'], 30, {}, { 0: 4, 1: 24 }],
  ['breaks no column that would have no room', [...worded(5), '12345'], 25, {}, { 0: 4, 2: 5 }],
  ['breaks no column that would fill more than three lines', worded(20), 60, {}, { 0: 4 }],
])('fitWidths() %s', (_, cells, columns, importance, widths) => {
  expect(fitted(cells, columns, importance)).toEqual(widths);
});

it('fitWidths() fills no more than a line, and leaves out no column for which there is room', () => {
  const widths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(widths, fc.integer({ min: 30, max: 150 }), (all, columns) => {
      const shown = Object.entries(fitted(solid(...all), columns)).map(([at, width]) => [Number(at), width] as const);
      const taken = shown.reduce((sum, [, width]) => sum + width + 2, -2);
      expect(taken).toBeLessThanOrEqual(columns);
      for (const [at, width] of shown) expect(width).toBe(all[at]);
      const leftOut = all.filter((_, at) => !shown.some(([each]) => each === at));
      for (const width of leftOut) expect(taken + 2 + width).toBeGreaterThan(columns);
    }),
  );
});

it.each([
  ['put the book on the desk', 12, ['put the book', 'on the desk']],
  ['short', 12, ['short']],
  ['', 12, ['']],
  ['household/house_1/make_toast', 12, ['household/', 'house_1/', 'make_toast']],
  ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
])('breakText() breaks "%s" between words, behind a mark or where it must, for %i characters', (text, width, lines) => {
  expect(breakText(text, width)).toEqual(lines);
});

it('breakText() loses no character but spaces, and makes no line too long', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '_', '/', ' '), maxLength: 60 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, width) => {
      const lines = breakText(text, width);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
  );
});
