/**
 * The forms in which a table is written.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import { type Table, tableCsv, tableFiles, tableText } from './table.ts';

const TABLE: Table = {
  name: 'demo',
  title: 'A demonstration',
  shown: {
    header: ['Task', 'SR'],
    lines: [
      ['open | shut', '1/1'],
      ['x', 'not recorded'],
    ],
  },
  rows: [
    { task: 'say "hi", twice', episodes: 1, steps: 2.5, success: true, note: null },
    { task: '=1+1', episodes: 0, steps: null, success: false, note: 'two\nlines' },
  ],
  notes: ['a note'],
};

describe('tableText()', () => {
  it('splits titles, shortens tasks and draws dashes, so that it fits a terminal', () => {
    const lines = [
      ['Make 3 slices of toasts using toaster and place them on kitchen table.', '3/5 9.0', 'not recorded'],
    ];
    const text = tableText({ ...TABLE, shown: { header: ['Task', 'Ours, here', 'Ours, paper'], lines } });
    expect(text.split('\n').slice(2, 5)).toEqual([
      'Task                                      Ours     Ours',
      '                                          here     paper',
      'Make 3 slices of toasts using toaster a…  3/5 9.0  –',
    ]);
    expect(text).toContain('– not recorded');
  });
});

describe('tableCsv()', () => {
  it('quotes what needs it, leaves the unknown empty and disarms formulas', () => {
    expect(tableCsv(TABLE.rows)).toBe(
      'task,episodes,steps,success,note\n"say ""hi"", twice",1,2.5,true,\n\'=1+1,0,,false,"two\nlines"\n',
    );
  });
});

describe('tableFiles()', () => {
  it('writes three forms that end in a newline', () => {
    const files = tableFiles(TABLE);
    expect(files.map(([name]) => name)).toEqual(['demo.md', 'demo.csv', 'demo.json']);
    for (const [, text] of files) expect(text.endsWith('\n')).toBe(true);
  });
});
