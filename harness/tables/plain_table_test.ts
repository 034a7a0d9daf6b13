import { describe, expect, it } from 'vitest';
import { withEscapes } from '../io/screen.ts';
import { plainTable } from './plain_table.ts';

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
