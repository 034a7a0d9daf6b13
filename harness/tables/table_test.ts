import { expect, it } from 'vitest';
import { type Table, tableCsv, tableMarkdown, tableText } from './table.ts';

const TABLE: Table = {
  name: 'demo',
  title: 'A demonstration',
  shown: { header: ['Task', 'SR'], lines: ['open | shut,1/1', 'x,not recorded'].map((line) => line.split(',')) },
  rows: [
    { task: 'say "hi", twice', episodes: 1, steps: 2.5, success: true, note: null },
    { task: '=1+1', episodes: 0, steps: null, success: false, note: 'two\nlines' },
  ],
  notes: ['a note'],
};

it('tableText() splits titles, shortens tasks and draws dashes, to fit a terminal', () => {
  const line = ['Make 3 slices of toasts using toaster and place them on kitchen table.', '3/5 9.0', 'not recorded'];
  const text = tableText({ ...TABLE, shown: { header: ['Task', 'Ours, here', 'Ours, paper'], lines: [line] } });
  expect(text.split('\n').slice(2, 5)).toEqual([
    'Task                                      Ours     Ours',
    '                                          here     paper',
    'Make 3 slices of toasts using toaster a…  3/5 9.0  –',
  ]);
  expect(text).toContain('– not recorded');
});

it('tableCsv() quotes cells that need it, leaves nulls empty and disarms formulas', () => {
  expect(tableCsv(TABLE.rows)).toBe(
    'task,episodes,steps,success,note\n"say ""hi"", twice",1,2.5,true,\n\'=1+1,0,,false,"two\nlines"\n',
  );
});

const WIDE = 'x'.repeat(40);

function linesOf(header: string, cells: readonly string[], keys: { readonly keys?: number } = {}): string[] {
  const shown = { header: header.split(';'), lines: [cells], ...keys };
  return tableMarkdown({ title: 'A demonstration', shown, notes: ['a note'] }).split('\n');
}

it('tableMarkdown() pads columns and escapes bars, when cells hold them', () => {
  expect(tableMarkdown(TABLE).split('\n')).toEqual([
    '# A demonstration',
    '',
    '| Task         | SR           |',
    '| ------------ | ------------ |',
    '| open \\| shut | 1/1          |',
    '| x            | not recorded |',
    '',
    '- a note',
    '',
  ]);
});

it('tableMarkdown() escapes characters that would turn the direction of reading', () => {
  const shown = { header: ['a\u202eb'], lines: [['c\u2067d']] };
  const text = tableMarkdown({ title: 't\u202eu', shown, notes: ['n\u200fo'] });
  expect(text).toBe('# t\\u202eu\n\n| a\\u202eb |\n| -------- |\n| c\\u2067d |\n\n- n\\u200fo\n');
});

it('tableMarkdown() writes a table that is wider than a page in parts, each with the key columns', () => {
  const lines = linesOf('Suite;Planner;A;B;C', ['s', 'p', WIDE, WIDE, WIDE], { keys: 2 });
  const parts = lines.filter((line) => line.startsWith('| s'));
  expect(parts).toEqual([`| s     | p       | ${WIDE} | ${WIDE} |`, `| s     | p       | ${WIDE} |`]);
  expect(lines.filter((line) => line === '').length).toBe(4);
});

it('tableMarkdown() puts columns of one topic into one part', () => {
  const lines = linesOf('Task;Ours, here;Theirs, here;Theirs, paper', ['t', WIDE, WIDE, WIDE]);
  expect(lines.filter((line) => line.startsWith('| Task'))).toEqual([
    expect.stringMatching(/^\| Task \| Ours, here +\|$/),
    expect.stringMatching(/Theirs, here +\| Theirs, paper +\|$/),
  ]);
});

it.each([
  [53, [120]],
  [54, [expect.any(Number), expect.any(Number)]],
])('tableMarkdown() fills a page to its last column, and no further: %i', (length, lengths) => {
  const lines = linesOf('abc;B;C', ['k', WIDE.padEnd(54, 'y'), 'z'.repeat(length)]);
  expect(lines.filter((line) => line.startsWith('| k')).map((line) => line.length)).toEqual(lengths);
});
