import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScript, ScriptError } from './script.ts';

describe('readScript()', () => {
  it('reads the character and the action of each part of a line', () => {
    const lines = ['<char0> [walk] <fridge> (305)', '<char0> [Put] <a> (1) <b> (2) | <char1>[goto] <c> (3)'];
    const second = ['[PUTBACK] <a> (1) <b> (2)', '[WALK] <c> (3)'].map((line, agent) => ({ agent, line }));
    expect(readScript(lines)).toEqual([[{ agent: 0, line: '[walk] <fridge> (305)' }], second]);
  });

  it.each([
    ['[walktowards] <c> (3) :12:', '[WALK] <c> (3)'],
    ['[putback] <a> (1) <b> (2) 2.5,-3.4,1E-05', '[putback] <a> (1) <b> (2)'],
    ['[grab] <a> (1) now', '[grab] <a> (1) now'],
  ])('leaves out of %s where and how far', (text, line) => {
    expect(readScript([`<char0> ${text}`])).toEqual([[{ agent: 0, line }]]);
  });

  it.each([
    ['[walk] <fridge> (305)', /^line 1: expected "<char0>/],
    ['', /^line 1: expected "<char0>/],
    [' <char0> [walk] <fridge> (305)', /^line 1: expected "<char0>/],
    ['<man> [walk] <fridge> (305)', /^Can not parse character for the line containing "<man>/],
    ['<char0> [walk] <a> (1) |', /^Can not parse character for the line containing ""/],
    ['<char0> walk', /^Can not parse action for the line containing "<char0> walk"/],
    [`<char0> [walk] ${'a'.repeat(10_000)}`, /^line 1 has more than 10000 characters/],
  ])('throws on %s', (line, message) => {
    expect(() => readScript([line])).toThrow(ScriptError);
    expect(() => readScript([line])).toThrow(message);
  });

  it('reads any text, or throws a ScriptError', () => {
    const text = fc.tuple(fc.constantFrom('', '<char0> [walk]'), fc.string()).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text), (lines) => {
        try {
          expect(readScript(lines)).toHaveLength(lines.length);
        } catch (error) {
          expect(error).toBeInstanceOf(ScriptError);
        }
      }),
    );
  });
});
