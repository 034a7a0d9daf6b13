import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyMask } from './key_mask.ts';

const KEY = 'not-a-real-key/0123+456"789\\abc';
const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
const EVERY = (text: string, spell: (code: string) => string) => [...text].map((each) => spell(hexOf(each))).join('');

type Spell = (text: string) => string;
function inCode(code: BufferEncoding): Spell {
  return (text) => Buffer.from(text).toString(code);
}

const FORMS: Readonly<Record<string, Spell>> = {
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

const CODES: Readonly<Record<string, Spell>> = {
  base64: inCode('base64'),
  'base64 for URLs': inCode('base64url'),
  'base64 in a URL': (text) => encodeURIComponent(inCode('base64')(text)),
};

const unit = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const visible = fc.string({ unit });
const keys = fc.string({ unit, minLength: 8, maxLength: 60 });

test.each(Object.entries(FORMS))('keyMask() masks any key %s, wherever it stands, and nothing else', (_, form) => {
  expect(keyMask(KEY).ofReply(`Your key ${form(KEY)} is wrong`)).toBe('Your key [key] is wrong');
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

const apiKeys = fc
  .string({ unit: fc.constantFrom(...'abcuUnrt0123456789ABCDEFxyz&-_.+/='), minLength: 20, maxLength: 60 })
  .map((key) => `sk-${key}z`);
const places = fc.array(fc.nat({ max: 70 }), { minLength: 1, maxLength: 8 });

const ESCAPES: readonly Spell[] = [
  (each) => `\\u00${hexOf(each)}`,
  (each) => `\\u00${hexOf(each).toUpperCase()}`,
  (each) => `%${hexOf(each)}`,
  (each) => `%25${hexOf(each)}`,
  (each) => `&#${each.charCodeAt(0)};`,
  (each) => `&#x${hexOf(each)};`,
];
const escapedAt = (text: string, places: readonly number[], spell: Spell) =>
  [...text].map((each, at) => (places.includes(at) ? spell(each) : each)).join('');

const inHtml: Spell = (key) => key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const from16th: Spell = (key) => escapedAt(key, [16, 18, 22], ESCAPES[0]!);

test.each<[string, string, Spell]>([
  ['with an escaped character behind the 16th', '0123456789abcdefu-Uxyz&-.', from16th],
  ['without its beginning', `sk-${KEY}`, (key: string) => key.slice(3)],
  ['split by a newline', KEY, (key: string) => `${key.slice(0, 12)}\n${key.slice(12)}`],
  ['split by a newline in JSON', 'a-key/012345', (key: string) => `${key.slice(0, 6)}\\r\\n${key.slice(6)}`],
  ['in hexadecimal', KEY, (key: string) => Buffer.from(key).toString('hex')],
  ['in hexadecimal with colons', KEY, (key: string) => EVERY(key, (code) => `${code}:`).slice(0, -1)],
  ['in names of HTML', 'not-a-real<key>&0123456789', inHtml],
])('keyMask() masks a key %s', (_, key, spell) => {
  expect(keyMask(key).ofReply(`Your key ${spell(key)} is wrong`)).toBe('Your key [key] is wrong');
});

test('keyMask() masks any key, whichever of its characters are escaped', () => {
  const escapes = fc.constantFrom(...ESCAPES);
  const isMasked = (key: string, at: readonly number[], spell: Spell, spellAgain: Spell) => {
    const once = escapedAt(key, at, spell);
    for (const spelled of [once, escapedAt(once, at, spellAgain)])
      expect(keyMask(key).ofReply(`Your key ${spelled} is wrong`)).toMatch(/^Your key [^k]*\[key\][^k]* is wrong$/);
  };
  fc.assert(fc.property(keys, places, escapes, escapes, isMasked), { numRuns: 1_000 });
});

const inJson: Spell = (text) => JSON.stringify(text).slice(1, -1);
const splitBehind = (text: string, at: number): string =>
  text[at - 1] === '\\' ? splitBehind(text, at + 1) : `${text.slice(0, at)}\n  ${text.slice(at)}`;
const unescaped = (text: string, places: readonly number[]) => places.filter((at) => text[at - 1] !== '\\');

const spellings = fc.oneof(
  fc.tuple(places, fc.constantFrom(...ESCAPES)).map(([at, spell]) => {
    return (text: string) => escapedAt(text, unescaped(text, at), spell);
  }),
  fc.integer({ min: 1, max: 15 }).map((at) => {
    return (text: string) => splitBehind(text, at);
  }),
  fc.constantFrom(inJson, encodeURIComponent),
);
const upperHex: Spell = (text) => inCode('hex')(text).toUpperCase();
const codings = fc.constantFrom(inCode('base64'), inCode('base64url'), inCode('hex'), upperHex);

test('keyMask() masks a key or what is left of it without its beginning, in spellings of spellings, and nothing else', () => {
  fc.assert(
    fc.property(apiKeys, fc.nat({ max: 3 }), fc.array(spellings, { maxLength: 3 }), (key, begin, spells) => {
      const spelled = spells.reduce((text, spell) => spell(text), key.slice(begin));
      expect(keyMask(key).ofReply(`Your key ${spelled} is wrong`)).toMatch(/^Your key\s+\[key\]\s+is wrong$/);
    }),
    { numRuns: 1_000 },
  );
});

test('keyMask() masks a key that is coded once or twice, spelled before, between and after', () => {
  const steps = fc.tuple(spellings, codings, spellings, fc.option(codings), spellings);
  fc.assert(
    fc.property(apiKeys, steps, fc.string(), (key, spells, before) => {
      const { ofReply } = keyMask(key);
      const coded = (text: string) => spells.reduce((each, spell) => spell?.(each) ?? each, text);
      expect(ofReply(coded(`${before} ${key}`))).toContain('[key]');
      const rest = ofReply(`Your key ${coded(key)} is wrong`).replaceAll(/\s+/g, '');
      expect(rest).toMatch(/^Yourkey\[key\].{0,40}iswrong$/);
    }),
    { numRuns: 1_000 },
  );
});

test('keyMask() leaves innocent text alone, also where it is escaped or coded', () => {
  const word = fc.constantFrom('the key', 'is', 'sk-', 'plate', 'http://localhost/v1', '{"id": 7}', '\n', 'ünïcode');
  const texts = fc.array(word).map((each) => each.join(' '));
  const bytes = fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each).toString('base64'));
  const innocent = fc.oneof(texts, bytes, fc.string({ maxLength: 300 }));
  const spelled = fc
    .tuple(innocent, fc.array(fc.oneof(spellings, codings), { maxLength: 2 }))
    .map(([text, spells]) => spells.reduce((each, spell) => spell(each), text));
  fc.assert(fc.property(apiKeys, spelled, (key, text) => void expect(keyMask(key).ofReply(text)).toBe(text)));
});

test('keyMask() leaves a text alone that shares no 8 characters with the key', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\\', '"', '%', ' ', '\n', 'é'), maxLength: 300 });
  const digits = fc.string({ unit: fc.constantFrom('0', '1', '2', '3', '-'), minLength: 8 });
  fc.assert(fc.property(digits, letters, (key, text) => void expect(keyMask(`${key}xyz`).ofReply(text)).toBe(text)));
});

test('keyMask() masks what is left of a key that was cut off, but no short key', () => {
  const { ofReply } = keyMask(KEY);
  expect(ofReply(`the key is ${KEY.slice(0, 20)}`)).toBe('the key is [key]');
  expect(ofReply(`the key is ${KEY.slice(0, 10)}`)).toBe(`the key is ${KEY.slice(0, 10)}`);
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
