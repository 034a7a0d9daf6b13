import { describe, expect, it } from 'vitest';
import { foreignCharacter } from './foreign_character.ts';

describe('foreignCharacter()', () => {
  it('names the character and what to write instead', () => {
    const ascii = 'PDDL is ASCII outside comments';
    expect(foreignCharacter('a é', 2)).toBe(`cannot read "é" (U+00E9): ${ascii}`);
    expect(foreignCharacter('🧱', 0)).toBe(`cannot read "🧱" (U+1F9F1): ${ascii}`);
    expect(foreignCharacter('—', 0)).toBe(`cannot read "—" (U+2014): ${ascii}; write "-"`);
    expect(foreignCharacter('\u00A0', 0)).toMatch(/; write a blank$/);
    expect(foreignCharacter('“', 0)).toMatch(/; write names without quotes$/);
    expect(foreignCharacter('\uFEFF', 0)).toMatch(/; it is a byte order mark; save the file without one$/);
  });
});
