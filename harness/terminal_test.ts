/**
 * What may reach a terminal.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import { printable } from './terminal.ts';

describe('printable()', () => {
  it('shows escapes that would steer the terminal, and leaves text, tabs and line feeds', () => {
    expect(printable('move(\x1b[2J\x1b[31mevil)\r\x07\x9b')).toBe(
      'move(\\u001b[2J\\u001b[31mevil)\\u000d\\u0007\\u009b',
    );
    const text = 'a\x85\x7fb';
    expect(JSON.parse(printable(JSON.stringify(text)))).toBe(text);
    expect(printable('a\tb\nc é 漢 ✓')).toBe('a\tb\nc é 漢 ✓');
  });
});
