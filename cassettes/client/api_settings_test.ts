import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiSettingError, readBaseUrl, readHeaderValue } from './api_settings.ts';

test('readBaseUrl() takes http and https, and trims', () => {
  expect(readBaseUrl(' https://models.example/v1\n', '--url')).toBe('https://models.example/v1');
  expect(readBaseUrl('http://127.0.0.1:8000', '--url')).toBe('http://127.0.0.1:8000');
});

test.each([
  ['https://me:hunter22@models.example/v1', 'user name or a password'],
  ['https://hunter22@models.example/v1', 'user name or a password'],
  ['https://:hunter22@models.example/v1', 'user name or a password'],
  ['https://models.example/v1?key=hunter22', 'remove what follows'],
  ['https://models.example/v1#hunter22', 'remove what follows'],
  ['ftp://me:hunter22@models.example', 'the value is not an http(s) URL'],
  ['me:hunter22@models.example', 'the value is not an http(s) URL'],
  ['//me:hunter22@', 'the value is not an http(s) URL'],
  ['models.example/v1', '"models.example/v1" is not an http(s) URL'],
])('readBaseUrl() refuses %s and does not repeat what may be secret', (url, message) => {
  const error = attempt(() => readBaseUrl(url, '--url'));
  expect(error).toBeInstanceOf(ApiSettingError);
  expect(String(error)).toContain('--url: ');
  expect(String(error)).toContain(message);
  expect(String(error)).not.toContain('hunter22');
});

test('readHeaderValue() trims, and what it gives can be sent', () => {
  expect(readHeaderValue('\ufeff key-0123 \r\n', 'OPENAI_API_KEY')).toBe('key-0123');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (given) => {
      const value = attempt(() => readHeaderValue(given, 'KEY'));
      const sent = `Bearer ${value}`;
      if (value instanceof ApiSettingError) expect(given.trim()).toMatch(/[^\x21-\x7e]/);
      else expect(new Headers({ authorization: sent }).get('authorization')).toBe(sent.trim());
    }),
  );
});

test.each(['two words-0123', 'a\nb-0123', 'schlüssel-0123', 'a\0b-0123'])('readHeaderValue() refuses %j', (given) => {
  expect(() => readHeaderValue(given, 'OPENAI_API_KEY')).toThrow(/^OPENAI_API_KEY contains /);
  expect(() => readHeaderValue(given, 'OPENAI_API_KEY')).not.toThrow('0123');
});

function attempt(call: () => string): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}
