import { basename, join, normalize, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathSegment, segmentName } from './path_segment.ts';

describe('pathSegment()', () => {
  it.for([
    ['llm_state+emptyPlansMax=3', 'llm_state+emptyPlansMax=3'],
    ['gpt-4o-2024-08-06', 'gpt-4o-2024-08-06'],
    ['mine+room=../../outside', 'mine+room=..%2f..%2foutside'],
    ['mine+drive=c:\\x', 'mine+drive=c%3a%5cx'],
    ['..', '.%2e'],
    ['.', '%2e'],
    ['', '%'],
    ['mine+end=.', 'mine+end=%2e'],
    ['nul', '%6eul'],
    ['con.replies.jsonl', '%63on.replies.jsonl'],
    ['mine+room=Kitchen', 'mine+room=%4bitchen'],
    ['100%', '100%25'],
    ['é', '%e9'],
    ['名', '%u540d'],
  ])('writes %j as %j', ([name = '', segment]) => {
    expect(pathSegment(name)).toBe(segment);
    expect(segmentName(pathSegment(name))).toBe(name);
  });

  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: fc.constantFrom('.', '/', '\\', '%', 'u', '2', 'A', 'a', '+', '=', '\ud800', ' ', 'nul') }),
  );

  it('gives every name a segment of its own, which leads back to it', () => {
    fc.assert(fc.property(anything, (name) => segmentName(pathSegment(name)) === name));
  });

  it('never leaves the folder, on no system', () => {
    fc.assert(
      fc.property(anything, (name) => {
        const segment = pathSegment(name);
        expect(basename(segment)).toBe(segment);
        expect(normalize(join('folder', segment))).toBe(join('folder', segment));
        expect(win32.join('folder', segment)).toBe(`folder\\${segment}`);
        expect(segment).toMatch(/^[\w.+=,@%-]*[\w+=,@%-]$/);
        expect(segment).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      }),
    );
  });

  it('tells values apart where a file system does not tell capitals from small letters', () => {
    const value = fc.string({ unit: fc.constantFrom('a', 'A', 'k', 'K', '%', '4', '1') });
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [left, right] = [one, other].map((each) => pathSegment(`mine+room=${each}`).toLowerCase());
        expect(left === right).toBe(one === other);
      }),
    );
  });
});
