import { describe, expect, it } from 'vitest';
import { plainTable } from './plain_table.ts';
import { withEscapes } from './screen.ts';

const HEADER = ['planner', 'success', 'steps'];
const LINES = [
  ['oracle', 'goal', '8'],
  ['random', '', '30'],
];

describe('plainTable()', () => {
  it('shows every column where the width is not known', () => {
    expect(plainTable(HEADER, LINES)).toBe('planner  success  steps\noracle   goal     8\nrandom            30');
  });

  it('leaves out what does not fit, and says so', () => {
    expect(plainTable(HEADER, LINES, { screen: { columns: 20, hasColours: false } })).toBe(
      'planner  success\noracle   goal\nrandom\n\nLeft out to fit 20 columns, shown with --wide: steps',
    );
  });

  it('calls columns by their full names', () => {
    const names = ['planner', 'success rate', 'average steps'];
    const text = plainTable(HEADER, [['oracle', '1/1', '8']], { screen: { columns: 10, hasColours: false }, names });
    expect(text).toContain('--wide: success rate; average steps');
  });

  it('shows the columns that matter most, by their full names, before all others', () => {
    const look = { screen: { columns: 16, hasColours: false }, first: ['average steps', 'success rate'] };
    const names = ['planner', 'success rate', 'average steps'];
    const text = plainTable(HEADER, LINES, { ...look, names });
    expect(text.split('\n').at(0)).toBe('success  steps');
    expect(text).toContain('--wide: planner');
  });

  it('sets cells off without changing the layout', () => {
    const lookOf = (cell: string) => (cell === 'goal' ? ('good' as const) : null);
    const text = withEscapes(plainTable(HEADER, LINES, { screen: { hasColours: true }, lookOf }));
    expect(text.split('\n')[1]).toBe('oracle   \x1b[32mgoal\x1b[0m     8');
    expect(text.replace(/\x1b\[\d+m/g, '')).toBe(plainTable(HEADER, LINES));
    expect(plainTable(HEADER, LINES, { lookOf })).toBe(plainTable(HEADER, LINES));
  });
});
