import { describe, expect, it } from 'vitest';
import {
  type Complain,
  motionLine,
  objectLine,
  readMotionLine,
  readObjectLine,
  readSourceLine,
  readStateLine,
  sourceLine,
  stateLine,
} from './foon_lines.ts';

const complain: Complain = (expected, found) => {
  throw new Error(`expected ${expected}, found ${found}`);
};

describe('readObjectLine()', () => {
  it('reads a label, a flag and a goal mark', () => {
    expect(readObjectLine('cup\t1\t!', complain)).toEqual({ label: 'cup', inMotion: true, isGoal: true });
  });

  it.for(['cup\t0', 'cup\t00', ' cup \t 0 ', 'cup\t0\t8', 'cup\t0\t\t'])('reads %j as the same', (rest) => {
    expect(objectLine(readObjectLine(rest, complain))).toBe('cup\t0');
  });
});

describe('readStateLine()', () => {
  it.for(['whole', 'on\t[table]', 'contains\t{a,b}', 'contains\t{}', 'in\t[first {cup}]'])(
    'reads %j, and it is written so',
    (rest) => {
      expect(stateLine(readStateLine(rest, complain))).toBe(rest);
    },
  );

  it('does not mind blanks', () => {
    expect(stateLine(readStateLine('contains \t{ a , b }', complain))).toBe('contains\t{a,b}');
  });
});

describe('readMotionLine()', () => {
  it.for([
    ['pour\t0:01\t0:02', 'pour\t<0:01,0:02>'],
    ['pour\t<0:01, 0:02>', 'pour\t<0:01,0:02>'],
    ['pour\tAssumed\tAssumed', 'pour\t<Assumed>'],
    ['pour\t<Assumed>', 'pour\t<Assumed>'],
    ['pour\t<Assumed,Assumed>', 'pour\t<Assumed>'],
    ['pour\tAssumed\t0:02', 'pour\t<Assumed,0:02>'],
    ['pour\t0:01\t0:02\thuman\t0.50', 'pour\t<0:01,0:02>\thuman\t0.5'],
    ['pour\t<Assumed>\trobot\t1e-3', 'pour\t<Assumed>\trobot\t0.001'],
  ] as const)('reads %j as %j', ([rest, canonical]) => {
    expect(motionLine(readMotionLine(rest, complain))).toBe(canonical);
  });

  it('refuses a rate beyond all numbers', () => {
    expect(() => readMotionLine('pour\t<Assumed>\trobot\t1e999', complain)).toThrow('a success rate, a number');
  });
});

describe('readSourceLine()', () => {
  it('gives the address behind the word', () => {
    expect(readSourceLine(sourceLine('https://example.org'))).toBe('https://example.org');
    expect(readSourceLine('# Source: https://example.org ')).toBe('https://example.org');
  });

  it.for(['# Source:', '# source:\tx', '# Date created:\tx', '# Source:\ta\tb'])('gives nothing for %j', (line) => {
    expect(readSourceLine(line)).toBe('');
  });
});
