/**
 * Which lines of a prompt changed.
 *
 * @module
 */
import { expect, it } from 'vitest';
import { promptChange } from './prompt_lines.ts';

function exchange(...contents: string[]) {
  return { messages: contents.map((content) => ({ role: 'user', content })), reply: '' };
}

it('promptChange() lists lines that went and lines that came, over all messages', () => {
  expect(promptChange('policy', exchange('a\nb\nc', 'd'), exchange('a\nB\nc', 'd\ne'))).toEqual({
    purpose: 'policy',
    removed: ['b'],
    added: ['B', 'e'],
    more: 0,
  });
  expect(promptChange('policy', exchange('a'), exchange('a'))).toBeNull();
});

it('promptChange() is bounded, however much differs', () => {
  const lines = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${prefix}${at}`).join('\n');
  const change = promptChange('policy', exchange('x'.repeat(10_000)), exchange(lines('y', 50)));
  expect(change).toMatchObject({ more: 30 });
  expect(change?.removed[0]?.length).toBeLessThanOrEqual(201);
  expect(promptChange('policy', exchange(lines('x', 5_000)), exchange(lines('y', 5_000)))).toBeNull();
});
