import { describe, expect, it } from 'vitest';
import { strayText } from './stray_text.ts';

describe('strayText()', () => {
  it('says what to do about text around the list', () => {
    expect(strayText('```pddl')).toContain('Markdown');
    expect(strayText('define')).toContain('"(" is missing');
    expect(strayText('(define')).toContain('two files');
    expect(['(:goal', ':goal', '('].map(strayText)).toEqual(Array.from({ length: 3 }, () => 'is a ")" too many?'));
    expect(strayText('Here')).toContain('comments begin with ";"');
  });
});
