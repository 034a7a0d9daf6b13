import { expect, test } from 'vitest';
import { everyReading } from './decoders.ts';

/** How many characters are looked at in all readings of a text together. */
function charactersRead(text: string): number {
  let count = 0;
  for (const { reading } of everyReading(text)) count += reading.length;
  return count;
}

const LENGTH = 200_000;
const filled = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const coded = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['prose', (length: number) => filled('Walk to the fridge, open it; take the milk.\n', length)],
  ['backslashes', (length: number) => filled('\\', length)],
  ['escapes of nothing', (length: number) => filled('\\u00', length)],
  ['escapes of escapes', (length: number) => filled('%25', length)],
  ['numbers of HTML', (length: number) => filled('&#0000000;', length)],
  ['one long beginning of a number of HTML', (length: number) => `&#${filled('0', length - 2)}`],
  ['zeros', (length: number) => filled('0', length)],
  ['hexadecimal', (length: number) => filled('6b6579', length)],
  ['base64', (length: number) => filled(coded('%25 key key!'), length)],
  ['base64 of base64', (length: number) => filled(coded(coded('%25 key key!')), length)],
  ['base64 of base64 of base64', (length: number) => filled(coded(coded(coded('%25 key key!'))), length)],
])('everyReading() of %s has few times as many characters, however long it is', (_, made) => {
  const [once, twice] = [charactersRead(made(LENGTH)), charactersRead(made(2 * LENGTH))];
  expect(once).toBeLessThanOrEqual(8 * LENGTH);
  expect(twice).toBeLessThanOrEqual(2.001 * once + 100);
});

test('everyReading() of prose decodes nothing', () => {
  expect([...everyReading('Walk to the fridge, open it and take the milk')]).toHaveLength(1);
});
