import { describe, expect, it } from 'vitest';
import {
  CANONICAL_LINE,
  type Complain,
  readMotionLine,
  readObjectLine,
  readSourceLine,
  sourceLine,
} from './foon_lines.ts';

const complain: Complain = (expected, found) => {
  throw new Error(`expected ${expected}, found ${found}`);
};

describe('CANONICAL_LINE', () => {
  it.each([
    ...['cup\t0', 'cup\t00', ' cup \t 0 ', 'cup\t0\t8', 'cup\t0\t\t'].map(
      (line) => ['object', line, 'cup\t0'] as const,
    ),
    ...['whole', 'on\t[table]', 'contains\t{a,b}', 'contains\t{}', 'in\t[first {cup}]'].map(
      (line) => ['state', line, line] as const,
    ),
    ['state', 'contains \t{ a , b }', 'contains\t{a,b}'],
    ['motion', 'pour\t0:01\t0:02', 'pour\t<0:01,0:02>'],
    ['motion', 'pour\t<0:01, 0:02>', 'pour\t<0:01,0:02>'],
    ['motion', 'pour\tAssumed\tAssumed', 'pour\t<Assumed>'],
    ['motion', 'pour\t<Assumed>', 'pour\t<Assumed>'],
    ['motion', 'pour\t<Assumed,Assumed>', 'pour\t<Assumed>'],
    ['motion', 'pour\tAssumed\t0:02', 'pour\t<Assumed,0:02>'],
    ['motion', 'pour\t0:01\t0:02\thuman\t0.50', 'pour\t<0:01,0:02>\thuman\t0.5'],
    ['motion', 'pour\t<Assumed>\trobot\t1e-3', 'pour\t<Assumed>\trobot\t0.001'],
  ] as const)('of the %s %j is %j', (kind, spelled, canonical) => {
    expect(CANONICAL_LINE[kind](spelled, complain)).toBe(canonical);
  });
});

it('readObjectLine() reads a label, a flag and a goal mark', () => {
  expect(readObjectLine('cup\t1\t!', complain)).toEqual({ label: 'cup', inMotion: true, isGoal: true });
});

it('readMotionLine() refuses a rate beyond all numbers', () => {
  expect(() => readMotionLine('pour\t<Assumed>\trobot\t1e999', complain)).toThrow('a success rate (a number)');
});

it.each<readonly [string, string]>([
  [sourceLine('https://example.org'), 'https://example.org'],
  ['# Source: https://example.org ', 'https://example.org'],
  ...['# Source:', '# source:\tx', '# Date created:\tx', '# Source:\ta\tb'].map((line) => [line, ''] as const),
])('readSourceLine() of %j is %j', (line, address) => expect(readSourceLine(line)).toBe(address));
