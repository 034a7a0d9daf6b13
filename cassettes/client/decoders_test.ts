import { expect, test } from 'vitest';
import { everyReading } from './decoders.ts';

function charactersRead(text: string): number {
  let count = 0;
  for (const { reading } of everyReading(text)) count += reading.length;
  return count;
}

const LENGTH = 200_000;
const filled = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const coded = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['prose', 'Walk to the fridge, open it; take the milk.\n'],
  ['backslashes', '\\'],
  ['escapes of nothing', '\\u00'],
  ['escapes of escapes', '%25'],
  ['numbers of HTML', '&#0000000;'],
  ['one long beginning of a number of HTML', '0', '&#'],
  ['zeros', '0'],
  ['hexadecimal', '6b6579'],
  ['base64', coded('%25 key key!')],
  ['base64 of base64', coded(coded('%25 key key!'))],
  ['base64 of base64 of base64', coded(coded(coded('%25 key key!')))],
])('everyReading() of %s has few times as many characters, however long it is', (_, part, start = '') => {
  const [once = 0, twice = 0] = [LENGTH, 2 * LENGTH].map((length) => charactersRead(start + filled(part, length)));
  expect(once).toBeGreaterThan(0);
  expect(once).toBeLessThanOrEqual(8 * LENGTH);
  expect(twice).toBeLessThanOrEqual(2.001 * once + 100);
});

test('everyReading() of prose decodes nothing', () => {
  expect([...everyReading('Walk to the fridge, open it and take the milk')]).toHaveLength(1);
});
