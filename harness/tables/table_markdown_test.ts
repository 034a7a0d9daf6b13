/**
 * Tables as Markdown: padded, escaped, and in parts where they are wide.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import { tableMarkdown } from './table_markdown.ts';

const WIDE = 'x'.repeat(40);

function linesOf(header: readonly string[], lines: readonly (readonly string[])[], keys?: number): string[] {
  const shown = { header, lines, ...(keys === undefined ? {} : { keys }) };
  return tableMarkdown({ title: 'A demonstration', shown, notes: ['a note'] }).split('\n');
}

describe('tableMarkdown()', () => {
  it('pads columns and escapes bars, when cells hold them', () => {
    expect(
      linesOf(
        ['Task', 'SR'],
        [
          ['open | shut', '1/1'],
          ['x', 'not recorded'],
        ],
      ),
    ).toEqual([
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

  it('shows what would turn the direction of reading as escapes', () => {
    const shown = { header: ['a\u202eb'], lines: [['c\u2067d']] };
    const text = tableMarkdown({ title: 't\u202eu', shown, notes: ['n\u200fo'] });
    expect(text).toBe('# t\\u202eu\n\n| a\\u202eb |\n| -------- |\n| c\\u2067d |\n\n- n\\u200fo\n');
  });

  it('writes what is wider than a page in parts, each with the columns that say what a line is about', () => {
    const lines = linesOf(['Suite', 'Planner', 'A', 'B', 'C'], [['s', 'p', WIDE, WIDE, WIDE]], 2);
    const parts = lines.filter((line) => line.startsWith('| s'));
    expect(parts).toEqual([`| s     | p       | ${WIDE} | ${WIDE} |`, `| s     | p       | ${WIDE} |`]);
    expect(lines.filter((line) => line === '').length).toBe(4);
  });

  it('keeps columns of one topic in one part', () => {
    const lines = linesOf(['Task', 'Ours, here', 'Theirs, here', 'Theirs, paper'], [['t', WIDE, WIDE, WIDE]]);
    expect(lines.filter((line) => line.startsWith('| Task'))).toEqual([
      expect.stringMatching(/^\| Task \| Ours, here +\|$/),
      expect.stringMatching(/Theirs, here +\| Theirs, paper +\|$/),
    ]);
  });

  it('fills a page to its last column, and no further', () => {
    const [left, right] = [53, 54].map((length) =>
      linesOf(['abc', 'B', 'C'], [['k', WIDE.padEnd(54, 'y'), 'z'.repeat(length)]]),
    );
    expect(left?.filter((line) => line.startsWith('| k')).map(({ length }) => length)).toEqual([120]);
    expect(right?.filter((line) => line.startsWith('| k')).length).toBe(2);
  });
});
