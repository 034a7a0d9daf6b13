import { describe, expect, it } from 'vitest';
import { mutantsOf, mutated, watched } from './mutants.ts';

const TEXT = `export function clamp(value: number, most: 3 | number, log: (text: string) => void): number {
  if (!(value < most && value >= 0)) log('clamped');
  return value > most ? most : value + 1;
}
`;

describe('mutantsOf()', () => {
  it('changes operators, conditions, negations, numbers and calls, and no types', () => {
    const lines = mutantsOf('clamp.ts', TEXT).map((mutant) => {
      const line = mutant.original === "log('clamped');" || mutant.start < TEXT.indexOf('return') ? 1 : 2;
      return mutated(TEXT, mutant).split('\n')[line]!.trim();
    });
    expect(lines).toEqual([
      "if (false) log('clamped');",
      "if ((value < most && value >= 0)) log('clamped');",
      "if (!(value <= most && value >= 0)) log('clamped');",
      "if (!(value < most || value >= 0)) log('clamped');",
      "if (!(value < most && value > 0)) log('clamped');",
      "if (!(value < most && value >= 1)) log('clamped');",
      'if (!(value < most && value >= 0)) ;',
      'return true ? most : value + 1;',
      'return value >= most ? most : value + 1;',
      'return value > most ? most : value - 1;',
      'return value > most ? most : value + 2;',
    ]);
  });

  it('names the file that it cannot parse', () => {
    expect(() => mutantsOf('broken.ts', 'if (')).toThrow('Cannot parse "broken.ts"');
  });
});

describe('watched()', () => {
  it('notes which places are carried out, and computes what it did', async () => {
    const mutants = mutantsOf('clamp.ts', TEXT);
    const plain = TEXT.replace(/: number|: 3 \| number|: \(text: string\) => void/g, '');
    const code = watched(plain, new Map(mutantsOf('clamp.js', plain).entries()));
    const { clamp } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const logged: string[] = [];
    const reached = () => [...(globalThis as { reached?: Set<number> }).reached!].sort((a, b) => a - b);
    expect(clamp(2, 5, (text: string) => logged.push(text))).toBe(3);
    const missed = mutants.filter((_, number) => !reached().includes(number));
    expect(missed.map(({ original }) => original)).toEqual(["log('clamped');"]);
    expect(clamp(7, 5, (text: string) => logged.push(text))).toBe(5);
    expect(reached()).toHaveLength(mutants.length);
    expect(logged).toEqual(['clamped']);
  });
});
