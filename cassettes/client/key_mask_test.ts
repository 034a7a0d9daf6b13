import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyMask } from './key_mask.ts';

const KEY = 'not-a-real-key/0123+456"789\\abc';
const EVERY = (text: string, spell: (code: string) => string) =>
  [...text].map((character) => spell(character.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

const FORMS: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'in other case': (key) => key.toUpperCase(),
  'in JSON': (key) => JSON.stringify(key).slice(1, -1),
  'in JSON within JSON': (key) => JSON.stringify(JSON.stringify(key)).slice(3, -3),
  'in JSON with escaped slashes': (key) => JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'),
  'in JSON by number': (key) => EVERY(key, (code) => `\\u00${code}`),
  'in a URL': encodeURIComponent,
  'in a URL within a URL': (key) => encodeURIComponent(encodeURIComponent(key)),
  'in a URL by number': (key) => EVERY(key, (code) => `%${code}`),
  'in HTML by number': (key) => EVERY(key, (code) => `&#x${code};`),
};

const CODES: Readonly<Record<string, (text: string) => string>> = {
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  'base64 in a URL': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
};

test.each(Object.entries(FORMS))('keyMask() masks a key %s, and nothing else', (_, form) => {
  expect(keyMask(KEY).ofReply(`Your key ${form(KEY)} is wrong`)).toBe('Your key [key] is wrong');
});

const visible = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const keys = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 60,
});

test.each(Object.entries(FORMS))('keyMask() masks any key %s, wherever it stands', (_, form) => {
  fc.assert(
    fc.property(keys, visible, visible, (key, before, after) => {
      const mask = keyMask(key);
      for (const masked of [mask.ofReply, mask.ofMessage]) {
        const text = masked(`${before} ${form(key)} ${after}`);
        expect(text).toContain('[key]');
        if (!'[key]…'.includes(key)) expect(text).not.toContain(form(key));
      }
    }),
  );
});

test.each(Object.entries(CODES))('keyMask() masks any key in %s, whatever stands before it there', (_, code) => {
  fc.assert(
    fc.property(keys, visible, visible, (key, before, after) => {
      const coded = code(`${before}${key}${after}`);
      const masked = keyMask(key).ofReply(coded);
      expect(masked).toContain('[key]');
      expect(Buffer.from(masked.replaceAll('%2B', '+'), 'base64').toString('latin1')).not.toContain(key);
    }),
  );
});

test('keyMask() leaves a text alone that shares no 8 characters with the key', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\\', '"', '%', ' ', '\n', 'é'), maxLength: 300 });
  const digits = fc.string({ unit: fc.constantFrom('0', '1', '2', '3', '-'), minLength: 8 });
  fc.assert(
    fc.property(digits, letters, (key, text) => {
      expect(keyMask(`${key}xyz`).ofReply(text)).toBe(text);
    }),
  );
});

test('keyMask() masks what is left of a key that was cut off', () => {
  const { ofReply } = keyMask(KEY);
  expect(ofReply(`the key is ${KEY.slice(0, 20)}`)).toBe('the key is [key]');
  expect(ofReply(`the key is ${KEY.slice(0, 10)}`)).toBe(`the key is ${KEY.slice(0, 10)}`);
});

test('keyMask() does not take a short key for a secret', () => {
  expect(keyMask('x').ofReply('an axe')).toBe('an axe');
});

test.each([
  ['Authorization: Bearer abcdef0123456789 was refused', 'Authorization: Bearer [key] was refused'],
  ['{"authorization":"Bearer abcdef0123"}', '{"authorization":"Bearer [key]"}'],
  ['Incorrect API key provided: sk-ab******yz12. See', 'Incorrect API key provided: [key]. See'],
  ['The bearer of it', 'The bearer of it'],
])('keyMask() masks in the message %j', (text, masked) => {
  expect(keyMask(KEY).ofMessage(text)).toBe(masked);
});

test('keyMask() masks a message before it shortens it', () => {
  const { ofMessage } = keyMask(KEY);
  for (let at = 460; at <= 510; at += 1) {
    const message = ofMessage(`${'.'.repeat(at)}${KEY}${'.'.repeat(600)}`);
    expect(message.length).toBeLessThanOrEqual(501);
    expect(message).not.toContain(KEY.slice(0, 4));
  }
});
